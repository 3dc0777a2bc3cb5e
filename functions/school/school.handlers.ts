import {
  createArea,
  createSchool,
  listAreas,
  listSchools,
  schoolCount,
  schoolDetail,
  updateSchool,
} from '#shared/school/school.calls.ts'
import { createCourse, listCourses } from '#shared/school/course.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { defaultCourses, defaultEnrolmentYears, stageStrings } from '#shared/school/roster/school.rules.ts'
import { managesRoster, scopeOf, seesCourse } from '#shared/school/roster/scope.rules.ts'
import type { Course, School } from '#shared/school/roster/school.types.ts'
import type { AreaId, CourseId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { openAccount } from '#functions/identity/identity.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { courseName, takingName } from './names.ts'
import { firstPassword, firstStatus, identityOf } from './people.ts'
import { classesOf, coursesOf, gradesOf, schoolOf, teachersOf } from './roster/school.public.ts'
import { rosterCounts } from './roster.counts.ts'
import { scopeFor } from './roster/scope.ts'
import { rowOfSchool, seenAreas, seenSchools } from './seen.ts'
import { tallyOf } from './tally.ts'
import { areas, courses, grades, schools } from './roster/school.store.ts'
import { changeThing } from './told.ts'

export const schoolHandlers = [
  implement(listAreas, async ({ caller }) => seenAreas(caller)),

  implement(createArea, async ({ input, caller }) => {
    if (caller.tenant !== 'p' && caller.userType !== -1) throw new Barred(403)
    const all = await areas.queryIndex('gsi1', 'areas')
    if (all.some((a) => a.areaCode === input.areaCode))
      return refuse(schoolProblems.areaTaken, { code: input.areaCode })
    const areaId = newId<AreaId>('area')
    await areas.create({ schema: 1, areaId, ...input, createdAt: now(), version: 1 })
    return { areaId }
  }),

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

  implement(createSchool, async ({ input, caller }) => {
    if (caller.tenant !== 'p' && caller.userType !== -1) throw new Barred(403)
    const inArea = await schools.queryIndex('gsi1', `area#${input.areaId}`)
    if (inArea.some((s) => s.deletedAt === undefined && s.schoolName === input.schoolName))
      return refuse(schoolProblems.schoolTaken, { name: input.schoolName })
    const at = now()
    const base = { schema: 1 as const, createdAt: at, version: 1 }
    const school: School = {
      ...base,
      schoolId: newId<SchoolId>('school'),
      areaId: input.areaId,
      schoolName: input.schoolName,
      stage: input.stage,
      schoolStageList: [stageStrings[input.stage]!],
      turnMonth: input.turnMonth,
    }
    const { schoolId } = school
    const initialPassword = input.password ?? firstPassword()
    await grades.putMany(
      defaultEnrolmentYears(input.stage, at, input.turnMonth).map((enrolmentYear) => ({
        ...base,
        gradeId: newId<GradeId>('grade'),
        schoolId,
        stage: input.stage,
        enrolmentYear,
      })),
    )
    await courses.putMany(
      defaultCourses(input.stage).map((courseName, i) => ({
        ...base,
        courseId: newId<CourseId>('course'),
        schoolId,
        courseName,
        courseSort: i + 1,
      })),
    )
    // Its counters begin with it: they are whole from the first student on.
    await rosterCounts.markWhole(schoolId, at)
    // The school comes last, and with it who manages it: until it is there, nothing of it is seen.
    const opened = await openAccount(
      {
        accountName: input.accountName,
        userName: `${input.schoolName}管理员`,
        password: initialPassword,
        passwordStatus: firstStatus(input.mustChangePassword),
        users: [identityOf(school, 2)],
      },
      () => [schools.creating(school)],
    )
    if (!opened) return refuse(schoolProblems.accountTaken, { name: input.accountName })
    return { schoolId, accountName: input.accountName, ...(input.password ? {} : { initialPassword }) }
  }),

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

  implement(updateSchool, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const { schoolName, turnMonth, version } = input
    const next: School = { ...school, schoolName, turnMonth, version }
    const told = (s: School) => ({ 校名: s.schoolName, 学年起始月: s.turnMonth })
    const of = { schoolId: school.schoolId, object: school.schoolId, name: school.schoolName }
    const change = { ...of, before: told(school), after: told(next) }
    if (!(await changeThing([schools.saving(next)], caller, 'school.update', change)))
      return refuseStale(schools, school)
    return rowOfSchool({ ...next, version: version + 1 })
  }),

  implement(listCourses, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const scope = await scopeFor(caller)
    const all = await coursesOf(input.schoolId)
    if (scope.within === 'all') return all
    const [ownGrades, ownClasses] = await Promise.all([gradesOf(input.schoolId), classesOf(input.schoolId)])
    const own = { gradeIds: ownGrades.map((g) => g.gradeId), classIds: ownClasses.map((c) => c.classId) }
    return all.filter((c) => seesCourse(scope, { ...school, courseId: c.courseId }, own))
  }),

  implement(createCourse, async ({ input, caller }) => {
    const own = await coursesOf(input.schoolId)
    if (own.some((c) => c.courseName === input.courseName))
      return refuse(schoolProblems.courseTaken, { name: input.courseName })
    const row: Course = {
      schema: 1,
      courseId: newId<CourseId>('course'),
      schoolId: input.schoolId,
      courseName: input.courseName,
      courseSort: Math.max(0, ...own.map((c) => c.courseSort)) + 1,
      createdAt: now(),
      version: 1,
    }
    const writes = [courses.creating(row), takingName(courseName(row), row.courseId)]
    const of = { schoolId: row.schoolId, object: row.courseId, name: row.courseName }
    const done = await changeThing(writes, caller, 'school.createCourse', of)
    return done ? { courseId: row.courseId } : refuse(schoolProblems.courseTaken, { name: input.courseName })
  }),
]
