/** Schools of other areas that are asked with the making of an exam, and how long an invitation is open. */
import { beforeAll, expect, it } from 'vitest'
import { createJointExam } from '#shared/exam/exam.calls.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { lateAfter } from '#shared/exam/atWork.rules.ts'
import * as calls from '#shared/exam/joint/invite.calls.ts'
import { isLapsed } from '#shared/exam/joint/invite.types.ts'
import type { AreaId, SchoolId } from '#shared/kit/ids.ts'
import { createClass, listGrades } from '#shared/school/classes/class.calls.ts'
import { placeSchool } from '#shared/school/place.calls.ts'
import { createArea, createSchool } from '#shared/school/school.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { examOf, examSchoolsOf } from '../exam.public.ts'
import { exams } from '../exam.store.ts'
import { aStudentIn, threeSchools } from './joint.fixtures.ts'
import { examInvites } from './joint.store.ts'
import type { JointSchool } from './joint.fixtures.ts'

type Who = Awaited<ReturnType<typeof testCaller>>

const code = () => newId('school').slice(-12).toUpperCase()
const coded = async (schoolId: string, root: Who) => {
  const schoolCode = code()
  await viaGateway(placeSchool, { schoolId, schoolCode, version: 1 } as never, root.token)
  return schoolCode
}

let organiser: Who
let own: SchoolId[]
let ownCode: string
let away: JointSchool[]
let awayCode: string
let enrolmentYear: number

beforeAll(async () => {
  actAs('exam-api')
  const root = await testCaller({ userType: -1, tenant: 'p' })
  away = await threeSchools('受邀')
  awayCode = await coded(away[0]!.schoolId, root)
  const areaCode = String(BigInt(`0x${Buffer.from(newId('area').slice(-8)).toString('hex')}`)).slice(-12)
  const areaId: AreaId = (await viaGateway(createArea, { areaName: '主办区', areaCode }, root.token)).data.areaId
  own = []
  for (const n of [1, 2]) {
    const accountName = `o${newId('account').slice(-12)}`
    const of = { areaId, schoolName: `主办${n}小`, stage: 1, accountName }
    own.push((await viaGateway(createSchool, of, root.token)).data.schoolId)
  }
  ownCode = await coded(own[0]!, root)
  organiser = await testCaller({ userType: 18, tenant: `a:${areaId}` })
  const grades = (await viaGateway(listGrades, { schoolId: away[0]!.schoolId } as never, away[0]!.admin.token)).data
  const grade = grades.find((g) => g.gradeId === away[0]!.gradeId)!
  enrolmentYear = grade.enrolmentYear
  // One of the own schools brings a student: an exam without any is not made.
  const admin = await testCaller({ userType: 2, tenant: `s:${own[0]!}` })
  const first = (await viaGateway(listGrades, { schoolId: own[0]! }, admin.token)).data.find(
    (g) => g.enrolmentYear === enrolmentYear,
  )!
  const made = await viaGateway(createClass, { gradeId: first.gradeId, className: '1班' }, admin.token)
  await aStudentIn({ admin } as JointSchool, made.data.classId, 7)
})

const create = (more: object = {}) =>
  send(
    handler,
    createJointExam,
    {
      ...{ schoolIds: own, stage: 1, enrolmentYear, courseNames: ['语文'], examName: '跨区联考', examType: 7 },
      ...{ examDate: now(), ...more },
    } as never,
    organiser.token,
  )
const told = async (examId: string) =>
  (await send(handler, calls.ownInvites, {}, away[0]!.admin.token)).data.filter((i) => i.examId === examId)

it('asks the schools of other areas with the making: once it is whole they read of it, and come when they say so', async () => {
  // Typed twice, and as one types.
  const answer = await create({ schoolCodes: [awayCode, ` ${awayCode.toLowerCase()} `] })
  expect(answer.status).toBe(0)
  const { examId } = answer.data
  await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
  const [seen] = await told(examId)
  expect(seen).toMatchObject({ examName: '跨区联考', organiser: '主办区', entry: 'asked' })
  const list = (await send(handler, calls.invites, { examId }, organiser.token)).data
  expect(list.map((i) => [i.schoolId, i.state, i.lapsed])).toEqual([[away[0]!.schoolId, 'asked', false]])
  const yes = { examId, accepts: true, version: seen!.version }
  expect((await send(handler, calls.answerInvite, yes, away[0]!.admin.token)).status).toBe(0)
  await expect.poll(async () => (await examSchoolsOf(examId)).length, { timeout: 120_000 }).toBe(3)
})

it('is not made where a code is unknown, is of an own school, or there is but one own school beside', async () => {
  const refused = async (more: object) => (await create(more)).status
  expect(await refused({ schoolCodes: [awayCode, 'NOSUCHCODE'] })).toBe(examProblems.inviteUnknownAll.status)
  expect(await refused({ schoolCodes: [ownCode] })).toBe(examProblems.inviteTwice.status)
  expect(await refused({ schoolCodes: [awayCode], schoolIds: own.slice(0, 1) })).toBe(examProblems.inviteOne.status)
  expect(await refused({ schoolCodes: [awayCode], enrolmentYear: 2001 })).toBe(examProblems.withoutGrade.status)
  expect((await create({ schoolCodes: ['=1+1'] })).message).toContain('学校代码应为')
  expect((await create({ schoolCodes: Array.from({ length: 51 }, code) })).message).toContain('一次最多邀请50所')
})

it('an invitation without an answer runs out with the time for cards, and is open again where the day is moved', async () => {
  const { examId } = (await create({ schoolCodes: [awayCode], examName: '没人答复的联考' })).data
  await expect.poll(() => examOf(examId), { timeout: 120_000 }).not.toBeNull()
  const on = (examDate: number) => asFunction('exam-api', () => exams.edit({ examId }, (e) => ({ ...e!, examDate })))
  const { version } = (await told(examId))[0]!
  await on(now() - 4 * 86_400_000)
  expect(await told(examId)).toEqual([])
  const wish = { examId, accepts: true, version }
  const late = await send(handler, calls.answerInvite, wish, away[0]!.admin.token)
  expect(late.status).toBe(examProblems.inviteLapsed.status)
  const again = { examId, schoolId: away[0]!.schoolId as SchoolId }
  expect((await send(handler, calls.inviteSchool, again, organiser.token)).status).toBe(
    examProblems.inviteLapsed.status,
  )
  const list = (await send(handler, calls.invites, { examId }, organiser.token)).data
  expect(list.map((i) => [i.state, i.lapsed])).toEqual([['asked', true]])
  await on(now())
  expect(await told(examId)).toHaveLength(1)
  expect((await examInvites.get({ examId, schoolId: away[0]!.schoolId }))!.state).toBe('asked')
})

it.each(['accepted', 'declined', 'withdrawn'] as const)(
  'what was answered or taken back does not run out: %s',
  (state) => {
    const examDate = Date.UTC(2026, 10, 20)
    expect(isLapsed(state, examDate, lateAfter(examDate) + 1)).toBe(false)
    expect(isLapsed('asked', examDate, lateAfter(examDate) + 1)).toBe(true)
    expect(isLapsed('asked', examDate, lateAfter(examDate))).toBe(false)
  },
)
