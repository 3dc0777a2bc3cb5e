/** A child's name and number alone make no parent: it takes a code of the school, or the school's yes. */
import { beforeAll, describe, expect, it } from 'vitest'
import { askerPhone, childRequests, ownRequests, settleRequest } from '#shared/identity/accounts/childRequest.calls.ts'
import { bindChild, childList } from '#shared/identity/accounts/children.calls.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { bindPhone, sendPhoneCode } from '#shared/identity/accounts/account.calls.ts'
import { inviteList } from '#shared/identity/registration/register.calls.ts'
import { demoOutbox } from '#shared/identity/signIn/session.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { bindParent } from '#shared/school/people/parent.calls.ts'
import { handler as work } from '../identity.work.ts'
import { codeIn, fresh, later, newPhone, open, signInAt, signInByGateway } from '../identity.testing.ts'
import { makeRoster } from '../roster.testing.ts'
import type { Roster } from '../roster.testing.ts'

actAs('identity-api')
const { handler } = await import('../identity.api.ts')

let world: Roster
let admin: string
beforeAll(async () => {
  world = await makeRoster()
  admin = world.one.admin
})

const parent = async (phone?: string) => {
  const name = fresh('p')
  const opened = await open(name, 'right-password-7', [5], { user: { tenant: 'p', teacherId: undefined } })
  const { data } = await signInAt(handler, name, 'right-password-7')
  if (phone) {
    await send(handler, sendPhoneCode, { accountName: phone, originType: '7' }, data.accessToken)
    const bind = { accountName: phone, identifyCode: await codeIn(handler, phone) }
    expect((await send(handler, bindPhone, bind, data.accessToken)).status).toBe(0)
  }
  return { ...opened, token: data.accessToken }
}
type Parent = Awaited<ReturnType<typeof parent>>
const wish = (more: object = {}) => ({
  studentName: '张小禾',
  studentNum: world.number,
  schoolId: world.one.schoolId,
  ...more,
})
const bind = (of: Parent, more: object = {}) => send(handler, bindChild, wish(more), of.token)
const children = async (of: Parent) => (await send(handler, childList, {}, of.token)).data.user.length
const waiting = async (token = admin, state: 'pending' | 'approved' | 'refused' = 'pending') =>
  send(handler, childRequests, { schoolId: world.one.schoolId, pageSize: 100, state }, token)
const rowOf = async (of: Parent, token = admin) =>
  (await waiting(token)).data.list.find((r) => r.accountId === of.accountId)!
const settle = async (of: Parent, approve: boolean, token = admin, more: object = {}) => {
  const { accountId, studentId, version } = await rowOf(of)
  const input = { schoolId: world.one.schoolId, accountId, studentId, version, approve, reason: '不认识', ...more }
  return send(handler, settleRequest, input, token)
}
const messages = async (to: string): Promise<string[]> =>
  (await send(handler, demoOutbox, {})).data.filter((m) => m.to === to).map((m) => m.text)

describe('a stranger with a name and a number', () => {
  it('becomes no parent: the school is asked, once, and nothing is linked', async () => {
    const of = await parent()
    for (let i = 0; i < 2; i++) expect((await bind(of)).data).toEqual({ hzyFlag: false, pending: true })
    expect(await children(of)).toBe(0)
    expect((await waiting()).data.list.filter((r) => r.accountId === of.accountId)).toMatchObject([
      { studentName: '张小禾', className: '1班', parentName: '李老师', phone: '', state: 'pending' },
    ])
    expect((await send(handler, ownRequests, {}, of.token)).data).toMatchObject([{ state: 'pending' }])
    // No other school hears of it.
    const other = { schoolId: world.two.schoolId, pageSize: 20 }
    expect((await send(handler, childRequests, other, world.two.admin)).data.total).toBe(0)
    expect((await send(handler, childRequests, { schoolId: world.one.schoolId }, world.two.admin)).http).toBe(403)
  })

  it('with a wrong code, or one of another school, neither links nor asks; codes are not to be tried', async () => {
    const of = await parent()
    for (const inviteCode of ['AAAAA-BBBBB', world.two.code])
      expect((await bind(of, { inviteCode })).message).toBe('邀请码或学生信息有误，请核对后重试')
    expect(await rowOf(of)).toBeUndefined()
    for (let i = 0; i < 20; i++) await bind(of, { inviteCode: 'AAAAA-BBBBB' })
    expect((await bind(of, { inviteCode: world.one.code })).status).toBe(p.tooOften.status)
    expect(await children(of)).toBe(0)
  })
})

describe('a parent', () => {
  it('with the school’s code is linked at once; the code has one place less; those who are there are told', async () => {
    const phone = newPhone()
    const first = await parent(phone)
    const used = async () => (await send(handler, inviteList, { schoolId: world.one.schoolId }, admin)).data[0]!.used
    const before = await used()
    expect((await bind(first, { inviteCode: world.one.code })).data).toMatchObject({ hzyFlag: false })
    expect(await used()).toBe(before + 1)
    expect((await messages(phone)).filter((t) => t.includes('已关联'))).toEqual([])
    // An evening of a class: all at once with one code.
    const others = await Promise.all([parent(), parent(), parent()])
    const done = await Promise.all(others.map((o) => bind(o, { inviteCode: world.one.code.toLowerCase() })))
    expect(done.map((d) => d.status)).toEqual([0, 0, 0])
    expect(await used()).toBe(before + 4)
    const told = (await messages(phone)).filter((t) => t.includes('已关联为甲校'))
    expect(told).toHaveLength(3)
    expect(told[0]).toContain('张小禾的家长。如您不认识此人，请联系学校。')
  })

  it('whom the school itself links is told to those who are there already, once', async () => {
    const phone = newPhone()
    await bind(await parent(phone), { inviteCode: world.one.code })
    const timer = () => asFunction('identity-work', () => work({ schedule: 'tellLinked' }))
    await timer()
    const before = await messages(phone)
    const linked = { studentId: world.one.first.studentId, parentName: '吴某', accountName: fresh('w') }
    expect((await viaGateway(bindParent, linked, admin)).status).toBe(0)
    await timer()
    expect((await messages(phone)).filter((t) => !before.includes(t))).toEqual([
      expect.stringMatching(/^【青禾】吴某已关联为甲校\d+张小禾的家长。如您不认识此人，请联系学校。$/),
    ])
    // Linked already: no message goes out again.
    expect((await viaGateway(bindParent, linked, admin)).status).not.toBe(0)
    await timer()
    expect(await messages(phone)).toHaveLength(before.length + 1)
  })

  it('whom the school approves is linked and told, and so are the others; approved twice it is once', async () => {
    const [phone, own] = [newPhone(), newPhone()]
    const there = await parent(phone)
    await bind(there, { inviteCode: world.one.code })
    const of = await parent(own)
    await bind(of)
    expect(await rowOf(of)).toMatchObject({ phone: `${own.slice(0, 3)}****${own.slice(-4)}` })
    const { accountId, studentId, version } = await rowOf(of)
    const input = { schoolId: world.one.schoolId, accountId, studentId, version, approve: true }
    for (let i = 0; i < 2; i++)
      expect((await send(handler, settleRequest, input, admin)).data).toMatchObject({ state: 'approved' })
    expect(await children(of)).toBe(1)
    expect((await messages(phone)).filter((t) => t.includes('已关联'))).toHaveLength(1)
    expect((await messages(own)).filter((t) => t.includes('已通过您关联张小禾的申请'))).toHaveLength(1)
    expect((await waiting(admin, 'approved')).data.list).toMatchObject([{ accountId }])
    const refusedNow = await send(handler, settleRequest, { ...input, approve: false }, admin)
    expect(refusedNow.status).toBe(p.requestGone.status)
  })

  it('is called by who decides: the whole number is for them alone, while it waits, and each look is on record', async () => {
    const own = newPhone()
    const of = await parent(own)
    await bind(of)
    const { accountId, studentId } = await rowOf(of)
    const schoolId = world.one.schoolId
    const phone = (token: string, more: object = {}) =>
      send(handler, askerPhone, { schoolId, accountId, studentId, ...more }, token)
    const looks = async () =>
      (await asFunction('marking-api', () => audits.query(`s:${schoolId}#${dayKey(now())}`))).filter(
        (a) => a.act === 'identity.showAsker',
      )
    const before = (await looks()).length
    // No other teacher, no other school, not the asker.
    const other = await testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId: world.two.teacher.teacherId })
    expect((await phone(other.token)).http).toBe(403)
    expect((await phone(world.two.admin)).http).toBe(403)
    expect((await phone(world.two.admin, { schoolId: world.two.schoolId })).status).toBe(p.requestGone.status)
    expect((await phone(of.token)).http).toBe(403)
    expect(await looks()).toHaveLength(before)
    expect((await phone(admin)).data).toEqual({ phone: own })
    expect(await looks()).toHaveLength(before + 1)
    await settle(of, true)
    expect((await phone(admin)).status).toBe(p.requestGone.status)
    expect(await looks()).toHaveLength(before + 1)
  })

  it('whom it refuses is told why, links nothing and waits a week', async () => {
    const own = newPhone()
    const of = await parent(own)
    await bind(of)
    expect((await settle(of, false)).data).toMatchObject({ state: 'refused', reason: '不认识' })
    expect((await messages(own)).some((t) => t.endsWith('没有通过您关联张小禾的申请：不认识。'))).toBe(true)
    expect(await bind(of)).toMatchObject({ status: p.requestRefused.status })
    expect(await children(of)).toBe(0)
    expect((await bind(of, { inviteCode: world.one.code })).status).toBe(0)
  })

  it('is settled by the head teacher of the class, and by no other teacher', async () => {
    const of = await parent()
    await bind(of)
    const head = (await signInByGateway(world.one.teacherName, 'first-password1')).data.accessToken
    const schoolId = world.one.schoolId
    const other = await testCaller({ userType: 3, tenant: `s:${schoolId}`, teacherId: world.two.teacher.teacherId })
    expect((await waiting(other.token)).data.total).toBe(0)
    expect((await settle(of, true, other.token)).http).toBe(403)
    expect(await children(of)).toBe(0)
    const seen = await viaGateway(childRequests, { schoolId }, head)
    expect(seen.data.list.some((r) => r.accountId === of.accountId)).toBe(true)
    expect((await settle(of, true, head)).status).toBe(0)
    expect(await children(of)).toBe(1)
    const student = await testCaller({ userType: 4, tenant: `s:${schoolId}` })
    expect((await waiting(student.token)).http).toBe(403)
  })

  it('asks again after its week', async () => {
    const of = await parent()
    await bind(of)
    await settle(of, false)
    await later(8 * 86_400_000, async () => {
      const { data } = await signInAt(handler, await nameOf(of), 'right-password-7')
      expect((await bind({ ...of, token: data.accessToken })).data).toMatchObject({ pending: true })
    })
  })
})

const nameOf = async (of: Parent): Promise<string> => {
  const { accountById } = await import('../identity.public.ts')
  return (await accountById(of.accountId))!.accountName
}
