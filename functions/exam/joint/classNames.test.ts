/** Every school has a 1班: in an exam of several schools each class stands behind its school, wherever it is named. */
import { beforeAll, expect, it } from 'vitest'
import { examClasses, examStudents } from '#shared/exam/exam.calls.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { classNaming, classNamesOf, examOf } from '../exam.public.ts'
import { aSchoolThroughGateway } from '../school.fixtures.ts'
import { aJointExamOf, aStudentIn } from './joint.fixtures.ts'
import type { JointSchool } from './joint.fixtures.ts'

beforeAll(() => actAs('exam-api'))

it('a class of a joint exam is named behind its school, in lists, by its call and of a candidate; alone by its own name', async () => {
  const schools: JointSchool[] = []
  for (const n of [1, 2]) {
    const school = await aSchoolThroughGateway(`班名${n}小${newId('school').slice(-8)}`)
    await aStudentIn(school, school.classId, 1)
    schools.push(school)
  }
  const of = await aJointExamOf(schools)
  const exam = (await examOf(of.examId))!
  const told = (await classNamesOf(of.examId)).map((c) => c.className)
  expect(new Set(told).size).toBe(2)
  const organiser = await testCaller({ userType: 13, tenant: exam.owner })
  const { data } = await send(handler, examClasses, { examId: of.examId }, organiser.token)
  expect(data.map((c) => c.className)).toEqual(told)
  const students = async (who: { token: string }, more: object = {}) =>
    (await send(handler, examStudents, { examId: of.examId, ...more }, who.token)).data.list.map((c) => c.className)
  expect(new Set(await students(organiser))).toEqual(new Set(told))
  // Of one school that is chosen its name says nothing new.
  const { schoolId } = schools[0]!
  expect(new Set(await students(organiser, { schoolId }))).toEqual(new Set(['1班']))
  const named = await classNaming(exam)
  const ofFirst = told.find(
    (name) => name === named({ schoolId: schools[0]!.schoolId, className: name.split(' ')[1]! }),
  )
  expect(ofFirst).toContain('班名1小')
  const alone = await classNaming({ ...exam, schoolCount: 1 })
  expect(alone({ schoolId: schools[0]!.schoolId, className: '1班' })).toBe('1班')
})
