/** Papers open for marking, and markers who hold a bundle each: rows as the platform would have written them. */
import type { BundleId, QuestionId } from '#shared/kit/ids.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import { subjectiveOf } from '#shared/marking/marking.rules.ts'
import { seat } from '#functions/marking/marking.fixtures.ts'
import { answers, arrangements, bundles, heads } from '#functions/marking/marking.store.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/session.ts'
import { asFunction } from '#functions/kit/testing.ts'

/** A marker, what all marks of it say, and the answers in hand: the attempt is filled in for each. */
export type Marker = {
  caller: Caller
  token: string
  input: Record<string, unknown>
  answers: { studentId: Candidate['studentId']; questionId: QuestionId; bundleId: BundleId }[]
}

/** Answers of a bundle, as the platform cuts them. */
const bundleSize = 20

/**
 * One paper of so many essays, and for each marker so many students. All answers are in hand: each marker holds claimed
 * bundles of one question each, which together are as many answers as those students have.
 */
export const sitMarkers = async (markers: number, each: number, essays = 1): Promise<Marker[]> => {
  const sitting = await seat(markers * each, {}, markers, ['1班'], essays - 1)
  const { paperId, examId, owner } = sitting.paper
  const questions = subjectiveOf(sitting.paper.questions).map((q) => q.questionId)
  const size = Math.min(bundleSize, each * essays)
  const bundlesEach = (each * essays) / size
  if (!Number.isInteger(bundlesEach) || sitting.students.length % size > 0)
    throw new Error('bundles that are not whole')
  const held = sitting.teachers.map((t, i) =>
    Array.from({ length: bundlesEach }, (_, k) => i * bundlesEach + k).map((at) => ({
      schema: 1 as const,
      bundleId: newId<BundleId>('bundle'),
      paperId,
      questionId: questions[at % essays]!,
      role: 'first' as const,
      studentIds: sitting.students.slice(Math.floor(at / essays) * size).slice(0, size),
      excluded: [],
      state: 'claimed' as const,
      holder: t.userId,
      claimedUntil: now() + 6 * 3_600_000,
      epoch: 1,
      version: 1,
    })),
  )
  await asFunction('marking-api', async () => {
    await arrangements.put({ schema: 1, paperId, examId, owner, state: 'open', questions: [], version: 1 })
    await bundles.putMany(held.flat())
  })
  await asFunction('marking-work', async () => {
    await heads.putMany(
      sitting.students.map((studentId) => ({
        ...{ schema: 1 as const, paperId, studentId, examId, owner, imageVersion: 1 },
        ...{ state: 'present' as const, complete: true, version: 1 },
      })),
    )
    await answers.putMany(
      sitting.students.flatMap((studentId) =>
        questions.map((questionId) => ({ schema: 1 as const, paperId, studentId, questionId, imageVersion: 1 })),
      ),
    )
  })
  return held.map((own, i) => ({
    caller: sitting.teachers[i]!.caller,
    token: sitting.teachers[i]!.token,
    // Who marks another question of the same students is not at the same one at the same moment.
    answers: own.flatMap(({ questionId, bundleId, studentIds }) =>
      [...studentIds.slice(i % size), ...studentIds.slice(0, i % size)].map((studentId) => ({
        studentId,
        questionId,
        bundleId,
      })),
    ),
    input: { paperId, role: 'first', epoch: 1, imageVersion: 1, value: { kind: 'score', score: 700 } },
  }))
}
