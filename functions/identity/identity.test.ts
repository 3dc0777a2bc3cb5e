import { beforeAll, describe, expect, it } from 'vitest'
import { refreshToken, sessionUser, signIn, signOut, switchIdentity } from '#shared/identity/identity.calls.ts'
import type { AccountId, UserId } from '#shared/kit/ids.ts'
import { newId, now, usePorts } from '#functions/kit/ports.ts'
import { forgetSessions } from '#functions/kit/session.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { accounts, users } from './identity.store.ts'
import { hashPassword, passwordMatches } from './password.ts'

actAs('identity-api')
const { handler } = await import('./identity.api.ts')
const schoolId = `sc_${'0'.repeat(26)}`

const open = async (accountName: string, password: string, userTypes: number[] = [3]): Promise<UserId[]> => {
  const accountId = newId<AccountId>('account')
  await accounts.create({
    schema: 1,
    accountId,
    accountName,
    userName: '李老师',
    passwordStatus: 0,
    disabled: false,
    wrongPasswords: 0,
    lockedUntil: 0,
    createdAt: now(),
    version: 1,
    passwordHash: await hashPassword(password),
  })
  const made: UserId[] = []
  for (const userType of userTypes) {
    const userId = newId<UserId>('user')
    made.push(userId)
    await users.create({
      schema: 1,
      userId,
      accountId,
      userType,
      userName: '李老师',
      tenant: `s:${schoolId}`,
      stage: 1,
      createdAt: now(),
      version: 1,
    })
  }
  return made
}
const fresh = (): string => `t${newId<string>('attempt').slice(3)}`

describe('passwords', () => {
  it('match only themselves, and a broken hash matches nothing', async () => {
    const hash = await hashPassword('Qinghe2026')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches('Qinghe2026', hash)).toBe(true)
    expect(await passwordMatches('Qinghe2027', hash)).toBe(false)
    expect(await passwordMatches('', '')).toBe(false)
  })
})

describe('sign-in', () => {
  let name: string
  beforeAll(async () => {
    name = fresh()
    await open(name, 'right-password-1', [3, 12])
  })

  it('answers who signed in, by a name in any case and width', async () => {
    const answer = await send(handler, signIn, { accountName: ` ${name.toUpperCase()} `, password: 'right-password-1' })
    expect(answer).toMatchObject({ http: 200, status: 0, data: { user: { userType: 3, userList: [{}, {}] } } })
    const who = await send(handler, sessionUser, {}, answer.data.accessToken)
    expect(who.data).toMatchObject({ accountName: name, userType: 3 })
    expect(JSON.stringify(who)).not.toContain('argon2')
  })

  it('says the same for a wrong password and for a name that does not exist', async () => {
    const wrong = await send(handler, signIn, { accountName: name, password: 'wrong' })
    const nobody = await send(handler, signIn, { accountName: fresh(), password: 'wrong' })
    expect(wrong).toEqual(nobody)
    expect(wrong).toMatchObject({ http: 200, status: 21001, message: '账号或密码错误，请重新输入' })
  })

  it('locks after five wrong passwords and opens again in time', async () => {
    const own = fresh()
    await open(own, 'right-password-2')
    for (let i = 0; i < 5; i++) await send(handler, signIn, { accountName: own, password: 'wrong' })
    const locked = await send(handler, signIn, { accountName: own, password: 'right-password-2' })
    expect(locked.status).toBe(21002)
    const back = usePorts({ now: () => Date.now() + 11 * 60_000 })
    try {
      expect((await send(handler, signIn, { accountName: own, password: 'right-password-2' })).status).toBe(0)
    } finally {
      back()
    }
  })

  it('refuses nothing, too much and nonsense with a message for people', async () => {
    expect(await send(handler, signIn, { accountName: '', password: 'x' })).toMatchObject({
      status: 20001,
      message: '请输入账号',
    })
    expect((await send(handler, signIn, { accountName: 'x'.repeat(61), password: 'x' })).status).toBe(20001)
  })
})

describe('a session', () => {
  const begin = async () => {
    const name = fresh()
    const ids = await open(name, 'right-password-3', [3, 12])
    return { ids, ...(await send(handler, signIn, { accountName: name, password: 'right-password-3' })).data }
  }

  it('ends with sign-out, at once', async () => {
    const { accessToken } = await begin()
    expect((await send(handler, signOut, {}, accessToken)).status).toBe(0)
    expect((await send(handler, sessionUser, {}, accessToken)).http).toBe(401)
  })

  it('rotates its refresh token, and ends when an old one is used again', async () => {
    const { refreshToken: first } = await begin()
    const second = await send(handler, refreshToken, { refreshToken: first })
    expect(second.status).toBe(0)
    const back = usePorts({ now: () => Date.now() + 60_000 })
    try {
      expect((await send(handler, refreshToken, { refreshToken: first })).status).toBe(21003)
      expect((await send(handler, refreshToken, { refreshToken: second.data.refreshToken })).status).toBe(21003)
      forgetSessions()
      expect((await send(handler, sessionUser, {}, second.data.accessToken)).http).toBe(401)
    } finally {
      back()
    }
  })

  it('switches only to an identity of its own account', async () => {
    const { ids, accessToken, user } = await begin()
    const other = await begin()
    const target = ids.find((i) => i !== user.userId)!
    expect((await send(handler, switchIdentity, { userId: other.ids[0]! }, accessToken)).status).toBe(21004)
    const switched = await send(handler, switchIdentity, { userId: target }, accessToken)
    expect(switched.data.user.userId).toBe(target)
    expect((await send(handler, sessionUser, {}, accessToken)).http).toBe(401)
  })

  it.each([
    ['nothing', undefined],
    ['nonsense', 'abc'],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJxaW5naGUifQ.'],
    ['a token of an unknown key', 'eyJhbGciOiJFUzI1NiIsImtpZCI6Im5vc3VjaGtleSJ9.eyJpc3MiOiJxaW5naGUifQ.AAAA'],
  ])('lets in nobody with %s', async (_, token) => {
    expect((await send(handler, sessionUser, {}, token)).http).toBe(401)
  })

  it('refuses a token that was tampered with or has run out', async () => {
    const { accessToken } = await begin()
    const [head, body, signature] = accessToken.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { who: { userType: number } }
    claims.who.userType = -1
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    expect((await send(handler, sessionUser, {}, forged)).http).toBe(401)
    const back = usePorts({ now: () => Date.now() + 11 * 60_000 })
    try {
      expect((await send(handler, sessionUser, {}, accessToken)).http).toBe(401)
    } finally {
      back()
    }
  })
})
