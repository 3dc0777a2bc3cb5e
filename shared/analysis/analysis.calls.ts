import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, PaperId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { queryBool, queryInt } from '#shared/kit/query.ts'
import { analysisProblems } from './analysis.problems.ts'
import {
  ClassFigures,
  DifficultyBandName,
  DiscriminationBandName,
  GroupFigures,
  ItemFigures,
  RateThresholds,
  ReliabilityFigures,
  ReportSettings,
  StandingFigures,
} from './analysis.types.ts'
import { ReportValue } from '#shared/kit/report/report.types.ts'
import { reportIds } from './reports/faces.ts'
import { ReportParams } from './reports/report.params.ts'
import { StudentResult, TranscriptRow } from './publication.types.ts'
import { PaperInput, reading, reads } from './analysis.scope.ts'

/** What every report says of itself. */
export const ReportHead = z.object({
  paperId: PaperId,
  examId: ExamId,
  examName: z.string(),
  courseName: z.string(),
  gradeName: z.string(),
  examDate: z.int(),
  v: z.int(),
  /** false: a manager looks at the newest snapshot, which nobody else sees. */
  published: z.boolean(),
  madeAt: z.int(),
  fullScore: z.int(),
  deviation: z.enum(['population', 'sample']),
})
const ClassName = z.object({ classId: ClassId, className: z.string() })
const ClassRow = ClassFigures.extend(ClassName.shape)

export const paperReport = call('GET /api/analysis/report/monitor/exam/:report', {
  summary: 'A report of a paper as one value: sentence, facts, tables and charts, cut to what the caller may see',
  ...reads,
  input: () => ReportParams.extend({ report: z.enum(reportIds), paperId: PaperId }),
  output: () => ReportValue.extend({ computing: z.boolean() }),
  problems: [...reading, analysisProblems.tooFar],
  feeds: ['report'],
})

export const transcript = call('GET /api/exam/plan/student/result', {
  summary: 'The transcript: students with rank, total and each question; teachers see their classes',
  ...reads,
  input: () =>
    z.object({
      ...pageFields,
      paperId: PaperId,
      classId: ClassId.optional(),
      name: z.string().max(60).optional(),
      sort: z.string().max(20).optional(),
    }),
  output: () =>
    pageOf(TranscriptRow).extend({
      head: ReportHead,
      questions: z.array(z.object({ number: z.string(), fullScore: z.int(), objective: z.boolean() })),
      classes: z.array(ClassName),
      totalRank: z.boolean(),
      present: z.int(),
      mean: z.number().nullable(),
    }),
  problems: [...reading, analysisProblems.tooFar],
  feeds: ['report'],
})

export const summary = call('GET /api/analysis/view/monitor/exam/stat/baseIndex', {
  summary: 'The summary of a paper: means, rates, distribution, box plots, reliability',
  ...reads,
  input: () => PaperInput,
  output: () =>
    z.object({
      head: ReportHead,
      overall: GroupFigures.extend({
        difficultyBand: DifficultyBandName.nullable(),
        discrimination: z.number().nullable(),
        discriminationBand: DiscriminationBandName.nullable(),
      }),
      classes: z.array(ClassRow),
      reliability: ReliabilityFigures,
      settings: ReportSettings,
    }),
  problems: reading,
  feeds: ['report'],
})

export const classContrast = call('GET /api/analysis/view/monitor/exam/consist/class', {
  summary: 'The classes beside each other and beside the whole cohort, with each question’s score rate',
  ...reads,
  input: () => PaperInput,
  output: () =>
    z.object({
      head: ReportHead,
      overall: GroupFigures,
      classes: z.array(ClassRow),
      questions: z.array(z.object({ number: z.string(), fullScore: z.int(), scoreRate: z.number().nullable() })),
      settings: ReportSettings,
    }),
  problems: reading,
  feeds: ['report'],
})

const Item = ItemFigures.extend({ answer: z.string() })
export const itemAnalysis = call('GET /api/analysis/view/monitor/exam/stat/question/avg', {
  summary: 'Every question: difficulty, discrimination, correlations, option rates',
  ...reads,
  input: () => PaperInput,
  output: () => z.object({ head: ReportHead, present: z.int(), items: z.array(Item), reliability: ReliabilityFigures }),
  problems: reading,
  feeds: ['report'],
})

export const questionTypes = call('GET /api/analysis/view/monitor/exam/stat/questionType/avg', {
  summary: 'Score rates by type of question, of the cohort and of each class',
  ...reads,
  input: () => PaperInput,
  output: () =>
    z.array(
      z.object({
        unitType: z.int(),
        count: z.int(),
        fullScore: z.int(),
        mean: z.number().nullable(),
        scoreRate: z.number().nullable(),
        classes: z.array(ClassName.extend({ scoreRate: z.number().nullable() })),
      }),
    ),
  problems: reading,
  feeds: ['report'],
})

export const optionRates = call('GET /api/analysis/view/monitor/exam/question/optionsRate', {
  summary: 'How many chose each option of every objective question',
  ...reads,
  input: () => PaperInput,
  output: () => z.array(Item.pick({ questionId: true, number: true, answer: true, options: true, difficulty: true })),
  problems: reading,
  feeds: ['report'],
})

export const scoreRates = call('GET /api/analysis/view/monitor/exam/stat/scoreRate', {
  summary: 'The four rates of the cohort and of each class',
  ...reads,
  input: () => PaperInput,
  output: () =>
    z.object({
      thresholds: RateThresholds,
      overall: GroupFigures.pick({ present: true, rates: true, scoreRate: true }),
      classes: z.array(ClassRow.pick({ classId: true, className: true, present: true, rates: true, scoreRate: true })),
    }),
  problems: reading,
  feeds: ['report'],
})

export const paperScoreRate = call('GET /api/analysis/view/monitor/exam/paper/scoreRate', {
  summary: 'The score rate of the paper and of every question',
  ...reads,
  input: () => PaperInput,
  output: () =>
    z.object({
      scoreRate: z.number().nullable(),
      questions: z.array(
        ItemFigures.pick({ questionId: true, number: true, fullScore: true, mean: true, difficulty: true }),
      ),
    }),
  problems: reading,
  feeds: ['report'],
})

export const scoreSections = call('GET /api/analysis/view/monitor/exam/stat/scoreSection', {
  summary: 'How many are in each score section, in the cohort and in each class',
  ...reads,
  input: () => PaperInput,
  output: () =>
    z.object({
      overall: GroupFigures.pick({ present: true, sections: true, levels: true }),
      classes: z.array(ClassRow.pick({ classId: true, className: true, present: true, sections: true, levels: true })),
      /** 一分一段 */
      standings: z.array(StandingFigures),
    }),
  problems: reading,
  feeds: ['report'],
})

export const topStudents = call('GET /api/analysis/view/monitor/exam/stat/top', {
  summary: 'The best of the classes that the caller sees',
  ...reads,
  input: () => z.object({ paperId: PaperId, count: queryInt(z.int().min(1).max(500)).default(20) }),
  output: () => z.array(TranscriptRow.omit({ scores: true, t: true, percentileRank: true })),
  problems: reading,
  feeds: ['report'],
})

export const rankSections = call('GET /api/analysis/view/monitor/exam/stat/rank', {
  summary: 'How many of each class stand in each section of the rank among all',
  ...reads,
  input: () => PaperInput,
  output: () => z.array(ClassRow.pick({ classId: true, className: true, present: true, rankSections: true })),
  problems: reading,
  feeds: ['report'],
})

export const criticalStudents = call('GET /api/analysis/view/monitor/exam/student/isCritical', {
  summary: 'Students just below a line, or on either side of it, of the classes that the caller sees',
  ...reads,
  input: () =>
    z.object({
      paperId: PaperId,
      /** Hundredths. */
      line: queryInt(z.int().min(0)),
      distance: queryInt(z.int().min(1)).default(500),
      bothSides: queryBool().default(false),
    }),
  output: () => z.array(TranscriptRow.omit({ scores: true, t: true, percentileRank: true })),
  problems: reading,
  feeds: ['report'],
})

export const ownResult = call('GET /api/analysis/view/student/result', {
  summary: 'The own result, once it is published, with the own paper',
  userTypes: [4, 5],
  universityTypes: [4],
  scope: on('paper', 'paperId'),
  input: () => PaperInput,
  output: () =>
    StudentResult.omit({ schema: true, pages: true }).extend({
      pages: z.array(z.object({ page: z.int(), url: z.string(), width: z.int(), height: z.int() })),
    }),
  problems: [analysisProblems.notPublished, analysisProblems.notYourResult],
  feeds: ['report'],
})
