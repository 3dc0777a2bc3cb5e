/** How an upload is called, and where such files are uploaded. Pure. */
import type { UploadFamily } from '#shared/platform/platform.types.ts'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'

export const familyNames: Readonly<Record<UploadFamily, string>> = {
  scan: '扫描的答题卡',
  roster: '名单',
  cardTemplate: '答题卡模板',
  cardPicture: '答题卡图片',
  preflight: '考前试扫',
  paperAnswer: '答案',
  seatList: '考场安排',
  scores: '成绩表',
  examPaper: '试卷文件',
  wrongBook: '错题本',
  homeworkZip: '作业答题卡',
  taskLogo: '任务图标',
  aiRead: '智能阅卷文件',
  offlineHomework: '线下作业',
}

/** What a user of spec 2 §2.1 uploads, as a filter offers it. */
export const familiesOffered: readonly UploadFamily[] = [
  'scan',
  'scores',
  'roster',
  'examPaper',
  'seatList',
  'paperAnswer',
  'cardTemplate',
  'cardPicture',
  'preflight',
]

/** The first file's name, and how many there are beside it. */
export const titleOf = (u: { firstName: string; fileCount: number }): string =>
  (u.firstName || `${u.fileCount}个文件`) + (u.firstName && u.fileCount > 1 ? ` 等${u.fileCount}个` : '')

export const comeState = (u: { come: number | null; fileCount: number }): { text: string; meaning: Meaning } =>
  u.come === null
    ? { text: '点开查看', meaning: 'none' }
    : u.come === u.fileCount
      ? { text: '到齐', meaning: 'done' }
      : { text: `收到 ${u.come}/${u.fileCount}`, meaning: u.come === 0 ? 'none' : 'waits' }
