/** 参数设置 of an exam (tool params-setting): how the figures of all its subjects are computed, looked at and set together. */
import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, PaperId } from '#shared/kit/ids.ts'
import { analysisProblems } from './analysis.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { Level, RateThresholds, ReportSettings } from './analysis.types.ts'
import { PaperSettings } from './publication.types.ts'

const ofExam = { ...ofTool('params-setting'), scope: on('exam', 'examId') }

export const examParams = call('GET /api/analysis/config/exam/params', {
  summary: 'How the figures of each paper and total of an exam are computed and shown',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.array(
      PaperSettings.pick({ paperId: true, studentRank: true, teacherTotalRank: true, version: true }).extend({
        courseName: z.string(),
        total: z.boolean(),
        report: ReportSettings.pick({ rates: true, sectionWidth: true, rankSectionEnds: true, levels: true }),
      }),
    ),
  problems: [commonProblems.notFound],
  feeds: ['reportConfig', 'exam'],
})

export const setExamParams = call('POST /api/analysis/config/exam/params', {
  summary: 'Set some of that for several papers of an exam at once; it counts from their next publication on',
  ...ofExam,
  input: () =>
    z.object({
      examId: ExamId,
      of: z
        .array(z.object({ paperId: PaperId, version: z.int().min(0) }))
        .min(1, '请选择科目')
        .max(90),
      set: z
        .object({
          rates: RateThresholds,
          sectionWidth: z.int().min(100, '分数段至少1分').max(100_000),
          rankSectionEnds: z.array(z.int().positive()).min(1).max(20),
          levels: z.array(Level).min(1).max(20),
          studentRank: z.boolean(),
          teacherTotalRank: z.boolean(),
        })
        .partial(),
    }),
  output: () => z.object({ changed: z.int() }),
  problems: [analysisProblems.sectionTooWide, commonProblems.notFound, commonProblems.badInput, commonProblems.stale],
  refreshes: ['reportConfig', 'publication'],
})
