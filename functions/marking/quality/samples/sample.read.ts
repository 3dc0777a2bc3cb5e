/** A marker's marks that were looked at again, side by side with what they should be. */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type * as calls from '#shared/marking/quality/sample.calls.ts'
import { mostCompared } from '#shared/marking/quality/sample.calls.ts'
import { seedTolerance } from '#shared/marking/quality/seed.rules.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { picturesOf, signed } from '../../answerPictures.ts'
import { images } from '../../marking.store.ts'
import { checksOf } from './sample.store.ts'
import { ledBy } from '../standard.read.ts'

/** @throws Refused notLeader */
export const sampledList = async (
  { paperId, questionId, userId }: InputOf<typeof calls.sampledMarks>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.sampledMarks>> => {
  const { q } = await ledBy({ paperId, questionId }, caller)
  const checks = await checksOf({ paperId, questionId, userId }, mostCompared)
  const students = [...new Set(checks.map((c) => c.studentId))]
  const rows = await images.getMany(students.map((studentId) => ({ paperId: paperId as string, studentId })))
  const shown = new Map(rows.map((row) => [row.studentId as string, row]))
  const tolerance = seedTolerance(q)
  return {
    list: await Promise.all(
      checks.map(async ({ markId, role, given, right, byName, at, studentId }) => {
        const of = shown.get(studentId)
        return {
          ...{ markId, role, given, right, byName, at },
          within: Math.abs(given - right) <= tolerance,
          images: of ? await signed(picturesOf(of, questionId).shown) : [],
        }
      }),
    ),
  }
}
