import { afterAll, describe, expect, it } from 'vitest'
import * as calls from '#shared/identity/partners/partner.calls.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { now } from '#functions/kit/ports.ts'
import { send, testCaller } from '#functions/kit/testing.ts'
import {
  audience,
  clientId,
  clientSecret,
  issuer,
  redirectOrigin,
  answering,
  outsideServer,
  rogueProvider,
} from './partner.fixtures.ts'
import { limitKey, limits } from '../signIn/limits.ts'
import { partnerWorld } from './partner.testing.ts'

const { handler, platform, save, partnerOf, refused, idOf, schoolOne, schoolTwo } = await partnerWorld()
const { address, routes, close } = await outsideServer()
afterAll(close)

describe('who configures partners', () => {
  const settings = { kind: 'ticket', issuer, audience, algorithms: ['HS256'] }
  const wish = () => ({
    partnerId: idOf(),
    name: '校内平台',
    settings,
    origins: [redirectOrigin],
    secret: clientSecret,
  })

  it('is the own school: others neither see nor change nor take its name', async () => {
    const one = await testCaller({ userType: 1, tenant: schoolTenant(schoolOne) })
    const two = await testCaller({ userType: 1, tenant: schoolTenant(schoolTwo) })
    const mine = wish()
    expect(await save(one.token, mine)).toMatchObject({
      status: 0,
      data: { tenant: schoolTenant(schoolOne), version: 1 },
    })
    expect(await save(two.token, { ...mine, version: 1 })).toMatchObject(refused(p.partnerIdTaken))
    expect(await save(two.token, mine)).toMatchObject(refused(p.partnerIdTaken))
    expect((await save(two.token, { ...wish(), tenant: schoolTenant(schoolOne) })).http).toBe(403)
    const list = async (token: string) =>
      (await send(handler, calls.partnerList, {}, token)).data.map((row) => row.partnerId)
    expect(await list(one.token)).toContain(mine.partnerId)
    expect(await list(two.token)).not.toContain(mine.partnerId)
    expect(await list(platform.token)).toContain(mine.partnerId)
    const off = { partnerId: mine.partnerId, disabled: true, version: 1 }
    expect(await send(handler, calls.disablePartner, off, two.token)).toMatchObject(refused(p.partnerUnknown))
    const teacher = await testCaller({ userType: 3, tenant: schoolTenant(schoolOne) })
    expect((await save(teacher.token, wish())).http).toBe(403)
  })

  it("keeps the platform's doors and the sign-in page for the platform", async () => {
    const { token } = await testCaller({ userType: 1, tenant: schoolTenant(schoolOne) })
    for (const more of [{ door: 'sso' }, { partnerId: 'dingtalk' }, { shown: true }])
      expect(await save(token, { ...wish(), ...more })).toMatchObject(refused(p.partnerPlatformOnly))
    expect(await save(platform.token, { ...wish(), partnerId: 'redirect' })).toMatchObject(refused(p.partnerIdTaken))
  })

  it('never shows a secret, keeps it over an edit, and wants it anew for another host', async () => {
    const first = {
      ...wish(),
      settings: { kind: 'oidc', issuer: 'https://id.example.cn', clientId },
    }
    const made = await save(platform.token, first)
    expect(JSON.stringify(made)).not.toContain(clientSecret)
    const { secret: _, ...rest } = first
    const renamed = await save(platform.token, { ...rest, name: '改名', version: 1 })
    expect(renamed).toMatchObject({ status: 0, data: { name: '改名', hasSecret: true, version: 2 } })
    const moved = { ...rest, settings: { ...first.settings, issuer: 'https://evil.example.com' }, version: 2 }
    expect(await save(platform.token, moved)).toMatchObject({
      ...refused(p.partnerSettingsRefused),
      message: '修改了合作方地址，请重新填写密钥',
    })
    expect((await save(platform.token, { ...rest, version: 1 })).message).toContain('修改了这条数据')
    expect(await save(platform.token, { ...wish(), secret: 'short-one' })).toMatchObject({ message: '密钥至少32位' })
    const { secret: _none, ...without } = wish()
    expect(await save(platform.token, without)).toMatchObject({ message: '请填写密钥' })
  })

  it('names partners on the sign-in page of their addresses only', async () => {
    const oidc = { kind: 'oidc', issuer: 'https://id.example.cn', clientId }
    const shown = await partnerOf(oidc, { shown: true, name: '一区统一认证' })
    const hidden = await partnerOf(oidc)
    const ask = async (origin: string) => (await send(handler, calls.shownPartners, { origin })).data
    const here = await ask(redirectOrigin)
    expect(here).toContainEqual({ partnerId: shown, name: '一区统一认证' })
    expect(here.map((row) => row.partnerId)).not.toContain(hidden)
    expect((await ask('https://other.example.cn')).map((row) => row.partnerId)).not.toContain(shown)
    expect(await ask('nonsense')).toEqual([])
  })
})

describe('trying a partner', () => {
  const tryOut = (partnerId: string, token = platform.token) => send(handler, calls.testPartner, { partnerId }, token)

  it('says of each step what it found, and opens no session', async () => {
    const provider = await rogueProvider()
    try {
      const id = await partnerOf({ kind: 'oidc', issuer: provider.issuer, clientId })
      const good = await tryOut(id)
      expect(good.data.findings).toMatchObject([
        { name: '读取平台信息', good: true },
        { name: '读取签名公钥', good: true, text: '1个公钥' },
      ])
      expect(JSON.stringify(good)).not.toContain(clientSecret)
      provider.does({ metadata: { issuer: 'https://evil.example.com' } })
      expect((await tryOut(id)).data.findings[0]).toMatchObject({ good: false })
      provider.does({ answer: { '/.well-known/openid-configuration': (_, r) => r.writeHead(503).end() } })
      expect((await tryOut(id)).data.findings[0]!.text).toContain('连接不上')
    } finally {
      await provider.close()
    }
  })

  it('reads the keys of tickets, and reaches the addresses of a code exchange', async () => {
    routes['/keys'] = answering({ keys: [{ kty: 'EC' }, { kty: 'EC' }] })
    routes['/token'] = (_, response) => response.writeHead(405).end()
    const ticket = { kind: 'ticket', issuer, audience, algorithms: ['ES256'] }
    const findingsOf = async (settings: object) => (await tryOut(await partnerOf(settings))).data.findings
    expect(await findingsOf({ ...ticket, jwksUrl: `${address}/keys` })).toEqual([
      { name: '读取验签密钥', good: true, text: '2个公钥' },
    ])
    expect(await findingsOf({ ...ticket, publicKey: 'no key at all' })).toMatchObject([{ good: false }])
    expect(await findingsOf({ ...ticket, algorithms: ['HS256'] })).toMatchObject([{ good: true }])
    const code = {
      kind: 'code',
      issuer: 'x',
      clientId,
      authorize: { url: `${address}/a`, fields: { state: '{state}' } },
      token: { url: `${address}/token`, method: 'POST' },
      subjectAt: '/id',
    }
    expect(await findingsOf(code)).toMatchObject([
      { name: '连接换取令牌的地址', good: true },
      { name: '连接读取用户的地址', text: '没有这一步' },
    ])
    const redirected = { ...code, token: { url: `${address}/away`, method: 'POST' } }
    routes['/away'] = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    expect(await findingsOf(redirected)).toMatchObject([{ good: false }, {}])
  })

  it('is for who configures it, and not for a script', async () => {
    const id = await partnerOf({ kind: 'ticket', issuer, audience, algorithms: ['HS256'] })
    const other = await testCaller({ userType: 2, tenant: schoolTenant(schoolTwo) })
    expect(await tryOut(id, other.token)).toMatchObject(refused(p.partnerUnknown))
    const own = await testCaller({ userType: 2, tenant: schoolTenant(schoolOne) })
    for (let i = 0; i < 10; i++) expect((await tryOut(id, own.token)).status).toBe(0)
    expect((await tryOut(id, own.token)).message).toBe('操作过于频繁，请稍后再试')
  })
})

describe('many sign-ins through partners from one address', () => {
  it('are let through for a school, and not for a script', async () => {
    const ip = '198.51.100.77'
    const from = { ip }
    const begun = () =>
      send(handler, calls.beginPartner, { partner: 'nosuchpartner', origin: redirectOrigin }, undefined, from)
    const key = limitKey('partner', ip)
    const full = now() + otherLimits.partner.capacity * otherLimits.partner.everyMs
    await limits.put({ schema: 1, key, fullAt: full - 2 * otherLimits.partner.everyMs, full: {}, version: 1 })
    expect(await begun()).toMatchObject(refused(p.partnerUnknown))
    for (let i = 0; i < 3; i++) await begun()
    await limits.put({ schema: 1, key, fullAt: full + 60_000, full: {}, version: 1 })
    expect((await begun()).message).toBe('操作过于频繁，请稍后再试')
    const finished = await send(handler, calls.ssoSignIn, { params: { code: 'x' } }, undefined, from)
    expect(finished.message).toBe('操作过于频繁，请稍后再试')
    expect(otherLimits.partner.capacity).toBeGreaterThanOrEqual(2_000)
  })
})
