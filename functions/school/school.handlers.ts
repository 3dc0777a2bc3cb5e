import {
  createArea,
  createCourse,
  createSchool,
  listAreas,
  listCourses,
  listSchools,
  openStaff,
  schoolCount,
  schoolDetail,
  updateSchool,
} from '#shared/school/school.calls.ts'
import type { SchoolRow } from '#shared/school/school.calls.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { defaultCourses, defaultEnrolmentYears, stageStrings } from '#shared/school/school.rules.ts'
import type { Area, School } from '#shared/school/school.types.ts'
import type { AreaId, CourseId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { openAccount } from '#functions/identity/identity.public.ts'
import type { NewUser } from '#functions/identity/identity.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { firstPassword } from './people.ts'
import {
  classesOf,
  coursesOf,
  gradesOf,
  maySeeSchool,
  schoolOf,
  studentsOfSchool,
  teachersOf,
} from './school.public.ts'
import { areas, courses, grades, schools } from './school.store.ts'

export const managerTypes = [-1, 1, 2, 13, 15, 18]

const seenAreas = async (caller: Caller): Promise<Area[]> => {
  if (caller.userType === -1 || caller.tenant === 'p')
    return (await areas.queryIndex('gsi1', 'areas')).filter((a) => a.deletedAt === undefined)
  const areaId = caller.areaId ?? (caller.schoolId ? (await schoolOf(caller.schoolId))?.areaId : undefined)
  const own = areaId ? await areas.get({ areaId }) : null
  return own ? [own] : []
}

const seenSchools = async (caller: Caller): Promise<SchoolRow[]> => {
  const own = await seenAreas(caller)
  const names = new Map(own.map((a) => [a.areaId as string, a.areaName]))
  const found: School[] = []
  if (caller.tenant.startsWith('s:')) {
    const school = await schoolOf(caller.tenant.slice(2))
    if (school) found.push(school)
  } else {
    for (let at = 0; at < own.length; at += 10)
      found.push(
        ...(
          await Promise.all(own.slice(at, at + 10).map((a) => schools.queryIndex('gsi1', `area#${a.areaId}`)))
        ).flat(),
      )
  }
  return found
    .filter((s) => s.deletedAt === undefined)
    .map((s) => ({ ...s, areaName: names.get(s.areaId) ?? '' }))
    .sort((a, b) => (a.schoolId < b.schoolId ? -1 : 1))
}

/** An identity in a school. */
export const identityOf = (school: School, userType: number, rest: Partial<NewUser> = {}): NewUser => ({
  userType,
  tenant: schoolTenant(school.schoolId),
  schoolId: school.schoolId,
  schoolName: school.schoolName,
  areaId: school.areaId,
  stage: school.stage,
  ...rest,
})

export const rowOfSchool = async (school: School): Promise<SchoolRow> => ({
  ...school,
  areaName: (await areas.get({ areaId: school.areaId }))?.areaName ?? '',
})

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
    const opened = await openAccount({
      accountName: input.accountName,
      userName: `${input.schoolName}管理员`,
      password: initialPassword,
      users: [identityOf(school, 2)],
    })
    if (!opened) return refuse(schoolProblems.accountTaken, { name: input.accountName })
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
    // The school comes last: until it is there, nothing of it is seen.
    await schools.create(school)
    return { schoolId, accountName: input.accountName, ...(input.password ? {} : { initialPassword }) }
  }),

  implement(schoolDetail, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [row, ownGrades, ownClasses, ownTeachers, ownStudents] = await Promise.all([
      rowOfSchool(school),
      gradesOf(input.schoolId),
      classesOf(input.schoolId),
      teachersOf(input.schoolId),
      studentsOfSchool(input.schoolId),
    ])
    return {
      ...row,
      gradeCount: ownGrades.length,
      classCount: ownClasses.length,
      teacherCount: ownTeachers.length,
      studentCount: ownStudents.length,
      mayManage: managerTypes.includes(caller.userType) && (await maySeeSchool(input.schoolId, caller)),
    }
  }),

  implement(updateSchool, async ({ input }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const saved = await schools.save({
      ...school,
      schoolName: input.schoolName,
      turnMonth: input.turnMonth,
      version: input.version,
    })
    return rowOfSchool(saved ?? (await refuseStale(schools, school)))
  }),

  implement(openStaff, async ({ input }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const initialPassword = input.password ?? firstPassword()
    const opened = await openAccount({
      accountName: input.accountName,
      userName: input.userName,
      password: initialPassword,
      users: [identityOf(school, input.userType)],
    })
    if (!opened) return refuse(schoolProblems.accountTaken, { name: input.accountName })
    return { accountName: input.accountName, ...(input.password ? {} : { initialPassword }) }
  }),

  implement(listCourses, async ({ input }) => coursesOf(input.schoolId)),

  implement(createCourse, async ({ input }) => {
    const own = await coursesOf(input.schoolId)
    if (own.some((c) => c.courseName === input.courseName))
      return refuse(schoolProblems.courseTaken, { name: input.courseName })
    const courseId = newId<CourseId>('course')
    await courses.create({
      schema: 1,
      courseId,
      schoolId: input.schoolId,
      courseName: input.courseName,
      courseSort: Math.max(0, ...own.map((c) => c.courseSort)) + 1,
      createdAt: now(),
      version: 1,
    })
    return { courseId }
  }),
]
