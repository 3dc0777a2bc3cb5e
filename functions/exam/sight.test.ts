/** Who sees an exam, over the stores; the table of every user type is `sight.rules.test.ts`. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import { createTeacher } from '#shared/school/people/teacher.calls.ts'
import { openStaff } from '#shared/school/school.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from './exam.api.ts'
import { aSchoolThroughGateway } from './school.fixtures.ts'
import { movePaper } from './step.public.ts'

type Who = Awaited<ReturnType<typeof testCaller>>
const account = () => `v${newId('account').slice(-12)}`

let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let examId: ExamId
let paperId: PaperId
let courseIds: string[]
beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway('可见中学')
  const { schoolId, admin, gradeId, classId } = school
  courseIds = (await viaGateway(listCourses, { schoolId }, admin.token)).data.map((c) => c.courseId)
  const other = (await viaGateway(createClass, { gradeId, className: '2班' }, admin.token)).data.classId
  for (const [i, at] of [classId, classId, other].entries()) {
    const student = { classId: at, studentName: `学生${i}`, studentNumber: `2026000${i}` }
    await viaGateway(createStudent, student, admin.token)
  }
  const wish = {
    schoolId,
    gradeId,
    classIds: [classId, other],
    courseIds: [courseIds[1]] as never,
    examName: '期中考试',
    examType: 3,
    examDate: Date.UTC(2026, 10, 1),
  }
  school.head = await teacher({ teaches: [{ classId, isHead: true }] })
  school.director = await teacher({ subjects: [{ courseId: courseIds[1] }] })
  const made = await send(handler, calls.createExam, wish as never, admin.token)
  examId = made.data.examId
  paperId = made.data.paperIds[0]!
})

const teacher = async (more: object): Promise<Who> => {
  const { schoolId, admin } = school
  const input = {
    schoolId,
    teacherName: '老师',
    accountName: account(),
    password: 'first-password',
    teaches: [],
    ...more,
  }
  const { data } = await viaGateway(createTeacher, input as never, admin.token)
  return testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId: data.teacherId })
}
const leader = async (userType: number, more: object): Promise<Who> => {
  const { schoolId, admin } = school
  const input = { schoolId, userType, userName: '领导', accountName: account(), ...more }
  const { data } = await viaGateway(openStaff, input as never, admin.token)
  return testCaller({ userType, tenant: `s:${schoolId}`, userId: data.userId })
}

/** In the list, by its address, its paper, and the classes of its roster. */
const views = async ({ token }: Who) => {
  const [list, detail, paper, classes, students] = await Promise.all([
    send(handler, calls.listExams, {}, token),
    send(handler, calls.examDetail, { examId }, token),
    send(handler, calls.examPaper, { paperId }, token),
    send(handler, calls.examClasses, { examId }, token),
    send(handler, calls.examStudents, { examId }, token),
  ])
  return {
    list: list.data.list.map((e) => e.courses.length),
    detail: detail.http === 200 ? detail.data.papers.length : detail.http,
    paper: paper.http,
    classes: classes.http === 200 ? classes.data.map((c) => c.candidateCount) : classes.http,
    students: students.http === 200 ? students.data.total : students.http,
  }
}
const all = { list: [1], detail: 1, paper: 200, classes: [2, 1], students: 3 }
const nothing = { list: [], detail: 403, paper: 403, classes: 403, students: 403 }

it('a head teacher: the exam, and of its roster the own class', async () => {
  expect(await views(school.head!)).toEqual({ ...all, classes: [2], students: 2 })
})
it('who leads the grade or directs the subject sees all of it, who leads or directs another nothing', async () => {
  const [course, otherCourse] = [courseIds[1], courseIds[0]]
  const { gradeId, otherGradeId } = school
  expect(await views(await leader(11, { gradeIds: [gradeId] }))).toEqual(all)
  expect(await views(await leader(11, { gradeIds: [otherGradeId] }))).toEqual(nothing)
  expect(await views(await leader(12, { subjects: [{ courseId: course }] }))).toEqual(all)
  expect(await views(await leader(12, { subjects: [{ courseId: otherCourse }] }))).toEqual(nothing)
  expect(await views(await leader(20, { subjects: [{ courseId: course, gradeId: otherGradeId }] }))).toEqual(nothing)
  expect(await views(school.director!)).toEqual(all)
})
it('principals see all, the trail of no assignment nothing', async () => {
  expect(await views(await leader(9, {}))).toEqual(all)
  expect(await views(await teacher({}))).toEqual(nothing)
})

it('once it is deleted is there for its managers alone, by its address too, until it is had back', async () => {
  const { admin, head, director } = school
  const { version } = (await send(handler, calls.examDetail, { examId }, admin.token)).data.exam
  expect((await send(handler, calls.deleteExam, { examId, version }, admin.token)).status).toBe(0)
  for (const who of [head!, director!, await leader(9, {})]) expect(await views(who)).toEqual(nothing)
  expect((await send(handler, calls.examDetail, { examId }, admin.token)).data.exam.deletedAt).toBeGreaterThan(0)
  expect((await send(handler, calls.restoreExam, { examId }, admin.token)).status).toBe(0)
  expect(await views(director!)).toEqual(all)
})

it('an exam whose subjects are published one by one: each row says which can be read', async () => {
  const { schoolId, gradeId, classId, admin } = school
  const wish = { schoolId, gradeId, classIds: [classId], courseIds: courseIds.slice(0, 3), examName: '分科发布' }
  const more = { examType: 3, examDate: Date.UTC(2026, 10, 2) }
  const { data: made } = await send(handler, calls.createExam, { ...wish, ...more } as never, admin.token)
  const readable = async () =>
    (await send(handler, calls.listExams, { readable: true }, admin.token)).data.list.map((e) => e.examId as string)
  expect(await readable()).not.toContain(made.examId)
  await movePaper({ examId: made.examId, paperId: made.paperIds[1]! }, 'released')
  expect(await readable()).toContain(made.examId)
  const { data } = await send(handler, calls.listExams, {}, admin.token)
  const listed = data.list.find((e) => e.examId === made.examId)!
  expect([listed.status, listed.courses.map((c) => c.released)]).toEqual([1, [false, true, false]])
})
