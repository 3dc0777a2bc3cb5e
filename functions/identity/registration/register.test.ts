import { beforeAll, describe, expect, it } from 'vitest'
import { bindChild } from '#shared/identity/accounts/children.calls.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import { refreshToken } from '#shared/identity/identity.calls.ts'
import {
  closeInvite,
  createInvite,
  inviteList,
  registerByInvite,
  registerByPhone,
  registerSend,
} from '#shared/identity/registration/register.calls.ts'
import type { Invite } from '#shared/identity/registration/register.calls.ts'
import { saveSystemConfig, start } from '#shared/identity/signIn/session.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { codeIn, fresh, later, messageTo, newPhone, signInAt, solvedAt, still, wrongCode } from '../identity.testing.ts'
import { invites, invitesOf } from './invites.ts'
import { limitKey, takeShared } from '../signIn/limits.ts'
import { asked, makeRoster } from '../roster.testing.ts'
import type { Roster } from '../roster.testing.ts'

actAs('identity-api')
process.env['QINGHE_DEMO'] = '1'
const { handler } = await import('../identity.api.ts')

let world: Roster
beforeAll(async () => {
  world = await makeRoster()
})

const newPassword = 'Chosen2026'
let lastIp = 0
/** Each test comes from an address of its own. */
const address = (): string => `203.0.113.${++lastIp}`

const invite = (of: { places?: number; days?: number } = {}, admin = world.one.admin): Promise<Invite> =>
  asked(createInvite, { schoolId: world.one.schoolId, note: '高一家长', places: 40, days: 7, ...of }, admin)

const register = async (inviteCode: string, change: object = {}, ip = '203.0.113.250') =>
  send(
    handler,
    registerByInvite,
    {
      inviteCode,
      studentName: '张小禾',
      studentNum: world.number,
      userName: '张家长',
      accountName: fresh('p').slice(0, 20),
      newPassword,
      slideToken: await solvedAt(handler),
      ...change,
    },
    undefined,
    { ip },
  )

describe("a school's code", () => {
  it('is shown to its administrators, kept sealed, and never to another school', async () => {
    const made = await invite()
    expect(made.code).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
    const stored = (await invitesOf(world.one.schoolId)).find((i) => i.inviteId === made.inviteId)!
    expect(JSON.stringify(stored)).not.toContain(made.code.replace('-', ''))
    const list = await asked(inviteList, { schoolId: world.one.schoolId }, world.one.admin)
    expect(list.find((i) => i.inviteId === made.inviteId)).toMatchObject({ code: made.code, note: '高一家长', used: 0 })
    for (const call of [inviteList, createInvite] as const) {
      const input = { schoolId: world.one.schoolId, places: 1, days: 1 }
      expect((await viaGateway(call, input as never, world.two.admin)).http).toBe(403)
    }
    const other = { schoolId: world.two.schoolId, inviteId: made.inviteId, version: made.version }
    expect((await send(handler, closeInvite, other, world.two.admin)).status).toBe(p.inviteGone.status)
  })

  it("opens a parent's account that is linked to the child at once, and signs in", async () => {
    const { code } = await invite()
    const accountName = fresh('p').slice(0, 20)
    const made = await register(` ${code.toLowerCase().replace('-', ' ')} `, { accountName })
    expect(made).toMatchObject({ status: 0, data: { accountName } })
    const signed = await signInAt(handler, accountName, newPassword)
    expect(signed.data.user).toMatchObject({
      userType: 5,
      userName: '张家长',
      schoolId: world.one.schoolId,
      studentId: world.one.first.studentId,
      passwordStatus: 0,
    })
    expect(signed.data.user.pending).toBeUndefined()
  })

  it('answers alike whether the code, its end or the child does not fit', async () => {
    const open = await invite()
    const closed = await invite()
    const gone = await send(
      handler,
      closeInvite,
      { schoolId: world.one.schoolId, inviteId: closed.inviteId, version: closed.version },
      world.one.admin,
    )
    expect(gone.data.closedAt).toBeGreaterThan(0)
    const over = await invite()
    const row = (await invitesOf(world.one.schoolId)).find((i) => i.inviteId === over.inviteId)!
    expect(await invites.save({ ...row, until: 1 })).not.toBeNull()
    const full = await invite({ places: 1 })
    expect((await register(full.code)).status).toBe(0)
    const answers = [
      await register('ZZZZZ-ZZZZZ'),
      await register('0'),
      await register(closed.code),
      await register(full.code),
      await register(over.code),
      await register(open.code, { studentNum: '20269999' }),
      await register(open.code, { studentName: '张大禾' }),
    ]
    for (const a of answers)
      expect(a).toMatchObject({ status: p.registerRefused.status, message: '邀请码或学生信息有误，请核对后重试' })
    // Nothing was counted as used.
    expect((await invitesOf(world.one.schoolId)).find((i) => i.inviteId === open.inviteId)!.used).toBe(0)
  })

  it('wants a solved puzzle each time, and locks who tries codes', async () => {
    const { code } = await invite()
    expect((await register(code, { slideToken: 'none' })).status).toBe(p.slideNeeded.status)
    const slideToken = await solvedAt(handler)
    expect((await register(code, { slideToken })).status).toBe(0)
    expect((await register(code, { slideToken })).status).toBe(p.slideNeeded.status)
    const ip = address()
    for (let i = 0; i < 60; i++) await takeShared(limitKey('registerWrong', ip), otherLimits.registerWrong)
    expect((await register('ZZZZZ-ZZZZZ', {}, ip)).message).toBe('操作过于频繁，请稍后再试')
    // A right code is still good there: a school stands behind one address.
    expect((await register(code, {}, ip)).status).toBe(0)
  })

  it('counts exactly as many as came at once, and no name twice', async () => {
    const { code, inviteId } = await invite({ places: 3 })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => register(code)))
    const opened = answers.filter((a) => a.status === 0).length
    expect(opened).toBeGreaterThan(0)
    expect(opened).toBeLessThanOrEqual(3)
    const row = (await invitesOf(world.one.schoolId)).find((i) => i.inviteId === inviteId)!
    expect(row.used).toBe(opened)
    const accountName = fresh('p').slice(0, 20)
    const { code: other } = await invite()
    const named = await Promise.all(
      [accountName, accountName.toUpperCase()].map((name) => register(other, { accountName: name })),
    )
    expect(named.map((n) => n.message.replace(/p\w+/i, '*')).sort()).toEqual(['', '账号*已被使用，请换一个'])
  })

  it.each([
    [{ inviteCode: ' ' }, '请输入邀请码'],
    [{ studentName: '' }, '学生姓名不能为空'],
    [{ studentNum: '' }, '学生学号不能为空'],
    [{ userName: '' }, '姓名不能为空'],
    [{ accountName: '13812345678' }, '账号应以字母开头，3到40位字母、数字或 _ . -'],
    [{ newPassword: 'short1' }, '密码最少为8位数'],
    [{ slideToken: '' }, '请先完成滑块验证'],
  ])('%j: %s', async (change, message) => {
    expect(await register('ZZZZZ-ZZZZZ', change)).toMatchObject({ status: 20001, message })
  })

  it('sends the families of a school on the other platform there', async () => {
    const admin = world.two.admin
    await asked(saveSystemConfig, { hzyFlag: true }, admin)
    const { code } = await asked(createInvite, { schoolId: world.two.schoolId, places: 1, days: 1 }, admin)
    expect((await register(code)).message).toBe('您的账号已升级，请到智慧校园平台登录')
    await asked(saveSystemConfig, { hzyFlag: null }, admin)
    expect((await register(code)).status).toBe(0)
  })
})

describe('a phone', () => {
  const sendTo = async (phone: string, ip = address()) =>
    send(handler, registerSend, { phone, slideToken: await solvedAt(handler) }, undefined, { ip })
  const open = (phone: string, validateCode: string, change: object = {}) =>
    send(handler, registerByPhone, { phone, validateCode, userName: '李家长', newPassword, ...change }, undefined, {
      ip: address(),
    })

  it('opens an account that is bound to it, sees nothing, and becomes the parent of a child', async () => {
    const phone = newPhone()
    expect((await sendTo(phone)).status).toBe(0)
    const code = await codeIn(handler, phone)
    expect((await open(phone, wrongCode(code))).message).toBe('验证码错误，请重新输入')
    expect((await open(phone, code)).status).toBe(0)
    expect((await open(phone, code)).status).toBe(p.codeGone.status)
    const signed = await signInAt(handler, phone, newPassword)
    const { user, accessToken } = signed.data
    expect(user).toMatchObject({ userType: 5, studentId: '-1', phoneBindStatus: 2, userName: '李家长' })
    expect(user.schoolId).toBeUndefined()
    expect((await send(handler, start, {}, accessToken)).data).toMatchObject({ relativeInfo: null, schoolGrades: [] })
    expect((await viaGateway(listSchools, {}, accessToken)).http).toBe(403)
    const { schoolId, code: inviteCode } = world.one
    const child = { studentName: '李小禾', studentNum: `${world.number}9`, schoolId, inviteCode }
    expect((await send(handler, bindChild, child, accessToken)).data).toMatchObject({ hzyFlag: false })
    const next = await send(handler, refreshToken, { refreshToken: signed.data.refreshToken })
    expect(next.data.user).toMatchObject({
      userId: user.userId,
      schoolId: world.one.schoolId,
      studentId: world.one.second.studentId,
    })
  })

  it('that has an account is answered as any other, and only its owner reads so', async () => {
    const phone = newPhone()
    await sendTo(phone)
    expect((await open(phone, await codeIn(handler, phone))).status).toBe(0)
    const again = await later(121_000, () => sendTo(phone))
    const never = await sendTo(newPhone())
    expect(again).toEqual(never)
    expect(await messageTo(handler, phone)).toContain('该手机号码已注册')
    expect(await messageTo(handler, phone)).not.toMatch(/\d{6}/)
  })

  it('opens one account, however many come at once with its code', async () => {
    const phone = newPhone()
    await sendTo(phone)
    const code = await codeIn(handler, phone)
    const both = await Promise.all([open(phone, code), open(phone, code)])
    expect(both.filter((a) => a.status === 0)).toHaveLength(1)
    expect((await signInAt(handler, phone, newPassword)).status).toBe(0)
  })

  it('wants a puzzle, waits 120 seconds, and an address may not send without end', async () => {
    const phone = newPhone()
    expect((await send(handler, registerSend, { phone, slideToken: 'none' })).status).toBe(p.slideNeeded.status)
    expect((await sendTo(phone)).status).toBe(0)
    expect((await sendTo(phone)).message).toMatch(/^验证码已发送，请在1\d\d秒后重试$/)
    const ip = address()
    await still(async () => {
      for (let i = 0; i < 300; i++) await takeShared(limitKey('register', ip), otherLimits.register)
      expect(await sendTo(newPhone(), ip)).toMatchObject({ message: '操作过于频繁，请稍后再试' })
      const guess = { phone, validateCode: '1', userName: '甲', newPassword }
      expect((await send(handler, registerByPhone, guess, undefined, { ip })).status).toBe(p.tooOften.status)
    })
  })
})
