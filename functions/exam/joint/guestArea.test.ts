/** What the area of some of a joint exam's schools sees of it, where another area organises it. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import { listAreaParts } from '#shared/exam/joint/area.calls.ts'
import { removeSchools } from '#shared/exam/joint/school.calls.ts'
import { examTrace } from '#shared/exam/roster/trace.calls.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import { disclosure, setDisclosure } from '#shared/exam/tools/disclosure.calls.ts'
import type { AreaId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { examSchoolsOf, papersOf } from '../exam.public.ts'
import { paperResolver, resultResolver, resultsSeenOf } from '../sight.public.ts'
import { standAt } from '../stored.fixtures.ts'
import { aJointExamOf, threeSchools } from './joint.fixtures.ts'
import { examAreas } from './joint.store.ts'

type Who = Awaited<ReturnType<typeof testCaller>>
beforeAll(() => actAs('exam-api'))

/** Three schools in areas of their own, in the exam of a fourth; an officer of the first one's area, and one of none of them. */
const aGuestArea = async (name: string) => {
  const of = await aJointExamOf(await threeSchools(name))
  const schools = await examSchoolsOf(of.examId)
  const [own] = schools
  const tenant = `a:${own!.area!.areaId}`
  const officer = await testCaller({ userType: 14, tenant })
  const stranger = await testCaller({ userType: 14, tenant: `a:${newId<AreaId>('area')}` })
  return { ...of, schools, own: own!, tenant, officer, stranger }
}
const ask = (call: Parameters<typeof send>[1], input: object, { token }: Who) =>
  send(handler, call, input as never, token)
const listed = async (examId: string, { token }: Who) =>
  (await send(handler, calls.listExams, {}, token)).data.list.filter((e) => e.examId === examId)
const told = async (examId: string, { token }: Who) =>
  (await send(handler, listAreaParts, {}, token)).data.filter((e) => e.examId === examId)

it('knows that the exam is from its making, and reads of it what is released of its own schools', async () => {
  const { examId, exam, own, schools, officer, stranger, organiser } = await aGuestArea('客区')
  const { schoolName, candidateCount } = own
  const part = { examName: '全区联考', courses: ['语文', '数学'], schools: 1, names: [schoolName], candidateCount }
  expect(await told(examId, officer)).toMatchObject([{ ...part, readable: false }])
  expect([await listed(examId, officer), (await ask(calls.examDetail, { examId }, officer)).http]).toEqual([[], 403])
  for (const who of [stranger, organiser]) expect(await told(examId, who)).toEqual([])

  await standAt(examId, paperStep.released)
  expect(await told(examId, officer)).toMatchObject([{ ...part, readable: true }])
  expect(await listed(examId, officer)).toMatchObject([{ examId, mayManage: false }])
  expect((await ask(calls.examDetail, { examId }, officer)).data).toMatchObject({ mayManage: false, guest: true })
  // Of its schools alone, however another's is asked for.
  const people = async (of: object) => {
    const { data } = await send(handler, calls.examStudents, { examId, ...of } as never, officer.token)
    return new Set(data.list.map((c) => c.schoolId))
  }
  expect(await people({})).toEqual(new Set([own.schoolId]))
  expect(await people({ schoolId: own.schoolId })).toEqual(new Set([own.schoolId]))
  expect(await people({ schoolId: schools[1]!.schoolId })).toEqual(new Set())
  const trace = (await send(handler, examTrace, { examId, schoolId: schools[1]!.schoolId } as never, officer.token))
    .data
  expect(trace.examSchool).toEqual([{ schoolId: own.schoolId }])
  const [paper] = await papersOf(examId)
  const classIds = (await send(handler, calls.examClasses, { examId }, officer.token)).data.map((c) => c.classId)
  const now = { exam: { ...exam, status: 3 }, paper: paper! }
  expect(await resultsSeenOf(now, officer.caller)).toEqual({ classIds, homeIds: classIds, schoolIds: [own.schoolId] })
  const shows = { reports: true, transcripts: false }
  expect((await resultsSeenOf({ ...now, exam: { ...now.exam, shows } }, officer.caller)).schoolIds).toBeNull()

  // Questions and key, sheets and marking stay the organiser's; to a third area there is nothing.
  expect(await paperResolver([paper!.paperId], officer.caller)).toBe(false)
  expect((await ask(calls.examPaper, { paperId: paper!.paperId }, officer)).http).toBe(403)
  expect((await ask(calls.deleteExam, { examId, version: exam.version }, officer)).http).toBe(403)
  expect([await listed(examId, stranger), await resultResolver([paper!.paperId], stranger.caller)]).toEqual([[], false])
})

it('reads nothing of a school that is shown nothing, and nothing at all where its area is not', async () => {
  const { examId, own, officer, organiser } = await aGuestArea('客区隐')
  await standAt(examId, paperStep.released)
  const hide = async (hidden: object) => {
    const { version } = (await send(handler, disclosure, { examId }, organiser.token)).data
    expect((await ask(setDisclosure, { examId, version, hidden }, organiser)).status).toBe(0)
  }
  const reads = async () => [
    (await ask(calls.examDetail, { examId }, officer)).http === 200,
    (await listed(examId, officer)).length > 0,
    (await told(examId, officer))[0]?.readable,
  ]
  for (const hidden of [
    { areas: [], schools: [own.schoolId] },
    { areas: [own.area!.areaId], schools: [] },
  ]) {
    await hide(hidden)
    expect(await reads()).toEqual([false, false, false])
    await hide({ areas: [], schools: [] })
    expect(await reads()).toEqual([true, true, true])
  }
})

it('knows of the exam no more once its last school has gone', async () => {
  const { examId, own, officer, organiser } = await aGuestArea('客区走')
  const gone = await ask(removeSchools, { examId, schoolIds: [own.schoolId] }, organiser)
  expect(gone.status).toBe(0)
  await expect.poll(() => told(examId, officer), { timeout: 120_000 }).toEqual([])
  // Nor is it found from there.
  const found = () => examAreas.query(`exam#${examId}`, { prefix: `area#${own.area!.areaId}`, consistent: true })
  await expect.poll(found, { timeout: 120_000 }).toEqual([])
})

it('is asked by people of an area; those of a school and of the platform are told nothing', async () => {
  const { examId, tenant, own } = await aGuestArea('客区谁')
  for (const userType of [1, 13, 14, 18]) {
    expect(await told(examId, await testCaller({ userType, tenant }))).toHaveLength(1)
    expect(await told(examId, await testCaller({ userType, tenant: `s:${own.schoolId}` }))).toEqual([])
  }
  for (const userType of [8, 16, 2, 3]) {
    const answer = await ask(listAreaParts, {}, await testCaller({ userType, tenant }))
    expect(answer.http).toBe(403)
  }
})
