import { examPath, examPaths } from '#web/exam/exam.paths.ts'
import type { Crumb } from '#web/kit/screens/screen.types.ts'

export const crumbsOf = (examId: string, of: { examName: string } | undefined, name: string): Crumb[] => [
  { name: '考试', to: examPaths.list },
  { name: of?.examName ?? '考试详情', to: examPath(examId) },
  { name },
]
