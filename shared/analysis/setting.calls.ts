import * as z from 'zod'
import { besideTool } from '#shared/exam/tools/tool.types.ts'
import { call } from '#shared/kit/call.ts'
import { PaperId } from '#shared/kit/ids.ts'
import { analysisProblems } from './analysis.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { Level, RateThresholds, ReportSettings } from './analysis.types.ts'
import { PaperSettings } from './publication.types.ts'
import { PaperInput, publishes, reads } from './analysis.scope.ts'

const SettingsOutput = PaperSettings.omit({ schema: true })
export const reportConfig = call('GET /api/analysis/config', {
  summary: 'How a paper’s report is computed and shown',
  ...reads,
  ...besideTool('publish-score'),
  input: () => PaperInput,
  output: () => SettingsOutput.extend({ mayManage: z.boolean() }),
  feeds: ['reportConfig'],
})

export const reportConfigDetail = call('GET /api/analysis/config/detail', {
  summary: 'The same with the defaults beside it',
  ...reads,
  input: () => PaperInput,
  output: () => SettingsOutput.extend({ defaults: ReportSettings, mayManage: z.boolean() }),
  feeds: ['reportConfig'],
})

const versioned = { paperId: PaperId, version: z.int().min(0) }
const change = {
  ...publishes,
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
  problems: [analysisProblems.sectionTooWide, ...change.problems],
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
