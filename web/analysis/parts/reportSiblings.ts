import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { reportPath } from '../analysis.paths.ts'
import type { ReportPlace } from '../analysis.paths.ts'

const places: readonly [ReportPlace, string][] = [
  ['summary', '考试总结'],
  ['transcript', '成绩单'],
  ['classContrast', '班级对比'],
  ['paperAnalysis', '试卷分析'],
]

/** The reports of one paper beside each other. */
export const reportSiblings = (here: ReportPlace, examId: string, paperId: string): Siblings => ({
  label: '成绩报告',
  here,
  items: places.map(([key, name]) => ({ key, name, to: reportPath(key, examId, paperId) })),
})
