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

type Of = { examId: string; paperId: string }
/** The screens of other rooms that work on one paper of an exam. */
export const workPaths = {
  scan: ({ paperId }: Of) => `/v2/exam-management/scan-task-list/${paperId}`,
  doubts: ({ paperId }: Of) => `/v2/exam-management/answer-card-error/${paperId}`,
  arrange: ({ paperId }: Of) => `/v2/exam-management/read-arrange/${paperId}`,
  importScores: ({ paperId }: Of) => `/v2/exam-manage/performance-import/${paperId}`,
  progress: ({ examId, paperId }: Of) => `/v2/exam/detail/${examId}/read-monitor/${paperId}`,
  transcript: ({ examId, paperId }: Of) => `/v2/exam/detail/${examId}/transcript/${paperId}`,
  classContrast: ({ examId, paperId }: Of) => `/v2/exam/detail/${examId}/class-contrast/${paperId}`,
  paperAnalysis: ({ examId, paperId }: Of) => `/v2/exam/detail/${examId}/paper-analysis/${paperId}`,
  summary: ({ examId, paperId }: Of) => `/v2/exam/detail/${examId}/summarize/${paperId}`,
  publish: ({ paperId }: Of) => `/v2/exam-manage/publish-score/${paperId}`,
  print: (examId: string) => `/v2/exam-manage/answer-card-download/${examId}`,
  importStudents: '/v2/school/manage/student-manage/import',
  ownReports: '/v2/exam/report/detail',
  ownReport: (paperId: string) => `/v2/exam/report/detail/${paperId}`,
} as const
