/** A student's classes over time: exams keep the roster as it was, acts keep who stood where. */
import { studentHistory } from '#shared/school/people/act.calls.ts'
import { gradeNameOf } from '#shared/school/roster/school.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { Sittings } from '#functions/kit/holding.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Implementation } from '#functions/kit/serve.ts'
import { gradesOf, schoolOf, studentOf } from '../roster/school.public.ts'
import { acts, classes } from '../roster/school.store.ts'

export const historyHandlers = ({ sittingsOf }: Sittings): Implementation[] => [
  implement(studentHistory, async ({ input }) => {
    const student = (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)
    const { schoolId, studentId } = student
    const [school, sat, done, grades, everyClass] = await Promise.all([
      schoolOf(schoolId),
      sittingsOf(studentId),
      acts.query(`acts#${schoolId}`, { reverse: true }),
      gradesOf(schoolId),
      // Classes that are no more keep their name.
      classes.query(`school#${schoolId}`, { prefix: 'class#' }),
    ])
    const at = now()
    const gradeNames = new Map(grades.map((g) => [g.gradeId as string, gradeNameOf(g, at, school?.turnMonth ?? 8)]))
    const classNames = new Map(everyClass.map((c) => [c.classId as string, c.className]))
    const nameOf = ({ gradeId, classId }: { gradeId: string; classId: string }): string =>
      `${gradeNames.get(gradeId) ?? ''}${classNames.get(classId) ?? '已删除的班级'}`
    const isNow = (place: { classId: string }, className: string): boolean =>
      place.classId === student.classId && classNames.get(place.classId) === className
    return {
      exams: sat
        .flatMap(({ examId, exam, classId, className }) => {
          if (!exam) return []
          const { examName, examDate, gradeName } = exam
          return [{ examId, examName, examDate, gradeName, className, changed: !isNow({ classId }, className) }]
        })
        .sort((a, b) => b.examDate - a.examDate),
      moves: done.flatMap((act) => {
        const own = act.moves?.find((m) => m.studentId === studentId)
        return own && act.to
          ? [
              {
                at: act.createdAt,
                from: nameOf(own.from),
                to: nameOf(act.to),
                by: act.by.userName,
                undone: act.undone !== undefined,
              },
            ]
          : []
      }),
    }
  }),
]
