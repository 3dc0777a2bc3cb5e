import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { ExamId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { PenNotes } from '#shared/kit/pen/pen.types.ts'
import { QuarterTurn } from '#shared/scan/ledger.types.ts'
import { Region } from '#shared/scan/lying.types.ts'
import { EarnedPoints } from '#shared/marking/rubric/rubric.types.ts'
import { ReportValue } from '#shared/kit/report/report.types.ts'
import { analysisProblems } from './analysis.problems.ts'
import { PaperInput, reading, reads } from './analysis.scope.ts'
import { ToldCorrection } from './corrections.rules.ts'
import { ResultItem, StudentResult } from './publication.types.ts'
import { reportIds } from './reports/faces.ts'
import type { ReportId } from './reports/faces.ts'
import { ReportParams } from './reports/report.params.ts'

const ReportAnswer = ReportValue.extend({ computing: z.boolean() })
const answering = {
  ...reads,
  output: () => ReportAnswer,
  problems: [...reading, analysisProblems.tooFar],
  feeds: ['report'],
}
const ViewInput = ReportParams.extend({ paperId: PaperId })

export const paperReport = call('GET /api/analysis/report/monitor/exam/:report', {
  summary: 'A report of a paper as one value: sentence, facts, tables and charts, cut to what the caller may see',
  ...answering,
  input: () => ViewInput.extend({ report: z.enum(reportIds) }),
})

/** An address of the specification for one report: it answers the same value, so that what may be seen is decided once. */
const view = (route: `GET /${string}`, summary: string) =>
  call(route, { summary, ...answering, input: () => ViewInput })

export const transcript = view(
  'GET /api/exam/plan/student/result',
  'The transcript: students with rank, total and each question; teachers see their classes',
)
export const summary = view(
  'GET /api/analysis/view/monitor/exam/stat/baseIndex',
  'The summary of a paper: means, rates, distribution, box plots, reliability',
)
export const classContrast = view(
  'GET /api/analysis/view/monitor/exam/consist/class',
  'The classes beside each other and beside the whole cohort, with each question’s score rate',
)
export const itemAnalysis = view(
  'GET /api/analysis/view/monitor/exam/stat/question/avg',
  'Every question: difficulty, discrimination, correlations, option rates',
)
export const questionTypes = view(
  'GET /api/analysis/view/monitor/exam/stat/questionType/avg',
  'Score rates by type of question, of the cohort and of each class',
)
export const questionKnowledge = view(
  'GET /api/analysis/view/monitor/exam/question/knowledgeAndDiff',
  'Score rates by point of knowledge, of the cohort and of each class',
)
export const optionRates = view(
  'GET /api/analysis/view/monitor/exam/question/optionsRate',
  'How many chose each option of every objective question',
)
export const scoreRates = view(
  'GET /api/analysis/view/monitor/exam/stat/scoreRate',
  'The four rates of the cohort and of each class',
)
export const paperScoreRate = view(
  'GET /api/analysis/view/monitor/exam/paper/scoreRate',
  'The score rate of every question, of the cohort and of each class',
)
export const scoreSections = view(
  'GET /api/analysis/view/monitor/exam/stat/scoreSection',
  'How many are in each score section, in the cohort and in each class',
)
export const topStudents = view(
  'GET /api/analysis/view/monitor/exam/stat/top',
  'The best of the classes that the caller sees',
)
export const rankSections = view(
  'GET /api/analysis/view/monitor/exam/stat/rank',
  'How many of each class stand in each section of the rank among all',
)
export const criticalStudents = view(
  'GET /api/analysis/view/monitor/exam/student/isCritical',
  'Students just below a line, or on either side of it, of the classes that the caller sees',
)

/** Which report each of these addresses answers. */
export const reportViews: readonly (readonly [call: typeof summary, report: ReportId])[] = [
  [transcript, 'transcript'],
  [summary, 'summary'],
  [classContrast, 'classContrast'],
  [itemAnalysis, 'paperAnalysis'],
  [questionTypes, 'questionType'],
  [questionKnowledge, 'knowledge'],
  [optionRates, 'paperAnalysis'],
  [scoreRates, 'avgAndPercent'],
  [paperScoreRate, 'questionItem'],
  [scoreSections, 'scoreDistribution'],
  [topStudents, 'topStudent'],
  [rankSections, 'ranking'],
  [criticalStudents, 'criticalStudent'],
]

/** A scanned page, and how it is turned to stand upright. */
export const PagePicture = z.object({
  page: z.int(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  turn: QuarterTurn.optional(),
  /** Where the questions that are told stand on it. */
  regions: z.array(Region).optional(),
})

const ShownResult = StudentResult.omit({ schema: true, pages: true, corrected: true }).extend({
  /** `earned`: which points of a rubric the score is made of. `notes`: what a marker wrote on the answer. */
  items: z.array(ResultItem.extend({ earned: EarnedPoints.optional(), notes: PenNotes.optional() })),
  /** The band, where bands are shown. */
  level: z.string().nullable(),
  /** Whether the score is shown; without, none stands although the paper was sat. */
  scored: z.boolean(),
  /** Between which ranks one's own lies, where the rank itself is kept. */
  rankBand: z.string().nullable(),
  /** What the own class got in the mean, where it is shown. */
  classMean: z.number().optional(),
  /** Of a total: its items are papers, not questions. */
  ofTotal: z.literal(true).optional(),
  /** Of an exam of several subjects: where the others are found. */
  examId: ExamId.optional(),
  /** So many schools of a joint exam are not in the rank and the rates. */
  without: z.int().optional(),
  /** Nor so many candidates, since marking ended before every answer had its mark. */
  unmarked: z.int().optional(),
  /** What was told otherwise before, the newest first. */
  corrections: z.array(ToldCorrection).optional(),
  pages: z.array(PagePicture),
})

export const ownResult = call('GET /api/analysis/view/student/result', {
  summary: 'The own result, once it is published, with the own paper',
  userTypes: [4, 5],
  universityTypes: [4],
  scope: on('paper', 'paperId'),
  input: () => PaperInput,
  output: () => ShownResult,
  problems: [analysisProblems.notPublished, analysisProblems.notYourResult],
  feeds: ['report'],
})

/** One subject, or total, of the own exam; without a result it is not shown yet. */
const OwnSubject = z.object({
  paperId: PaperId,
  courseName: z.string(),
  ofTotal: z.literal(true).optional(),
  result: StudentResult.pick({ state: true, total: true, fullScore: true, rank: true, candidates: true })
    .extend({
      level: z.string().nullable(),
      scored: z.boolean(),
      rankBand: z.string().nullable(),
      /** When what is shown was corrected last. */
      correctedAt: z.int().optional(),
    })
    .optional(),
})
export type OwnSubject = z.infer<typeof OwnSubject>

export const ownExam = call('GET /api/analysis/view/student/exam', {
  summary: 'The own exam: its published totals, then each subject that one takes, with the own score where it is shown',
  userTypes: [4, 5],
  universityTypes: [4],
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      examName: z.string(),
      examDate: z.int(),
      studentName: z.string().optional(),
      className: z.string().optional(),
      subjects: z.array(OwnSubject),
    }),
  problems: [analysisProblems.notYourResult],
  feeds: ['report'],
})

export const resultAs = call('GET /api/analysis/view/student/result/as', {
  summary: 'A student’s result as the student or a parent sees it, for who says what is shown',
  ...ofTool('exam-visibility'),
  scope: on('paper', 'paperId'),
  input: () => PaperInput.extend({ studentId: StudentId, as: z.enum(['student', 'parent']) }),
  output: () => ShownResult,
  problems: [analysisProblems.notPublished, analysisProblems.notYourResult],
  feeds: ['report', 'disclosure'],
})
