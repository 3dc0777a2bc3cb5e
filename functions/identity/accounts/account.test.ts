import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  bindEmail,
  bindPhone,
  changePassword,
  changePhone,
  disableSensitive,
  enableSensitive,
  identityList,
  sendEmailCode,
  sendPhoneCode,
  sensitiveInfo,
  setSecurity,
  vipInfo,
} from '#shared/identity/accounts/account.calls.ts'
import { refreshToken, sessionUser } from '#shared/identity/identity.calls.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { demoOutbox, saveSystemConfig, sessionList } from '#shared/identity/signIn/session.calls.ts'
import {
  resetPassword,
  resetSend,
  securitySend,
  securityState,
  securityValidate,
} from '#shared/identity/signIn/signIn.calls.ts'
import { sessionProblems } from '#shared/kit/problem.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { blindIndex, openField, sealField } from '#functions/kit/fields.ts'
import { deliver } from '#functions/kit/messenger.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { checkCode, sendCode } from '../signIn/codes.ts'
import { codeIn, fresh, later, newPhone, open, schoolId, signInAt, solvedAt, wrongCode } from '../identity.testing.ts'
import { accounts } from '../identity.store.ts'

actAs('identity-api')
process.env['QINGHE_DEMO'] = '1'
const { handler } = await import('../identity.api.ts')
const password = 'right-password-6'

const begin = async (userTypes = [3], of: Parameters<typeof open>[3] = {}) => {
  const name = fresh()
  const opened = await open(name, password, userTypes, of)
  const { data } = await signInAt(handler, name, password)
  return { name, ...opened, token: data.accessToken, refresh: data.refreshToken }
}
const codeTo = (to: string): Promise<string> => codeIn(handler, to)

const bound = async (of: Awaited<ReturnType<typeof begin>>, phone = newPhone()): Promise<string> => {
  await send(handler, sendPhoneCode, { accountName: phone, originType: '7' }, of.token)
  const done = await send(handler, bindPhone, { accountName: phone, identifyCode: await codeTo(phone) }, of.token)
  expect(done.status).toBe(0)
  return phone
}

describe('personal fields', () => {
  it('are sealed for one place, and found by an index that says nothing', async () => {
    const sealed = await sealField('account#a#phone', '13812345678')
    expect(sealed).not.toContain('138')
    expect(await openField('account#a#phone', sealed)).toBe('13812345678')
    expect(await sealField('account#a#phone', '13812345678')).not.toBe(sealed)
    await expect(openField('account#b#phone', sealed)).rejects.toThrow()
    await expect(openField('account#a#phone', `${sealed.slice(0, -2)}AA`)).rejects.toThrow()
    expect(await blindIndex('phone', '13812345678')).toBe(await blindIndex('phone', '13812345678'))
    expect(await blindIndex('email', '13812345678')).not.toBe(await blindIndex('phone', '13812345678'))
  })
})

describe('changing the password', () => {
  it.each([
    [{ oldPassword: '' }, '请输入当前密码'],
    [{ newPassword: '' }, '新密码不能为空'],
    [{ newPassword: 'abc1234' }, '密码最少为8位数'],
    [{ newPassword: `a1${'b'.repeat(29)}` }, '密码最大为30位数'],
    [{ newPassword: 'abc 12345' }, '密码不能包含空格'],
    [{ newPassword: 'abcdefgh' }, '密码必须是包含字母和数字'],
    [{ newPassword: '12345678' }, '密码必须是包含字母和数字'],
  ])('%j: %s', async (change, message) => {
    const { token } = await testCaller({ userType: 3, tenant: 'p' })
    const answer = await send(handler, changePassword, { oldPassword: 'x', newPassword: 'abcd1234', ...change }, token)
    expect(answer).toMatchObject({ status: 20001, message })
  })

  it('wants the current one, another new one and the own account; five wrong ones lock', async () => {
    const of = await begin()
    const change = (input: object) =>
      send(handler, changePassword, { oldPassword: password, newPassword: 'Chosen2026', ...input }, of.token)
    expect(await change({ oldPassword: 'wrong' })).toMatchObject({ message: '当前密码错误，请重新输入' })
    expect(await change({ newPassword: password })).toMatchObject({ message: '新密码不能与当前密码相同' })
    expect((await change({ accountId: newId('account') })).http).toBe(403)
    for (let i = 0; i < 5; i++)
      expect((await change({ oldPassword: 'wrong' })).status).toBe(p.currentPasswordWrong.status)
    expect(await change({})).toMatchObject({ status: p.locked.status })
  })
})

describe('binding a phone', () => {
  it('goes by a code to that phone, good once, for ten minutes; it is stored sealed and shown masked', async () => {
    const of = await begin()
    const phone = newPhone()
    const ask = () => send(handler, sendPhoneCode, { accountName: phone, originType: '7' }, of.token)
    const bind = (identifyCode: string, accountName = phone) =>
      send(handler, bindPhone, { accountName, accountId: of.accountId, identifyCode }, of.token)
    expect(await bind('123456')).toMatchObject({ message: '验证码已失效，请重新获取' })
    expect((await ask()).status).toBe(0)
    const again = await ask()
    expect(again).toMatchObject({ status: p.codeTooSoon.status })
    expect(again.message).toMatch(/^验证码已发送，请在1[12]\d秒后重试$/)
    const code = await codeTo(phone)
    expect(await bind(wrongCode(code))).toMatchObject({ message: '验证码错误，请重新输入' })
    expect(await bind(code, newPhone())).toMatchObject({ status: p.codeGone.status })
    expect((await bind(code)).status).toBe(0)
    expect(await bind(code)).toMatchObject({ status: p.phoneBound.status })
    const { data } = await send(handler, sessionUser, {}, of.token)
    expect(data).toMatchObject({ phoneBindStatus: 2, accountPhone: `${phone.slice(0, 3)}****${phone.slice(-4)}` })
    const row = (await accounts.get({ accountName: of.name }))!
    expect(JSON.stringify(row)).not.toContain(phone)
    // It is a way in from now on.
    expect((await signInAt(handler, phone, password)).data.user.accountId).toBe(of.accountId)
  })

  it('allows five tries of a code', async () => {
    const of = await begin()
    const phone = newPhone()
    const bind = (identifyCode: string) => send(handler, bindPhone, { accountName: phone, identifyCode }, of.token)
    await send(handler, sendPhoneCode, { accountName: phone, originType: '7' }, of.token)
    const code = await codeTo(phone)
    for (let i = 0; i < 5; i++) expect((await bind(wrongCode(code))).status).toBe(p.codeWrong.status)
    expect((await bind(code)).status).toBe(p.codeGone.status)
    await later(121_000, () => send(handler, sendPhoneCode, { accountName: phone, originType: '7' }, of.token))
    const second = await codeTo(phone)
    expect(second).toMatch(/^\d{6}$/)
    expect((await bind(second)).status).toBe(0)
  })

  it('is refused for a phone of another account, and counted for all who try many', async () => {
    const [one, two] = [await begin(), await begin()]
    const phone = await bound(one)
    await later(121_000, () => send(handler, sendPhoneCode, { accountName: phone, originType: '7' }, two.token))
    const taken = await send(handler, bindPhone, { accountName: phone, identifyCode: await codeTo(phone) }, two.token)
    expect(taken).toMatchObject({ status: p.phoneTaken.status, message: '该手机号码已绑定其他账号' })
    const target = newPhone()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const { token } = await begin()
      statuses.push((await send(handler, sendPhoneCode, { accountName: target, originType: '7' }, token)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 0), p.codeTooMany.status])
  })

  it.each([
    [{ accountName: '' }, '手机号码不能空'],
    [{ accountName: '12912345678' }, '请输入正确的手机号码'],
    [{ accountName: '1381234567' }, '请输入正确的手机号码'],
    [{ identifyCode: '' }, '手机验证码不能空'],
  ])('%j: %s', async (change, message) => {
    const { token } = await testCaller({ userType: 3, tenant: 'p' })
    const input = { accountName: '13812345678', identifyCode: '123456', ...change }
    expect(await send(handler, bindPhone, input, token)).toMatchObject({ status: 20001, message })
  })

  it('is changed with the password and a code to the new one; the old phone is no way in any more', async () => {
    const of = await begin()
    const [old, next] = [await bound(of), newPhone()]
    const change = (input: object) =>
      send(handler, changePhone, { newPhone: next, password, validateCode: '123456', ...input }, of.token)
    expect(await change({ password: '' })).toMatchObject({ message: '密码不能为空' })
    await later(121_000, () => send(handler, sendPhoneCode, { accountName: next, originType: '4' }, of.token))
    expect((await change({ password: 'wrong' })).status).toBe(p.currentPasswordWrong.status)
    expect((await change({ validateCode: await codeTo(next) })).status).toBe(0)
    expect((await signInAt(handler, next, password)).status).toBe(0)
    expect((await signInAt(handler, old, password)).status).toBe(p.wrongPassword.status)
    const other = await begin()
    expect(
      (await send(handler, changePhone, { newPhone: next, password, validateCode: '1' }, other.token)).status,
    ).toBe(p.phoneNotBound.status)
    const wish = { accountName: next, originType: '4' as const }
    expect((await send(handler, sendPhoneCode, wish, other.token)).status).toBe(p.phoneNotBound.status)
  })
})

describe('binding an e-mail address', () => {
  it('goes by a code to it', async () => {
    const of = await begin()
    const email = `${fresh('m')}@example.com`
    await send(handler, sendEmailCode, { emailAddress: ` ${email.toUpperCase()}` }, of.token)
    const bind = (input: object) => send(handler, bindEmail, { newEmail: email, validateCode: '1', ...input }, of.token)
    expect(await bind({ newEmail: '' })).toMatchObject({ message: '邮箱不能空' })
    expect(await bind({ newEmail: 'a@b' })).toMatchObject({ message: '请输入正确的邮箱' })
    expect(await bind({ validateCode: '' })).toMatchObject({ message: '邮箱验证号码不能为空' })
    expect((await bind({ validateCode: await codeTo(email) })).status).toBe(0)
    const { data } = await send(handler, sessionUser, {}, of.token)
    expect(data.accountEmail).toBe(`${email[0]}***@example.com`)
    const other = await begin()
    await later(121_000, () => send(handler, sendEmailCode, { emailAddress: email }, other.token))
    const taken = await send(handler, bindEmail, { newEmail: email, validateCode: await codeTo(email) }, other.token)
    expect(taken).toMatchObject({ message: '该邮箱已绑定其他账号' })
  })
})

describe('the security check', () => {
  it('needs a bound phone', async () => {
    const of = await begin()
    const on = await send(handler, setSecurity, { securityStatus: 3 }, of.token)
    expect(on).toMatchObject({ status: p.securityNeedsPhone.status, message: '需要先绑定手机才能设置' })
    expect((await send(handler, setSecurity, { securityStatus: 2 }, of.token)).data).toEqual({ securityStatus: 2 })
    expect((await send(handler, setSecurity, { securityStatus: 1 as never }, of.token)).status).toBe(20001)
  })

  it('holds a session back until the code is given', async () => {
    const of = await begin()
    const phone = await bound(of)
    expect((await send(handler, setSecurity, { securityStatus: 3 }, of.token)).status).toBe(0)
    const { data: held } = await signInAt(handler, of.name, password)
    expect(held.user.pending).toBe('security')
    const blocked = [
      await send(handler, sessionList, {}, held.accessToken),
      await send(handler, changePassword, { oldPassword: password, newPassword: 'Chosen2026' }, held.accessToken),
      await send(handler, setSecurity, { securityStatus: 2 }, held.accessToken),
    ]
    for (const b of blocked)
      expect(b).toMatchObject({ status: sessionProblems.securityNeeded.status, message: '请先完成安全验证' })
    const state = await send(handler, securityState, {}, held.accessToken)
    expect(state.data).toEqual({ securityStatus: 3, needed: true, phone: `${phone.slice(0, 3)}****${phone.slice(-4)}` })
    await send(handler, securitySend, {}, held.accessToken)
    const code = await codeTo(phone)
    expect((await send(handler, securityValidate, { validateCode: wrongCode(code) }, held.accessToken)).status).toBe(
      p.codeWrong.status,
    )
    expect((await send(handler, securityValidate, { validateCode: code }, held.accessToken)).status).toBe(0)
    // A refresh before the check would have stayed held; this one is whole.
    const whole = await send(handler, refreshToken, held)
    expect(whole.data.user.pending).toBeUndefined()
    expect((await send(handler, sessionList, {}, whole.data.accessToken)).status).toBe(0)
  })
})

describe('a lost password', () => {
  const slide = (): Promise<string> => solvedAt(handler)

  it('is chosen anew with a code to the bound phone; every session ends', async () => {
    const of = await begin()
    const phone = await bound(of)
    const none = await send(handler, resetSend, { phone, slideToken: 'none' })
    expect(none).toMatchObject({ status: p.slideNeeded.status })
    expect((await send(handler, resetSend, { phone, slideToken: await slide() })).status).toBe(0)
    const reset = (input: object) =>
      send(handler, resetPassword, { phone, validateCode: '1', newPassword: 'Chosen2026', ...input })
    expect((await reset({ newPassword: 'short' })).message).toBe('密码最少为8位数')
    const code = await codeTo(phone)
    expect((await reset({ validateCode: wrongCode(code) })).status).toBe(p.codeWrong.status)
    expect((await reset({ validateCode: code })).status).toBe(0)
    expect((await send(handler, sessionUser, {}, of.token)).http).toBe(401)
    expect((await signInAt(handler, of.name, 'Chosen2026')).data.user.passwordStatus).toBe(0)
  })

  it('says the same of a phone that no account has, and sends nothing', async () => {
    const phone = newPhone()
    expect((await send(handler, resetSend, { phone, slideToken: await slide() })).status).toBe(0)
    expect((await send(handler, resetSend, { phone, slideToken: await slide() })).status).toBe(p.codeTooSoon.status)
    expect((await send(handler, demoOutbox, {})).data.some((m) => m.to === phone)).toBe(false)
    const input = { phone, validateCode: '123456', newPassword: 'Chosen2026' }
    expect((await send(handler, resetPassword, input)).status).toBe(p.codeWrong.status)
  })
})

describe('sensitive information, membership, identities', () => {
  it('is switched on with a password and off without', async () => {
    const { token } = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
    expect((await send(handler, sensitiveInfo, {}, token)).data).toEqual({ status: 0 })
    expect(await send(handler, enableSensitive, { password: ' ' }, token)).toMatchObject({ message: '密码不能为空' })
    expect((await send(handler, enableSensitive, { password: '一二三' }, token)).data).toEqual({ status: 1 })
    const on = await send(handler, sensitiveInfo, {}, token)
    expect(on.data).toEqual({ status: 1 })
    expect((await send(handler, disableSensitive, {}, token)).data).toEqual({ status: 0 })
    const student = await testCaller({ userType: 4, tenant: `s:${schoolId}` })
    expect((await send(handler, sensitiveInfo, {}, student.token)).http).toBe(403)
  })

  it('is a member while the status is 1 and the end lies ahead, where the school has switched it on', async () => {
    const schoolId = newId<SchoolId>('school')
    const own = { tenant: `s:${schoolId}` as const, schoolId }
    const ends = Date.now() + 300_000
    const of = await begin([4], { user: { ...own, membershipStatus: 1, vipStartTime: 1, vipEndTime: ends } })
    const vip = () => send(handler, vipInfo, {}, of.token)
    expect((await vip()).data).toMatchObject({ membershipStatus: 1, active: true, vipEnable: false })
    const admin = await testCaller({ userType: 2, ...own })
    const moduleConfigList = [{ key: 'vip_enable', status: 2 }]
    expect((await send(handler, saveSystemConfig, { moduleConfigList }, admin.token)).status).toBe(0)
    expect((await vip()).data.vipEnable).toBe(true)
    expect((await later(301_000, vip)).data.active).toBe(false)
    expect((await send(handler, vipInfo, {}, admin.token)).http).toBe(403)
  })

  it('lists the identities', async () => {
    const of = await begin([3, 12])
    const { data } = await send(handler, identityList, {}, of.token)
    expect(data.map((i) => i.userType)).toEqual([3, 12])
    expect(data.map((i) => i.hzyFlag)).toEqual([false, false])
    const other = newId<SchoolId>('school')
    const admin = await testCaller({ userType: 2, tenant: `s:${other}` })
    expect((await send(handler, saveSystemConfig, { hzyFlag: true }, admin.token)).status).toBe(0)
    const upgraded = await begin([3, 12], { user: { tenant: `s:${other}`, schoolId: other } })
    const list = await send(handler, identityList, {}, upgraded.token)
    expect(list.data.map((i) => i.hzyFlag)).toEqual([true, false])
  })
})

describe('a code', () => {
  it('is good for ten minutes', async () => {
    const to = { channel: 'sms' as const, address: newPhone() }
    await sendCode('bindPhone', 'noAccount', to, { ip: '127.0.0.1' })
    const code = await codeTo(to.address)
    const late = later(600_000, () => checkCode('bindPhone', 'noAccount', to, code))
    await expect(late).rejects.toMatchObject({ message: '验证码已失效，请重新获取' })
    await later(599_000, () => checkCode('bindPhone', 'noAccount', to, code))
    await expect(checkCode('bindPhone', 'noAccount', to, code)).rejects.toMatchObject({ problem: p.codeGone })
  })
})

describe('the messenger', () => {
  const message = {
    id: 'm1',
    channel: 'sms',
    to: '13800000000',
    template: 'bindPhone',
    values: {},
    text: '码',
  } as const

  it('posts over TLS (or to this machine), signed, again under the same id when it fails', async () => {
    const got: { body: string; signature: unknown }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        got.push({ body, signature: request.headers['x-qinghe-signature'] })
        response.writeHead(got.length === 1 ? 503 : 200).end()
      })
    }).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const demo = process.env['QINGHE_DEMO']
    try {
      process.env['QINGHE_DEMO'] = '0'
      process.env['MESSENGER_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
      process.env['MESSENGER_SECRET'] = 'secret'
      expect(await deliver(message)).toBe(true)
      expect(got.map((g) => (JSON.parse(g.body) as { id: string }).id)).toEqual(['m1', 'm1'])
      expect(got[0]!.signature).toMatch(/^[0-9a-f]{64}$/)
      process.env['MESSENGER_URL'] = 'http://messenger.example/send'
      expect(await deliver(message)).toBe(false)
      delete process.env['MESSENGER_URL']
      expect(await deliver(message)).toBe(false)
      // Outside the demo the outbox is shut, and a code that was not sent can be asked for again at once.
      expect((await send(handler, demoOutbox, {})).http).toBe(403)
      const { token } = await begin()
      const ask = () => send(handler, sendPhoneCode, { accountName: newPhone(), originType: '7' }, token)
      for (const answer of [await ask(), await ask()])
        expect(answer).toMatchObject({ message: '验证码发送失败，请稍后再试' })
    } finally {
      process.env['QINGHE_DEMO'] = demo
      server.close()
    }
  })
})
