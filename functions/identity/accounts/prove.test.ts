/** Acts of weight want the person, not only the session. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as account from '#shared/identity/accounts/account.calls.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { prove, proveSend, proveState } from '#shared/identity/accounts/prove.calls.ts'
import { switchIdentity } from '#shared/identity/identity.calls.ts'
import { sessionProblems } from '#shared/kit/problem.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { codeIn, fresh, later, newPhone, open, schoolId, signInAt, wrongCode } from '../identity.testing.ts'

const { handler } = await import('../identity.api.ts')
const password = 'right-password-6'
const minutes = (n: number) => n * 60_000
const needed = { status: sessionProblems.proofNeeded.status, message: '请先验证身份', data: null }

beforeAll(() => actAs('identity-api'))

const begin = async (userTypes = [2]) => {
  const name = fresh()
  const opened = await open(name, password, userTypes)
  const { data } = await signInAt(handler, name, password)
  return { name, ...opened, token: data.accessToken }
}
const off = (token: string) => send(handler, account.setSecurity, { securityStatus: 2 }, token)
const show = (token: string, input: object) => send(handler, prove, input as never, token)

describe('an act of weight', () => {
  it('is done within five minutes of the password, and then wants it again', async () => {
    const of = await begin()
    expect((await off(of.token)).status).toBe(0)
    await later(minutes(5) + 1000, async () => {
      expect(await off(of.token)).toMatchObject(needed)
      expect((await show(of.token, { password: 'wrong' })).status).toBe(p.currentPasswordWrong.status)
      expect(await off(of.token)).toMatchObject(needed)
      expect((await show(of.token, { password })).status).toBe(0)
      expect((await off(of.token)).status).toBe(0)
    })
    await later(minutes(9), async () => expect((await off(of.token)).status).toBe(0))
  })

  it('each of them: the check at sign-in, a first phone, a mailbox, the password of sensitive data', async () => {
    const of = await begin()
    const acts: (() => Promise<{ status: number }>)[] = [
      () => off(of.token),
      () => send(handler, account.bindPhone, { accountName: newPhone(), identifyCode: '123456' }, of.token),
      () => send(handler, account.bindEmail, { newEmail: 'a@b.cn', validateCode: '123456' }, of.token),
      () => send(handler, account.enableSensitive, { password: 'x' }, of.token),
      () => send(handler, account.disableSensitive, {}, of.token),
    ]
    for (const act of acts) {
      expect(await later(minutes(6), act)).toMatchObject(needed)
      expect((await act()).status).not.toBe(needed.status)
    }
  })

  it('is for the session that proved itself, and no other of the same account', async () => {
    const of = await begin()
    const other = await signInAt(handler, of.name, password)
    await later(minutes(6), async () => {
      expect((await show(of.token, { password })).status).toBe(0)
      expect((await off(of.token)).status).toBe(0)
      expect(await off(other.data.accessToken)).toMatchObject(needed)
    })
  })

  it('goes on after a change of identity, and no longer than it would have', async () => {
    const of = await begin([2, 3])
    const { data } = await send(handler, switchIdentity, { userId: of.userIds[1]! }, of.token)
    expect((await off(data.accessToken)).status).toBe(0)
    expect(await later(minutes(6), () => off(data.accessToken))).toMatchObject(needed)
  })

  it('may be proved by a code to the bound phone; without one only by the password', async () => {
    const of = await begin()
    expect((await send(handler, proveSend, {}, of.token)).status).toBe(p.phoneNotBound.status)
    expect((await send(handler, proveState, {}, of.token)).data).toEqual({ phone: '' })
    const phone = newPhone()
    await send(handler, account.sendPhoneCode, { accountName: phone, originType: '7' }, of.token)
    const bind = { accountName: phone, identifyCode: await codeIn(handler, phone) }
    expect((await send(handler, account.bindPhone, bind, of.token)).status).toBe(0)
    await later(minutes(6), async () => {
      const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`
      expect((await send(handler, proveSend, {}, of.token)).data).toEqual({ phone: masked })
      const code = await codeIn(handler, phone)
      expect((await show(of.token, { validateCode: wrongCode(code) })).status).toBe(p.codeWrong.status)
      expect(await off(of.token)).toMatchObject(needed)
      expect((await show(of.token, { validateCode: code })).status).toBe(0)
      expect((await off(of.token)).status).toBe(0)
      expect((await show(of.token, {})).status).toBe(20001)
      expect((await show(of.token, { validateCode: code, password })).status).toBe(20001)
    })
  })

  it('wrong passwords are counted as at every other door', async () => {
    const of = await begin()
    for (let i = 0; i < 5; i++) await show(of.token, { password: `wrong${i}` })
    expect((await show(of.token, { password })).status).toBe(p.locked.status)
  })

  it('is none of a pretended session’s', async () => {
    const { token } = await testCaller({ userType: 2, tenant: `s:${schoolId}`, pretendedBy: newId('account') })
    expect((await off(token)).status).toBe(sessionProblems.proofPretended.status)
    expect((await show(token, { password })).status).toBe(p.pretending.status)
  })
})
