import { askAppeal, ownAppeals } from '#shared/analysis/appeal.calls.ts'
import { ownExam, ownResult, resultAs } from '#shared/analysis/analysis.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { learningPaths } from './learning.paths.ts'

/** Screens of students and parents. */
export const learningRoutes: readonly ScreenRoute[] = [
  {
    path: learningPaths.result,
    also: [learningPaths.results, '/v2/exam/report/parent-student-report'],
    name: '我的成绩',
    userTypes: [4, 5],
    universityTypes: [4],
    load: async () => (await import('./ResultScreen.tsx')).ResultScreen,
    calls: [ownResult, listExams, ownAppeals, askAppeal],
  },
  {
    path: learningPaths.exam,
    name: '考试成绩',
    userTypes: [4, 5],
    universityTypes: [4],
    load: async () => (await import('./ExamResultsScreen.tsx')).ExamResultsScreen,
    calls: [ownExam],
  },
  {
    path: examPaths.resultAs,
    under: examPaths.visibility,
    name: '以学生身份查看',
    ...examOverseers,
    load: async () => (await import('./ResultAsScreen.tsx')).ResultAsScreen,
    calls: [resultAs],
  },
]
