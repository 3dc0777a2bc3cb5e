/** 报告管理 of an exam (tool report-list): what its reports stand on, subject by subject, and which versions there were. */
import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'

/** What became other since the version was made, that is known without reading its scores. */
const staleKinds = ['settings', 'key'] as const

const Standing = z.object({
  paperId: PaperId,
  courseName: z.string(),
  total: z.boolean(),
  /** Nothing of these where nothing is published. */
  v: z.int().optional(),
  publishedAt: z.int().optional(),
  students: z.int().optional(),
  stale: z.array(z.enum(staleKinds)),
  /** A publication is on its way: at once, or at its hour. One that failed is on none. */
  pending: z.object({ at: z.int().optional() }).optional(),
})

export const reportStandings = call('GET /api/analysis/statReport/list', {
  summary:
    'Of each paper and total of an exam: which version its reports show, since when, and what became other since',
  ...ofTool('report-list'),
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () => z.array(Standing),
  problems: [commonProblems.notFound],
  feeds: ['publication', 'reportConfig', 'exam'],
})

export const reportVersions = call('GET /api/analysis/statReport/detail', {
  summary: 'The versions of a paper’s reports, the newest first, and what the published one was made with',
  ...ofTool('report-list'),
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    Standing.extend({
      examId: ExamId,
      examName: z.string(),
      versions: z.array(z.object({ v: z.int(), madeAt: z.int(), ready: z.boolean(), current: z.boolean() })),
      /** Of the published version: change sets in force, questions, classes. */
      made: z.object({ at: z.int(), changes: z.int(), questions: z.int(), classes: z.int() }).optional(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['publication', 'reportConfig', 'exam'],
})
