/** A reader of answers that the deployment has configured: asked by who manages, offered to who marks. */
import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { BundleId, JobId, PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { AnswerView } from '../claimed.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { markers } from '../marking.scope.ts'
import { mostRulesText, Proposal, readerStands, ReaderTold } from './reader.types.ts'
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
          /** As they are written; '' where there are none. */
          rules: z.object({ text: z.string(), version: z.int() }),
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

const ofQuestion = { paperId: PaperId, questionId: QuestionId }
const rulesText = z.string().trim().max(mostRulesText, '规则太长')

/** So many answers that were read are looked at when rules are tried. */
export const mostTried = 600

export const tryRules = call('POST /api/exam/mark/intelligent/tryRules', {
  summary: 'What rules would make of the answers that were read; nothing is kept of it',
  ...ofTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ ...ofQuestion, text: rulesText }),
  output: () =>
    z.object({
      /** Answers with a text that were looked at. */
      answers: z.int(),
      /** By rule: which answers, the most frequent first. */
      fits: z.array(z.object({ score: z.int(), answers: z.int(), texts: z.array(z.string()) })),
      rest: z.object({ answers: z.int(), texts: z.array(z.string()) }),
      /** Beside marks that people gave: how many there are, and how many are the same. */
      marked: z.int(),
      same: z.int(),
    }),
  problems: [markingProblems.notManager, markingProblems.noQuestion, markingProblems.badRules],
})

export const saveRules = call('POST /api/exam/mark/intelligent/saveRules', {
  summary: 'Say what a text is worth, a rule a line; what follows is a proposal, to be proved anew',
  ...ofTool('adjust-read-arrange'),
  ...ofPaper,
  input: () => z.object({ ...ofQuestion, text: rulesText, version: z.int() }),
  output: () => z.object({ rules: z.int(), version: z.int() }),
  problems: [markingProblems.notManager, markingProblems.noQuestion, markingProblems.badRules, commonProblems.stale],
  refreshes: ['reader'],
})
