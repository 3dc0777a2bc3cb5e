import { pathTo } from '#web/kit/route.types.ts'

export const scanPaths = {
  task: '/v2/exam-management/scan-task-list/:paperId',
  batch: '/v2/exam-management/scan-task-list/:paperId/batch/:batchId',
  doubts: '/v2/exam-management/answer-card-error/:paperId',
  assignScanner: '/v2/exam-management/assign-scanner/:paperId',
  addScanner: '/v2/exam-management/assign-scanner/:paperId/add',
  allotScanner: '/v2/exam-management/assign-scanner/:paperId/:userId',
  /** Without a paper: which exam? */
  choose: '/v2/exam-management/scan-task-list',
  chooseDoubts: '/v2/exam-management/answer-card-error',
} as const

export const scanPath = (paperId: string): string => pathTo(scanPaths.task, { paperId })
export const batchPath = (paperId: string, batchId: string): string => pathTo(scanPaths.batch, { paperId, batchId })
export const doubtsPath = (paperId: string, kind?: string): string =>
  `${pathTo(scanPaths.doubts, { paperId })}${kind ? `?kind=${kind}` : ''}`
export const toPaper = (path: string, paperId: string): string => pathTo(path, { paperId })
