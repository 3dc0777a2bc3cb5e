/** Addresses of this room; the bare ones show a chooser of exam. */
import type { ChangeTool } from '#shared/analysis/changes/change.types.ts'
import { faceOf } from '#shared/analysis/reports/faces.ts'
import type { ReportId } from '#shared/analysis/reports/faces.ts'
import { pathTo } from '#web/kit/route.types.ts'

export const analysisPaths = {
  publish: '/v2/exam-manage/publish-score/:paperId',
  together: '/v2/exam/detail/:examId/exam-manage/publish-together',
  shows: '/v2/exam/detail/:examId/joint-visible',
  downloads: '/v2/exam/detail/:examId/exam-manage/download-center',
  answers: '/v2/exam/detail/:examId/exam-manage/good-answer-download',
  transcripts: '/v2/exam/detail/:examId/exam-manage/transcript-download',
  tutor: '/v2/exam/detail/:examId/exam-manage/tutor/:paperId',
  tutorRule: '/v2/exam/detail/:examId/exam-manage/tutor/:paperId/rule',
  myTutored: '/v2/exam/detail/tutor',
  notes: '/v2/exam/detail/:examId/question-note/:paperId',
  evidence: '/v2/exam/detail/:examId/exam-manage/evidence-pack',
  verifyEvidence: '/v2/evidence',
  reportList: '/v2/exam/detail/:examId/exam-manage/report-list',
  reportDetail: '/v2/exam/detail/:examId/exam-manage/report-list/report-detail/:paperId',
  params: '/v2/exam/detail/:examId/exam-manage/params-setting',
  appealWindow: '/v2/exam/detail/:examId/exam-manage/appeal-visible',
  appeals: '/v2/exam/detail/:examId/exam-manage/appeal-score/:paperId',
  appeal: '/v2/exam/detail/:examId/exam-manage/appeal-score/:paperId/:studentId/:questionId',
} as const

export const togetherPath = (examId: string): string => pathTo(analysisPaths.together, { examId })
/** A report of one paper stands under its exam. */
export const reportAddress = (id: ReportId): string => `/v2/exam/detail/:examId/${faceOf(id).path}/:paperId`
export const reportPath = (id: ReportId, examId: string, paperId: string): string =>
  pathTo(reportAddress(id), { examId, paperId })
/** What teachers note on the questions of a paper. */
export const notesPath = (examId: string, paperId: string): string => pathTo(analysisPaths.notes, { examId, paperId })
/** Every file of an exam. */
export const downloadsPath = (examId: string): string => pathTo(analysisPaths.downloads, { examId })
/** What the schools of a joint exam see of each other. */
export const showsPath = (examId: string): string => pathTo(analysisPaths.shows, { examId })
export const publishPath = (paperId: string): string => pathTo(analysisPaths.publish, { paperId })

/** A tool that changes results, of one paper of an exam. */
export const changeAddress = (tool: ChangeTool): string => `/v2/exam/detail/:examId/exam-manage/${tool}/:paperId`
export const changePath = (tool: ChangeTool, examId: string, paperId: string): string =>
  pathTo(changeAddress(tool), { examId, paperId })

export const appealWindowPath = (examId: string): string => pathTo(analysisPaths.appealWindow, { examId })
export const appealsPath = (examId: string, paperId: string): string =>
  pathTo(analysisPaths.appeals, { examId, paperId })
export const appealPath = (
  examId: string,
  paperId: string,
  { studentId, questionId }: { studentId: string; questionId: string },
): string => pathTo(analysisPaths.appeal, { examId, paperId, studentId, questionId })

/** The tools that are of a whole exam: which of its subjects. */
export const subjectsAddress = (tool: ChangeTool, mode = ''): string =>
  `/v2/exam/detail/:examId/exam-manage/${tool}${mode && `/${mode}`}`
export const subjectsPath = (tool: ChangeTool, examId: string, mode = ''): string =>
  pathTo(subjectsAddress(tool, mode), { examId })
