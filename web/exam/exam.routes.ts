import * as calls from '#shared/exam/exam.calls.ts'
import { listClasses, listGrades } from '#shared/school/class.calls.ts'
import { listCourses } from '#shared/school/course.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { examPaths } from './exam.paths.ts'

/** Everyone whose route list has the exam screens (spec 2 §2.4). */
const viewers = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20]
const staff = viewers.filter((t) => t !== 4 && t !== 5)
const makers = [1, 2, 3, 15, 18]

export const examRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.list,
    name: '考试',
    userTypes: viewers,
    universityTypes: [3, 15, 4],
    menu: { segment: 'exam', order: 10, icon: 'exam' },
    load: async () => (await import('./ExamListScreen.tsx')).ExamListScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.add,
    also: ['/v2/exam/add'],
    name: '新建考试',
    userTypes: makers,
    universityTypes: [3, 15],
    load: async () => (await import('./CreateExamScreen.tsx')).CreateExamScreen,
    calls: [calls.createExam, listGrades, listClasses, listCourses],
  },
  {
    path: examPaths.detail,
    name: '考试详情',
    userTypes: staff,
    universityTypes: [3, 15],
    load: async () => (await import('./ExamScreen.tsx')).ExamScreen,
    calls: [calls.examDetail, calls.examStudents, calls.examClasses],
  },
  {
    path: examPaths.paper,
    name: '设置试题',
    userTypes: staff,
    universityTypes: [3, 15],
    load: async () => (await import('./PaperScreen.tsx')).PaperScreen,
    calls: [calls.examPaper],
  },
]
