import type { Siblings } from '#web/kit/screens/screen.types.ts'
import { intelligentPath, likeReportPath } from '../marking.paths.ts'

/** Which questions are marked by groups, and what that came to. */
export const likeSiblings = (paperId: string, here: 'questions' | 'report'): Siblings => ({
  label: '智能阅卷',
  here,
  items: [
    { key: 'questions', name: '题目', to: intelligentPath(paperId) },
    { key: 'report', name: '报告', to: likeReportPath(paperId) },
  ],
})
