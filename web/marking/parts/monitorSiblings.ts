import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { monitorPath, qualityPath, standardsPath } from '../marking.paths.ts'

/** How far a paper's marking is, and how well it is done. */
export const monitorSiblings = (
  examId: string,
  paperId: string,
  here: 'progress' | 'quality' | 'standards',
): Siblings => ({
  label: '阅卷监控',
  here,
  items: [
    { key: 'progress', name: '阅卷进度', to: monitorPath(examId, paperId) },
    { key: 'quality', name: '阅卷质量', to: qualityPath(examId, paperId) },
    { key: 'standards', name: '标准卷', to: standardsPath(examId, paperId) },
  ],
})
