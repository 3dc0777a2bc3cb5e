/** Everything that the guard's eleven steps ask for (spec 1 §4), in one answer and two rounds of readings. */
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { isCertified, isTrainer, partTimeOf, referrerManageTypeOf } from '#shared/identity/staff.rules.ts'
import { guardStepsOf } from '#shared/identity/signIn/guard.rules.ts'
import { start } from '#shared/identity/signIn/session.calls.ts'
import type { User } from '#shared/identity/identity.types.ts'
import type { Start } from '#shared/identity/signIn/start.types.ts'
import { gradeNameOf, gradeTypeOf } from '#shared/school/roster/school.rules.ts'
import type { Course, Grade, School, SchoolClass, Student, Teacher } from '#shared/school/roster/school.types.ts'
import { headedClasses } from '#shared/kit/people.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import {
  areaOf,
  classesOf,
  coursesOf,
  gradesOf,
  schoolOf,
  studentOf,
  teacherOf,
} from '#functions/school/roster/school.public.ts'
import { accountOf, openUsers, sessionNow, shown } from './begin.ts'
import { configOf, vipEnabled } from '../config.ts'
import { sensitives, tableConfigs, userActions, users } from '../identity.store.ts'

type Roster = {
  school: School | null
  grades: Grade[]
  courses: Course[]
  classes: SchoolClass[]
  teacher: Teacher | null
  student: Student | null
}

const gradeName = (roster: Roster, gradeId: string): string => {
  const grade = roster.grades.find((g) => g.gradeId === gradeId)
  return grade ? gradeNameOf(grade, now(), roster.school?.turnMonth) : ''
}

/** A head of teaching (type 10) has several schools: each is an identity of the account, the one at hand comes first. */
const schoolsHeld = async (user: User, own: readonly User[]): Promise<School[]> => {
  if (user.userType !== 10) return []
  const others = own.filter((u) => u.userType === 10 && u.userId !== user.userId && u.schoolId !== user.schoolId)
  const ids = [...new Set(others.flatMap((u) => u.schoolId ?? []))]
  return (await Promise.all(ids.map((id) => schoolOf(id)))).filter((s) => s !== null)
}

const relativeInfo = (
  roster: Roster,
  areaList: { areaId: never; areaName: string }[],
  more: readonly School[],
): Start['relativeInfo'] => {
  const { school, student, teacher, classes, courses } = roster
  const ownClass = student && classes.find((c) => c.classId === student.classId)
  const taught = new Set(teacher?.teaches.map((t) => t.courseId as string | undefined))
  return {
    schoolList: [...(school ? [school] : []), ...more].map((s) => ({
      schoolId: s.schoolId,
      schoolName: s.schoolName,
      stage: s.stage,
      schoolStageList: s.schoolStageList,
      hzyFlag: false,
    })),
    areaList,
    ...(student ? { gradeId: student.gradeId, gradeName: gradeName(roster, student.gradeId) } : {}),
    ...(ownClass ? { classId: ownClass.classId, className: ownClass.className } : {}),
    courseList: courses.map((c) => ({
      courseId: c.courseId,
      courseName: c.courseName,
      stage: school?.stage ?? 0,
      courseSort: c.courseSort,
      isMyself: taught.has(c.courseId),
    })),
  }
}

/** A teacher's classes; for the head of a class the comprehensive course stands before the others (spec 1 §3). */
const teacherClasses = ({ teacher, classes, courses }: Roster): Start['teacherClasses'] => {
  const ids = [...new Set(teacher?.teaches.map((t) => t.classId))]
  const headed = new Set(headedClasses(teacher?.teaches ?? []))
  return ids.flatMap((classId) => {
    const ownClass = classes.find((c) => c.classId === classId)
    if (!ownClass) return []
    const teaches = teacher!.teaches.filter((t) => t.classId === classId)
    const isHead = headed.has(classId)
    const courseList = courses
      .filter((c) => teaches.some((t) => t.courseId === c.courseId))
      .map((c) => ({
        courseId: c.courseId as Course['courseId'] | 'comprehensive',
        courseName: c.courseName,
        isMyself: true,
      }))
    const whole = { courseId: 'comprehensive' as const, courseName: '综合', isMyself: true }
    return [
      {
        classId,
        className: ownClass.className,
        gradeId: ownClass.gradeId,
        isHead,
        courseList: isHead ? [whole, ...courseList] : courseList,
      },
    ]
  })
}

const schoolGrades = ({ grades, school }: Roster): Start['schoolGrades'] =>
  grades
    .flatMap((g) => {
      const gradeType = gradeTypeOf(g, now(), school?.turnMonth)
      return gradeType === null
        ? []
        : [{ gradeId: g.gradeId, gradeType, gradeName: gradeNameOf(g, now(), school?.turnMonth), stage: g.stage }]
    })
    .sort((a, b) => a.gradeType - b.gradeType)

export const startHandlers = [
  implement(start, async ({ caller, ip }) => {
    const { schoolId, areaId, userType } = caller
    const placeholder = userType === 5 && !caller.studentId
    const steps = new Set(guardStepsOf({ userType, studentId: placeholder ? '-1' : caller.studentId }))
    const [
      session,
      user,
      own,
      config,
      actions,
      tables,
      sensitive,
      school,
      grades,
      courses,
      classes,
      teacher,
      student,
      area,
    ] = await Promise.all([
      sessionNow(caller),
      users.get({ userId: caller.userId }),
      openUsers(caller.accountId),
      configOf(caller),
      userActions.get(caller),
      tableConfigs.get(caller),
      steps.has('sensitiveInfo') ? sensitives.get(caller) : undefined,
      schoolId ? schoolOf(schoolId) : null,
      schoolId ? gradesOf(schoolId) : [],
      schoolId ? coursesOf(schoolId) : [],
      schoolId && (caller.teacherId || caller.studentId) ? classesOf(schoolId) : [],
      schoolId && caller.teacherId ? teacherOf(schoolId, caller.teacherId) : null,
      caller.studentId ? studentOf(caller.studentId) : null,
      areaId ? areaOf(areaId) : null,
    ])
    if (!session) throw new Barred(401)
    const account = await accountOf(session)
    if (!user || !account) return refuse(identityProblems.noSuchUser)
    const roster = { school, grades, courses, classes, teacher, student }
    const areaList = area ? [{ areaId: area.areaId as never, areaName: area.areaName }] : []
    return {
      user: await shown(user, account, session, own),
      partTime: steps.has('partTime') ? partTimeOf(user) : null,
      relativeInfo: steps.has('relative') ? relativeInfo(roster, areaList, await schoolsHeld(user, own)) : null,
      teacherClasses: steps.has('teacherClasses') ? teacherClasses(roster) : [],
      isTrainer: steps.has('trainer') && isTrainer(user),
      typistCertified: steps.has('trainer') && isCertified(user),
      // There are no subscriptions yet: never subscribed, but what step 8 forces for the regional bank.
      expiry: {
        jyeooExpireStatus: steps.has('forcedBank') ? 3 : 0,
        xuekeExpireStatus: 0,
        yiqiExpireStatus: 0,
        wusanExpireStatus: 0,
        jinjuanExpireStatus: 0,
      },
      isJinjuan: 0,
      referrerManageType: steps.has('referrer') ? referrerManageTypeOf(user) : null,
      courseExams: [...courses]
        .sort((a, b) => a.courseSort - b.courseSort)
        .map(({ courseId, courseName }) => ({ courseId, courseName })),
      schoolGrades: schoolGrades(roster),
      sensitiveInfo: sensitive === undefined ? null : { status: sensitive?.status ?? 0 },
      systemConfig: config,
      userAction: actions?.actions ?? {},
      tables: tables?.tables ?? {},
      vipEnable: vipEnabled(config, userType),
      virtualPaperReadUserFlag: false,
      ip,
      serverTime: now(),
    }
  }),
]
