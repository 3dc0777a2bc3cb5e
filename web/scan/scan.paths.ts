import { pathTo } from '#web/kit/route.types.ts'
import { paperPath, toolMounts } from '#web/exam/exam.paths.ts'

export const scanPaths = {
  task: '/v2/exam-management/scan-task-list/:paperId',
  batch: '/v2/exam-management/scan-task-list/:paperId/batch/:batchId',
  doubts: '/v2/exam-management/answer-card-error/:paperId',
  assignScanner: '/v2/exam-management/assign-scanner/:paperId',
  addScanner: '/v2/exam-management/assign-scanner/:paperId/add',
  allotScanner: '/v2/exam-management/assign-scanner/:paperId/:userId',
  students: '/v2/exam-management/student-status/:paperId',
  student: '/v2/exam-management/student-detail/:paperId/:studentId',
  questions: '/v2/exam-management/student-question-detail/:paperId',
  bin: '/v2/exam-management/recycle-bin/:paperId',
  page: '/v2/exam-management/recycle-bin/:paperId/page/:batchId/:no',
  template: '/v2/exam-management/scan-task-list/:paperId/template',
  recut: '/v2/exam/recutting/:paperId',
  download: '/v2/exam-manage/answer-card-download/:examId',
  handOver: '/v2/exam-management/assign-scanner/:paperId/:userId/hand-over',
  uploaderHistory: '/v2/exam-management/assign-scanner/:paperId/history',
  acts: '/v2/exam-management/exam-opRecord-check/:paperId',
  declarations: '/v2/exam-manage/unusual-paper-handle/list/:paperId',
  declare: '/v2/exam-manage/unusual-paper-handle/declare/:paperId',
  declaration: '/v2/exam-manage/unusual-paper-handle/detail/:paperId/:declarationId',
  amend: '/v2/exam-manage/unusual-paper-handle/detail/:paperId/:declarationId/amend',
  sizes: '/v2/exam-management/answer-card-error/:paperId/size',
  progress: '/v2/exam-management/upload-progress/:examId',
  tasks: '/v2/exam-management/detail/mix-scan-task-list',
  /** Without a paper: which exam? */
  choose: '/v2/exam-management/scan-task-list',
  chooseTool: '/v2/exam-manage/unusual-paper-handle',
} as const

export const scanPath = (paperId: string): string => pathTo(scanPaths.task, { paperId })
/** What the list of batches is called in the address of its screen. */
export const batchesName = 'batches'
/** The batches that want something of a person. */
export const wantingPath = (paperId: string, only: 'unequal' | 'failed' | 'settling'): string =>
  `${scanPath(paperId)}?${batchesName}.only=${only}`
export const batchPath = (paperId: string, batchId: string): string => pathTo(scanPaths.batch, { paperId, batchId })
/** Its pages as the sheets that were fed. */
export const batchSheetsPath = (paperId: string, batchId: string): string => `${batchPath(paperId, batchId)}?tab=sheets`
export const doubtsPath = (paperId: string, kind?: string): string =>
  `${pathTo(scanPaths.doubts, { paperId })}${kind ? `?kind=${kind}` : ''}`
/** The classes of one uploader, or another in the same place. */
export const uploaderPath = (what: 'allotScanner' | 'handOver', paperId: string, userId: string): string =>
  pathTo(scanPaths[what], { paperId, userId })
export const toPaper = (path: string, paperId: string): string => pathTo(path, { paperId })
export const studentPath = (paperId: string, studentId: string): string =>
  pathTo(scanPaths.student, { paperId, studentId })
/** The candidates of a paper, of one class. */
export const studentsPath = (paperId: string, classId: string): string =>
  `${toPaper(scanPaths.students, paperId)}?classId=${encodeURIComponent(classId)}`
/** Candidates without a sheet who are not marked absent. */
export const missingPath = (paperId: string): string => `${toPaper(scanPaths.students, paperId)}?state=missing`
/** Candidates who left something undone that a teacher wants to know of, though no page waits. */
export const leftPath = (paperId: string, what: 'allBlank' | 'unpicked'): string =>
  `${toPaper(scanPaths.students, paperId)}?state=${what}`
export const declarePath = (paperId: string, studentId: string): string =>
  `${toPaper(scanPaths.declare, paperId)}?student=${encodeURIComponent(studentId)}`
export const declarationPath = (paperId: string, declarationId: string): string =>
  pathTo(scanPaths.declaration, { paperId, declarationId })
export const amendPath = (paperId: string, declarationId: string): string =>
  pathTo(scanPaths.amend, { paperId, declarationId })
export const progressPath = (examId: string): string => pathTo(scanPaths.progress, { examId })

export const pagePath = (paperId: string, { batchId, no }: { batchId: string; no: string }): string =>
  // A dot in an address is taken for a file's name.
  pathTo(scanPaths.page, { paperId, batchId, no: no.replaceAll('.', '-') })
export const recutPath = (paperId: string, questionId: string): string =>
  `${toPaper(scanPaths.recut, paperId)}?question=${encodeURIComponent(questionId)}`
export const questionPath = (paperId: string, questionId: string): string =>
  `${toPaper(scanPaths.questions, paperId)}?question=${encodeURIComponent(questionId)}`
/** One answer of one candidate, within the question. */
export const answerPath = (paperId: string, questionId: string, studentId: string): string =>
  `${questionPath(paperId, questionId)}&student=${encodeURIComponent(studentId)}`
export const templateOfPaper = (paperId: string, tab?: string): string =>
  `${toPaper(scanPaths.template, paperId)}${tab ? `?tab=${tab}` : ''}`
export const downloadPath = (examId: string): string => pathTo(scanPaths.download, { examId })

type Of = { examId: string; paperId: string }
/**
 * The inventory's addresses without an exam: each is a chooser that leads to the screen of the chosen exam's first paper.
 */
export const chosen: Readonly<Record<string, { title: string; to: (of: Of) => string }>> = {
  '/v2/exam-management/scan-task-list': { title: '扫描任务', to: (of) => scanPath(of.paperId) },
  '/v2/exam-management/detail/scan-task-list': { title: '扫描任务', to: (of) => scanPath(of.paperId) },
  '/v2/exam-management/detail/scan-task-list/detail': { title: '扫描任务', to: (of) => scanPath(of.paperId) },
  '/v2/exam-management/detail/scan-task-list/detail/scan-upload-answer-card': {
    title: '扫描与上传答题卡',
    to: (of) => scanPath(of.paperId),
  },
  '/v2/exam-management/detail/scan-task-list/detail/assign-scanner': {
    title: '分配上传人',
    to: (of) => toPaper(scanPaths.assignScanner, of.paperId),
  },
  '/v2/exam-management/detail/scan-task-list/detail/student-question-detail': {
    title: '按题查看',
    to: (of) => toPaper(scanPaths.questions, of.paperId),
  },
  '/v2/exam-management/answer-card-error': { title: '答题卡异常', to: (of) => doubtsPath(of.paperId) },
  '/v2/exam-management/suspected-error/detail': {
    title: '疑似识别有误',
    to: (of) => doubtsPath(of.paperId, 'suspected'),
  },
  '/v2/exam-management/recycle-bin': { title: '回收站', to: (of) => toPaper(scanPaths.bin, of.paperId) },
  '/v2/exam-management/recycle-bin/list': { title: '回收站', to: (of) => toPaper(scanPaths.bin, of.paperId) },
  '/v2/exam-management/student-status': { title: '考生状态', to: (of) => toPaper(scanPaths.students, of.paperId) },
  '/v2/exam-management/student-detail': { title: '考生详情', to: (of) => toPaper(scanPaths.students, of.paperId) },
  '/v2/exam-management/exam-opRecord-check': { title: '操作记录', to: (of) => toPaper(scanPaths.acts, of.paperId) },
  '/v2/exam-management/exam-data-check': { title: '数据检查', to: (of) => `${progressPath(of.examId)}?tab=errors` },
  '/v2/exam-management/answer-card-upload-union': {
    title: '上传进度',
    to: (of) => `${progressPath(of.examId)}?tab=schools`,
  },
  '/v2/exam-management/recycle-bin/detail': { title: '回收站', to: (of) => toPaper(scanPaths.bin, of.paperId) },
  '/v2/exam-management/upload-answer': { title: '设置试题', to: (of) => paperPath(of.examId, of.paperId) },
  '/v2/exam/recutting': { title: '重新裁切', to: (of) => toPaper(scanPaths.recut, of.paperId) },
  ...Object.fromEntries(
    ['list', 'add', 'draw', 'edit-draw'].map((at) => [
      `/v2/exam-management/detail/scan-task-list/detail/template/${at}`,
      { title: '答题卡模板', to: (of: Of) => templateOfPaper(of.paperId) },
    ]),
  ),
  ...Object.fromEntries(
    ['', '/template', '/student', '/subjective-question', '/objective-question'].map((at) => [
      `/v2/exam-management/detail/scan-task-list/detail/template-detail${at}`,
      { title: '模板详情', to: (of: Of) => templateOfPaper(of.paperId, at.slice(1)) },
    ]),
  ),
  '/v2/exam-management/detail/read-monitor/upload-progress': { title: '上传进度', to: (of) => progressPath(of.examId) },
  '/v2/quality-analysis/read-monitor/upload-progress': { title: '上传进度', to: (of) => progressPath(of.examId) },
}
/** What stands within the tool of unusual papers, by the last part of its address. */
const unusualParts: Readonly<Record<string, (typeof chosen)[string]>> = {
  '': { title: '异常试卷处理', to: (of) => toPaper(scanPaths.declarations, of.paperId) },
  '/list': { title: '异常试卷处理', to: (of) => toPaper(scanPaths.declarations, of.paperId) },
  '/declare-list': { title: '我的申报', to: (of) => `${toPaper(scanPaths.declarations, of.paperId)}?mine=true` },
  '/review-list': { title: '审核申报', to: (of) => `${toPaper(scanPaths.declarations, of.paperId)}?state=pending` },
  '/select-student': { title: '新申报', to: (of) => toPaper(scanPaths.declare, of.paperId) },
  '/split-question': { title: '重新裁切', to: (of) => toPaper(scanPaths.recut, of.paperId) },
  '/student-recognition-detail': { title: '考生识别详情', to: (of) => toPaper(scanPaths.students, of.paperId) },
  ...Object.fromEntries(
    ['declare-detail', 'detail', 'review-detail'].map((at) => [
      `/${at}`,
      { title: '异常试卷处理', to: (of: Of) => toPaper(scanPaths.declarations, of.paperId) },
    ]),
  ),
}
/** The same for the toolbox of exams in its three mounts, whose tools have people of their own. */
export const chosenTools: typeof chosen = Object.fromEntries(
  toolMounts.flatMap((mount) =>
    Object.entries(unusualParts).map(([part, what]) => [`${mount}/unusual-paper-handle${part}`, what]),
  ),
)
const byExam = (title: string, to: (examId: string) => string) => ({ title, to: (of: Of) => to(of.examId) })
/** Tools of the toolbox for all who oversee an exam. */
export const chosenViews: typeof chosen = {
  '/v2/exam-manage/answer-card-upload': byExam('答题卡上传', progressPath),
  '/v2/exam-manage/answer-card-upload-school': byExam('各校答题卡上传', (id) => `${progressPath(id)}?tab=schools`),
}
/** Tools for all who publish an exam. */
export const chosenDownloads: typeof chosen = {
  '/v2/exam-manage/answer-card-download': byExam('答题卡下载', downloadPath),
}
