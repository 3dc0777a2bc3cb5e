/** All reports of a paper. Routes, tabs, exports, the permission matrix and the catalogue are derived from this list. */
import { boxReport } from './box.report.ts'
import { contrastReport } from './contrast.report.ts'
import { criticalReport } from './critical.report.ts'
import { distributionReport } from './distribution.report.ts'
import { itemReport } from './item.report.ts'
import { itemsReport } from './items.report.ts'
import { levelReport } from './level.report.ts'
import { rankingReport } from './ranking.report.ts'
import { ratesReport } from './rates.report.ts'
import type { Report } from './report.ts'
import { summaryReport } from './summary.report.ts'
import { topReport } from './top.report.ts'
import { transcriptReport } from './transcript.report.ts'
import { typesReport } from './types.report.ts'

const all = [
  summaryReport,
  transcriptReport,
  contrastReport,
  itemReport,
  distributionReport,
  ratesReport,
  boxReport,
  topReport,
  criticalReport,
  rankingReport,
  levelReport,
  typesReport,
  itemsReport,
] as const
export type ReportId = (typeof all)[number]['id']
/** In the order of their tabs. */
export const paperReports: readonly Report<ReportId>[] = all
export const reportIds = all.map((r) => r.id) as [ReportId, ...ReportId[]]
export const reportNamed = (id: ReportId): Report<ReportId> => paperReports.find((r) => r.id === id)!
