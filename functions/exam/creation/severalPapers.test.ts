/** Several papers of a course: added, each sat by the classes that it is said for, and kept so when the roster changes. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/exam/creation/course.calls.ts'
import * as examCalls from '#shared/exam/exam.calls.ts'
import { examProblems as no } from '#shared/exam/exam.problems.ts'
import { addCourses, changeRoster, rosterPreview } from '#shared/exam/roster/roster.calls.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import { createClass } from '#shared/school/classes/class.calls.ts'
import { listCourses } from '#shared/school/classes/course.calls.ts'
import { createStudent } from '#shared/school/people/student.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { examOf, ownerSchool, paperOf } from '../exam.public.ts'
import { rosterOf } from '../roster/roster.plan.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { movePaper } from '../step.public.ts'

let school: Awaited<ReturnType<typeof aSchoolThroughGateway>>
let other: string
let courseId: string
let examId: ExamId
let first: PaperId
let second: PaperId

const ask = async (call: Parameters<typeof send>[1], input: object) =>
  (await send(handler, call, { examId, ...input } as never, school.admin.token)) as {
    status: number
    message: string
    data: Record<string, never>
  }
const version = async () => (await examOf(examId))!.version
const lines = async (wish: object) => ((await ask(calls.coursePreview, { wish })).data as { lines?: string[] }).lines
const roster = async () => rosterOf((await ownerSchool((await examOf(examId))!))!)
/** Who sits which, by number. */
const sitting = async () =>
  Object.fromEntries(
    (await roster())
      .map((c) => [c.studentNumber.slice(-1), [first, second].map((id) => takesPaper(c, id))] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
const student = (classId: string, n: number) =>
  viaGateway(
    createStudent,
    { classId, studentName: `学生${n}`, studentNumber: `2026000${n}` } as never,
    school.admin.token,
  )

beforeAll(async () => {
  actAs('exam-api')
  school = await aSchoolThroughGateway(`两卷小学${newId('school').slice(-8)}`)
  const { schoolId, gradeId, classId, admin } = school
  courseId = (await viaGateway(listCourses, { schoolId }, admin.token)).data[0]!.courseId
  other = (await viaGateway(createClass, { schoolId, gradeId, className: '2班' } as never, admin.token)).data.classId
  await student(classId, 1)
  await student(other, 2)
  const wish = { schoolId, gradeId, classIds: [classId, other], courseIds: [courseId] }
  const made = { ...wish, examName: '期中', examType: 3, examDate: 0 }
  const { data } = await send(handler, examCalls.createExam, made as never, admin.token)
  examId = data.examId
  first = data.paperIds[0]!
})

it('a second paper has a name of its own and is sat by all, until classes are said', async () => {
  const add = { courseIds: [courseId], paperName: '语文B卷' }
  const twice = await ask(addCourses, { courseIds: [courseId], version: await version() })
  expect(twice.status).toBe(no.courseTaken.status)
  expect((await lines({ kind: 'add', ...add }))![0]).toContain('语文B卷是语文的另一份试卷')
  const { data } = await ask(addCourses, { ...add, version: await version() })
  second = (data as unknown as { paperIds: PaperId[] }).paperIds[0]!
  expect(await paperOf(second)).toMatchObject({ courseId, courseName: '语文B卷' })
  expect(await sitting()).toEqual({ 1: [true, true], 2: [true, true] })
  expect((await ask(addCourses, { ...add, version: await version() })).status).toBe(no.courseTaken.status)
  const strange = { courseIds: [newId('course')], paperName: '另一份', version: await version() }
  expect((await ask(addCourses, strange)).status).toBe(commonProblems.notFound.status)
})

it('each class sits its own, as it was said before; the counts of a school follow', async () => {
  const wishes = [
    { paperId: second, classIds: [other] },
    { paperId: first, classIds: [school.classId] },
  ]
  expect(await lines({ kind: 'classes', ...wishes[0] })).toEqual(['1班（1人）不再参加语文B卷。'])
  for (const wish of wishes)
    expect((await ask(calls.setPaperClasses, { ...wish, version: await version() })).status).toBe(0)
  expect(await sitting()).toEqual({ 1: [true, false], 2: [false, true] })
  const part = (await ownerSchool((await examOf(examId))!))!
  expect(part.papers.map((p) => [p.paperId, p.takers])).toEqual([
    [first, 1],
    [second, 1],
  ])
  const { papers } = (await send(handler, calls.courseStand, { examId }, school.admin.token)).data
  expect(papers.map((p) => p.classIds)).toEqual([[school.classId], [other]])
  const same = await ask(calls.setPaperClasses, { ...wishes[0], version: await version() })
  expect(same.status).toBe(no.courseSame.status)
  const none = await ask(calls.setPaperClasses, { paperId: first, classIds: [], version: await version() })
  expect(none.status).toBe(no.paperNowhere.status)
  const stale = await ask(calls.setPaperClasses, { paperId: first, classIds: [other], version: 1 })
  expect(stale.status).toBe(commonProblems.stale.status)
})

it('who comes to a class later sits its paper', async () => {
  await student(other, 3)
  await student(school.classId, 4)
  const { data } = await ask(rosterPreview, { wish: { kind: 'today' } })
  const seen = data as unknown as { version: number }
  expect((await ask(changeRoster, { wish: { kind: 'today' }, version: seen.version })).status).toBe(0)
  expect(await sitting()).toEqual({ 1: [true, false], 2: [false, true], 3: [false, true], 4: [true, false] })
  const there = await ask(calls.courseStand, {})
  expect((there.data as unknown as { papers: { classIds: string[] }[] }).papers.map((p) => p.classIds)).toEqual([
    [school.classId],
    [other],
  ])
})

it('an exam like it has both papers, and classes are said anew', async () => {
  const { schoolId, gradeId, classId } = school
  const wish = { schoolId, gradeId, classIds: [classId, other], courseIds: [courseId], examName: '期末', examType: 3 }
  const like = { examId, takes: ['structure'] }
  const made = await send(handler, examCalls.createExam, { ...wish, examDate: 0, like } as never, school.admin.token)
  expect((await examOf(made.data.examId))!.papers.map((p) => [p.courseId, p.courseName])).toEqual([
    [courseId, '语文'],
    [courseId, '语文B卷'],
  ])
})

it('what is scanned keeps its classes', async () => {
  await movePaper({ examId, paperId: first }, 'scanned')
  const late = await ask(calls.setPaperClasses, {
    ...{ paperId: first, classIds: [school.classId, other], version: await version() },
  })
  expect(late.status).toBe(no.paperStands.status)
})
