/** A reader's proposals as they are shown: to who manages what it came to, to a marker those of the answers in hand. */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type * as calls from '#shared/marking/reader/reader.calls.ts'
import { offeredOf, standOfReader } from '#shared/marking/reader/reader.rules.ts'
import type { ReaderTold } from '#shared/marking/reader/reader.types.ts'
import { jobsNow } from '#functions/kit/ended.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { picturesOf, signed } from '../answerPictures.ts'
import { deskOf, managed, questionIn } from '../desk/desk.ts'
import { claimed } from '../desk/mark.commands.ts'
import { images } from '../marking.store.ts'
import { readerAddress } from './reader.client.ts'
import { answerRulesOf, proposals, readersOf } from './reader.store.ts'
import { proposingBy } from './proposing.ts'
import { readablePictures } from './readable.ts'

export const readersShown = async (
  { paperId }: InputOf<typeof calls.readers>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.readers>> => {
  const { paper } = await managed(paperId, caller)
  const numbers = new Map(paper.questions.map((q) => [q.questionId, q.number]))
  const [all, ruled] = await Promise.all([readersOf(paperId), answerRulesOf(paperId)])
  const rulesBy = new Map(ruled.map((r) => [r.questionId, r]))
  const going = new Set(
    (await jobsNow(all)).flatMap((j) =>
      j.status === jobStatus.done || j.status === jobStatus.failed ? [] : [j.jobId as string],
    ),
  )
  const questions = await inTurns(all, 4, async ({ questionId, byName, at, told, jobId }) => {
    const { apart = [], ...rest } = told ?? {}
    const shown = await images.getMany(apart.map(({ studentId }) => ({ paperId, studentId })))
    const of = new Map(shown.map((i) => [i.studentId, i]))
    return {
      number: numbers.get(questionId) ?? '',
      rules: { text: rulesBy.get(questionId)?.text ?? '', version: rulesBy.get(questionId)?.version ?? 0 },
      ...{
        questionId,
        byName,
        at,
        stands: going.has(jobId) ? ('going' as const) : standOfReader(told, rulesBy.get(questionId)?.version),
      },
      ...(told ? { told: rest as Omit<ReaderTold, 'apart'> } : {}),
      apart: await inTurns(apart, 8, async (a) => {
        const pictures = of.get(a.studentId)
        return { ...a, images: pictures ? await signed(picturesOf(pictures, questionId).shown) : [] }
      }),
    }
  })
  return { configured: readerAddress() !== null, questions }
}

/**
 * Only first marks are shown what a reader proposes: who marks second marks blind, and what they give tells what the reader
 * is worth. A seed among the answers has the proposal of its own sheet, or it would be known by having none.
 */
export const proposalsShown = async (
  { paperId, questionId, bundleId, epoch }: InputOf<typeof calls.proposals>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.proposals>> => {
  const q = questionIn(await deskOf(paperId), questionId)
  const b = await claimed(paperId, bundleId, epoch)
  if (b?.holder !== caller.userId || b.questionId !== q.questionId) return refuse(markingProblems.taken)
  if (b.role !== 'first') return []
  const rules = await proposingBy({ paperId, questionId })
  if (rules === null) return []
  const called = [
    ...b.studentIds.map((studentId) => ({ studentId, as: studentId })),
    ...(b.seeds ?? []).map(({ studentId, as }) => ({ studentId, as })),
  ]
  const keys = called.map(({ studentId }) => ({ paperId: paperId as string, studentId: studentId as string }))
  const [said, pictures] = await Promise.all([
    proposals.getMany(keys.map((k) => ({ ...k, questionId: questionId as string }))),
    images.getMany(keys),
  ])
  const of = new Map(said.map((p) => [p.studentId, p]))
  const shown = new Map(pictures.map((i) => [i.studentId, i]))
  return called.flatMap(({ studentId, as }) => {
    const blocks = readablePictures(shown.get(studentId), questionId)
    const offered =
      blocks &&
      offeredOf(
        of.get(studentId),
        blocks.map((x) => x.key),
        rules,
      )
    return offered ? [{ studentId: as, ...offered }] : []
  })
}
