/** An exam read by its parts: what its caller sees of it, and nothing more. */
import { beforeAll, describe, expect, it } from 'vitest'
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import * as calls from '#shared/exam/roster/trace.calls.ts'
import { newId } from '#functions/kit/ports.ts'
import type { AreaId, CardId, ExamId, QuestionId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { exams, papers } from '../exam.store.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  standAt,
  storeExam,
  storeSchool,
  teacherAt,
} from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

const questions: PaperQuestion[] = [
  { questionId: newId<QuestionId>('question'), number: '1', unitType: 1, fullScore: 500, optionCount: 4, answer: 'A' },
  { questionId: newId<QuestionId>('question'), number: '2', unitType: 5, fullScore: 1000 },
]

describe('of a school’s own exam', () => {
  it('are told courses, papers, full marks, classes and what hangs together, to those who see them', async () => {
    const schoolId = newId<SchoolId>('school')
    const tenant = schoolTenant(schoolId)
    const classes = classesNamed('1班', '2班')
    const stored = examOfSchool(schoolId, questions, { classes, candidateCount: 2, step: 3 })
    const { examId, paperId, courseId, courseName } = stored.paper
    const admin = await testCaller({ userType: 2, tenant })
    const teacher = await testCaller({ userType: 3, tenant, teacherId: newId<TeacherId>('teacher') })
    await storeExam(
      stored,
      [0, 1].map((i) => candidateAt(stored.school, i, newId<StudentId>('student'), classes[i]!)),
      [teacherAt(stored.paper, 0, teacher.caller, classes[0]!)],
    )
    const cardId = newId<CardId>('card')
    await asFunction('exam-api', async () => void (await papers.save({ ...(await papers.get({ paperId }))!, cardId })))
    const ask = async <C extends Parameters<typeof send>[1]>(call: C, input: object, who = admin) =>
      send(handler, call, input as never, who.token)
    const course = { paperId, courseId, courseName }
    const { data: trace } = await ask(calls.examTrace, { examId })
    expect(trace).toMatchObject({
      examType: stored.exam.examType,
      creatorId: stored.exam.creatorId,
      examCourse: [{ courseId, examCourseStatus: 3, paperList: [{ paperId, examPaperStatus: 3, furthest: 3 }] }],
      examSchool: [{ schoolId }],
    })
    const classIds = async (who: typeof admin) => {
      const { data } = await ask(calls.examTrace, { examId }, who)
      return (data as { examClass: { className: string }[] }).examClass.map((c) => c.className)
    }
    expect([await classIds(admin), await classIds(teacher)]).toEqual([['1班', '2班'], ['1班']])
    expect((await ask(calls.examFullMarks, { examId })).data).toEqual([{ ...course, fullMark: 1500 }])
    const counted = { ...course, questions: 2, objective: 1, fullMark: 1500, lowest: 3, furthest: 3 }
    expect((await ask(calls.allPapers, { examId })).data).toEqual([{ ...counted, cardId }])
    expect((await ask(calls.allPapers, { examId }, teacher)).data).toEqual([counted])
    expect((await ask(calls.hasExamItem, { paperId })).data).toEqual({ hasExamItem: true })
    expect((await ask(calls.paperRelation, { paperId })).data).toEqual({ cardId, totals: [] })
    const organiser = await testCaller({ userType: 18, tenant })
    expect((await ask(calls.unionCourses, { examId }, organiser)).status).toBe(examProblems.jointOnly.status)

    const stranger = await testCaller({ userType: 2, tenant: schoolTenant(newId<SchoolId>('school')) })
    for (const call of [calls.examTrace, calls.examFullMarks, calls.allPapers])
      expect((await ask(call, { examId }, stranger)).http).toBe(403)
    for (const call of [calls.hasExamItem, calls.paperRelation])
      expect((await ask(call, { paperId }, stranger)).http).toBe(403)
    expect((await ask(calls.examTrace, { examId: newId<ExamId>('exam') })).http).toBe(403)
    await asFunction('exam-api', async () => void (await exams.edit({ examId }, (e) => ({ ...e!, deletedAt: 1 }))))
    expect((await ask(calls.examFullMarks, { examId })).status).not.toBe(0)
  })
})

it('of a joint exam the organiser is told schools and takers, a school nothing until it is released, and then itself', async () => {
  const [here, there] = [newId<SchoolId>('school'), newId<SchoolId>('school')]
  const areaId = newId<AreaId>('area')
  const owner = `a:${areaId}` as Tenant
  const [one, two] = classesNamed('1班', '2班')
  const stored = examOfSchool(here, questions, {
    classes: [one!],
    candidateCount: 3,
    owner,
    examType: 9,
    schoolCount: 2,
    step: paperStep.done,
  })
  const { examId } = stored.exam
  await storeExam(stored, [candidateAt(stored.school, 0, newId<StudentId>('student'), one!)])
  const other = schoolIn(stored.exam, there, 2, { classCount: 1, candidateCount: 2 })
  await storeSchool(
    other,
    classesIn(other, [two!]),
    [candidateAt(other, 1, newId<StudentId>('student'), two!)],
    paperStep.done,
  )
  const ask = (call: Parameters<typeof send>[1], who: { token: string }, more: object = {}) =>
    send(handler, call, { examId, ...more } as never, who.token)
  const organiser = await testCaller({ userType: 18, tenant: owner, areaId })
  const head = await testCaller({ userType: 2, tenant: schoolTenant(here) })
  type Trace = { examSchool: { schoolId: string }[]; examClass: { className: string }[] }
  const trace = async (who: { token: string }, more: object = {}) => {
    const { examSchool, examClass } = (await ask(calls.examTrace, who, more)).data as Trace
    return [examSchool.map((s) => s.schoolId), examClass.map((c) => c.className)]
  }
  const [course] = (await ask(calls.unionCourses, organiser)).data as { schools: number; takers: number }[]
  expect(course).toMatchObject({ schools: 2 })
  expect(course!.takers).toBeGreaterThanOrEqual(3)
  // Of which school is said: classes of four hundred are none of an answer.
  expect(await trace(organiser)).toEqual([[here, there], []])
  expect(await trace(organiser, { schoolId: there })).toEqual([[here, there], ['2班']])
  // Of hundreds a page at a time, of any school the classes.
  expect(await trace(organiser, { schoolId: there, pageSize: 1 })).toEqual([[here], ['2班']])
  expect(await trace(organiser, { pageSize: 1, pageNumber: 2 })).toEqual([[there], []])
  expect(((await ask(calls.examTrace, organiser, { pageSize: 1 })).data as { schoolTotal: number }).schoolTotal).toBe(2)
  expect((await ask(calls.examTrace, head)).http).toBe(403)
  await standAt(examId, paperStep.released)
  expect(await trace(head)).toEqual([[here], ['1班']])
  expect(await trace(head, { schoolId: there })).toEqual([[here], ['1班']])
  expect((await ask(calls.unionCourses, head)).http).toBe(403)
})
