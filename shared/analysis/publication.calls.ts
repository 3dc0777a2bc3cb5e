import * as z from 'zod'
import { mostPapers } from '#shared/exam/exam.types.ts'
import { besideTool, ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, JobId, PaperId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool } from '#shared/kit/query.ts'
import { prose } from '#shared/kit/text.ts'
import { analysisProblems } from './analysis.problems.ts'
import { ChangeRow } from './publication.types.ts'
import { PaperInput, publishes } from './analysis.scope.ts'

export const publishState = call('GET /api/analysis/publish/state', {
  summary: 'Whether a paper is published, what stands in the way, and what is on its way',
  ...besideTool('publish-score'),
  scope: on('paper', 'paperId'),
  input: () => PaperInput,
  output: () =>
    z.object({
      paperId: PaperId,
      examId: ExamId,
      examName: z.string(),
      courseName: z.string(),
      current: z.int().nullable(),
      publishedAt: z.int().optional(),
      /** Taken back and not published again: when and why. */
      withdrawn: z.object({ at: z.int(), reason: z.string() }).optional(),
      /** Published totals that count it: they go out of sight with it. */
      totals: z.array(z.string()),
      pending: z.object({ uuid: JobId, at: z.int().optional(), failed: z.boolean(), message: z.string() }).optional(),
      snapshots: z.array(z.object({ v: z.int(), ready: z.boolean(), madeAt: z.int() })),
      checks: z.array(
        z.object({
          key: z.enum(['ledger', 'parts', 'marking', 'scores', 'bounds', 'candidates', 'unlikely', 'keys', 'schools']),
          name: z.string(),
          /** waiting: it settles by itself within moments. */
          state: z.enum(['ok', 'warning', 'waiting', 'failed']),
          detail: z.string(),
        }),
      ),
      /** Only the ledger may be overridden, with a reason. */
      mayPublish: z.boolean(),
      needsOverride: z.boolean(),
      /** Of a joint exam other papers are not released yet: until all are, it is its organiser's alone. */
      waitsForOthers: z.boolean(),
      /** Of a joint exam that is out as a whole: without this paper schools and families see none of its others either. */
      hidesOthers: z.boolean(),
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

export const sincePublished = call('GET /api/analysis/publish/since', {
  summary: 'What became other of a published paper after its version was made',
  ...publishes,
  input: () => PaperInput,
  output: () =>
    z.object({
      /** The key, the scores of questions or what two markers may differ by. */
      key: z.boolean(),
      /** Scores and choices that were corrected, a hundred at most. */
      corrected: z.int(),
      /** Candidates with sheets whom the version has without, and pages that wait for their place. */
      sheets: z.int(),
      open: z.int(),
      /** Scripts with answers that have come since and have no mark yet. */
      unmarked: z.int(),
    }),
  feeds: ['publication', 'paper', 'sheets', 'marking'],
})

export const startPreview = call('POST /api/analysis/publish/preview', {
  summary: 'Work out what publishing a large paper now would change',
  ...publishes,
  input: () => PaperInput,
  output: () => z.object({ uuid: JobId }),
  refreshes: ['publication', 'jobs'],
})

export const publishPreview = call('GET /api/analysis/publish/preview', {
  summary: 'What publishing now would change: totals before and after, student by student',
  ...publishes,
  input: () => z.object({ ...pageFields, paperId: PaperId, changedOnly: queryBool().default(true) }),
  output: () =>
    pageOf(ChangeRow).extend({
      /** Names these scores: sent with the publication, so that what was looked at is what is signed off. */
      digest: z.string(),
      first: z.boolean(),
      changed: z.int(),
      up: z.int(),
      down: z.int(),
      /** Of the changed, who had no total before. */
      come: z.int(),
      meanBefore: z.number().nullable(),
      meanAfter: z.number().nullable(),
      present: z.int(),
      absent: z.int(),
      missing: z.int(),
      void: z.int(),
      exempt: z.int().optional(),
      unmarked: z.int().optional(),
    }),
  problems: [analysisProblems.notReady, analysisProblems.notCompared],
  feeds: ['publication'],
})

export const publishScores = call('POST /api/analysis/publish', {
  summary: 'Publish a paper’s scores now or at a time; a later request replaces one that still waits',
  ...publishes,
  input: () =>
    z.object({
      paperId: PaperId,
      publishAt: z.int().optional(),
      digest: z.string().max(64).optional(),
      override: prose('请填写强制发布的原因', 2, 200).optional(),
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

export const TogetherRow = z.object({
  paperId: PaperId,
  courseName: z.string(),
  current: z.int().nullable(),
  /** Why it is not published with the others; null where it may be. */
  why: z.string().nullable(),
})
export type TogetherRow = z.infer<typeof TogetherRow>
const ofExam = { ...ofTool('publish-score'), scope: on('exam', 'examId') }

export const publishStand = call('GET /api/analysis/publish/together', {
  summary: 'Which papers of an exam can be published in one act, and why others cannot',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ examName: z.string(), papers: z.array(TogetherRow) }),
  feeds: ['publication', 'exam', 'sheets'],
})

export const publishTogether = call('POST /api/analysis/publish/together', {
  summary: 'Publish papers of an exam for the first time in one act: all of them are asked for, or none',
  ...ofExam,
  input: () =>
    z.object({
      examId: ExamId,
      paperIds: z.array(PaperId).min(1, '请选择科目').max(mostPapers),
      publishAt: z.int().optional(),
    }),
  output: () => z.object({ papers: z.array(z.object({ paperId: PaperId, uuid: JobId })) }),
  problems: [analysisProblems.timePassed, analysisProblems.notTogether, commonProblems.stale],
  refreshes: ['publication', 'jobs', 'exam', 'exams'],
})

export const cancelPublish = call('POST /api/analysis/publish/cancel', {
  summary: 'Cancel a publication that waits for its time; what is published stays',
  ...publishes,
  input: () => PaperInput,
  output: () => z.object({ cancelled: z.boolean() }),
  problems: [analysisProblems.nothingPending, commonProblems.stale],
  refreshes: ['publication'],
})

export const withdrawScores = call('POST /api/analysis/publish/withdraw', {
  summary: 'Take the published scores back, and a publication that waits for its time',
  ...publishes,
  input: () => z.object({ paperId: PaperId, reason: prose('请填写撤回原因', 2, 200) }),
  output: () => z.object({ withdrawn: z.boolean() }),
  problems: [analysisProblems.nothingPublished, commonProblems.stale],
  refreshes: ['publication', 'report', 'exam', 'exams'],
})
