/**
 * A reader: what a deployment may have read answers for it, behind one contract over HTTPS. It is shown one answer of one
 * question by its pictures, and nothing of whose it is. What it says is a proposal and never a mark.
 */
import * as z from 'zod'
import { mostRules, TypedRule } from './typed.rules.ts'
import { JobId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'

/** Why what a reader answered, or did not, is no proposal. */
export const readerFaults = {
  silent: '没有回答',
  slow: '超时',
  malformed: '回答不成形',
  other: '答的是另一份',
  twice: '一份答了两次',
  offScale: '分数不在0到满分之间',
  offGrid: '分数不在分档上',
  wavering: '同一份两次答得不同',
} as const
export const ReaderFault = z.enum(Object.keys(readerFaults) as [ReaderFault, ...ReaderFault[]])
export type ReaderFault = keyof typeof readerFaults

export const mostText = 200
export const mostRulesText = 4000

/** What a reader said of one answer, for one picture of it. */
export const Proposal = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  questionId: QuestionId,
  /** Object keys of the crops that it was shown: another picture in their place has not been read. */
  pictures: z.array(z.string()).min(1).max(4),
  /** Hundredths. */
  score: z.int().min(0).max(100_000).optional(),
  text: z.string().max(mostText).optional(),
  reason: z.string().max(mostText).optional(),
  confidence: z.number().min(0).max(1),
  /** It said something else of the same picture before: it is offered to no one. */
  wavering: z.literal(true).optional(),
  at: z.int(),
})
export type Proposal = z.infer<typeof Proposal>

export const mostApart = 24

/** What an answer's text is worth, a rule a line, as it was written; first that fits. */
export const AnswerRules = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  text: z.string().max(mostRulesText),
  rules: z.array(TypedRule).max(mostRules),
  version: z.int(),
})
export type AnswerRules = z.infer<typeof AnswerRules>

/** What asking a reader came to, all answers of a question together. */
export const ReaderTold = z.object({
  /** Answers with ink and a picture of their own, and how many of them it has read. */
  answers: z.int(),
  read: z.int(),
  /** Answers that were not asked any more: the budget was spent, or the reader was gone. */
  left: z.int(),
  /** Of the answers that were asked now. */
  faults: z.partialRecord(ReaderFault, z.int()),
  /** Read before, or asked a second time to see whether it says the same; and how many it said otherwise of. */
  again: z.int(),
  wavering: z.int(),
  /** Its scores beside marks that were given by who had not seen a proposal. */
  agreement: z.object({ n: z.int(), exact: z.int(), kappa: z.number().nullable() }),
  /** The first of those of which people gave something else. */
  /** Rules by which what was read is worth something: other rules are to be proved anew. */
  rulesVersion: z.int(),
  apart: z.array(z.object({ studentId: StudentId, given: z.int(), proposed: z.int() })).max(mostApart),
})
export type ReaderTold = z.infer<typeof ReaderTold>

/** What a part of it came to: what people gave, what it proposes, and how often. */
export type ReaderPart = Omit<ReaderTold, 'agreement' | 'rulesVersion'> & {
  pairs: readonly [given: number, proposed: number, times: number][]
}

/** A question's reader: who asked it last, and what that came to. */
export const QuestionReader = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  by: UserId,
  byName: z.string(),
  at: z.int(),
  jobId: JobId,
  /** The job that met a reader that answers no more: its other parts ask nothing. */
  goneIn: JobId.optional(),
  told: ReaderTold.optional(),
  /** Since when its proposals were first shown to markers: a first mark that was given later proves nothing about it. */
  shownSince: z.int().optional(),
  version: z.int(),
})
export type QuestionReader = z.infer<typeof QuestionReader>

export const readerStands = {
  none: '没有请过',
  going: '正在读',
  few: '可比的评分还太少',
  apart: '与老师的评分相差太多',
  wavering: '同一份前后不一',
  trusted: '向阅卷老师显示',
} as const
export type ReaderStand = keyof typeof readerStands
