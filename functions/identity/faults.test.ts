/**
 * Faults at every store call of sign-in, rotation, kick, a new password and pretending: nothing is half done, and what was
 * refused can be asked again. The long run tries every kind of fault.
 */
import { describe, expect, it } from 'vitest'
import { refreshToken, signIn } from '#shared/identity/identity.calls.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { kickSession } from '#shared/identity/signIn/session.calls.ts'
import { pretend, sealKey } from '#shared/identity/signIn/signIn.calls.ts'
import { changePassword } from '#shared/identity/accounts/account.calls.ts'
import { dayKey } from '#shared/kit/time.ts'
import { audits } from '#functions/kit/audit.ts'
import { kindsOf } from '#functions/kit/faultCases.testing.ts'
import { Crash, faultKinds, withFaults } from '#functions/kit/faults.ts'
import type { FaultKind } from '#functions/kit/faults.ts'
import { now } from '#functions/kit/ports.ts'
import { forgetSessions, sessions } from '#functions/kit/session.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { liveSessions } from './signIn/begin.ts'
import { fresh, open, schoolId, sealWith, signInAt } from './identity.testing.ts'

actAs('identity-api')
const { handler } = await import('./identity.api.ts')
const password = 'right-password-9'
const newcomer = async () => {
  const name = fresh('f')
  return { name, ...(await open(name, password)) }
}
type Answer = { http: number; status: number }

/** Runs once under one fault at the store call `at`; a crash is an answer that never came. */
const under = async <T extends Answer>(
  kind: FaultKind,
  at: number,
  run: () => Promise<T>,
): Promise<{ answer: T | null; hit: boolean }> => {
  let hit = false
  const plan = withFaults((call) => {
    if (call.index !== at) return null
    hit = true
    // What cannot befall this call was tried with the others.
    return kindsOf(call).includes(kind) ? kind : null
  })
  try {
    return { answer: await run(), hit }
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    return { answer: null, hit }
  } finally {
    plan.stop()
    // What goes on after a lost answer is over before the next one.
    await new Promise((done) => setTimeout(done, 30))
  }
}

/** The fault that leaves a write behind whose answer is lost; the long run tries all. */
const kinds: readonly FaultKind[] = process.env['QINGHE_LONG'] === '1' ? faultKinds : ['appliedButFailed']

const everyFault = async (run: (kind: FaultKind, at: number) => Promise<boolean>): Promise<number> => {
  let tried = 0
  for (const kind of kinds) for (let at = 0; await run(kind, at); at++) tried++
  return tried
}
const failed = (answer: Answer | null): boolean => answer === null || answer.http === 500

describe('under faults', () => {
  it('a sign-in answers a session that works, or none that a token is out for; asked again, it goes', async () => {
    const tried = await everyFault(async (kind, at) => {
      const of = await newcomer()
      const key = (await send(handler, sealKey, {})).data
      const sealed = await sealWith(key, password)
      const { answer, hit } = await under(kind, at, () => send(handler, signIn, { accountName: of.name, sealed }))
      forgetSessions()
      if (!failed(answer)) {
        // A repeat by the SDK may find its own stamp spent: a refusal that the client answers with a new key.
        expect([0, p.sealRefused.status]).toContain(answer!.status)
        if (answer!.status === 0) {
          expect((await send(handler, refreshToken, answer!.data)).status).toBe(0)
        }
      }
      expect((await liveSessions(of.accountId)).length).toBeLessThanOrEqual(1)
      expect((await signInAt(handler, of.name, password)).status).toBe(0)
      return hit
    })
    expect(tried).toBeGreaterThan(kinds.length * 5)
  })

  it('a wrong password is never let in, and is counted at most twice', async () => {
    const tried = await everyFault(async (kind, at) => {
      const name = fresh('n')
      const key = (await send(handler, sealKey, {})).data
      const sealed = await sealWith(key, 'wrong')
      // Each from a network of its own: a hundred wrong passwords from one would ask for a puzzle.
      const from = { ip: `10.77.${faultKinds.indexOf(kind)}.${at}` }
      const ask = () => send(handler, signIn, { accountName: name, sealed }, undefined, from)
      const { answer, hit } = await under(kind, at, ask)
      if (!failed(answer)) expect([p.wrongPassword.status, p.sealRefused.status]).toContain(answer!.status)
      expect((await signInAt(handler, name, 'wrong', from)).status).toBe(p.wrongPassword.status)
      return hit
    })
    expect(tried).toBeGreaterThan(kinds.length * 3)
  })

  it('a refresh can be asked again with the same token, and the session goes on', async () => {
    const tried = await everyFault(async (kind, at) => {
      const of = await newcomer()
      const { data } = await signInAt(handler, of.name, password)
      const ask = () => send(handler, refreshToken, { refreshToken: data.refreshToken })
      const { answer, hit } = await under(kind, at, ask)
      const again = failed(answer) ? await ask() : answer!
      expect(again.status).toBe(0)
      expect((await send(handler, refreshToken, again.data)).status).toBe(0)
      return hit
    })
    expect(tried).toBeGreaterThan(kinds.length * 3)
  })

  it('a kick that was answered holds; one that was not can be asked again', async () => {
    const tried = await everyFault(async (kind, at) => {
      const of = await newcomer()
      const own = (await signInAt(handler, of.name, password)).data
      const other = (await signInAt(handler, of.name, password)).data
      forgetSessions()
      const kick = () => send(handler, kickSession, { sessionId: other.user.sessionId }, own.accessToken)
      const { answer, hit } = await under(kind, at, kick)
      if (failed(answer)) expect([0, p.noSuchUser.status]).toContain((await kick()).status)
      else expect(answer!.status).toBe(0)
      expect((await sessions.get(other.user))?.endedAt).toBeDefined()
      expect((await send(handler, refreshToken, other)).status).toBe(p.refreshRefused.status)
      expect((await send(handler, refreshToken, own)).status).toBe(0)
      return hit
    })
    expect(tried).toBeGreaterThan(kinds.length * 4)
  })

  it('a changed password and the end of the other sessions are one', async () => {
    const tried = await everyFault(async (kind, at) => {
      const of = await newcomer()
      const own = (await signInAt(handler, of.name, password)).data
      const other = (await signInAt(handler, of.name, password)).data
      forgetSessions()
      const change = () =>
        send(handler, changePassword, { oldPassword: password, newPassword: 'Chosen2026' }, own.accessToken)
      const { hit } = await under(kind, at, change)
      const isNew = (await signInAt(handler, of.name, 'Chosen2026', { ip: '10.9.9.1' })).status === 0
      const otherLives = (await send(handler, refreshToken, other)).status === 0
      expect(otherLives).toBe(!isNew)
      // The one that asked goes on either way.
      expect((await send(handler, refreshToken, own)).status).toBe(0)
      return hit
    })
    expect(tried).toBeGreaterThan(kinds.length * 5)
  })

  it('I16: a pretended session exists if and only if its record does', async () => {
    const tenant = `s:${schoolId}`
    const tried = await everyFault(async (kind, at) => {
      const of = await newcomer()
      const { caller, token } = await testCaller({ userType: 18, tenant })
      forgetSessions()
      const ask = () => send(handler, pretend, { userId: of.userIds[0]!, reason: '试' }, token)
      const { answer, hit } = await under(kind, at, ask)
      const made = await sessions.queryIndex('gsi1', `pretended#${of.accountId}`)
      const today = await asFunction('analysis-api', () =>
        audits.query(`${tenant}#${dayKey(now())}`, { consistent: true }),
      )
      const records = today.filter((r) => r.sessionId === caller.sessionId && r.act === 'identity.pretend')
      expect(records.length).toBe(made.length)
      if (!failed(answer)) expect([answer!.status, made.length]).toEqual([0, 1])
      return hit
    })
    expect(tried).toBeGreaterThan(kinds.length * 3)
  })
})
