/** A reader of answers that the deployment has configured: asked by who manages, offered to who marks. */
import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { BundleId, JobId, PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { AnswerView } from '../marking.calls.ts'
import { markingProblems } from '../marking.problems.ts'
import { markers } from '../marking.scope.ts'
import { Proposal, readerStands, ReaderTold } from './reader.types.ts'
import type { ReaderStand } from './reader.types.ts'

const ofPaper = { scope: on('paper', 'paperId') }

export const readers = call('GET /api/exam/mark/intelligent/reader', {
  summary: 'What a reader of answers came to, question by question; whether the deployment has one',
  ...ofTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      configured: z.boolean(),
      questions: z.array(
        z.object({
          questionId: QuestionId,
          number: z.string(),
          stands: z.enum(Object.keys(readerStands) as [ReaderStand, ...ReaderStand[]]),
          byName: z.string(),
          at: z.int(),
          told: ReaderTold.omit({ apart: true }).optional(),
          /** Where people gave something else, with the answers that show it. */
          apart: z.array(ReaderTold.shape.apart.element.extend({ images: AnswerView.shape.images })),
        }),
      ),
    }),
  problems: [markingProblems.notManager],
  feeds: ['reader'],
})

/** So many answers of a question are read for one asking at most. */
export const mostAsked = 1_000_000

export const askReader = call('POST /api/exam/mark/intelligent/reader/ask', {
  summary: 'Have a question’s answers read: those that are not read yet, or all of them anew; no mark follows from it',
  ...ofTool('adjust-read-arrange'),
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: QuestionId,
      /** The budget. */
      most: z.int().min(1, '至少1份').max(mostAsked).optional(),
      anew: z.boolean().optional(),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [markingProblems.notManager, markingProblems.noQuestion, markingProblems.notOpen, markingProblems.noReader],
  refreshes: ['reader', 'jobs'],
})

export const proposals = call('GET /api/exam/mark/intelligent/proposals', {
  summary: 'What a reader proposes of the answers of a claim, to who holds it and gives the marks',
  ...markers,
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, questionId: QuestionId, bundleId: BundleId, epoch: queryInt(z.int()) }),
  output: () =>
    z.array(
      Proposal.pick({ score: true, text: true, reason: true, confidence: true }).extend({ studentId: StudentId }),
    ),
  problems: [markingProblems.noQuestion, markingProblems.notMarker, markingProblems.taken],
})
