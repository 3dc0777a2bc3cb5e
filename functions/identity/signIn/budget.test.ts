/** Budgets of networks, schools and devices; the work beside the puzzle; the caps of codes. */
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import {
  codeAlarmAt,
  codeCaps,
  placeFrom,
  puzzleFrom,
  wrongPasswordLimits,
} from '#shared/identity/signIn/limit.rules.ts'
import { registerSend } from '#shared/identity/registration/register.calls.ts'
import { slideNeed, slidePuzzle, slideValidate } from '#shared/identity/signIn/signIn.calls.ts'
import { leastBits, mostBits } from '#shared/identity/signIn/work.rules.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { actAs, send } from '#functions/kit/testing.ts'
import { underCaps } from './codeCaps.ts'
import { later, newPhone, open, signInAt, signInPatiently, solvedAt, workedAt } from '../identity.testing.ts'
import { limitKey, limits, networkKey } from './limits.ts'
import { slides } from './slide.ts'
import { deviceCookie, deviceToken, placeKey } from './trust.ts'

actAs('identity-api')
const { handler } = await import('../identity.api.ts')

const letters = (n: number): string => [...randomOf(n)].map((b) => 'abcdefghijkmnpqrstuvwxyz'[b % 24]!).join('')
const group = (): string => Buffer.from(randomOf(2)).toString('hex')
/** A network of one test: a host may choose any address in it. */
const newNet = () => {
  const net = `2001:db8:${group()}:${group()}`
  return { host: () => `${net}:${group()}:${group()}:${group()}:${group()}` }
}
/** As if so many wrong passwords had been counted. */
const use = async (key: string, used: number, bucket: { everyMs: number }): Promise<void> =>
  limits.put({ schema: 1, key, fullAt: now() + (used + 1) * bucket.everyMs, full: {}, version: 1 })
const lockName = (name: string): Promise<void> =>
  limits.put({
    schema: 1,
    key: limitKey('name', name),
    fullAt: 0,
    full: { all: now() + 31 * wrongPasswordLimits.name.everyMs },
    version: 1,
  })

/** The token of a solved puzzle, as if a second or more had been spent on its work. */
const workedToken = async (bits: number): Promise<string> => {
  const slideId = newId<string>('attempt')
  const token = letters(24)
  const tokenHash = createHash('sha256').update(token).digest('base64url')
  await slides.create({ schema: 1, slideId, left: 1, until: now() + 60_000, triedAt: now(), tokenHash, bits })
  return `${slideId}.${token}`
}

describe('a network', () => {
  it('is all addresses of an IPv6 host: another one of them is no fresh start', async () => {
    const { host } = newNet()
    const own = letters(6)
    await open(own, 'right-password-1')
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await signInPatiently(handler, own, 'wrong', { ip: host() })).status)
    expect(statuses).toEqual([21001, 21001, 21001, 21001, 21001, 21002])
    // Another network is another place.
    expect((await signInPatiently(handler, own, 'right-password-1', { ip: newNet().host() })).status).toBe(0)
  })

  it('is asked for puzzles beyond a hundred wrong passwords, at work that doubles, and waits beyond three thousand', async () => {
    const { host } = newNet()
    const key = networkKey('address', host())
    const own = letters(6)
    await open(own, 'right-password-1')
    const need = async () => (await send(handler, slideNeed, {}, undefined, { ip: host() })).data.need
    expect(await need()).toBe(false)
    const bits: number[] = []
    for (const used of [puzzleFrom.address, 2 * puzzleFrom.address, 8 * puzzleFrom.address]) {
      await use(key, used, wrongPasswordLimits.address)
      expect(await need()).toBe(true)
      const refused = await signInAt(handler, own, 'right-password-1', { ip: host() })
      expect(refused.status).toBe(p.slideNeeded.status)
      bits.push(Number((refused.data as unknown as { work: string }).work.split('.')[0]))
    }
    expect(bits).toEqual([leastBits + 1, leastBits + 2, leastBits + 4])
    await use(key, wrongPasswordLimits.address.capacity, wrongPasswordLimits.address)
    const waits = await signInAt(handler, own, 'right-password-1', { ip: host() })
    expect(waits).toMatchObject({ status: p.networkLocked.status })
    expect(waits.message).toContain('当前网络登录失败次数过多')
    await later(4 * 3_600_000 + 60_000, async () => expect(await need()).toBe(true))
    await later(6 * 3_600_000, async () => expect(await need()).toBe(false))
  })

  it('that is used up lets a known device in, and one that only says so not', async () => {
    const { host } = newNet()
    const own = letters(6)
    await open(own, 'right-password-1')
    const first = await signInAt(handler, own, 'right-password-1', { ip: newNet().host() })
    const [cookie = ''] = first.cookies ?? []
    expect(cookie).toMatch(
      /^qinghe-device=[\w.-]+; Path=\/api\/base\/data\/encrypt\/login; Max-Age=\d+; HttpOnly; Secure; SameSite=Lax$/,
    )
    const cookies = [cookie.split(';')[0]!]
    await use(networkKey('address', host()), wrongPasswordLimits.address.capacity, wrongPasswordLimits.address)
    const from = (given: readonly string[]) =>
      signInAt(handler, own, 'right-password-1', { ip: host(), cookies: given })
    expect((await from([])).status).toBe(p.networkLocked.status)
    const [at = '', account = '', school = ''] = cookies[0]!.split('=')[1]!.split('.')
    const forged = [
      `${deviceCookie}=${at}.${account}.${school}.${'A'.repeat(32)}`,
      cookies[0]!.replace(account, newId('account')),
      `${deviceCookie}=${await deviceToken(newId('account'), letters(6))}`,
    ]
    for (const made of forged) expect((await from([made])).status).toBe(p.networkLocked.status)
    await later(181 * 86_400_000, async () => expect((await from(cookies)).cookies).toBeDefined())
    expect((await from(cookies)).status).toBe(0)
  })
})

describe('on the morning of an exam', () => {
  it('a name that strangers locked is open on a device of the school, at its place, and nowhere else', async () => {
    const prefix = letters(8)
    const names = Array.from({ length: placeFrom + 2 }, (_, i) => `${prefix}2026${i}`)
    for (const name of names) await open(name, 'right-password-1')
    const school = newNet()
    // What strangers do from everywhere: each name of the school is locked, and the school's budget is used up.
    const attack = async () => {
      for (const name of names) await lockName(name)
      await use(limitKey('school', prefix), wrongPasswordLimits.school.capacity, wrongPasswordLimits.school)
    }
    await attack()
    const [victim = '', other = ''] = names.slice(-2)
    expect((await signInAt(handler, victim, 'right-password-1', { ip: school.host() })).status).toBe(p.locked.status)

    // A classmate signed in on this computer before: no lock, and no puzzle for what others did.
    const device = `${deviceCookie}=${await deviceToken(newId('account'), `${prefix}20269`)}`
    const known = await signInAt(handler, victim, 'right-password-1', { ip: newNet().host(), cookies: [device] })
    expect(known.status).toBe(0)

    // The network from which people of the school sign in is a place of it: slowed by work, and never shut.
    const quiet = async () => {
      for (const name of names) await limits.remove({ key: limitKey('name', name) })
      await limits.remove({ key: limitKey('school', prefix) })
    }
    await quiet()
    for (const name of names.slice(0, placeFrom)) {
      expect(
        (await limits.get({ key: placeKey(prefix, school.host()) }))?.full[limitKey('person', name)],
      ).toBeUndefined()
      expect((await signInAt(handler, name, 'right-password-1', { ip: school.host() })).status).toBe(0)
    }
    await attack()
    await use(networkKey('address', school.host()), wrongPasswordLimits.address.capacity, wrongPasswordLimits.address)
    const slowed = await signInAt(handler, other, 'right-password-1', { ip: school.host() })
    expect(slowed.status).toBe(p.slideNeeded.status)
    const { work } = slowed.data as unknown as { work: string }
    expect(work.split('.')[0]).toBe(String(mostBits))
    const slideToken = await workedToken(mostBits)
    expect((await signInAt(handler, other, 'right-password-1', { ip: school.host(), slideToken })).status).toBe(0)
    // The same at home, on an unknown computer.
    await attack()
    expect((await signInAt(handler, other, 'right-password-1', { ip: newNet().host() })).status).toBe(p.locked.status)
  })

  it('one account that signs in from many networks makes none of them a place of the school', async () => {
    const name = `${letters(8)}2026`
    const { host } = newNet()
    await open(name, 'right-password-1')
    for (let i = 0; i < placeFrom + 1; i++)
      expect((await signInAt(handler, name, 'right-password-1', { ip: host() })).status).toBe(0)
    await lockName(name)
    expect((await signInAt(handler, name, 'right-password-1', { ip: host() })).status).toBe(p.locked.status)
  })

  it('a known device has a budget of its own, and five tries at each name', async () => {
    const prefix = letters(8)
    const cookies = [`${deviceCookie}=${await deviceToken(newId('account'), `${prefix}1`)}`]
    const victim = `${prefix}2`
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push((await signInPatiently(handler, victim, 'wrong', { ip: newNet().host(), cookies })).status)
    expect(statuses).toEqual([21001, 21001, 21001, 21001, 21001, 21002])
    // Its budget counts what it does at other names too; used up, it is a stranger's.
    const of = cookies[0]!.split('=')[1]!.split('.')[1]!
    expect((await limits.get({ key: limitKey('device', of) }))!.fullAt).toBeGreaterThan(now() + 4 * 120_000)
    await use(limitKey('device', of), wrongPasswordLimits.device.capacity, wrongPasswordLimits.device)
    const next = `${prefix}3`
    await lockName(next)
    expect((await signInAt(handler, next, 'wrong', { ip: newNet().host(), cookies })).status).toBe(p.locked.status)
  })
})

describe('the work beside the puzzle', () => {
  const draw = async (work?: string) => {
    const { data } = await send(handler, slidePuzzle, { ...(work ? { work } : {}) })
    return { ...data, left: (await slides.get(data))!.left }
  }
  it('is wanted with the answer, for this puzzle and these bits; without it no store is asked', async () => {
    const { slideId, left, work } = await draw()
    const other = await draw()
    const done = workedAt(work)
    const tries = [
      { slideId, left },
      { slideId, left, bits: 0, nonce: 0 },
      { slideId, left, bits: done.bits, nonce: done.nonce + 1 },
      { slideId, left, bits: done.bits + 1, nonce: done.nonce },
      { slideId, left, ...workedAt(other.work) },
    ]
    const plan = withFaults(() => null)
    for (const tried of tries) expect((await send(handler, slideValidate, tried)).status).toBe(p.slideGone.status)
    plan.stop()
    expect(plan.calls).toEqual([])
    // None of it was the one try.
    expect((await send(handler, slideValidate, { slideId, left, ...done })).status).toBe(0)
    expect((await send(handler, slideValidate, { slideId, left, ...done })).status).toBe(p.slideGone.status)
  })

  it('is as much as the refusal said, and a made-up ticket asks for no less', async () => {
    const { host } = newNet()
    const own = letters(6)
    await open(own, 'right-password-1')
    await use(networkKey('address', host()), 2 * puzzleFrom.address, wrongPasswordLimits.address)
    const cheap = await solvedAt(handler)
    const refused = await signInAt(handler, own, 'right-password-1', { ip: host(), slideToken: cheap })
    expect(refused.status).toBe(p.slideNeeded.status)
    const { work } = refused.data as unknown as { work: string }
    expect((await draw(work)).work.bits).toBe(leastBits + 2)
    for (const made of ['1.x', `${leastBits + 2}.${'A'.repeat(32)}`, work.replace(/^\d+/, '3')])
      expect((await draw(made)).work.bits).toBe(leastBits)
    const slideToken = await solvedAt(handler, 3, work)
    expect((await signInAt(handler, own, 'right-password-1', { ip: host(), slideToken })).status).toBe(0)
  })
})

describe('codes to phones', () => {
  const capped = async (kind: keyof typeof codeCaps, used: number, tenant?: string) => {
    // As if so many had gone out today: the rows are counted by the same function.
    const from = { ip: newNet().host(), ...(tenant ? { tenant } : {}) }
    const { dayKey } = await import('#shared/kit/time.ts')
    const { PutCommand } = await import('@aws-sdk/lib-dynamodb')
    const { dynamo, env } = await import('#functions/kit/clients.ts')
    const subject = kind === 'school' ? tenant! : ''
    const key = limitKey(`codes-${kind}`, subject)
    const day = dayKey(now())
    const item = { pk: `limit#${key}`, sk: `day#${day}`, schema: 1, key, day, count: used }
    await dynamo().send(new PutCommand({ TableName: env('TABLE_SESSION'), Item: item }))
    return from
  }
  it('are counted a number and a network a day', async () => {
    const number = letters(12)
    const sent = async (to: string, ip: string) => underCaps(to, { ip }, true)
    const all = await Promise.all(Array.from({ length: codeCaps.number + 3 }, () => sent(number, newNet().host())))
    expect(all.filter(Boolean)).toHaveLength(codeCaps.number)
    expect(await later(86_400_000, () => sent(number, newNet().host()))).toBe(true)
  })

  it('are counted for a school, whose alarm rings before it is over', async () => {
    const tenant = `s:${newId('school')}`
    const told: string[] = []
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0)
    try {
      const from = await capped('school', Math.ceil(codeCaps.school * codeAlarmAt) - 2, tenant)
      expect(await underCaps(letters(9), from, true)).toBe(true)
      expect(told.join()).not.toContain('codesNearCap')
      expect(await underCaps(letters(9), from, true)).toBe(true)
      expect(told.join()).toContain('codesNearCap')
      await capped('school', codeCaps.school, tenant)
      expect(await underCaps(letters(9), from, true)).toBe(false)
      expect(await underCaps(letters(9), { ...from, tenant: `s:${newId('school')}` }, true)).toBe(true)
    } finally {
      spy.mockRestore()
      vi.unstubAllEnvs()
    }
  })

  it('stop for people without an account before they stop for those with one', async () => {
    await later(40 * 86_400_000, async () => {
      await capped('open', codeCaps.open)
      const from = { ip: newNet().host() }
      expect(await underCaps(letters(9), from, true)).toBe(false)
      // What only looks like a code is answered alike.
      expect(await underCaps(letters(9), from, false)).toBe(false)
      expect(await underCaps(letters(9), { ...from, tenant: `s:${newId('school')}` }, true)).toBe(true)
      const slideToken = await workedToken(leastBits)
      const refused = await send(handler, registerSend, { phone: newPhone(), slideToken }, undefined, from)
      expect(refused.status).toBe(p.codeTooMany.status)
    })
  })
})
