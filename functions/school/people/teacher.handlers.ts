import {
  createTeacher,
  deleteTeacher,
  listTeachers,
  resetTeacherPassword,
  teacherDetail,
  updateTeacher,
} from '#shared/school/people/teacher.calls.ts'
import { managesRoster, seesClass } from '#shared/school/roster/scope.rules.ts'
import type { Teacher } from '#shared/school/roster/school.types.ts'
import { page, sorted } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { matches } from './findPeople.ts'
import { classesOf, schoolOf, teachersOf } from '../roster/school.public.ts'
import { placeOf, scopeFor } from '../roster/scope.ts'
import * as commands from './teacher.commands.ts'
import { ofSchool } from './teacher.commands.ts'

const byName = (a: Teacher, b: Teacher): number => (a.pinyin < b.pinyin ? -1 : a.pinyin > b.pinyin ? 1 : 0)
const byAccount = (a: Teacher, b: Teacher): number =>
  a.accountName.localeCompare(b.accountName, 'en', { numeric: true })

export const teacherHandlers = [
  implement(listTeachers, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [scope, ownClasses] = await Promise.all([scopeFor(caller), classesOf(input.schoolId)])
    const seen = new Set<string>(ownClasses.filter((c) => seesClass(scope, placeOf(school, c))).map((c) => c.classId))
    const colleague = (t: Teacher): boolean =>
      scope.within === 'all' || t.teacherId === caller.teacherId || t.teaches.some((x) => seen.has(x.classId))
    // What one signs in by is the administration's to know.
    const manages = managesRoster(scope, caller, school)
    return page(
      sorted(
        (await teachersOf(input.schoolId))
          .filter(colleague)
          .map((t) => (manages ? t : { ...t, accountName: '' }))
          .filter((t) => matches(input.name ?? '', { pinyin: t.pinyin, names: [t.teacherName, t.accountName] }))
          .filter((t) => input.classId === undefined || t.teaches.some((x) => x.classId === input.classId))
          .filter((t) => input.courseId === undefined || t.teaches.some((x) => x.courseId === input.courseId))
          .sort(byName),
        input.sort,
        { teacherName: byName, accountName: byAccount },
      ),
      input,
    )
  }),

  implement(teacherDetail, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const row = await ofSchool(input.schoolId, input.teacherId)
    if (row.deletedAt !== undefined) return refuse(commonProblems.notFound)
    const scope = await scopeFor(caller)
    if (managesRoster(scope, caller, school)) return row
    const shown = { ...row, accountName: '' }
    if (scope.within === 'all' || row.teacherId === caller.teacherId) return shown
    const ownClasses = await classesOf(input.schoolId)
    const taught = ownClasses.filter((c) => row.teaches.some((x) => x.classId === c.classId))
    return taught.some((c) => seesClass(scope, placeOf(school, c))) ? shown : refuse(commonProblems.notFound)
  }),

  implement(createTeacher, ({ input, caller }) => commands.createTeacher(input, caller)),

  implement(updateTeacher, ({ input, caller }) => commands.updateTeacher(input, caller)),

  implement(deleteTeacher, ({ input, caller }) => commands.deleteTeacher(input, caller)),

  implement(resetTeacherPassword, ({ input, caller }) => commands.resetTeacherPassword(input, caller)),
]
