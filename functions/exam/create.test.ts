/** Exams that a job makes: of several schools, and of more candidates than a call copies. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import { createExamJob } from '#shared/exam/exam.jobs.ts'
import type { AreaId, CourseId, ExamId, JobId } from '#shared/kit/ids.ts'
import { createClass, listGrades } from '#shared/school/class.calls.ts'
import { listCourses } from '#shared/school/course.calls.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { createStudent } from '#shared/school/student.calls.ts'
import { createTeacher } from '#shared/school/teacher.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { putJson } from '#functions/kit/objects.ts'
import { newId, randomOf } from '#functions/kit/ports.ts'
import { actAs, asFunction, driveJob, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, queueJob } from '#functions/kit/work.ts'
import { creationKey } from './creation.ts'
import { draftOf } from './exam.commands.ts'
import { handler } from './exam.api.ts'
import { candidatesOf, examClassesOf, examOf, examSchoolsOf, examTeachersOf, papersOf } from './exam.public.ts'
import { candidates } from './exam.store.ts'
import { works } from './exam.work.ts'
import { stepsOfPaper } from './step.public.ts'

type Who = Awaited<ReturnType<typeof testCaller>>
const account = () => `j${newId('account').slice(-12)}`

/** Two schools of one area: two students in one class of the first, one in the second; the same numbers in both. */
const anArea = async () => {
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  const areaCode = [...randomOf(12)].map((b) => String(b % 10)).join('')
  const { areaId } = (await viaGateway(createArea, { areaName: '联考区', areaCode }, operator.token)).data
  const schools: {
    schoolId: never
    admin: Who
    classId: string
    courses: { courseId: string; courseName: string }[]
  }[] = []
  let enrolmentYear = 0
  for (const [i, count] of [2, 1].entries()) {
    const wish = { areaId, schoolName: `联考${areaCode}第${i + 1}小学`, stage: 1, accountName: account() }
    const { schoolId } = (await viaGateway(createSchool, wish, operator.token)).data
    const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
    const grade = (await viaGateway(listGrades, { schoolId }, admin.token)).data[0]!
    enrolmentYear = grade.enrolmentYear
    const { classId } = (await viaGateway(createClass, { gradeId: grade.gradeId, className: '1班' }, admin.token)).data
    for (let n = 1; n <= count; n++) {
      const student = { classId, studentName: `学生${n}`, studentNumber: `2026000${n}` }
      await viaGateway(createStudent, student, admin.token)
    }
    const courses = (await viaGateway(listCourses, { schoolId }, admin.token)).data
    schools.push({ schoolId: schoolId as never, admin, classId, courses })
  }
  const bureau = await testCaller({ userType: 18, tenant: `a:${areaId as AreaId}` })
  return { schools, bureau, enrolmentYear }
}

let of: Awaited<ReturnType<typeof anArea>>
const wish = (more: object = {}) => ({
  schoolIds: of.schools.map((s) => s.schoolId),
  stage: 1,
  enrolmentYear: of.enrolmentYear,
  courseNames: ['语文', '数学'],
  examName: '全区联考',
  examType: 7,
  examDate: Date.UTC(2026, 10, 20),
  ...more,
})

/** Asks for an exam, and walks its job here instead of in the cloud. */
const begun = async (more: object = {}, who = of.bureau) => {
  const { data } = await send(handler, calls.createJointExam, wish(more) as never, who.token)
  return data as { examId: ExamId; uuid: JobId }
}

/** An exam as its job begins with it. */
const wished = () => {
  const { schoolIds, stage, enrolmentYear, courseNames, ...said } = wish()
  const { caller } = of.bureau
  const courses = courseNames.map((courseName) => ({ courseId: newId<CourseId>('course'), courseName }))
  const exam = draftOf(caller.tenant, { ...said, gradeName: '一年级', term: '2026-1' }, courses, 2, caller)
  return { exam, caller, schools: schoolIds.map((schoolId) => ({ schoolId })), grade: { stage, enrolmentYear } }
}

beforeAll(async () => {
  actAs('exam-api')
  of = await anArea()
})

it('is whole when it is seen: a row for each school and class, the papers that each takes, numbers that are of no other candidate', async () => {
  const { examId } = await begun()
  expect(examId).toMatch(/^ex_/)
  await expect.poll(() => examOf(examId), { timeout: 30_000 }).not.toBeNull()
  const exam = (await examOf(examId))!
  expect(exam).toMatchObject({ schoolCount: 2, classCount: 2, candidateCount: 3, owner: of.bureau.caller.tenant })
  const schools = await examSchoolsOf(examId)
  expect(schools.map((s) => [s.ordinal, s.candidateCount, s.papers.length])).toEqual([
    [1, 2, 2],
    [2, 1, 2],
  ])
  const [maths] = exam.papers.filter((p) => p.courseName === '数学')
  for (const [i, s] of schools.entries()) {
    const own = of.schools[i]!.courses.find((c) => c.courseName === '数学')!
    expect(s.papers.find((p) => p.paperId === maths!.paperId)?.courseId).toBe(own.courseId)
  }
  expect((await examClassesOf(examId)).map((c) => c.candidateCount)).toEqual([2, 1])
  expect((await candidatesOf(examId)).map((c) => c.studentNumber)).toEqual(['120260001', '120260002', '220260001'])
  expect((await papersOf(examId)).map((p) => p.courseName).sort()).toEqual(['数学', '语文'])
  expect((await stepsOfPaper({ examId, paperId: maths!.paperId })).map((s) => s.step)).toEqual([1, 1])
  const seen = async (who: Who) => (await send(handler, calls.listExams, {}, who.token)).data.list.map((e) => e.examId)
  expect(await seen(of.bureau)).toEqual([examId])
  expect(await seen(of.schools[0]!.admin)).toEqual([])
})

it('a teacher teaches the exam’s course in it, whatever row the school has of that course', async () => {
  const [school] = of.schools
  const own = school!.courses.find((c) => c.courseName === '数学')!
  const teaches = [{ classId: school!.classId, courseId: own.courseId, isHead: false }]
  const teacher = {
    schoolId: school!.schoolId,
    teacherName: '老师',
    accountName: account(),
    password: 'first-password',
  }
  await viaGateway(createTeacher, { ...teacher, teaches } as never, school!.admin.token)
  const { examId } = await begun({ examName: '有教师' })
  await expect.poll(() => examOf(examId), { timeout: 30_000 }).not.toBeNull()
  const maths = (await examOf(examId))!.papers.find((p) => p.courseName === '数学')!
  expect((await examTeachersOf(examId)).map((t) => t.teaches)).toEqual([
    [{ classId: school!.classId, courseId: maths.courseId, isHead: false }],
  ])
})

it('every step may run again and be cut off: the exam is the same, and not there before the end', async () => {
  const whole = wished()
  const { exam, caller } = whole
  await asFunction('exam-work', async () => {
    const jobId = newId<JobId>('job')
    const wishKey = creationKey(jobId, exam.owner, exam.examId, 'wish.json')
    await putJson(wishKey, whole)
    const by = { tenant: exam.owner, userId: caller.userId }
    const state = await queueJob(createExamJob, { examId: exam.examId, wishKey }, by, { jobId })
    const run = { ...state, job: createExamJob.name }
    const [work] = works
    // Cut off before the end: nothing is seen.
    const steps = { ...work!.steps, finish: () => Promise.reject(new Error('cut off')) }
    await expect(driveJob([{ ...work!, steps }], run, 1)).rejects.toThrow('cut off')
    expect(await examOf(exam.examId)).toBeNull()
    // One who has left the school since is not in it.
    const [first] = await candidatesOf(exam.examId)
    const left = { ...first!, studentId: newId('student') as never, studentNumber: '19' }
    await candidates.put(left)
    await driveJob(works, run)
    await driveJob(works, run)
    expect(await examOf(exam.examId)).toMatchObject({ candidateCount: 3, version: 1 })
    expect((await candidatesOf(exam.examId)).map((c) => c.studentNumber)).toEqual([
      '120260001',
      '120260002',
      '220260001',
    ])
  })
})

it('is refused where a school has no such grade, or no school such a course; and to whom no area is', async () => {
  const failed = async (more: object) => {
    const { uuid } = await begun(more)
    await expect.poll(async () => (await jobRecords.get({ jobId: uuid }))?.status, { timeout: 30_000 }).toBe(30)
    return (await jobRecords.get({ jobId: uuid }))!.message
  }
  expect(await failed({ enrolmentYear: 2001 })).toContain('有2所学校没有所选年级')
  expect(await failed({ courseNames: ['数学', '占星'] })).toContain('占星')
  const ask = (who: Who, more: object) => send(handler, calls.createJointExam, wish(more) as never, who.token)
  const other = await testCaller({ userType: 18, tenant: `a:${newId<AreaId>('area')}` })
  expect((await ask(other, {})).http).toBe(403)
  const operator = await testCaller({ userType: 1, tenant: 'p' })
  expect((await ask(operator, {})).message).toContain('区域')
})
