/** As whom a result may be looked at. */
import { beforeAll, expect, it } from 'vitest'
import { disclosure, disclosurePeople, setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import { grantTools, toolGrants } from '#shared/exam/tools/tool.calls.ts'
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

/** Two schools of an area, each with a class 1班, a candidate in it and a teacher; and a teacher who is known to its roster. */
const twoSchools = async () => {
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const manager = await testCaller({ userType: 18, tenant: owner })
  const [here, there] = [newId<SchoolId>('school'), newId<SchoolId>('school')]
  const stored = examOfSchool(here, [], { classes: classesNamed('1班'), candidateCount: 1, owner, schoolCount: 2 })
  const { examId } = stored.exam
  const people = []
  for (const schoolId of [here, there])
    people.push(await testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId: newId<TeacherId>('teacher') }))
  await storeExam(
    stored,
    [candidateAt(stored.school, 0, newId<StudentId>('student'), stored.classes[0]!)],
    people.map(({ caller }, i) => teacherAt(stored.paper, i, caller, stored.classes[0]!)),
  )
  const other = schoolIn(stored.exam, there, 2, { classCount: 1, candidateCount: 0 })
  await storeSchool(other, classesIn(other, classesNamed('1班')), [])
  for (const [i, schoolId] of [here, there].entries()) {
    const teacherId = people[i]!.caller.teacherId!
    const row = { schema: 1 as const, schoolId, teacherId, teacherName: `教师${i}`, accountName: teacherId, pinyin: '' }
    await asFunction('school-api', () => teachers.create({ ...row, teaches: [], createdAt: 1, version: 1 }))
  }
  return { manager, here, there, people, examId, schools: [stored.school, other] }
}

it('of a joint exam teachers are told of one school, and of no other than those who are named already', async () => {
  const { manager, here, there, people, examId } = await twoSchools()
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

it('of a joint exam tools are given to teachers of the school that is chosen, under its name, and had back', async () => {
  const { manager, here, there, people, examId, schools } = await twoSchools()
  const told = async (schoolId?: SchoolId) =>
    (await send(handler, toolGrants, { examId, ...(schoolId ? { schoolId } : {}) }, manager.token)).data
  expect((await told()).schools.map((s) => s.schoolId).sort()).toEqual([here, there].sort())
  expect([await told(), await told(here), await told(there)].map((t) => t.people.map((p) => p.userId))).toEqual([
    [],
    [people[0]!.caller.userId],
    [people[1]!.caller.userId],
  ])
  const to = [`u:${people[0]!.caller.userId}`]
  const give = async (more: object) =>
    (await send(handler, grantTools, { examId, tools: ['tutor'], to, ...more } as never, manager.token)).status
  // Who is of no school that was chosen is given nothing.
  expect(await give({ allows: true })).toBe(commonProblems.notFound.status)
  expect(await give({ allows: true, schoolId: there })).toBe(commonProblems.notFound.status)
  expect(await give({ allows: true, schoolId: here })).toBe(0)
  const name = `${schools[0]!.schoolName} 教师0`
  expect((await told()).grants).toMatchObject([{ to: to[0], name, schoolId: here, allows: true }])
  expect(await give({ allows: null })).toBe(0)
  expect((await told()).grants).toEqual([])
})

it('a candidate of a joint exam is told with the class behind its school: every school has a 1班', async () => {
  const { manager, examId, schools } = await twoSchools()
  const { data } = await send(handler, disclosurePeople, { examId }, manager.token)
  expect(data.list.map((c) => c.className)).toEqual([`${schools[0]!.schoolName} 1班`])
  expect(data.classes.map((c) => c.className)).toEqual(schools.map((s) => `${s.schoolName} 1班`))
})
