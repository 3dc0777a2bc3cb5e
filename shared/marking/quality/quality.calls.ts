/** How a paper is marked: agreement by question, severity by marker, and one marker's answers to look at. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { JobId, PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { ReportValue } from '#shared/kit/report/report.types.ts'
import { AnswerView } from '../claimed.types.ts'
import { markingProblems } from '../marking.problems.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { MarkRole, MarkValue } from '../marking.types.ts'

const ofPaper = { ...examOverseers, scope: on('paper', 'paperId') }

const Severity = z.object({
  /** Hundredths; below zero is stricter than the others. */
  value: z.number(),
  /** Its standard error, hundredths. */
  error: z.number(),
  answers: z.int(),
  /** `classes`: as strata, with what classes differ by in the error. */
  from: z.enum(['pairs', 'strata', 'classes']),
})

/** One marker's marks of one question beside all others'. Scores are hundredths. */
export const MarkerQuality = z.object({
  userId: UserId,
  teacherName: z.string(),
  questionId: QuestionId,
  number: z.string(),
  fullScore: z.int(),
  /** Of any role. */
  marked: z.int(),
  problems: z.int(),
  /** Of `marked` those of an arbitrator, or of a second look: in none of the figures below. */
  settled: z.int(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  othersMean: z.number().nullable(),
  /** null: too little is marked. */
  severity: Severity.nullable(),
  /** Each marks the own classes, or the own school: what these differ by stands in the figure's error. */
  apart: z.boolean(),
  verdict: z.enum(['strict', 'lenient', 'even']).nullable(),
  /** How wide the scores lie, 1 being as wide as the others'. */
  width: z.object({ ratio: z.number(), safe: z.boolean() }).nullable(),
  /** The chance of distributions so far apart (Kolmogorov and Smirnov). */
  chance: z.number().nullable(),
})
export type MarkerQuality = z.infer<typeof MarkerQuality>

export const QuestionQuality = z.object({
  questionId: QuestionId,
  number: z.string(),
  fullScore: z.int(),
  /** Who gave first or second marks, and those; what was settled between them is apart. */
  markers: z.int(),
  marked: z.int(),
  settled: z.int(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  /** Shares of the marks. */
  zero: z.number().nullable(),
  full: z.number().nullable(),
  /** Answers that two have marked; null where there is none. */
  agreement: z
    .object({
      pairs: z.number(),
      exact: z.number(),
      within: z.number(),
      apart: z.number(),
      icc: z.number().nullable(),
    })
    .nullable(),
})
export type QuestionQuality = z.infer<typeof QuestionQuality>

export const markingQuality = call('GET /api/exam/mark/handle/quality', {
  summary: 'How alike a paper is marked: all markers for who manages the exam, the own marks for a marker',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      counting: z.boolean(),
      questions: z.array(QuestionQuality),
      markers: z.array(MarkerQuality),
      mayManage: z.boolean(),
      closed: z.boolean(),
    }),
  feeds: ['markingProgress'],
})

export const markingReport = call('GET /api/exam/mark/handle/quality/report', {
  summary:
    'How a paper was marked as one value: agreement, severity, workload by marker, group and school; the end if it goes on so',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () => ReportValue.extend({ computing: z.boolean() }),
  problems: [markingProblems.notManager],
  feeds: ['markingProgress'],
})

export const exportMarkingReport = call('POST /api/exam/mark/handle/quality/report/export', {
  summary: 'Start the report of marking as PDF or workbook',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, form: z.enum(['pdf', 'xlsx']).default('pdf') }),
  output: () => z.object({ uuid: JobId }),
  problems: [markingProblems.notManager],
  refreshes: ['jobs'],
})

export const certifyMarking = call('POST /api/exam/mark/handle/quality/certificate', {
  summary: 'Start certificates of work as PDF, a page a marker: of all for who manages the exam, else the own one',
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ uuid: JobId }),
  problems: [markingProblems.certifyEarly, markingProblems.certifyNone],
  refreshes: ['jobs'],
})

/** Marks of so many of the newest bundles are looked through. */
export const sampledBundles = 25
/** Marks that a point of the control chart is the mean of. */
export const driftStep = 20

export const sampleOrders = ['newest', 'random', 'highest', 'lowest', 'apart'] as const

export const markerSample = call('GET /api/exam/mark/handle/quality/sample', {
  summary: 'A marker’s newest answers of a question, as pictures with their marks, and how the marks moved',
  ...ofPaper,
  input: () =>
    z.object({
      ...pageFields,
      paperId: PaperId,
      questionId: QuestionId,
      userId: UserId,
      order: z.enum(sampleOrders).optional(),
    }),
  output: () =>
    pageOf(
      z.object({
        /** What the list knows it by; nothing else is told to a marker. */
        key: z.string(),
        /** For who manages the exam. */
        studentNumber: z.string().optional(),
        role: MarkRole,
        value: MarkValue,
        at: z.int(),
        images: AnswerView.shape.images,
        others: z.array(z.object({ role: MarkRole, value: MarkValue, markerName: z.string() })),
        /** The score that stands. */
        score: z.int().nullable(),
      }),
    ).extend({
      marker: MarkerQuality,
      /** Shares of the marks by score, those of the question's grid from one to another; the others' not while marking is blind. */
      scores: z.array(z.object({ from: z.int(), to: z.int(), own: z.number(), others: z.number().nullable() })),
      /** Means of so many marks one after the other, and where nearly all means of a fair marker lie. */
      drift: z.array(z.object({ from: z.int(), to: z.int(), mean: z.number() })),
      limits: z.object({ low: z.number(), mean: z.number(), high: z.number() }).nullable(),
      /** Severity over time with its control limit (`drift.rules.ts`); not while marking is blind. */
      severityDrift: z
        .object({
          from: z.enum(['pairs', 'marks']),
          points: z.array(z.object({ from: z.int(), to: z.int(), value: z.number() })),
          limit: z.number(),
        })
        .nullable(),
      /** Seconds from one mark to the next, the middle one; pauses of more than ten minutes are none. */
      pace: z.number().nullable(),
    }),
  problems: [markingProblems.noQuestion, markingProblems.noMarks, markingProblems.notManager, markingProblems.counting],
  feeds: ['markingProgress'],
})
