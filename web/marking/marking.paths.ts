/** Addresses of marking. */
import { pathTo } from '#web/kit/route.types.ts'

export const markingPaths = {
  tasks: '/v2/read-paper',
  mark: '/v2/read-paper/question-block/:paperId/:questionId',
  arrange: '/v2/exam-management/read-arrange/:paperId',
  monitor: '/v2/exam/detail/:examId/read-monitor/:paperId',
  fix: '/v2/exam/detail/:examId/read-monitor/fix/:paperId',
  importScores: '/v2/exam-manage/performance-import/:paperId',
} as const

/** The marking screen of a question; `role` final is arbitration. */
export const markPath = (of: { paperId: string; questionId: string; role?: string | undefined }): string =>
  pathTo(markingPaths.mark, { paperId: of.paperId, questionId: of.questionId }) + (of.role ? `?role=${of.role}` : '')
export const arrangePath = (paperId: string): string => pathTo(markingPaths.arrange, { paperId })
export const monitorPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.monitor, { examId, paperId })
export const fixPath = (examId: string, paperId: string): string => pathTo(markingPaths.fix, { examId, paperId })
export const importScoresPath = (paperId: string): string => pathTo(markingPaths.importScores, { paperId })
