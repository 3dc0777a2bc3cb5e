/** All reports of a paper, each with its face: one that lacks its report is no code. */
import { boxReport } from './box.report.ts'
import { contrastReport } from './contrast.report.ts'
import { criticalReport } from './critical.report.ts'
import { distributionReport } from './distribution.report.ts'
import { reportIds } from './faces.ts'
import type { ReportId } from './faces.ts'
import { itemReport } from './item.report.ts'
import { itemsReport } from './items.report.ts'
import { knowledgeReport } from './knowledge.report.ts'
import { levelReport } from './level.report.ts'
import { rankingReport } from './ranking.report.ts'
import { ratesReport } from './rates.report.ts'
import type { Report } from './report.ts'
import { summaryReport } from './summary.report.ts'
import { topReport } from './top.report.ts'
import { transcriptReport } from './transcript.report.ts'
import { typesReport } from './types.report.ts'

const reports: { readonly [Id in ReportId]: Report<Id> } = {
  summary: summaryReport,
  transcript: transcriptReport,
  classContrast: contrastReport,
  paperAnalysis: itemReport,
  scoreDistribution: distributionReport,
  avgAndPercent: ratesReport,
  diagramBox: boxReport,
  topStudent: topReport,
  criticalStudent: criticalReport,
  ranking: rankingReport,
  level: levelReport,
  questionType: typesReport,
  knowledge: knowledgeReport,
  questionItem: itemsReport,
}
export const reportNamed = (id: ReportId): Report<ReportId> => reports[id]
/** In the order of their tabs. */
export const paperReports: readonly Report<ReportId>[] = reportIds.map(reportNamed)
