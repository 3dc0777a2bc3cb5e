/** A reminder that goes to the telephones of schools: to whom, how often, and what is told of it. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { examProblems } from '#shared/exam/exam.problems.ts'
import * as calls from '#shared/exam/joint/part.calls.ts'
import { messageOf, mobileOf } from '#shared/exam/joint/part.rules.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { outboxNow } from '#functions/kit/messenger.ts'
import { newId, randomOf } from '#functions/kit/ports.ts'
import { actAs, asRoot, send, testCaller } from '#functions/kit/testing.ts'
import { handler } from '../exam.api.ts'
import { schoolParts } from './joint.store.ts'
import { classesNamed, examOfSchool, schoolIn, storeExam, storeSchool } from '../stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))
afterEach(() => void vi.unstubAllEnvs())

const aMobile = () => `138${[...randomOf(8)].map((b) => b % 10).join('')}`

/** A joint exam of three schools, whose people say these numbers. */
const aJointExam = async (phones: readonly (string | null)[]) => {
  const schoolIds = phones.map(() => newId<SchoolId>('school'))
  const owner = `a:${newId<AreaId>('area')}` as Tenant
  const of = { owner, examType: 10, schoolCount: phones.length, candidateCount: 6 }
  const stored = examOfSchool(schoolIds[0]!, [], { classes: classesNamed('1班'), ...of })
  await storeExam(stored, [])
  for (const [n, schoolId] of schoolIds.entries())
    if (n > 0) await storeSchool(schoolIn(stored.exam, schoolId, n + 1, { classCount: 1, candidateCount: 2 }), [], [])
  const { examId } = stored.exam
  for (const [n, phone] of phones.entries()) {
    if (phone === null) continue
    const { token } = await testCaller({ userType: 2, tenant: schoolTenant(schoolIds[n]!) })
    const said = await send(handler, calls.sayContact, { examId, name: '李老师', phone, version: 0 }, token)
    expect(said.status).toBe(0)
  }
  const organiser = await testCaller({ userType: 18, tenant: owner })
  const remind = (text: string, ids = schoolIds, message = true) =>
    send(handler, calls.remindSchools, { examId, schoolIds: [...ids], text, message }, organiser.token)
  /** As if what was sent had been sent the day before. */
  const yesterday = async () => {
    for (const schoolId of schoolIds)
      await schoolParts.edit({ examId, schoolId }, (p) =>
        p?.messagedAt === undefined ? null : { ...p, messagedAt: p.messagedAt - 86_400_000 },
      )
  }
  return { schoolIds, remind, yesterday }
}
const sentTo = async (phone: string) =>
  (await asRoot(() => outboxNow())).filter((m) => m.to === phone).map((m) => m.text)

it('goes to the mobile phones of the contacts, once a day, and says of the others why not', async () => {
  const [one, two] = [aMobile(), aMobile()]
  const { schoolIds, remind, yesterday } = await aJointExam([one, '0592-5551234', null, two])
  expect((await remind('请今天上传', schoolIds.slice(0, 3))).data).toMatchObject({
    schools: 3,
    messages: { sent: 1, noNumber: 2, today: 0, failed: 0 },
  })
  expect(await sentTo(one)).toEqual(['【青禾】请今天上传'])
  expect((await remind('还差12份')).data.messages).toEqual({ sent: 1, noNumber: 2, today: 1, failed: 0 })
  expect([await sentTo(one), await sentTo(two)]).toEqual([['【青禾】请今天上传'], ['【青禾】还差12份']])
  await yesterday()
  expect((await remind('第二天')).data.messages).toMatchObject({ sent: 2, today: 0 })
})

it('of two organisers who ask at once one sends', async () => {
  const phone = aMobile()
  const { remind } = await aJointExam([phone, null])
  const both = await Promise.all([remind('甲'), remind('乙')])
  expect(both.map((a) => a.data.messages?.sent ?? 0).sort()).toEqual([0, 1])
  expect(await sentTo(phone)).toHaveLength(1)
})

it('is refused where no school has a number, and to too many, and nothing is said then', async () => {
  const { schoolIds, remind } = await aJointExam([null, '0592-5551234'])
  expect((await remind('请上传')).status).toBe(examProblems.messageNoNumber.status)
  const many = [...schoolIds, ...Array.from({ length: 19 }, () => newId<SchoolId>('school'))]
  expect((await remind('请上传', many)).status).toBe(examProblems.messageMany.status)
  // Without it the reminder is as ever, and says nothing of messages.
  expect((await remind('请上传', schoolIds, false)).data).toEqual({ schools: 2, schoolIds })
})

it('that is not taken may be sent again on the same day', async () => {
  const phone = aMobile()
  const { remind } = await aJointExam([phone, null])
  vi.stubEnv('QINGHE_DEMO', '')
  expect((await remind('不通')).data.messages).toEqual({ sent: 0, noNumber: 1, today: 0, failed: 1 })
  vi.unstubAllEnvs()
  expect((await remind('通了')).data.messages).toMatchObject({ sent: 1, failed: 0 })
  expect(await sentTo(phone)).toEqual(['【青禾】通了'])
})

it.each([
  ['13800001111', '13800001111'],
  ['138-0000-1111', '13800001111'],
  ['+86-13800001111', '13800001111'],
  ['8613800001111', '13800001111'],
  ['0592-5551234', ''],
  ['5551234', ''],
  ['12345678901', ''],
  ['+1-3800001111', ''],
  ['', ''],
])('a mobile phone is told from another number: %s', (phone, mobile) => {
  expect(mobileOf(phone)).toBe(mobile)
  const contact = { name: '李老师', phone, byName: '', at: 0, version: 1 }
  expect(messageOf({ contact }, 0)).toEqual(mobile ? { to: mobile } : { bar: 'noNumber' })
})
