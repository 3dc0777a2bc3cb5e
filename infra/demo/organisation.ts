/** The demo's two areas, their schools and their people, made by the calls that their administrators make. */
import { bindChild } from '#shared/identity/accounts/children.calls.ts'
import { createInvite } from '#shared/identity/registration/register.calls.ts'
import { openUser } from '#shared/identity/identity.calls.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import { placeSchool } from '#shared/school/place.calls.ts'
import { createArea, createSchool, openStaff, schoolDetail } from '#shared/school/school.calls.ts'
import { listClasses, listGrades } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { importStudents } from '#shared/school/people/student.calls.ts'
import { signInAs } from './client.ts'
import type { Client } from './client.ts'
import { gradeRoster, personName, rosterCsv } from './people.ts'
import type { DemoStudent } from './people.ts'
import { initialsOf } from '#functions/school/people/pinyin.ts'
import { diceOf } from './paper/seed.ts'

export type DemoAccount = {
  accountName: string
  password: string
  userType: number
  label: string
  schoolName?: string
}

export const demoPassword = 'Qinghe2026'
/** Who organises the joint exams of the first area. */
export const organiserAccount = 'qhs_lk'
/** The second area's own. */
const officerAccount = 'yxx_jys'

/**
 * small: for tests, one school of one grade with two small classes. school: the first school whole. world: both areas with
 * all their schools, and those that sit the joint exams.
 */
export type DemoSize = 'small' | 'school' | 'world'

/** Which course of the first school is being marked. */
export const markedCourse = 2

type Teacher = { teacherId: string; accountName: string; teacherName: string; courseName: string }
export type DemoGrade = {
  gradeId: string
  enrolmentYear: number
  gradeName: string
  classes: { classId: string; className: string }[]
  students: DemoStudent[]
}
export type DemoSchool = {
  schoolId: string
  schoolName: string
  /** With which its people's account names begin. */
  code: string
  areaId: string
  areaName: string
  stage: number
  admin: Client
  courses: { courseId: string; courseName: string }[]
  grades: DemoGrade[]
  teachers: Teacher[]
}

type Plan = {
  name: string
  code: string
  stage: number
  area: number
  classes: number
  /** Where it is another number, of the lowest grade. */
  lowest?: number
  size: number
  className: (n: number) => string
  /** Fewer grades and courses than a demo has. */
  grades?: number
  courses?: number
  /** The people are the same in every year: only their numbers tell it. */
  sameEachYear?: boolean
}

const plans: readonly Plan[] = [
  {
    name: '青禾市第一中学',
    code: 'qhyz',
    stage: 1,
    area: 0,
    classes: 8,
    lowest: 2,
    courses: 9,
    size: 30,
    className: (n) => `${n}班`,
  },
  { name: '青禾实验中学', code: 'qhsy', stage: 2, area: 0, classes: 6, size: 30, className: (n) => `${n}班` },
  { name: '云溪县第二中学', code: 'yxez', stage: 1, area: 1, classes: 5, size: 30, className: (n) => `${n}班` },
  { name: '云溪县实验小学', code: 'yxxx', stage: 3, area: 1, classes: 4, size: 30, className: (n) => `${n}班` },
  { name: '青禾师范大学', code: 'qhsd', stage: 4, area: 0, classes: 2, size: 30, className: (n) => `数学${n}班` },
]

/** They sit the joint exams with the first school, and have one grade with people in it. */
const partners: readonly Plan[] = [
  ['青禾市第二中学', 'qhez'],
  ['青禾市外国语学校', 'qhwy'],
  ['青禾市育才中学', 'qhyc'],
  ['青禾市滨江中学', 'qhbj'],
  ['青禾市高级中学', 'qhgj'],
].map(([name = '', code = '']) => ({
  name,
  code,
  stage: 1,
  area: 0,
  classes: 1,
  size: 10,
  className: (n) => `${n}班`,
  grades: 1,
  courses: 1,
}))

/** Grades of the roster: the lowest three of each stage, so that some 2 000 students are there. */
const gradesSeeded = 3
/** A school for tests: one grade of two small classes, four teachers. */
const small = { classes: 2, lowest: 2, size: 6, grades: 1, courses: 2, sameEachYear: true }
const plansOf: Record<DemoSize, readonly Plan[]> = {
  small: plans.slice(0, 1).map((plan) => ({ ...plan, ...small })),
  school: plans.slice(0, 1),
  world: [...plans, ...partners],
}

const teachersOf = async (school: Omit<DemoSchool, 'teachers'>, plan: Plan, seed: string): Promise<Teacher[]> => {
  const dice = diceOf(`${seed}:teachers`)
  const grade = school.grades[0]!
  const made: Teacher[] = []
  for (const [i, course] of school.courses.slice(0, plan.courses ?? 6).entries()) {
    // Two teachers a course in the lowest grade, the first of them head of a class.
    for (const half of [0, 1]) {
      const teacherName = personName(dice)
      const accountName = `${plan.code}_t${i * 2 + half + 1}`
      const own = grade.classes.filter((_, c) => c % 2 === half)
      const head = i === 0 ? own[0] : undefined
      const { teacherId } = await school.admin.ask(createTeacher, {
        schoolId: school.schoolId as never,
        teacherName,
        accountName,
        password: demoPassword,
        mustChangePassword: false,
        teaches: [
          ...own.map((c) => ({ classId: c.classId as never, courseId: course.courseId as never, isHead: false })),
          ...(head ? [{ classId: head.classId as never, isHead: true }] : []),
        ],
      })
      made.push({ teacherId, accountName, teacherName, courseName: course.courseName })
    }
  }
  return made
}

const openSchool = async (
  address: string,
  root: Client,
  plan: Plan,
  area: { areaId: string; areaName: string },
  seed: string,
  say: (line: string) => void,
): Promise<DemoSchool> => {
  const { schoolId } = await root.ask(createSchool, {
    areaId: area.areaId as never,
    schoolName: plan.name,
    stage: plan.stage,
    accountName: `${plan.code}_admin`,
    password: demoPassword,
    mustChangePassword: false,
  })
  // As registers number schools: another area's organiser invites a school by its code.
  const { version } = await root.ask(schoolDetail, { schoolId })
  await root.ask(placeSchool, { schoolId, schoolCode: `${plan.code.toUpperCase()}2026`, version })
  const admin = await signInAs(address, `${plan.code}_admin`, demoPassword)
  const [allGrades, courses] = await Promise.all([
    admin.ask(listGrades, { schoolId }),
    admin.ask(listCourses, { schoolId }),
  ])
  const grades: DemoGrade[] = []
  const seeded = allGrades.filter((g) => !g.graduated).slice(0, plan.grades ?? gradesSeeded)
  for (const [i, grade] of seeded.entries()) {
    const classes = i === 0 ? (plan.lowest ?? plan.classes) : plan.classes
    const students = gradeRoster(`${seed}:${plan.code}:${plan.sameEachYear ? grade.gradeName : grade.enrolmentYear}`, {
      year: grade.enrolmentYear,
      classNames: Array.from({ length: classes }, (_, c) => plan.className(c + 1)),
      size: plan.size,
      digits: 10,
    })
    const [file] = await admin.upload('roster', [
      { name: `${grade.gradeName}学生名单.csv`, bytes: rosterCsv(students, grade.gradeName) },
    ])
    const { uuid } = await admin.ask(importStudents, {
      schoolId,
      key: file!.key,
      fileName: file!.name,
      gradeId: grade.gradeId,
      mode: 'all',
      createClasses: true,
      initialPassword: demoPassword,
      mustChangePassword: false,
    })
    const { result } = await admin.job(uuid)
    const added = (result as { added?: number } | undefined)?.added
    if (added !== students.length)
      throw new Error(`${plan.name}: ${String(added)} of ${students.length} students came in`)
    grades.push({
      gradeId: grade.gradeId,
      enrolmentYear: grade.enrolmentYear,
      gradeName: grade.gradeName,
      classes: await admin.ask(listClasses, { schoolId, gradeId: grade.gradeId }),
      students,
    })
  }
  const { code, name: schoolName, stage } = plan
  const school = { schoolId, schoolName, code, ...area, stage, admin, courses, grades }
  const teachers = await teachersOf(school, plan, seed)
  say(`${plan.name}：${grades.reduce((n, g) => n + g.students.length, 0)} 名学生，${teachers.length} 名教师`)
  return { ...school, teachers }
}

export type Organisation = {
  root: Client
  schools: DemoSchool[]
  /** Those that sit joint exams: empty but in the world, and where `beside` asks for some. */
  joint: DemoSchool[]
  accounts: DemoAccount[]
}

/**
 * Makes all of it. `root` is the platform's first administrator. `beside`: so many schools of one class of three sit joint
 * exams with the first.
 */
export const openOrganisation = async (
  address: string,
  root: Client,
  { seed, say, size, beside = 0 }: { seed: number; say: (line: string) => void; size: DemoSize; beside?: number },
): Promise<Organisation> => {
  const areas: { areaId: string; areaName: string }[] = []
  for (const [areaName, areaCode] of [
    ['青禾市', '4401'],
    ['云溪县', '3502'],
  ] as const)
    areas.push({ ...(await root.ask(createArea, { areaName, areaCode })), areaName })
  const open = (plan: Plan) => openSchool(address, root, plan, areas[plan.area]!, String(seed), say)
  const tiny = partners.slice(0, beside).map((plan) => ({ ...plan, size: 3, sameEachYear: true }))
  const [schools, others] = await Promise.all([Promise.all(plansOf[size].map(open)), Promise.all(tiny.map(open))])
  const accounts = await openEveryType(address, root, schools, areas[0]!)
  if (size !== 'world') return { root, schools, joint: beside > 0 ? [schools[0]!, ...others] : [], accounts }
  accounts.push(await openOrganiser(root, areas[0]!), await openOfficer(root, areas[1]!))
  return { root, schools, joint: [schools[0]!, ...schools.slice(plans.length)], accounts: byType(accounts) }
}

/** The demo's parent links a child as parents do: by name, number and the school's code. */
const linkChild = async (address: string, root: Client, school: DemoSchool): Promise<void> => {
  const parent = await signInAs(address, 'demo5', demoPassword)
  const child = school.grades[0]!.students[0]!
  const schoolId = school.schoolId as never
  const invite = { schoolId, note: '高一(1)班家长', places: 60, days: 30 }
  const { code } = await root.ask(createInvite, invite)
  const of = { studentName: child.name, studentNum: child.number, schoolId, inviteCode: code }
  await parent.ask(bindChild, of)
}

const byType = (accounts: readonly DemoAccount[]): DemoAccount[] =>
  [...accounts].sort((a, b) => a.userType - b.userType)

/** Who plans the area's joint exams, hands in their scores and publishes them. */
const openOrganiser = async (root: Client, area: { areaId: string; areaName: string }): Promise<DemoAccount> => {
  const account = { accountName: organiserAccount, password: demoPassword, userType: 18 }
  await root.ask(openUser, {
    ...account,
    userName: `${area.areaName}联考办公室`,
    stage: 0,
    area: { areaId: area.areaId as never, areaName: area.areaName },
  })
  return { ...account, label: '联考组织者', schoolName: area.areaName }
}

/** Who sees the second area's schools, and none of the first's: a joint exam of both is the first's organiser's. */
const openOfficer = async (root: Client, area: { areaId: string; areaName: string }): Promise<DemoAccount> => {
  const account = { accountName: officerAccount, password: demoPassword, userType: 13 }
  await root.ask(openUser, {
    ...account,
    userName: `${area.areaName}教研室`,
    stage: 0,
    area: { areaId: area.areaId as never, areaName: area.areaName },
  })
  return { ...account, label: userTypeLabels[13], schoolName: area.areaName }
}

/** One account of every user type (spec 1 §1), each where that type belongs. */
const openEveryType = async (
  address: string,
  root: Client,
  schools: DemoSchool[],
  area: { areaId: string; areaName: string },
): Promise<DemoAccount[]> => {
  const first = schools[0]!
  const school = { schoolId: first.schoolId as never, schoolName: first.schoolName }
  const accounts: DemoAccount[] = []
  const add = (accountName: string, userType: number, where?: string, password = demoPassword) =>
    accounts.push({
      accountName,
      password,
      userType,
      label: userTypeLabels[userType as keyof typeof userTypeLabels],
      ...(where ? { schoolName: where } : {}),
    })
  add('root', -1)
  add('qhyz_admin', 2, first.schoolName)
  // Of the other schools too: a joint exam has several.
  for (const s of schools.slice(1)) add(`${s.code}_admin`, 2, s.schoolName)
  // Two with results of their classes, and one with answers to mark (`exams.ts`).
  const marks = first.teachers.find((t) => t.courseName === first.courses[markedCourse]?.courseName)
  for (const t of new Set([...first.teachers.slice(0, 2), ...(marks ? [marks] : [])]))
    add(t.accountName, 3, first.schoolName)
  add(`${await initialsOf(first.schoolName)}${first.grades[0]!.students[0]!.number}`, 4, first.schoolName)
  const inSchool = [8, 9, 10, 11, 12, 15, 20]
  const inArea = [13, 14, 16]
  for (const userType of Object.keys(userTypeLabels).map(Number)) {
    if ([-1, 2, 3, 4].includes(userType)) continue
    const accountName = `demo${userType}`
    const userName = `演示${userTypeLabels[userType as keyof typeof userTypeLabels]}`
    if (inSchool.includes(userType)) {
      await root.ask(openStaff, {
        schoolId: school.schoolId,
        userType,
        userName,
        accountName,
        password: demoPassword,
        mustChangePassword: false,
        // The head of a grade sees it; who directs a subject sees that one.
        ...(userType === 11 ? { gradeIds: [first.grades[0]!.gradeId as never] } : {}),
        ...([8, 12, 20].includes(userType) ? { subjects: [{ courseId: first.courses[1]!.courseId as never }] } : {}),
      })
      add(accountName, userType, first.schoolName)
      continue
    }
    const ofSchool = [5, 7, 21, 22, 23, 24, 26, 27, 28].includes(userType)
    await root.ask(openUser, {
      accountName,
      password: demoPassword,
      userName,
      userType,
      stage: ofSchool ? first.stage : 0,
      ...(inArea.includes(userType)
        ? { area: { areaId: area.areaId as never, areaName: area.areaName } }
        : ofSchool
          ? { school }
          : {}),
    })
    add(accountName, userType, inArea.includes(userType) ? area.areaName : ofSchool ? first.schoolName : undefined)
  }
  await linkChild(address, root, first)
  return byType(accounts)
}
