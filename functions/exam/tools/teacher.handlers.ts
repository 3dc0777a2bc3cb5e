import { examTeachings, setTeaching } from '#shared/exam/tools/teacher.calls.ts'
import { teachesThere } from '#shared/exam/roster/teaching.rules.ts'
import { implement } from '#functions/kit/serve.ts'
import { teachersOf } from '#functions/school/roster/school.public.ts'
import { classNamesOf, examTeachersOf } from '../exam.public.ts'
import * as commands from './teacher.commands.ts'
import { ownExam } from './teacher.commands.ts'

export const teacherHandlers = [
  implement(examTeachings, async ({ input: { examId } }) => {
    const { exam, schoolId } = await ownExam(examId)
    const [there, staff, classes] = await Promise.all([
      examTeachersOf(examId),
      teachersOf(schoolId),
      classNamesOf(examId),
    ])
    const courses = exam.papers.map(({ courseId, courseName }) => ({ courseId, courseName }))
    const names = new Map([
      ...staff.map((t) => [t.teacherId, t.teacherName] as const),
      // Of who has left the school since, as the exam knows them.
      ...there.map((t) => [t.teacherId, t.teacherName] as const),
    ])
    return {
      courses,
      classes,
      places: classes.flatMap(({ classId }) =>
        [undefined, ...courses.map((c) => c.courseId)].map((courseId) => ({
          classId,
          ...(courseId ? { courseId } : {}),
          teacherIds: there.filter((t) => teachesThere(t.teaches, { classId, courseId })).map((t) => t.teacherId),
        })),
      ),
      teachers: [...names].map(([teacherId, name]) => ({ teacherId, name })),
    }
  }),

  implement(setTeaching, async ({ input, caller }) => {
    await commands.setTeaching(input, caller)
    return {}
  }),
]
