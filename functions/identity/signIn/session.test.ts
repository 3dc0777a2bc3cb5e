import { describe, expect, it } from 'vitest'
import { changePassword } from '#shared/identity/accounts/account.calls.ts'
import { refreshToken, sessionUser, signOut, switchIdentity } from '#shared/identity/identity.calls.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import {
  cleanSessions,
  kickSession,
  schoolIp,
  sessionList,
  systemConfig,
} from '#shared/identity/signIn/session.calls.ts'
import { endPretend, loginTicket, pretend, ticketSignIn } from '#shared/identity/signIn/signIn.calls.ts'
import { sessionProblems } from '#shared/kit/problem.ts'
import { now, usePorts } from '#functions/kit/ports.ts'
import { forgetSessions, isLiveSession, Session } from '#functions/kit/session.ts'
import { actAs, send, testCaller } from '#functions/kit/testing.ts'
import { transact } from '#functions/kit/table.ts'
import { fresh, open, schoolId, signInAt } from '../identity.testing.ts'
import { closingUser, renamingUser, resettingPassword } from '../identity.public.ts'
import { accounts, StoredAccount } from '../identity.store.ts'

actAs('identity-api')
const { handler } = await import('../identity.api.ts')
const password = 'right-password-3'

const later = async <T>(ms: number, run: () => Promise<T>): Promise<T> => {
  const back = usePorts({ now: () => Date.now() + ms })
  try {
    return await run()
  } finally {
    back()
  }
}
const begin = async (userTypes = [3, 12], of: Parameters<typeof open>[3] = {}) => {
  const name = fresh()
  const opened = await open(name, password, userTypes, of)
  return { name, ...opened, ...(await signInAt(handler, name, password)).data }
}
const signInAgain = async (name: string) => (await signInAt(handler, name, password)).data
const who = (token: string) => send(handler, sessionUser, {}, token)
/** What a token is worth within five seconds, with no memory to hide behind. */
const worth = async (token: string): Promise<number> => {
  forgetSessions()
  return (await who(token)).http
}

describe('a session', () => {
  it('ends with sign-out, at once', async () => {
    const { accessToken } = await begin()
    expect((await send(handler, signOut, {}, accessToken)).status).toBe(0)
    expect((await who(accessToken)).http).toBe(401)
  })

  it('rotates its refresh token, and ends when an old one is used again', async () => {
    const { refreshToken: first } = await begin()
    const second = await send(handler, refreshToken, { refreshToken: first })
    expect(second.status).toBe(0)
    await later(31_000, async () => {
      expect((await send(handler, refreshToken, { refreshToken: first })).status).toBe(p.refreshRefused.status)
      expect((await send(handler, refreshToken, second.data)).status).toBe(p.refreshRefused.status)
      expect(await worth(second.data.accessToken)).toBe(401)
    })
  })

  it('ends when a token of long ago comes back, at any time', async () => {
    const { refreshToken: first } = await begin()
    const second = (await send(handler, refreshToken, { refreshToken: first })).data
    const third = (await send(handler, refreshToken, second)).data
    expect((await send(handler, refreshToken, { refreshToken: first })).status).toBe(p.refreshRefused.status)
    expect((await send(handler, refreshToken, third)).status).toBe(p.refreshRefused.status)
  })

  it('does not end for a made-up token', async () => {
    const { refreshToken: first } = await begin()
    const [session, family, secret] = first.split('.') as [string, string, string]
    for (const made of [
      `${session}.${'A'.repeat(22)}.${secret}`,
      `${session}.${family}`,
      `${session}.${secret}`,
      `se_${'0'.repeat(26)}.${family}.${secret}`,
    ])
      expect((await send(handler, refreshToken, { refreshToken: made })).status).toBe(p.refreshRefused.status)
    expect((await send(handler, refreshToken, { refreshToken: first })).status).toBe(0)
  })

  it('gives two tabs that refresh at once the same successor, and both go on', async () => {
    const { refreshToken: first } = await begin()
    const tabs = await Promise.all(
      Array.from({ length: 6 }, () => send(handler, refreshToken, { refreshToken: first })),
    )
    expect(tabs.map((t) => t.status)).toEqual([0, 0, 0, 0, 0, 0])
    expect(new Set(tabs.map((t) => t.data.refreshToken)).size).toBe(1)
    // A tab whose answer was lost asks again within half a minute.
    const again = await later(25_000, () => send(handler, refreshToken, { refreshToken: first }))
    expect(again.data.refreshToken).toBe(tabs[0]!.data.refreshToken)
    expect((await send(handler, refreshToken, tabs[5]!.data)).status).toBe(0)
    for (const tab of tabs) expect((await who(tab.data.accessToken)).status).toBe(0)
  })

  it('ends twelve hours after it began', async () => {
    const { refreshToken: first } = await begin()
    const status = await later(12 * 3_600_000 + 1, () => send(handler, refreshToken, { refreshToken: first }))
    expect(status).toMatchObject({ status: p.refreshRefused.status, message: '登录状态已过期' })
  })

  it('switches only to an open identity of its own account', async () => {
    const { userIds, accessToken, user } = await begin([3, 12, 5])
    const other = await begin()
    const target = userIds.find((i) => i !== user.userId)!
    const refused = await send(handler, switchIdentity, { userId: other.userIds[0]! }, accessToken)
    expect(refused).toMatchObject({ status: p.noSuchUser.status, message: '没有这个身份' })
    const switched = await send(handler, switchIdentity, { userId: target }, accessToken)
    expect(switched.data.user.userId).toBe(target)
    expect((await who(accessToken)).http).toBe(401)
  })

  it('says of a parent without a child that it is the placeholder student', async () => {
    const { user } = await begin([5])
    expect(user.studentId).toBe('-1')
  })
})

describe('a token', () => {
  it.each([
    ['nothing', undefined],
    ['nonsense', 'abc'],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJxaW5naGUifQ.'],
    ['a token of an unknown key', 'eyJhbGciOiJFUzI1NiIsImtpZCI6Im5vc3VjaGtleSJ9.eyJpc3MiOiJxaW5naGUifQ.AAAA'],
  ])('of %s is refused', async (_, token) => {
    expect((await send(handler, sessionUser, {}, token)).http).toBe(401)
  })

  it('that was tampered with or has run out is refused', async () => {
    const { accessToken } = await begin()
    const [head, body, signature] = accessToken.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { who: { userType: number } }
    claims.who.userType = -1
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    expect((await who(forged)).http).toBe(401)
    expect(await later(11 * 60_000, async () => (await who(accessToken)).http)).toBe(401)
  })

  it('of one account is no token of a session of another', async () => {
    const own = await begin()
    const { caller, token } = await testCaller({ userType: 3, tenant: 'p', sessionId: own.user.sessionId })
    expect(caller.accountId).not.toBe(own.accountId)
    expect(await worth(token)).toBe(401)
  })
})

describe('several devices', () => {
  it('hear of each other, and the last one that it is alone again', async () => {
    const first = await begin()
    expect((await who(first.accessToken)).elsewhere).toBeUndefined()
    const second = await signInAgain(first.name)
    forgetSessions()
    expect((await who(first.accessToken)).elsewhere).toBe(true)
    expect((await who(second.accessToken)).elsewhere).toBe(true)
    await send(handler, signOut, {}, second.accessToken)
    expect((await who(first.accessToken)).elsewhere).toBeUndefined()
  })

  it('are listed, kicked one by one, or all but this one; within five seconds', async () => {
    const first = await begin()
    const second = await signInAgain(first.name)
    const third = await signInAgain(first.name)
    const stranger = await begin()
    const list = await send(handler, sessionList, {}, first.accessToken)
    expect(list.data.map((s) => [s.sessionId, s.current])).toEqual(
      [third, second, first].map((s) => [s.user.sessionId, s === first]),
    )
    const kick = (sessionId: never, token: string) => send(handler, kickSession, { sessionId }, token)
    expect((await kick(second.user.sessionId as never, stranger.accessToken)).status).toBe(p.noSuchUser.status)
    expect((await who(second.accessToken)).http).toBe(200)
    expect((await kick(second.user.sessionId as never, first.accessToken)).status).toBe(0)
    expect(await worth(second.accessToken)).toBe(401)
    expect((await send(handler, refreshToken, second)).status).toBe(p.refreshRefused.status)
    const cleaned = await send(handler, cleanSessions, {}, first.accessToken)
    expect(cleaned.data).toEqual({ ended: 1 })
    expect([await worth(first.accessToken), await worth(third.accessToken)]).toEqual([200, 401])
    expect((await who(first.accessToken)).elsewhere).toBeUndefined()
  })

  it('that know a session from memory forget it within five seconds', async () => {
    const first = await begin()
    const second = await signInAgain(first.name)
    // Another function's process remembers the second session as live, and hears nothing of the kick.
    expect((await who(second.accessToken)).http).toBe(200)
    const { sessions } = await import('#functions/kit/session.ts')
    await sessions.update({ sessionId: second.user.sessionId }, { endedAt: now() })
    expect(await later(5_000, async () => (await who(second.accessToken)).http)).toBe(401)
  })

  it('keep their address', async () => {
    const { accessToken } = await begin()
    expect((await send(handler, schoolIp, {}, accessToken, { ip: '203.0.113.9' })).data).toEqual({ ip: '203.0.113.9' })
    const [only] = (await send(handler, sessionList, {}, accessToken)).data
    expect(only).toMatchObject({ ip: '203.0.113.9', device: '其他客户端' })
  })
})

describe('I22: every session of an account ends', () => {
  const both = async () => {
    const first = await begin()
    const second = await signInAgain(first.name)
    return { ...first, tokens: [first, second] }
  }
  const allEnded = async (tokens: { accessToken: string; refreshToken: string }[]): Promise<void> => {
    for (const t of tokens) {
      expect(await worth(t.accessToken)).toBe(401)
      expect((await send(handler, refreshToken, t)).status).toBe(p.refreshRefused.status)
    }
  }

  it('with a closed identity, which comes back when it is opened again', async () => {
    const { name, userIds, tokens } = await both()
    await transact(await closingUser(userIds[0]!, true), fresh())
    await allEnded(tokens)
    // The other identity of the account goes on, with a new sign-in.
    expect((await signInAgain(name)).user.userList.map((u) => u.userId)).toEqual([userIds[1]])
    await transact(await closingUser(userIds[1]!, true), fresh())
    expect((await signInAt(handler, name, password)).status).toBe(p.wrongPassword.status)
    await transact(await closingUser(userIds[0]!, false), fresh())
    expect((await signInAgain(name)).user.userId).toBe(userIds[0])
    expect(await closingUser(`us_${'0'.repeat(26)}`, true)).toEqual([])
  })

  it("with an administrator's new first password, which then must be changed", async () => {
    const { name, tokens } = await both()
    await transact(
      (await resettingPassword(
        name,
        'first-password',
        (await testCaller({ userType: -1, tenant: 'p' })).caller,
      )) as never,
      fresh(),
    )
    await allEnded(tokens)
    const first = (await signInAt(handler, name, 'first-password')).data
    expect(first.user).toMatchObject({ passwordStatus: 1, pending: 'password' })
    const held = await send(handler, sessionList, {}, first.accessToken)
    expect(held).toMatchObject({ http: 200, status: sessionProblems.passwordMustChange.status })
    for (const call of [sessionUser, systemConfig])
      expect((await send(handler, call, {}, first.accessToken)).status).toBe(0)
    const change = { oldPassword: 'first-password', newPassword: 'Second2026' }
    expect((await send(handler, changePassword, change, first.accessToken)).status).toBe(0)
    const whole = await send(handler, refreshToken, first)
    expect(whole.data.user.pending).toBeUndefined()
    expect((await send(handler, sessionList, {}, whole.data.accessToken)).status).toBe(0)
  })

  it('but the one that chose a new password', async () => {
    const { name, tokens, accountId } = await both()
    const change = { accountId, oldPassword: password, newPassword: 'Chosen2026' }
    expect((await send(handler, changePassword, change, tokens[0]!.accessToken)).status).toBe(0)
    expect(await worth(tokens[0]!.accessToken)).toBe(200)
    await allEnded([tokens[1]!])
    expect((await send(handler, refreshToken, tokens[0]!)).status).toBe(0)
    expect((await signInAt(handler, name, password)).status).toBe(p.wrongPassword.status)
    expect((await signInAt(handler, name, 'Chosen2026')).status).toBe(0)
  })

  it('even one that is beginning with the old password at that moment', async () => {
    const { name } = await both()
    // The sign-in has read the account; the password changes; then the session is written.
    const old = (await accounts.get({ accountName: name }))!
    await transact(
      (await resettingPassword(
        name,
        'first-password',
        (await testCaller({ userType: -1, tenant: 'p' })).caller,
      )) as never,
      fresh(),
    )
    const { beginSession, openUsers } = await import('./begin.ts')
    const own = await openUsers(old.accountId)
    const late = await beginSession({ user: own[0]!, account: old, own, ip: '', agent: '' }, [])
    expect(await worth(late.accessToken)).toBe(401)
  })

  it('a new name reaches the session with the next refresh', async () => {
    const first = await begin([3])
    await transact(await renamingUser(first.userIds[0]!, '王老师'), fresh())
    const next = await send(handler, refreshToken, first)
    expect(next.data.user.userName).toBe('王老师')
    expect(await renamingUser(first.userIds[0]!, '王老师')).toEqual([])
  })
})

describe('pretending to be another user', () => {
  const tenant = `s:${schoolId}`
  const operator = (userType: number, of = tenant) => testCaller({ userType, tenant: of, userName: '运营甲' })
  it('is for operators within their school or area, never upwards, and shows who it is', async () => {
    const { userIds } = await begin([4])
    const input = { userId: userIds[0]!, reason: '家长来电' }
    const asked = await send(handler, pretend, input, (await operator(18)).token)
    expect(asked.data.user).toMatchObject({ userType: 4, pretendedBy: { userName: '运营甲' } })
    const seen = await who(asked.data.accessToken)
    expect(seen.data.pretendedBy?.userName).toBe('运营甲')
    expect(seen.elsewhere).toBeUndefined()
    for (const [userType, of] of [
      [1, 'p'],
      [19, 'p'],
      [-1, 'p'],
    ] as const)
      expect((await send(handler, pretend, input, (await operator(userType, of)).token)).status).toBe(0)
    const stranger = await operator(1, `s:sc_${'2'.repeat(26)}`)
    expect((await send(handler, pretend, input, stranger.token)).status).toBe(p.noSuchUser.status)
    const noUser = { ...input, userId: `us_${'1'.repeat(26)}` as never }
    expect(await send(handler, pretend, noUser, stranger.token)).toEqual(
      await send(handler, pretend, input, stranger.token),
    )
    expect((await send(handler, pretend, input, (await operator(2)).token)).http).toBe(403)
    expect(await send(handler, pretend, { ...input, reason: ' ' }, (await operator(18)).token)).toMatchObject({
      message: '原因不能为空',
    })
  })

  it('does not rise: not to another operator, not from a pretended session', async () => {
    const above = await begin([1])
    const { userIds } = await begin([3])
    const { token } = await operator(18)
    const refused = await send(handler, pretend, { userId: above.userIds[0]!, reason: '试' }, token)
    expect(refused).toMatchObject({ status: p.pretendRefused.status, message: '不能以该用户的身份登录' })
    const root = await operator(-1, 'p')
    const asOperator = await send(handler, pretend, { userId: above.userIds[0]!, reason: '试' }, root.token)
    expect(asOperator.status).toBe(0)
    const twice = await send(handler, pretend, { userId: userIds[0]!, reason: '试' }, asOperator.data.accessToken)
    expect(twice.status).toBe(sessionProblems.proofPretended.status)
  })

  it('ends with the way back to the own session, once, and proves no person', async () => {
    const { userIds } = await begin([3])
    const own = await begin([18])
    const as = (await send(handler, pretend, { userId: userIds[0]!, reason: '试' }, own.accessToken)).data
    const back = await send(handler, endPretend, {}, as.accessToken)
    expect(back.data.user).toMatchObject({ userId: own.userIds[0], sessionId: own.user.sessionId })
    expect(back.data.user.pretendedBy).toBeUndefined()
    expect((await send(handler, refreshToken, back.data)).status).toBe(0)
    // Over: the pretended session, its way back, the tokens of before, and what the password had shown.
    expect((await send(handler, refreshToken, as)).status).toBe(p.refreshRefused.status)
    expect((await send(handler, endPretend, {}, as.accessToken)).status).not.toBe(0)
    const again = { userId: userIds[0]!, reason: '再试' }
    expect((await send(handler, pretend, again, back.data.accessToken)).status).toBe(sessionProblems.proofNeeded.status)
    // A session that pretends nothing stays as it is.
    expect((await send(handler, endPretend, {}, back.data.accessToken)).status).toBe(p.refreshRefused.status)
    expect((await who(back.data.accessToken)).status).toBe(0)
  })

  it("changes nothing of the account, and ends with the operator's own session or after an hour", async () => {
    const { userIds } = await begin([3, 12])
    const own = await operator(18)
    const asked = await send(handler, pretend, { userId: userIds[0]!, reason: '试' }, own.token)
    const { accessToken } = asked.data
    const change = { oldPassword: password, newPassword: 'Second2026' }
    expect(await send(handler, changePassword, change, accessToken)).toMatchObject({
      status: p.pretending.status,
      message: '模拟登录时不能修改账号信息',
    })
    expect((await send(handler, switchIdentity, { userId: userIds[1]! }, accessToken)).status).toBe(p.noSuchUser.status)
    expect((await send(handler, loginTicket, {}, accessToken)).status).toBe(p.pretending.status)
    expect((await send(handler, cleanSessions, {}, accessToken)).status).toBe(p.pretending.status)
    expect(await later(3_600_001, () => send(handler, refreshToken, asked.data))).toMatchObject({
      status: p.refreshRefused.status,
    })
    expect(await worth(accessToken)).toBe(200)
    await send(handler, signOut, {}, own.token)
    expect(await worth(accessToken)).toBe(401)
  })
})

describe('a ticket', () => {
  it('signs the same user in elsewhere, once, within a minute', async () => {
    const first = await begin()
    const ticket = async () => (await send(handler, loginTicket, {}, first.accessToken)).data
    const one = await ticket()
    const exchanged = await send(handler, ticketSignIn, { ...one, clientSystemType: 'alipay' })
    expect(exchanged.data.user).toMatchObject({ userId: first.user.userId, clientSystemType: 'alipay' })
    expect(exchanged.data.user.sessionId).not.toBe(first.user.sessionId)
    const refused = { status: p.ticketRefused.status, message: '登录凭证无效或已过期' }
    expect(await send(handler, ticketSignIn, one)).toMatchObject(refused)
    const late = await ticket()
    expect(await later(61_000, () => send(handler, ticketSignIn, late))).toMatchObject(refused)
    // Neither an access token nor a ticket passes for the other.
    expect(await send(handler, ticketSignIn, { token: first.accessToken })).toMatchObject(refused)
    expect((await who((await ticket()).token)).http).toBe(401)
    const orphan = await ticket()
    await send(handler, signOut, {}, first.accessToken)
    expect(await send(handler, ticketSignIn, orphan)).toMatchObject(refused)
  })
})

describe('rows of before', () => {
  it('are read: an account with counts of its own, a session without family and epoch', () => {
    const id = '0'.repeat(26)
    const account = {
      schema: 1,
      accountId: `ac_${id}`,
      accountName: 'old',
      userName: '旧账号',
      passwordHash: '-',
      passwordStatus: 0,
      disabled: false,
      wrongPasswords: 3,
      lockedUntil: 1,
      createdAt: 1,
      version: 2,
    }
    expect(StoredAccount.parse(account)).toMatchObject({ accountName: 'old', securityStatus: 0 })
    const session = {
      schema: 1,
      sessionId: `se_${id}`,
      accountId: `ac_${id}`,
      userId: `us_${id}`,
      refreshHash: '-',
      rotatedAt: 1,
      createdAt: 1,
      expiresAt: 2,
      version: 1,
    }
    expect(isLiveSession(Session.parse(session), null, 1)).toBe(true)
  })
})
