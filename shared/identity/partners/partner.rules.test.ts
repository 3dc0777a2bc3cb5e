import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  filled,
  holesIn,
  hostOf,
  isOutsideUrl,
  mayReturnTo,
  pointed,
  textAt,
  usedFrom,
  within,
} from './partner.rules.ts'
import {
  CodeSettings,
  callbackPath,
  outsideHosts,
  outsideUrls,
  PartnerSettings,
  TicketSettings,
} from './partner.types.ts'

describe('addresses outside', () => {
  it.each<[string, boolean, string]>([
    ['https://id.example.cn', true, 'id.example.cn'],
    ['https://id.example.cn/a/b?c=d', true, 'id.example.cn'],
    ['https://id.example.cn:8443/x', true, 'id.example.cn:8443'],
    ['https://id.example.cn:443/x', true, 'id.example.cn'],
    ['http://127.0.0.1:9000/x', true, '127.0.0.1:9000'],
    ['http://id.example.cn/', false, ''],
    ['https://127.0.0.1/', false, ''],
    ['https://169.254.169.254/', false, ''],
    ['https://2130706433/', false, ''],
    ['https://[::1]/', false, ''],
    ['https://localhost/', false, ''],
    ['https://a@b.example.cn/', false, ''],
    ['https://a.example.cn\\@evil.com/', false, ''],
    ['https://a.example.cn/#x', false, ''],
    ['https://a.example.cn /', false, ''],
    ['ftp://a.example.cn/', false, ''],
    ['http://127.0.0.1.evil.com/', false, ''],
    ['http://127.0.0.1@evil.com/', false, ''],
    ['', false, ''],
  ])('%s: %s', (url, allowed, host) => {
    expect(isOutsideUrl(url)).toBe(allowed)
    expect(hostOf(url)).toBe(host)
  })

  it('read the host as a browser does, or not at all', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab.:/@\\?#%[]1-cn '), maxLength: 20 })
    fc.assert(
      fc.property(text, text, (a, b) => {
        const url = `https://${a}.example.cn${b}`
        if (!isOutsideUrl(url)) return
        expect(new URL(url).host).toBe(hostOf(url))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('where one may be sent back to', () => {
  const hosts = ['portal.example.cn']
  it.each([
    ['/v2/center', true],
    ['/v2/exam/list?a=1#b', true],
    ['https://portal.example.cn/x', true],
    ['https://portal.example.cn', true],
    ['//evil.com', false],
    ['/\\evil.com', false],
    ['/a b', false],
    ['https://evil.com/https://portal.example.cn', false],
    ['https://portal.example.cn.evil.com/', false],
    ['https://portal.example.cn:8443/', false],
    ['http://portal.example.cn/', false],
    ['javascript:alert(1)', false],
    ['', false],
    [`/${'x'.repeat(1000)}`, false],
  ])('%s: %s', (url, allowed) => {
    expect(mayReturnTo(url, hosts)).toBe(allowed)
  })

  it('never another site than ours and the listed', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/\\.:@evil.comportal?#\t% '), maxLength: 24 })
    fc.assert(
      fc.property(text, (url) => {
        if (!mayReturnTo(url, hosts)) return
        expect(['exam.example.cn', 'portal.example.cn']).toContain(new URL(url, 'https://exam.example.cn/').host)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('our own addresses', () => {
  it.each([
    ['https://exam.example.cn', true],
    ['http://yunling.localhost:8123', true],
    ['http://127.0.0.1:1', false],
    ['https://exam.example.cn:444', false],
    ['https://evil.example.cn', false],
    ['https://exam.example.cn/', false],
    ['http://exam.example.cn', false],
    ['null', false],
  ])('%s: %s', (origin, used) => {
    expect(usedFrom(['https://exam.example.cn', 'http://yunling.localhost'], origin)).toBe(used)
  })
})

describe('JSON pointers', () => {
  const document = { a: { 'b/c': ['x', { '~': 7 }] }, '': 'empty', n: 2 ** 53, t: '  ', nil: null }
  it.each([
    ['/a/b~1c/0', 'x'],
    ['/a/b~1c/1/~0', 7],
    ['/', 'empty'],
    ['/a/none', undefined],
    ['/a/b~1c/length', undefined],
    ['/__proto__/constructor', undefined],
    ['/nil/x', undefined],
    ['a', undefined],
  ])('%s', (pointer, found) => {
    expect(pointed(document, pointer)).toEqual(pointer === '/a/b~1c/length' ? 2 : found)
  })
  it('give text, or exact numbers as text', () => {
    expect(textAt(document, '/a/b~1c/1/~0')).toBe('7')
    for (const pointer of ['/n', '/t', '/nil', '/a', '/none']) expect(textAt(document, pointer)).toBeNull()
    expect(textAt({ a: 'x'.repeat(201) }, '/a')).toBeNull()
  })
})

describe('templates', () => {
  it('are filled once, and say what is missing', () => {
    expect(filled('{a}-{b}', { a: '{b}', b: '1' })).toBe('{b}-1')
    expect(() => filled('{constructor}', {})).toThrow('no value for {constructor}')
    expect(holesIn('{a}{b}x')).toEqual(['a', 'b'])
  })
})

describe('tenants', () => {
  const inSchool = { tenant: 's:1', areaId: 'A' }
  it.each([
    ['p', inSchool, true],
    ['s:1', inSchool, true],
    ['s:2', inSchool, false],
    ['a:A', inSchool, true],
    ['a:B', inSchool, false],
    ['a:A', { tenant: 'a:A', areaId: 'A' }, true],
    ['s:1', { tenant: 'a:A', areaId: 'A' }, false],
    ['a:A', { tenant: 'p', areaId: 'A' }, false],
    ['p', { ...inSchool, closedAt: 1 }, false],
  ])('%s holds %o: %s', (tenant, user, held) => {
    expect(within(tenant, user)).toBe(held)
  })
})

describe('settings', () => {
  const code = {
    kind: 'code',
    issuer: 'x',
    clientId: 'c',
    authorize: { url: 'https://a.example.cn/auth', fields: { s: '{state}' } },
    token: { url: 'https://b.example.cn/token', method: 'POST', fields: { c: '{code}' }, keep: { token: '/t' } },
    profile: { url: 'https://c.example.cn/me', method: 'GET', headers: { authorization: 'Bearer {token}' } },
    subjectAt: '/id',
  }
  it('name every host that is asked', () => {
    const settings = PartnerSettings.parse(code)
    expect(outsideHosts(settings)).toEqual(['b.example.cn', 'c.example.cn'])
    expect(outsideUrls(settings)).toHaveLength(3)
    expect(
      outsideHosts(
        PartnerSettings.parse({ kind: 'oidc', issuer: 'https://i.example.cn', clientId: 'c', hosts: ['k.example.cn'] }),
      ),
    ).toEqual(['i.example.cn', 'k.example.cn'])
  })
  it('know only holes that have a value', () => {
    const why = (more: object) => CodeSettings.safeParse({ ...code, ...more }).error?.issues[0]?.message
    expect(why({})).toBeUndefined()
    expect(why({ authorize: { ...code.authorize, fields: {} } })).toBe('授权地址的参数里要有 {state}')
    expect(why({ authorize: { ...code.authorize, fields: { s: '{state}', x: '{clientSecret}' } } })).toBe(
      '没有 {clientSecret} 这个值',
    )
    expect(why({ token: { ...code.token, fields: { c: '{token}' } } })).toBe('没有 {token} 这个值')
    expect(why({ profile: { ...code.profile, headers: { a: '{openid}' } } })).toBe('没有 {openid} 这个值')
  })
  it('hold algorithms of one family', () => {
    const of = (algorithms: string[], more: object = {}) =>
      TicketSettings.safeParse({ kind: 'ticket', issuer: 'i', audience: 'a', algorithms, ...more }).success
    expect(of(['RS256', 'ES256'], { publicKey: 'k' })).toBe(true)
    expect(of(['HS256'])).toBe(true)
    expect(of(['HS256', 'RS256'], { publicKey: 'k' })).toBe(false)
    expect(of(['RS256'], { publicKey: 'k', jwksUrl: 'https://a.example.cn/k' })).toBe(false)
    expect(of(['none'])).toBe(false)
    expect(of([])).toBe(false)
  })
  it('say where people come back to', () => {
    expect(callbackPath({ partnerId: 'yunling' })).toBe('/auth/yunling')
    expect(callbackPath({ partnerId: 'yunling-ding', door: 'dingtalk' })).toBe('/auth/dingtalk')
  })
})
