/** Addresses of this room, and of the places that an exam leads to. */
import { pathTo } from '#web/kit/route.types.ts'

export const examPaths = {
  list: '/v2/exam/list',
  add: '/v2/exam/add/single-subject-exam',
  detail: '/v2/exam/detail/:examId',
  paper: '/v2/exam/detail/:examId/paper/:paperId',
} as const

export const examPath = (examId: string): string => pathTo(examPaths.detail, { examId })
export const paperPath = (examId: string, paperId: string): string => pathTo(examPaths.paper, { examId, paperId })
