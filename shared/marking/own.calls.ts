/** What a marker looks at beside the answer in hand: the whole sheet, and the own marks. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { BundleId, PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { AnswerView, ClaimedBundle } from './claimed.types.ts'
import { markingProblems } from './marking.problems.ts'
import { markers } from './marking.scope.ts'

const marks = { ...markers, scope: on('paper', 'paperId') }

export const wholeSheet = call('GET /api/exam/mark/handle/sheet', {
  summary: 'A page of the sheet that an answer in hand stands on; name, number and codes are white',
  ...marks,
  input: () =>
    z.object({
      paperId: PaperId,
      bundleId: BundleId,
      epoch: queryInt(z.int()),
      studentId: StudentId,
      /** The first one that is there, unless said. */
      page: queryInt(z.int().min(1).max(40)).optional(),
    }),
  output: () =>
    z.object({
      pages: z.array(z.int()),
      /** Pages of the card that were not handed in. */
      missing: z.array(z.int()),
      page: z.int(),
      /** A data address; null where the page cannot be shown without its head. */
      picture: z
        .object({
          image: z.string(),
          width: z.int(),
          height: z.int(),
          /** Where what is shown begins, as a share of the height: above it all is white. */
          from: z.number(),
        })
        .nullable(),
    }),
  problems: [markingProblems.taken],
})

export const ownMarks = call('GET /api/exam/mark/handle/own', {
  summary:
    'The caller’s marks of a question, a few bundles at a time from the newest, each with its picture, to be given again',
  ...marks,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      /** What was given back before this moment: `next` of the list so far. */
      before: queryInt(z.int()).optional(),
    }),
  output: () =>
    z.object({
      question: ClaimedBundle.shape.question,
      list: z.array(
        z.object({
          bundle: ClaimedBundle.shape.bundle,
          answer: AnswerView.required({ mine: true }),
          at: z.int(),
          /** The arbitrator has decided since: it stays as it is. */
          decided: z.boolean(),
          /** Readers see its score: it stays as well. */
          published: z.literal(true).optional(),
        }),
      ),
      /** Where the list goes on; none at its end. */
      next: z.int().optional(),
    }),
  problems: [markingProblems.notOpen, markingProblems.notMarker, markingProblems.noQuestion],
})
