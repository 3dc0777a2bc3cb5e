import { schoolProblems } from '#shared/school/school.problems.ts'
import { defaultCourses, defaultEnrolmentYears, stageStrings } from '#shared/school/roster/school.rules.ts'
import type { Course, School } from '#shared/school/roster/school.types.ts'
import type { CourseId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { openAccount } from '#functions/identity/identity.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { courseName, takingName } from './people/names.ts'
import { firstPassword, firstStatus, identityOf } from './people/findPeople.ts'
import { areaOf, coursesOf, schoolOf } from './roster/school.public.ts'
import { rosterCounts } from './classes/roster.counts.ts'
import { rowOfSchool } from './seen.ts'
import { areas, courses, grades, schools } from './roster/school.store.ts'
import { changeThing } from './people/told.ts'
import type * as schoolCalls from '#shared/school/school.calls.ts'
import type * as courseCalls from '#shared/school/classes/course.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const createSchool = async (
  input: InputOf<typeof schoolCalls.createSchool>,
  caller: Caller,
): Promise<AnswerOf<typeof schoolCalls.createSchool>> => {
  if (caller.tenant !== 'p' && caller.userType !== -1) throw new Barred(403)
  const area = (await areaOf(input.areaId)) ?? refuse(commonProblems.notFound)
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
    ...(area.cityId === undefined ? {} : { cityId: area.cityId }),
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
    // While the area goes to another city no school comes to it with the one before.
    () => [schools.creating(school), areas.updating(area, {}, { cityId: area.cityId })],
  )
  if (!opened && (await areaOf(input.areaId))?.cityId !== area.cityId) return refuseStale(areas, area)
  if (!opened) return refuse(schoolProblems.accountTaken, { name: input.accountName })
  return { schoolId, accountName: input.accountName, ...(input.password ? {} : { initialPassword }) }
}

export const updateSchool = async (
  input: InputOf<typeof schoolCalls.updateSchool>,
  caller: Caller,
): Promise<AnswerOf<typeof schoolCalls.updateSchool>> => {
  const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
  const { schoolName, turnMonth, version } = input
  const next: School = { ...school, schoolName, turnMonth, version }
  const told = (s: School) => ({ 校名: s.schoolName, 学年起始月: s.turnMonth })
  const of = { schoolId: school.schoolId, object: school.schoolId, name: school.schoolName }
  const change = { ...of, before: told(school), after: told(next) }
  if (!(await changeThing([schools.saving(next)], caller, 'school.update', change))) return refuseStale(schools, school)
  return rowOfSchool({ ...next, version: version + 1 })
}

export const createCourse = async (
  input: InputOf<typeof courseCalls.createCourse>,
  caller: Caller,
): Promise<AnswerOf<typeof courseCalls.createCourse>> => {
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
}
