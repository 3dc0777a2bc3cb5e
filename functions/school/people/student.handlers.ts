import {
  createStudent,
  deleteStudents,
  importStudents,
  listStudents,
  restoreStudents,
  studentDetail,
  studentsCounting,
  studentTemplate,
  takeSlips,
  updateStudent,
} from '#shared/school/people/student.calls.ts'
import { gradeNameOf } from '#shared/school/roster/school.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { countingOf } from '../classes/roster.counting.ts'
import { classesOf, gradesOf, schoolOf, studentOf } from '../roster/school.public.ts'
import { scopeFor } from '../roster/scope.ts'
import { inLists, studentPage } from '../imports/roster.list.ts'
import * as commands from './student.commands.ts'

export const studentHandlers = [
  implement(listStudents, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [scope, ownGrades, ownClasses] = await Promise.all([
      scopeFor(caller),
      gradesOf(input.schoolId),
      classesOf(input.schoolId),
    ])
    const at = now()
    const classNames = new Map(ownClasses.map((c) => [c.classId as string, c.className]))
    const gradeNames = new Map(ownGrades.map((g) => [g.gradeId as string, gradeNameOf(g, at, school.turnMonth)]))
    const shown = await studentPage(school, scope, input, inLists(ownGrades, ownClasses))
    return {
      ...shown,
      list: shown.list.map((s) => ({
        ...s,
        className: classNames.get(s.classId) ?? '',
        gradeName: gradeNames.get(s.gradeId) ?? '',
      })),
    }
  }),

  implement(studentsCounting, async ({ input }) => ({ coming: await countingOf(input.schoolId) })),

  implement(studentDetail, async ({ input }) => (await studentOf(input.studentId)) ?? refuse(commonProblems.notFound)),

  implement(createStudent, ({ input, caller }) => commands.createStudent(input, caller)),

  implement(updateStudent, ({ input, caller }) => commands.updateStudent(input, caller)),

  implement(deleteStudents, ({ input, caller }) => commands.deleteStudents(input, caller)),

  implement(restoreStudents, ({ input, caller }) => commands.restoreStudents(input, caller)),

  implement(importStudents, ({ input, caller }) => commands.importStudents(input, caller)),

  implement(takeSlips, ({ input, caller }) => commands.takeSlips(input, caller)),

  implement(studentTemplate, ({ input, caller }) => commands.studentTemplate(input, caller)),
]
