/** As whom a result may be looked at. */
import { beforeAll, expect, it } from 'vitest'
import { disclosure, disclosurePeople, setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import { grantTools } from '#shared/exam/tools/tool.calls.ts'
import type { AreaId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { teachers } from '#functions/school/roster/school.store.ts'
import { handler } from '../exam.api.ts'
import { examSchools } from '../exam.store.ts'
import {
  candidateAt,
  classesIn,
  classesNamed,
  examOfSchool,
  schoolIn,
  storeExam,
  storeSchool,
  teacherAt,
} from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

it('any candidate is found by name, number and class, by who says what is shown', async () => {
  const schoolId = newId<SchoolId>('school')
  const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
  const classes = classesNamed('1班', '2班')
  const stored = examOfSchool(schoolId, [], { classes, candidateCount: 24 })
  const { examId, paperId } = stored.paper
  const roster = Array.from({ length: 24 }, (_, i) =>
    candidateAt(stored.school, i, newId<StudentId>('student'), classes[i % 2]!),
  )
  await storeExam(stored, roster)
  const find = (asked: object, who = admin) => send(handler, disclosurePeople, { examId, ...asked } as never, who.token)
  const names = async (asked: object) => (await find(asked)).data.list.map((c) => c.studentName)
  expect((await find({ pageNumber: 2, pageSize: 20 })).data).toMatchObject({
    total: 24,
    papers: [{ paperId }],
    classes: classes.map(({ classId, className }) => ({ classId, className })),
  })
  // Beyond the first page too.
  expect(await names({ name: '学生23' })).toEqual(['学生23'])
  expect(await names({ name: '1007' })).toEqual(['学生7'])
  expect(await names({ name: '学生2', classId: classes[1]!.classId })).toEqual(['学生21', '学生23'])
  expect(await names({ name: '没有' })).toEqual([])
  const leader = await testCaller({ userType: 9, tenant: `s:${schoolId}` })
  expect((await find({}, leader)).http).toBe(403)
  const given = { examId, tools: ['exam-visibility'], to: ['t:9'], allows: true }
  await send(handler, grantTools, given as never, admin.token)
  expect((await find({}, leader)).data.total).toBe(24)
})

it('a hidden school that has left the exam is dropped, and the policy is saved all the same', async () => {
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const manager = await testCaller({ userType: 18, tenant: owner })
  const schoolId = newId<SchoolId>('school')
  const stored = examOfSchool(schoolId, [], { classes: classesNamed('1班'), candidateCount: 0, owner })
  const area = { areaId: newId<AreaId>('area'), areaName: '东区' }
  await storeExam({ ...stored, school: { ...stored.school, area } }, [])
  const { examId } = stored.exam
  const save = async (version: number, more: object) =>
    (await send(handler, setDisclosure, { examId, version, ...more } as never, manager.token)).status
  const hidden = { areas: [area.areaId], schools: [schoolId] }
  expect(await save(0, { hidden })).toBe(0)
  await examSchools.remove({ examId, schoolId })
  expect(await save(1, { leader: { total: true } })).toBe(0)
  const now = async () => (await send(handler, disclosure, { examId }, manager.token)).data.hidden
  expect(await now()).toEqual({ areas: [], schools: [] })
  // Gone for good: it is named no more than any other that never sat the exam.
  expect(await save(2, { hidden })).toBe(commonProblems.notFound.status)
})

it('of a joint exam teachers are told of one school, and of no other than those who are named already', async () => {
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const manager = await testCaller({ userType: 18, tenant: owner })
  const [here, there] = [newId<SchoolId>('school'), newId<SchoolId>('school')]
  const stored = examOfSchool(here, [], { classes: classesNamed('1班'), candidateCount: 0, owner, schoolCount: 2 })
  const { examId } = stored.exam
  const people = []
  for (const schoolId of [here, there])
    people.push(await testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId: newId<TeacherId>('teacher') }))
  await storeExam(
    stored,
    [],
    people.map(({ caller }, i) => teacherAt(stored.paper, i, caller, stored.classes[0]!)),
  )
  const other = schoolIn(stored.exam, there, 2, { classCount: 1, candidateCount: 0 })
  await storeSchool(other, classesIn(other, classesNamed('1班')), [])
  for (const [i, schoolId] of [here, there].entries()) {
    const teacherId = people[i]!.caller.teacherId!
    const row = { schema: 1 as const, schoolId, teacherId, teacherName: `教师${i}`, accountName: teacherId, pinyin: '' }
    await asFunction('school-api', () => teachers.create({ ...row, teaches: [], createdAt: 1, version: 1 }))
  }
  const told = async (schoolId?: SchoolId) =>
    (await send(handler, disclosure, { examId, ...(schoolId ? { schoolId } : {}) }, manager.token)).data.available.map(
      (t) => t.name,
    )
  expect([await told(), await told(here), await told(there)]).toEqual([[], ['教师0'], ['教师1']])
  const set = { examId, version: 0, extra: [people[0]!.caller.userId] }
  expect((await send(handler, setDisclosure, set as never, manager.token)).status).toBe(0)
  expect([await told(), await told(here), await told(there)]).toEqual([['教师0'], ['教师0'], ['教师1', '教师0']])
  // A school that does not sit it tells of no one.
  expect(await told(newId<SchoolId>('school'))).toEqual(['教师0'])
})
