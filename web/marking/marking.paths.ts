/** Addresses of marking. */
import { pathTo } from '#web/kit/route.types.ts'

export const markingPaths = {
  tasks: '/v2/read-paper',
  history: '/v2/read-paper/history',
  mark: '/v2/read-paper/question-block/:paperId/:questionId',
  arrange: '/v2/exam-management/read-arrange/:paperId',
  automatic: '/v2/check-paper-arrange/automatic-arrange/:paperId',
  classPools: '/v2/check-paper-arrange/class-arrange/:paperId',
  groups: '/v2/read-paper-group/list/:paperId',
  chooseGroups: '/v2/read-paper-group',
  group: '/v2/read-paper-group/detail/manage/:paperId/:lead',
  groupAccounts: '/v2/read-paper-group/detail/account-manage/:paperId/:lead',
  addGroup: '/v2/read-paper-group/add/:paperId',
  editGroup: '/v2/read-paper-group/edit/:paperId/:lead',
  monitor: '/v2/exam/detail/:examId/read-monitor/:paperId',
  classProgress: '/v2/exam/detail/:examId/read-monitor/:paperId/class-progress',
  chooseClassProgress: '/v2/exam-management/detail/read-monitor/class-progress',
  quality: '/v2/exam/detail/:examId/read-monitor/:paperId/read-quality',
  record: '/v2/exam/detail/:examId/read-record/:paperId',
  chooseRecord: '/v2/exam/detail/read-record',
  marker: '/v2/exam/detail/:examId/read-monitor/:paperId/read-quality/:questionId/:userId',
  samples: '/v2/exam/detail/:examId/read-monitor/:paperId/sampled-quality-detail',
  chooseSamples: '/v2/exam-management/detail/read-monitor/sampled-quality-detail',
  trialReport: '/v2/exam/detail/:examId/read-monitor/:paperId/test-read-report',
  chooseTrialReport: '/v2/exam-management/detail/read-monitor/test-read-report',
  markingReport: '/v2/exam/detail/:examId/read-monitor/:paperId/read-report',
  seeds: '/v2/exam/detail/:examId/read-monitor/:paperId/seeds',
  trial: '/v2/read-paper/trial/:paperId/:questionId',
  groupQuality: '/v2/read-paper-group/detail/quality/:paperId/:lead',
  rubric: '/v2/read-paper-group/detail/rubric/:paperId/:lead',
  standards: '/v2/exam/detail/:examId/read-monitor/:paperId/standards',
  chooseQuality: '/v2/exam-management/detail/read-monitor/quality',
  fix: '/v2/exam/detail/:examId/read-monitor/fix/:paperId',
  password: '/v2/exam/detail/:examId/exam-manage/read-password/:paperId',
  otherFunc: '/v2/exam/detail/:examId/exam-manage/other-func',
  resetRead: '/v2/exam/detail/:examId/exam-manage/reset-read/:paperId',
  remark: '/v2/exam/detail/:examId/exam-manage/remark/:paperId',
  importScores: '/v2/exam-manage/performance-import/:paperId',
  intelligent: '/v2/exam-manage/intelligent-read/:paperId',
  likeReport: '/v2/exam-manage/intelligent-read/report/:paperId',
  likeTodo: '/v2/exam/todo/intelligent-read',
  like: '/v2/exam/todo/intelligent-read/detail/:paperId/:questionId',
  importCourses: '/v2/exam-manage/performance-import/exam/:examId',
} as const

/** The marking screen of a question; `role` final is arbitration; `together`: of all questions of its group, called by the first. */
export const markPath = (of: {
  paperId: string
  questionId: string
  role?: string | undefined
  together?: { lead: string } | undefined
}): string => {
  const { paperId, questionId, role, together } = of
  const query = new URLSearchParams({ ...(role ? { role } : {}), ...(together ? { together: '1' } : {}) }).toString()
  return pathTo(markingPaths.mark, { paperId, questionId: together?.lead ?? questionId }) + (query && `?${query}`)
}
export const intelligentPath = (paperId: string): string => pathTo(markingPaths.intelligent, { paperId })
export const likeReportPath = (paperId: string): string => pathTo(markingPaths.likeReport, { paperId })
/** Like answers of a question, group by group. */
export const likePath = (of: { paperId: string; questionId: string; role?: string | undefined }): string =>
  pathTo(markingPaths.like, { paperId: of.paperId, questionId: of.questionId }) +
  (of.role === 'second' || of.role === 'third' ? `?role=${of.role}` : '')
export const arrangePath = (paperId: string): string => pathTo(markingPaths.arrange, { paperId })
export const classPoolsPath = (paperId: string): string => pathTo(markingPaths.classPools, { paperId })
export const automaticPath = (paperId: string): string => pathTo(markingPaths.automatic, { paperId })
export const groupsPath = (paperId: string): string => pathTo(markingPaths.groups, { paperId })
/** A group by its first question. */
export const groupPath = (
  screen: 'group' | 'groupAccounts' | 'editGroup',
  of: { paperId: string; lead: string },
): string => pathTo(markingPaths[screen], of)
export const addGroupPath = (paperId: string): string => pathTo(markingPaths.addGroup, { paperId })
export const monitorPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.monitor, { examId, paperId })
export const classProgressPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.classProgress, { examId, paperId })
export const qualityPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.quality, { examId, paperId })
export const samplesPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.samples, { examId, paperId })
export const standardsPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.standards, { examId, paperId })
/** The records of marks; of a question, of a marker, where they are named. */
export const recordPath = (
  examId: string,
  paperId: string,
  of: { questionId?: string; userId?: string } = {},
): string => pathTo(markingPaths.record, { examId, paperId }) + queryOf(of)
const queryOf = (of: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(of).toString()
  return query === '' ? '' : `?${query}`
}
export const markerPath = (of: { examId: string; paperId: string; questionId: string; userId: string }): string =>
  pathTo(markingPaths.marker, of)
export const passwordPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.password, { examId, paperId })
type Again = { questionId?: string; userId?: string }
/** Marks back to the queue, or to others: where a question or a marker is named, the form stands open with them. */
export const resetReadPath = (examId: string, paperId: string, of: Again = {}): string =>
  pathTo(markingPaths.resetRead, { examId, paperId }) + queryOf(of)
export const remarkPath = (examId: string, paperId: string, of: Again = {}): string =>
  pathTo(markingPaths.remark, { examId, paperId }) + queryOf(of)
/** Corrections; with a number that candidate's sheet is open. */
export const fixPath = (examId: string, paperId: string, studentNumber?: string): string =>
  pathTo(markingPaths.fix, { examId, paperId }) +
  (studentNumber === undefined ? '' : `?${new URLSearchParams({ number: studentNumber }).toString()}`)
export const importCoursesPath = (examId: string, paperId?: string): string =>
  pathTo(markingPaths.importCourses, { examId }) +
  (paperId === undefined ? '' : `?${new URLSearchParams({ paperId }).toString()}`)
export const importScoresPath = (paperId: string): string => pathTo(markingPaths.importScores, { paperId })
/** The switches of an exam that no tool of its own has. */
export const otherFuncPath = (examId: string): string => pathTo(markingPaths.otherFunc, { examId })
/** What a group asks of its marking. */
export const groupQualityPath = (of: { paperId: string; lead: string }): string => pathTo(markingPaths.groupQuality, of)
/** What a question's score is made of. */
export const rubricPath = (of: { paperId: string; lead: string }): string => pathTo(markingPaths.rubric, of)
export const trialPath = (of: { paperId: string; questionId: string }): string => pathTo(markingPaths.trial, of)
export const trialReportPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.trialReport, { examId, paperId })
export const seedsPath = (examId: string, paperId: string): string => pathTo(markingPaths.seeds, { examId, paperId })
export const markingReportPath = (examId: string, paperId: string): string =>
  pathTo(markingPaths.markingReport, { examId, paperId })
