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
    help: ['自己的成绩、每题得分和答卷。', '先看做得好的，再看下一步练什么。', '是否显示排名由学校决定。'],
    calls: [ownResult, listExams, ownAppeals, askAppeal],
  },
  {
    path: learningPaths.exam,
    name: '考试成绩',
    userTypes: [4, 5],
    universityTypes: [4],
    load: async () => (await import('./ExamResultsScreen.tsx')).ExamResultsScreen,
    help: [
      '一场考试里自己的总分和各科成绩。',
      '点科目看每题得分和答卷；还没有发布的科目写明未发布。',
      '显示分数、等级还是名次由学校决定。',
    ],
    calls: [ownExam],
  },
  {
    path: examPaths.resultAs,
    under: examPaths.visibility,
    name: '以学生身份查看',
    ...examOverseers,
    load: async () => (await import('./ResultAsScreen.tsx')).ResultAsScreen,
    help: [
      '看到的与这位学生或家长打开“我的成绩”时完全相同。',
      '发布之前显示最近一次核对的成绩，只有考试管理者能看到。',
      '要改变公布的内容，请回到“成绩可见范围”。',
    ],
    calls: [resultAs],
  },
]
