import {
  createArea,
  createSchool,
  listAreas,
  listSchools,
  placeArea,
  schoolCount,
  schoolDetail,
  updateSchool,
} from '#shared/school/school.calls.ts'
import { createCourse, listCourses } from '#shared/school/classes/course.calls.ts'
import { managesRoster, scopeOf, seesCourse } from '#shared/school/roster/scope.rules.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { classesOf, coursesOf, gradesOf, schoolOf, teachersOf } from './roster/school.public.ts'
import { scopeFor } from './roster/scope.ts'
import { rowOfSchool, seenAreas, seenSchools } from './seen.ts'
import { tallyOf } from './classes/studentCounts.ts'
import * as areaCommands from './areas/area.commands.ts'
import * as commands from './school.commands.ts'

export const schoolHandlers = [
  implement(listAreas, async ({ caller }) => seenAreas(caller)),

  implement(createArea, ({ input, caller }) => areaCommands.createArea(input, caller)),

  implement(placeArea, ({ input, caller }) => areaCommands.placeArea(input, caller)),

  implement(listSchools, async ({ input, caller }) => {
    const typed = input.name?.trim()
    return page(
      (await seenSchools(caller))
        .filter((s) => input.areaId === undefined || s.areaId === input.areaId)
        .filter((s) => !typed || s.schoolName.includes(typed)),
      input,
    )
  }),

  implement(schoolCount, async ({ caller }) => (await seenSchools(caller)).length),

  implement(createSchool, ({ input, caller }) => commands.createSchool(input, caller)),

  implement(schoolDetail, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [row, ownGrades, ownClasses, ownTeachers, tally] = await Promise.all([
      rowOfSchool(school),
      gradesOf(input.schoolId),
      classesOf(input.schoolId),
      teachersOf(input.schoolId),
      tallyOf(input.schoolId),
    ])
    return {
      ...row,
      gradeCount: ownGrades.length,
      classCount: ownClasses.length,
      teacherCount: ownTeachers.length,
      studentCount: tally.all,
      mayManage: managesRoster(scopeOf(caller), caller, school),
    }
  }),

  implement(updateSchool, ({ input, caller }) => commands.updateSchool(input, caller)),

  implement(listCourses, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const scope = await scopeFor(caller)
    const all = await coursesOf(input.schoolId)
    if (scope.within === 'all') return all
    const [ownGrades, ownClasses] = await Promise.all([gradesOf(input.schoolId), classesOf(input.schoolId)])
    const own = { gradeIds: ownGrades.map((g) => g.gradeId), classIds: ownClasses.map((c) => c.classId) }
    return all.filter((c) => seesCourse(scope, { ...school, courseId: c.courseId }, own))
  }),

  implement(createCourse, ({ input, caller }) => commands.createCourse(input, caller)),
]
