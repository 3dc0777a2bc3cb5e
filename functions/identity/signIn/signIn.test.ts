import { beforeAll, describe, expect, it } from 'vitest'
import { sessionUser, signIn } from '#shared/identity/identity.calls.ts'
import { cancelDisable, sealKey, slideNeed, slidePuzzle, slideValidate } from '#shared/identity/signIn/signIn.calls.ts'
import { accountState, signInTroubles } from '#shared/identity/accounts/support.calls.ts'
import { withFaults } from '#functions/kit/faults.ts'
import { usePorts } from '#functions/kit/ports.ts'
import { actAs, atOneMoment, send, testCaller } from '#functions/kit/testing.ts'
import {
  fresh,
  later,
  open,
  schoolId,
  sealWith,
  signInAt,
  signInPatiently,
  solvedAt,
  workedAt,
} from '../identity.testing.ts'
import { limitKey, takeShared } from './limits.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { slides } from './slide.ts'

actAs('identity-api')
const { handler } = await import('../identity.api.ts')

/** An address of one test. */
let addresses = 0
const address = (): string => `10.${(addresses >> 8) & 255}.${addresses++ & 255}.7`
const solved = (): Promise<string> => solvedAt(handler)

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
    const answer = await signInAt(handler, ` ${name.toUpperCase()} `, 'right-password-1')
    expect(answer).toMatchObject({ http: 200, status: 0, data: { user: { userType: 3, userList: [{}, {}] } } })
    const who = await send(handler, sessionUser, {}, answer.data.accessToken)
    expect(who.data).toMatchObject({ accountName: name, userType: 3, phoneBindStatus: 1, accountPhone: '' })
    expect(JSON.stringify(who)).not.toContain('argon2')
  })

  it('asks the stores eight times', async () => {
    const { plan, answer } = await atOneMoment(async () => {
      // The process has its keys by then.
      await signInAt(handler, name, 'right-password-1')
      const own = fresh()
      await open(own, 'right-password-1')
      const key = await send(handler, sealKey, {})
      const sealed = await sealWith(key.data, 'right-password-1')
      const plan = withFaults(() => null)
      const answer = await send(handler, signIn, { accountName: own, sealed })
      plan.stop()
      return { plan, answer }
    })
    expect(answer.status).toBe(0)
    expect(plan.calls.map((c) => c.command.replace(/(Item)?(Command)?$/, '')).sort()).toEqual([
      'BatchGet',
      'Delete',
      'Get',
      'Put',
      'Put',
      'Put',
      'Query',
      'Query',
    ])
  })

  it('says the same for a wrong password, a name that does not exist, a disabled account and one without an identity', async () => {
    const disabled = fresh()
    const noIdentity = fresh()
    await open(disabled, 'right-password-1', [3], { account: { disabled: true } })
    await open(noIdentity, 'right-password-1', [3], { user: { closedAt: 1 } })
    const answers = await Promise.all([
      signInAt(handler, name, 'wrong', { ip: address() }),
      signInAt(handler, fresh(), 'wrong', { ip: address() }),
      signInAt(handler, disabled, 'right-password-1', { ip: address() }),
      signInAt(handler, noIdentity, 'right-password-1', { ip: address() }),
    ])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ http: 200, status: 21001, message: '账号或密码错误，请重新输入' })
  })

  it('refuses nothing, too much and nonsense with a message for people', async () => {
    expect(await signInAt(handler, '', 'x')).toMatchObject({ status: 20001, message: '请输入账号' })
    expect(await send(handler, signIn, { accountName: 'x', sealed: '' })).toMatchObject({
      status: 20001,
      message: '请输入密码',
    })
    for (const long of [61, 10_000])
      expect(await signInAt(handler, 'x'.repeat(long), 'x')).toMatchObject({
        status: 20001,
        message: '账号不超过60个字',
      })
    const plain = await send(handler, signIn, { accountName: name, password: 'right-password-1' } as never)
    expect(plain.status).toBe(20001)
  })
})

describe('a sealed password', () => {
  let name: string
  beforeAll(async () => {
    name = fresh()
    await open(name, 'right-password-4')
  })
  const refused = { http: 200, status: 21006, message: '登录信息已过期，请重新登录' }

  it('is good once: a recorded body is worth nothing', async () => {
    const key = await send(handler, sealKey, {})
    const sealed = await sealWith(key.data, 'right-password-4')
    expect((await send(handler, signIn, { accountName: name, sealed })).status).toBe(0)
    expect(await send(handler, signIn, { accountName: name, sealed })).toMatchObject(refused)
  })

  it('is good once even among ten at the same moment', async () => {
    const key = await send(handler, sealKey, {})
    const sealed = await sealWith(key.data, 'right-password-4')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(handler, signIn, { accountName: name, sealed })),
    )
    expect(answers.filter((a) => a.status === 0).length).toBeLessThanOrEqual(1)
    expect(answers.every((a) => [0, 21006, 21002, 21007].includes(a.status))).toBe(true)
  })

  it('is good for ten minutes, and not before its time', async () => {
    const key = await send(handler, sealKey, {})
    const sealed = await sealWith(key.data, 'right-password-4')
    expect(await later(10 * 60_000 + 1, () => send(handler, signIn, { accountName: name, sealed }))).toMatchObject(
      refused,
    )
    expect(await later(-120_000, () => send(handler, signIn, { accountName: name, sealed }))).toMatchObject(refused)
    // The clock that counts is the server's: the client's has no part in it.
    expect((await later(9 * 60_000, () => send(handler, signIn, { accountName: name, sealed }))).status).toBe(0)
  })

  it('goes on under the key before when the key changes', async () => {
    const key = await send(handler, sealKey, {})
    const nextPeriod = (Math.floor(Date.now() / (30 * 86_400_000)) + 1) * 30 * 86_400_000 + 60_000
    const turned = await later(nextPeriod - Date.now(), () => send(handler, sealKey, {}))
    expect(turned.data.kid).not.toBe(key.data.kid)
    // The stamp is the old key's: the seal opens, and is too old for this clock.
    const sealed = await sealWith(
      { ...turned.data, kid: key.data.kid, publicJwk: key.data.publicJwk },
      'right-password-4',
    )
    expect(await send(handler, signIn, { accountName: name, sealed })).toMatchObject(refused)
  })

  it.each([
    ['nonsense', async () => 'abc.def'],
    [
      'another key',
      async () => {
        const { data } = await send(handler, sealKey, {})
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
        const jwk = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as { x: string; y: string }
        return sealWith({ ...data, publicJwk: { ...data.publicJwk, x: jwk.x, y: jwk.y } }, 'right-password-4')
      },
    ],
    [
      'an unknown kid',
      async () => sealWith({ ...(await send(handler, sealKey, {})).data, kid: 'seal9999' }, 'right-password-4'),
    ],
    [
      'a signing key as kid',
      async () => sealWith({ ...(await send(handler, sealKey, {})).data, kid: 'key68800' }, 'right-password-4'),
    ],
    [
      'a stamp of its own making',
      async () => {
        const { data } = await send(handler, sealKey, {})
        const [at, , mac] = data.stamp.split('.')
        return sealWith({ ...data, stamp: `${at}.${'A'.repeat(16)}.${mac}` }, 'right-password-4')
      },
    ],
    [
      'a text that was changed',
      async () => {
        const sealed = await sealWith((await send(handler, sealKey, {})).data, 'right-password-4')
        const parts = sealed.split('.')
        return [...parts.slice(0, 3), `A${parts[3]!.slice(1) === '' ? '' : parts[3]!.slice(1)}`, parts[4]].join('.')
      },
    ],
  ])('is refused with %s', async (_, make) => {
    const answer = await send(handler, signIn, { accountName: name, sealed: await make() })
    expect(answer).toMatchObject(refused)
  })
})

describe('wrong passwords', () => {
  it('lock the name for that address after five, and open again in time', async () => {
    const own = fresh()
    await open(own, 'right-password-2')
    const ip = address()
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await signInPatiently(handler, own, 'wrong', { ip })).status)
    }
    expect(statuses).toEqual([21001, 21001, 21001, 21001, 21001, 21002])
    const locked = await signInPatiently(handler, own, 'right-password-2', { ip })
    expect(locked).toMatchObject({ status: 21002, message: '密码错误次数过多，请在2分钟后再试' })
    // From elsewhere the owner gets in, with a puzzle; and that clears the count.
    const elsewhere = await signInPatiently(handler, own, 'right-password-2', { ip: address() })
    expect(elsewhere.status).toBe(0)
    expect((await signInAt(handler, own, 'right-password-2', { ip })).status).toBe(0)
  })

  it('open again by themselves, a try every two minutes', async () => {
    const own = fresh()
    await open(own, 'right-password-2')
    const ip = address()
    for (let i = 0; i < 5; i++) await signInPatiently(handler, own, 'wrong', { ip })
    await later(121_000, async () => {
      const answer = await signInPatiently(handler, own, 'right-password-2', { ip })
      expect(answer.status).toBe(0)
    })
  })

  it('count for a name that does not exist as for one that does', async () => {
    const unknown = fresh()
    const ip = address()
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await signInPatiently(handler, unknown, 'wrong', { ip })).status)
    expect(statuses).toEqual([21001, 21001, 21001, 21001, 21001, 21002])
    expect((await send(handler, slideNeed, { accountName: unknown }, undefined, { ip: address() })).data.need).toBe(
      true,
    )
  })

  it('are not tried faster by asking at the same time', async () => {
    const own = fresh()
    await open(own, 'right-password-2')
    const ip = address()
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInAt(handler, own, 'wrong', { ip })))
    expect(answers.filter((a) => a.status === 21001).length).toBeLessThanOrEqual(5)
    expect(answers.every((a) => [21001, 21002, 21007].includes(a.status))).toBe(true)
  })

  it('are cleared by an administrator of the same school, and of no other', async () => {
    const own = fresh()
    await open(own, 'right-password-2')
    const ip = address()
    for (let i = 0; i < 5; i++) await signInPatiently(handler, own, 'wrong', { ip })
    // Seen by those who help while it is locked and keeps its owner out; of an unknown name nothing is seen.
    const staff = await testCaller({ userType: 18, tenant: 'p' })
    const kept = async (token = staff.token) => (await send(handler, signInTroubles, {}, token)).data
    const isKept = async () => (await kept()).some((t) => t.accountName === own)
    expect(await isKept()).toBe(false)
    const unknown = fresh()
    for (const name of [own, own, unknown]) await signInPatiently(handler, name, 'wrong', { ip })
    const found = (await kept()).filter((t) => t.accountName === own)
    expect(found).toMatchObject([{ lockedMinutes: expect.toSatisfy((m) => m > 0 && m <= 3), userType: 3 }])
    expect(JSON.stringify(await kept())).not.toContain(unknown)
    const far = await testCaller({ userType: 18, tenant: `s:sc_${'1'.repeat(26)}` })
    expect((await kept(far.token)).some((t) => t.accountName === own)).toBe(false)
    const stranger = await testCaller({ userType: 2, tenant: `s:sc_${'1'.repeat(26)}` })
    const admin = await testCaller({ userType: 2, tenant: `s:${schoolId}` })
    const refused = await send(handler, cancelDisable, { accountName: own }, stranger.token)
    expect(refused).toMatchObject({ status: 21004 })
    expect(await send(handler, cancelDisable, { accountName: fresh() }, admin.token)).toEqual(refused)
    const state = async (token: string) => send(handler, accountState, { accountName: own.toUpperCase() }, token)
    expect(await state(stranger.token)).toEqual(refused)
    expect((await state(admin.token)).data).toMatchObject({ accountName: own, wrongPasswords: 5, lockedMinutes: 2 })
    expect((await state(admin.token)).data.users).toMatchObject([{ userType: 3, mayPretend: false }])
    const operator = await testCaller({ userType: 18, tenant: `s:${schoolId}` })
    expect((await state(operator.token)).data.users).toMatchObject([{ mayPretend: true }])
    const teacher = await testCaller({ userType: 3, tenant: `s:${schoolId}` })
    expect((await state(teacher.token)).http).toBe(403)
    expect((await send(handler, cancelDisable, { accountName: own }, admin.token)).status).toBe(0)
    expect((await state(admin.token)).data).toMatchObject({ wrongPasswords: 0, lockedMinutes: 0 })
    expect(await isKept()).toBe(false)
    expect((await signInAt(handler, own, 'right-password-2', { ip })).status).toBe(0)
  })

  it('have a token for each of many, though a bucket fills quicker than the store answers', async () => {
    const key = limitKey('slide', fresh())
    let at = Date.now()
    const back = usePorts({ now: () => (at += 40) })
    try {
      const all = Array.from({ length: 40 }, () => takeShared(key, { capacity: 5000, everyMs: 50 }))
      expect((await Promise.all(all)).filter((wait) => wait > 0)).toEqual([])
    } finally {
      back()
    }
  })
})

describe('the slide check', () => {
  it('is asked for after two wrong passwords of the name, and its token is good once', async () => {
    const own = fresh()
    await open(own, 'right-password-5')
    const ip = address()
    expect((await send(handler, slideNeed, { accountName: own })).data).toEqual({ need: false })
    for (let i = 0; i < 2; i++) await signInAt(handler, own, 'wrong', { ip })
    expect((await send(handler, slideNeed, { accountName: own })).data).toEqual({ need: true })
    expect(await signInAt(handler, own, 'right-password-5', { ip })).toMatchObject({
      status: 21007,
      message: '请先完成滑块验证',
    })
    const slideToken = await solved()
    expect((await signInAt(handler, own, 'wrong', { ip, slideToken })).status).toBe(21001)
    expect((await signInAt(handler, own, 'right-password-5', { ip, slideToken })).status).toBe(21007)
    expect((await signInAt(handler, own, 'right-password-5', { ip, slideToken: 'at_x.y' })).status).toBe(21007)
    expect((await signInPatiently(handler, own, 'right-password-5', { ip })).status).toBe(0)
  })

  it('gives one try a puzzle, within a few pixels, for five minutes', async () => {
    const puzzle = async () => {
      const { data } = await send(handler, slidePuzzle, {})
      return { slideId: data.slideId, left: (await slides.get(data))!.left, ...workedAt(data.work) }
    }
    const missed = await puzzle()
    expect(await send(handler, slideValidate, { ...missed, left: missed.left + 5 })).toMatchObject({
      status: 21008,
      message: '验证失败，请重试',
    })
    expect(await send(handler, slideValidate, missed)).toMatchObject({
      status: 21009,
      message: '验证已过期，请刷新后重试',
    })
    const near = await puzzle()
    expect((await send(handler, slideValidate, { ...near, left: near.left - 4 })).status).toBe(0)
    const old = await puzzle()
    expect((await later(5 * 60_000, () => send(handler, slideValidate, old))).status).toBe(21009)
    expect((await send(handler, slideValidate, { slideId: 'at_unknown', left: 1 })).status).toBe(21009)
  })

  it('does not tell its answer', async () => {
    const { data } = await send(handler, slidePuzzle, {})
    const { background, piece, slideId, work: _work, ...numbers } = data
    expect(Object.keys(numbers).sort()).toEqual(['height', 'pieceSize', 'pieceTop', 'width'])
    for (const url of [background, piece]) {
      const png = Buffer.from(url.split(',')[1]!, 'base64')
      expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
      // No chunk but those of pixels and colours.
      const types: string[] = []
      for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
        types.push(png.toString('latin1', at + 4, at + 8))
      expect(types.filter((t) => !['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(t))).toEqual([])
    }
    expect(background.length + piece.length).toBeLessThan(80_000)
    // An id by time and chance: that a number stands in it says nothing of the answer.
    expect(slideId).toMatch(/^at_[0-9a-z]{26}$/)
  })
})
