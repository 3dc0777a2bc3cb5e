/** What a school sees of an area's exam that it sits: nothing until all of it is released, then the results of its own classes. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { AreaId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { seesCandidate } from '#shared/exam/sight.rules.ts'
import { handler } from '../exam.api.ts'
import { candidatesOf, examOf, papersOf } from '../exam.public.ts'
import { aJointExamOf, aStudentIn } from './joint.fixtures.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { paperResolver, paperResultSightOf, resultResolver } from '../sight.public.ts'
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

type Who = Awaited<ReturnType<typeof testCaller>>
beforeAll(() => actAs('exam-api'))

/** Two schools of two students each, in one class, and a third that takes no part. */
const aJointExam = async () => {
  const [here, there, elsewhere] = [0, 1, 2].map(() => newId<SchoolId>('school')) as [SchoolId, SchoolId, SchoolId]
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const [ownClass, otherClass] = classesNamed('1班', '2班')
  const stored = examOfSchool(here, [], {
    classes: [ownClass!],
    candidateCount: 4,
    owner,
    examType: 9,
    schoolCount: 2,
    step: paperStep.done,
  })
  const { exam, paper, school } = stored
  const students = Array.from({ length: 4 }, () => newId<StudentId>('student'))
  const teacher = await testCaller({ userType: 3, tenant: schoolTenant(here), teacherId: newId<TeacherId>('teacher') })
  await storeExam(
    stored,
    students.slice(0, 2).map((id, i) => candidateAt(school, i, id, ownClass!)),
    [teacherAt(paper, 0, teacher.caller, ownClass!)],
  )
  const other = schoolIn(exam, there, 2, { classCount: 1, candidateCount: 2 })
  await storeSchool(
    other,
    classesIn(other, [otherClass!]),
    students.slice(2).map((id, i) => candidateAt(other, i + 2, id, otherClass!)),
    paperStep.done,
  )
  const of = (userType: number, schoolId: SchoolId, more: object = {}): Promise<Who> =>
    testCaller({ userType, tenant: schoolTenant(schoolId), ...more })
  return { exam, paper, ownClass: ownClass!, students, owner, here, there, elsewhere, teacher, of }
}
const listed = async (examId: string, { token }: Who) =>
  (await send(handler, calls.listExams, {}, token)).data.list.filter((e) => e.examId === examId)

it('is nothing until the exam is released, and then the own classes: no other school’s people, nothing to manage', async () => {
  const { exam, paper, ownClass, students, here, elsewhere, teacher, of } = await aJointExam()
  const { examId } = exam
  const head = await of(2, here)
  const sees = ({ caller }: Who) => resultResolver([paper.paperId], caller)
  for (const who of [head, teacher]) expect([await listed(examId, who), await sees(who)]).toEqual([[], false])

  await standAt(examId, paperStep.released)
  expect(await listed(examId, head)).toMatchObject([{ examId, mayManage: false, courses: [{ courseName: '数学' }] }])
  const roster = await send(handler, calls.examStudents, { examId }, head.token)
  expect(roster.data.list.map((c) => c.studentId)).toEqual(students.slice(0, 2))
  const classes = await send(handler, calls.examClasses, { examId }, head.token)
  expect(classes.data.map((c) => c.classId)).toEqual([ownClass.classId])
  expect((await send(handler, calls.examDetail, { examId }, head.token)).data).toMatchObject({
    mayManage: false,
    guest: true,
  })
  const now = { exam: { ...exam, status: 3, papers: exam.papers }, paper }
  for (const who of [head, teacher])
    expect(await paperResultSightOf(now, who.caller)).toMatchObject({ manages: false, classIds: [ownClass.classId] })

  // Its questions with their key, its sheets and its marking stay its organiser's.
  expect(await paperResolver([paper.paperId], head.caller)).toBe(false)
  expect((await send(handler, calls.examPaper, { paperId: paper.paperId }, head.token)).http).toBe(403)
  expect((await send(handler, calls.deleteExam, { examId, version: exam.version }, head.token)).http).toBe(403)

  const stranger = await of(2, elsewhere)
  expect([await listed(examId, stranger), await sees(stranger)]).toEqual([[], false])
  // Who teaches nothing that is examined, and has no classes, sees as little as in an own exam.
  const idle = await of(3, here, { teacherId: newId<TeacherId>('teacher') })
  expect([await listed(examId, idle), await sees(idle)]).toEqual([[], false])
})

it('is the own result for who sat it, in either school, and for no other', async () => {
  const { exam, paper, students, here, there, of } = await aJointExam()
  const sat = [await of(4, here, { studentId: students[0] }), await of(4, there, { studentId: students[3] })]
  const absentee = await of(4, here, { studentId: newId<StudentId>('student') })
  for (const who of sat) expect(await listed(exam.examId, who)).toEqual([])
  await standAt(exam.examId, paperStep.released)
  for (const who of sat) {
    expect(await listed(exam.examId, who)).toHaveLength(1)
    expect(await resultResolver([paper.paperId], who.caller)).toBe(true)
  }
  expect(await listed(exam.examId, absentee)).toEqual([])
  expect(await resultResolver([paper.paperId], absentee.caller)).toBe(false)
})

it('of a child whom two schools have in their rosters is two candidates, and neither school nor account sees the other', async () => {
  const schools = [await aSchoolThroughGateway('两校生一小'), await aSchoolThroughGateway('两校生二小')] as const
  const ids: StudentId[] = []
  for (const s of schools) ids.push(await aStudentIn(s, s.classId, 1, '两校生'))
  const { examId } = await aJointExamOf(schools)
  const rows = await candidatesOf(examId)
  // The number is a school's own; its place tells them apart.
  expect(rows.map((c) => [c.studentName, c.studentNumber, c.studentId])).toEqual([
    ['两校生', '120260001', ids[0]],
    ['两校生', '220260001', ids[1]],
  ])
  await standAt(examId, paperStep.released)
  const exam = (await examOf(examId))!
  const [paper] = await papersOf(examId)
  expect(exam.candidateCount).toBe(2)
  for (const [n, { schoolId, admin }] of schools.entries()) {
    const pupil = await testCaller({ userType: 4, tenant: schoolTenant(schoolId as SchoolId), studentId: ids[n]! })
    for (const { caller } of [pupil, admin]) {
      const sight = (await paperResultSightOf({ exam, paper: paper! }, caller))!
      expect(rows.map((c) => seesCandidate(sight, c))).toEqual(ids.map((_, i) => i === n))
    }
    const seen = await send(handler, calls.examStudents, { examId }, admin.token)
    expect(seen.data.list.map((c) => c.studentId)).toEqual([ids[n]])
  }
})
