import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, JobId, PaperId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool, queryInt } from '#shared/kit/query.ts'
import { analysisProblems } from './analysis.problems.ts'
import {
  ClassFigures,
  DifficultyBandName,
  DiscriminationBandName,
  GroupFigures,
  ItemFigures,
  Level,
  RateThresholds,
  ReliabilityFigures,
  ReportSettings,
  StandingFigures,
} from './analysis.types.ts'
import { ChangeRow, PaperSettings, StudentResult, TranscriptRow } from './publication.types.ts'

/** Everyone whose route list has the exam's reports (spec 2 §2.4), and the school's administration. */
const readers = [1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20]
/** Publishing an exam is for types 3 and 18 (spec 2 §2.4), and for the school's administration. */
const publishers = [1, 2, 3, 15, 18]
const universityTypes = [3, 15]

const ofPaper = { scope: on('paper', 'paperId'), universityTypes } as const
const PaperInput = z.object({ paperId: PaperId })

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
const reading = [analysisProblems.notPublished, analysisProblems.noClasses]

export const publishState = call('GET /api/analysis/publish/state', {
  summary: 'Whether a paper is published, what stands in the way, and what is on its way',
  userTypes: publishers,
  ...ofPaper,
  input: () => PaperInput,
  output: () =>
    z.object({
      paperId: PaperId,
      examId: ExamId,
      examName: z.string(),
      courseName: z.string(),
      current: z.int().nullable(),
      publishedAt: z.int().optional(),
      pending: z.object({ uuid: JobId, at: z.int().optional(), failed: z.boolean(), message: z.string() }).optional(),
      snapshots: z.array(z.object({ v: z.int(), ready: z.boolean(), madeAt: z.int() })),
      checks: z.array(
        z.object({
          key: z.enum(['ledger', 'marking', 'scores', 'candidates']),
          name: z.string(),
          /** waiting: it settles by itself within moments. */
          state: z.enum(['ok', 'warning', 'waiting', 'failed']),
          detail: z.string(),
        }),
      ),
      /** Only the ledger may be overridden, with a reason. */
      mayPublish: z.boolean(),
      needsOverride: z.boolean(),
      mayManage: z.boolean(),
      /** Too many for a request: what publishing would change is worked out by a job. */
      large: z.boolean(),
      /** Of a large paper: the comparison made last, or being made. */
      preview: z
        .object({ uuid: JobId, comparedAt: z.int().optional(), failed: z.boolean(), message: z.string() })
        .optional(),
    }),
  feeds: ['publication'],
})

export const startPreview = call('POST /api/analysis/publish/preview', {
  summary: 'Work out what publishing a large paper now would change',
  userTypes: publishers,
  ...ofPaper,
  input: () => PaperInput,
  output: () => z.object({ uuid: JobId }),
  refreshes: ['publication', 'jobs'],
})

export const publishPreview = call('GET /api/analysis/publish/preview', {
  summary: 'What publishing now would change: totals before and after, student by student',
  userTypes: publishers,
  ...ofPaper,
  input: () => z.object({ ...pageFields, paperId: PaperId, changedOnly: queryBool().default(true) }),
  output: () =>
    pageOf(ChangeRow).extend({
      /** Names these scores: sent with the publication, so that what was looked at is what is signed off. */
      digest: z.string(),
      first: z.boolean(),
      changed: z.int(),
      up: z.int(),
      down: z.int(),
      meanBefore: z.number().nullable(),
      meanAfter: z.number().nullable(),
      present: z.int(),
      absent: z.int(),
      missing: z.int(),
      void: z.int(),
    }),
  problems: [analysisProblems.notReady, analysisProblems.notCompared],
  feeds: ['publication'],
})

export const publishScores = call('POST /api/analysis/publish', {
  summary: 'Publish a paper’s scores now or at a time; a later request replaces one that still waits',
  userTypes: publishers,
  ...ofPaper,
  input: () =>
    z.object({
      paperId: PaperId,
      publishAt: z.int().optional(),
      digest: z.string().max(64).optional(),
      override: z.string().trim().min(2, '请填写强制发布的原因').max(200).optional(),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    analysisProblems.notReady,
    analysisProblems.timePassed,
    analysisProblems.changedSince,
    commonProblems.stale,
  ],
  refreshes: ['publication', 'jobs'],
})

export const withdrawScores = call('POST /api/analysis/publish/withdraw', {
  summary: 'Take the published scores back, and whatever waits for its time',
  userTypes: publishers,
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, reason: z.string().trim().min(2, '请填写撤回原因').max(200) }),
  output: () => z.object({ withdrawn: z.boolean() }),
  problems: [analysisProblems.nothingPublished, commonProblems.stale],
  refreshes: ['publication', 'report', 'exam', 'exams'],
})

export const transcript = call('GET /api/exam/plan/student/result', {
  summary: 'The transcript: students with rank, total and each question; teachers see their classes',
  userTypes: readers,
  ...ofPaper,
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
  userTypes: readers,
  ...ofPaper,
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
  userTypes: readers,
  ...ofPaper,
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
  userTypes: readers,
  ...ofPaper,
  input: () => PaperInput,
  output: () => z.object({ head: ReportHead, present: z.int(), items: z.array(Item), reliability: ReliabilityFigures }),
  problems: reading,
  feeds: ['report'],
})

export const questionTypes = call('GET /api/analysis/view/monitor/exam/stat/questionType/avg', {
  summary: 'Score rates by type of question, of the cohort and of each class',
  userTypes: readers,
  ...ofPaper,
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
  userTypes: readers,
  ...ofPaper,
  input: () => PaperInput,
  output: () => z.array(Item.pick({ questionId: true, number: true, answer: true, options: true, difficulty: true })),
  problems: reading,
  feeds: ['report'],
})

export const scoreRates = call('GET /api/analysis/view/monitor/exam/stat/scoreRate', {
  summary: 'The four rates of the cohort and of each class',
  userTypes: readers,
  ...ofPaper,
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
  userTypes: readers,
  ...ofPaper,
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
  userTypes: readers,
  ...ofPaper,
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
  userTypes: readers,
  ...ofPaper,
  input: () => z.object({ paperId: PaperId, count: queryInt(z.int().min(1).max(500)).default(20) }),
  output: () => z.array(TranscriptRow.omit({ scores: true, t: true, percentileRank: true })),
  problems: reading,
  feeds: ['report'],
})

export const rankSections = call('GET /api/analysis/view/monitor/exam/stat/rank', {
  summary: 'How many of each class stand in each section of the rank among all',
  userTypes: readers,
  ...ofPaper,
  input: () => PaperInput,
  output: () => z.array(ClassRow.pick({ classId: true, className: true, present: true, rankSections: true })),
  problems: reading,
  feeds: ['report'],
})

export const criticalStudents = call('GET /api/analysis/view/monitor/exam/student/isCritical', {
  summary: 'Students just below a line, or on either side of it, of the classes that the caller sees',
  userTypes: readers,
  ...ofPaper,
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

const SettingsOutput = PaperSettings.omit({ schema: true })
export const reportConfig = call('GET /api/analysis/config', {
  summary: 'How a paper’s report is computed and shown',
  userTypes: readers,
  ...ofPaper,
  input: () => PaperInput,
  output: () => SettingsOutput.extend({ mayManage: z.boolean() }),
  feeds: ['reportConfig'],
})

export const reportConfigDetail = call('GET /api/analysis/config/detail', {
  summary: 'The same with the defaults beside it',
  userTypes: readers,
  ...ofPaper,
  input: () => PaperInput,
  output: () => SettingsOutput.extend({ defaults: ReportSettings, mayManage: z.boolean() }),
  feeds: ['reportConfig'],
})

const versioned = { paperId: PaperId, version: z.int().min(0) }
const change = {
  userTypes: publishers,
  ...ofPaper,
  output: () => SettingsOutput,
  problems: [commonProblems.stale],
  refreshes: ['reportConfig', 'publication'],
}

export const setScoreRate = call('POST /api/analysis/config/scoreRate', {
  summary: 'Thresholds of the four rates; they count from the next publication on',
  ...change,
  input: () => z.object({ ...versioned, rates: RateThresholds }),
})
export const setScoreSection = call('POST /api/analysis/config/scoreSection', {
  summary: 'Width of a score section, in hundredths',
  ...change,
  input: () => z.object({ ...versioned, sectionWidth: z.int().min(100).max(100_000) }),
})
export const setRankSection = call('POST /api/analysis/config/rankSection', {
  summary: 'The last rank of each rank section',
  ...change,
  input: () => z.object({ ...versioned, rankSectionEnds: z.array(z.int().positive()).min(1).max(20) }),
})
export const setLevel = call('POST /api/analysis/config/level', {
  summary: 'The levels and where they begin, as shares of the full mark',
  ...change,
  input: () => z.object({ ...versioned, levels: z.array(Level).min(1).max(20) }),
})
export const setResultStatus = call('POST /api/analysis/config/resultStatus', {
  summary: 'Whether students see their rank, and teachers the rank among all',
  ...change,
  input: () => z.object({ ...versioned, studentRank: z.boolean(), teacherTotalRank: z.boolean() }),
})

const exporting = {
  userTypes: readers,
  ...ofPaper,
  input: () => PaperInput,
  output: () => z.object({ uuid: JobId }),
  refreshes: ['jobs'],
}
export const exportTranscript = call('GET /api/analysis/export/exam/class/stat', {
  summary: 'Start the export of the transcript with class and question figures as .xlsx',
  ...exporting,
  effect: true,
  problems: reading,
})
export const exportReport = call('POST /api/analysis/export/report', {
  summary: 'Start the export of the report as PDF',
  ...exporting,
  problems: reading,
})
export const exportScans = call('POST /api/analysis/export/scans', {
  summary: 'Start the export of all scanned pages as a zip',
  ...exporting,
  userTypes: publishers,
  problems: [analysisProblems.noScans],
})
