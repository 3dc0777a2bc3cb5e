/** Addresses of this room; the bare ones show a chooser of exam. */
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import { faceOf } from '#shared/analysis/reports/faces.ts'
import type { ReportId } from '#shared/analysis/reports/faces.ts'
import { pathTo } from '#web/kit/route.types.ts'

export const analysisPaths = {
  publish: '/v2/exam-manage/publish-score/:paperId',
  shows: '/v2/exam/detail/:examId/joint-visible',
} as const

/** A report of one paper stands under its exam. */
export const reportAddress = (id: ReportId): string => `/v2/exam/detail/:examId/${faceOf(id).path}/:paperId`
export const reportPath = (id: ReportId, examId: string, paperId: string): string =>
  pathTo(reportAddress(id), { examId, paperId })
/** What the schools of a joint exam see of each other. */
export const showsPath = (examId: string): string => pathTo(analysisPaths.shows, { examId })
export const publishPath = (paperId: string): string => pathTo(analysisPaths.publish, { paperId })

/** A tool that changes results, of one paper of an exam. */
export const changeAddress = (tool: ChangeTool): string => `/v2/exam/detail/:examId/exam-manage/${tool}/:paperId`
export const changePath = (tool: ChangeTool, examId: string, paperId: string): string =>
  pathTo(changeAddress(tool), { examId, paperId })
