import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '#shared/identity/partners/partner.calls.ts'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { send, testCaller } from '#functions/kit/testing.ts'
import { accounts, users } from '../identity.store.ts'
import {
  clientId,
  clientSecret,
  realProvider,
  redirectOrigin,
  rogueProvider,
  signingPair,
  unsigned,
} from './partner.fixtures.ts'
import type { Claims, Misdeed, RealProvider, RogueProvider } from './partner.fixtures.ts'
import { partnerWorld } from './partner.testing.ts'

const { handler, platform, save, partnerOf, personIn, begin, finish, linkTo, refused, idOf, schoolOne, schoolTwo } =
  await partnerWorld()

describe('a real OpenID provider', () => {
  let provider: RealProvider
  let partnerId: string
  const settings = (): object => ({ kind: 'oidc', issuer: provider.issuer, clientId })

  beforeAll(async () => {
    partnerId = idOf()
    provider = await realProvider(`/auth/${partnerId}`)
    expect(
      await save(platform.token, {
        partnerId,
        name: '真实平台',
        tenant: `s:${schoolOne}`,
        settings: settings(),
        origins: [redirectOrigin],
        returnHosts: ['portal.example.cn'],
        secret: clientSecret,
      }),
    ).toMatchObject({ status: 0, data: { hasSecret: true, callback: `/auth/${partnerId}`, version: 1 } })
  })
  afterAll(() => provider.close())

  const visited = async (subject: string, more: object = {}, consents = true) => {
    const begun = await begin(partnerId, more)
    expect(begun.status).toBe(0)
    return { kept: begun.data.kept, params: await provider.visit(begun.data.url, subject, consents) }
  }
  const signIn = async (subject: string, more: object = {}) => {
    const { kept, params } = await visited(subject, more)
    return finish(partnerId, params, { kept })
  }

  it('asks who comes first to link, then lets in', async () => {
    const teacher = await personIn(schoolOne)
    const first = await signIn('zhang')
    expect(first).toMatchObject({
      ...refused(p.partnerUnlinked),
      message: '账号未关联',
      data: { partnerName: '真实平台' },
    })
    expect(await linkTo(first, teacher.token)).toMatchObject({ status: 0, data: { partnerName: '真实平台' } })
    const second = await signIn('zhang', { redirectUrl: '/v2/exam/list?tab=1' })
    expect(second).toMatchObject({
      status: 0,
      data: { redirectUrl: '/v2/exam/list?tab=1', user: { accountId: teacher.caller.accountId, userType: 3 } },
    })
    const linked = await send(handler, calls.linkedPartners, {}, second.data.accessToken)
    expect(linked.data).toMatchObject([{ partnerId, name: '真实平台' }])
    // The same e-mail address is said of every person: only issuer and subject count.
    expect((await signIn('wang')).status).toBe(p.partnerUnlinked.status)
    expect((await send(handler, calls.unlinkPartner, { partnerId }, teacher.token)).status).toBe(0)
    expect((await signIn('zhang')).status).toBe(p.partnerUnlinked.status)
    expect(await send(handler, calls.unlinkPartner, { partnerId }, teacher.token)).toMatchObject(
      refused(p.partnerNotLinked),
    )
  })

  it('takes a link token once, within ten minutes, and one account a person', async () => {
    const [one, two] = [await personIn(schoolOne), await personIn(schoolOne)]
    const first = await signIn('li')
    expect((await linkTo(first, one.token)).status).toBe(0)
    expect(await linkTo(first, two.token)).toMatchObject(refused(p.partnerLinkedElsewhere))
    const other = await signIn('li-2')
    expect(await linkTo(other, one.token)).toMatchObject(refused(p.partnerAlreadyLinked))
    const back = usePorts({ now: () => Date.now() + 11 * 60_000 })
    try {
      const late = await testCaller({ ...two.caller, sessionId: newId('session') })
      expect(await linkTo(other, late.token)).toMatchObject(refused(p.partnerLinkGone))
    } finally {
      back()
    }
    expect((await linkTo(other, two.token)).status).toBe(0)
    expect((await send(handler, calls.unlinkPartner, { partnerId }, two.token)).status).toBe(0)
    expect(await linkTo(other, two.token)).toMatchObject(refused(p.partnerLinkGone))
    expect(await send(handler, calls.linkPartner, { linkToken: `k1.${'a'.repeat(80)}` }, two.token)).toMatchObject(
      refused(p.partnerLinkGone),
    )
  })

  it('refuses the people of another school, linked or not (I17)', async () => {
    const stranger = await personIn(schoolTwo)
    const first = await signIn('stranger')
    expect(await linkTo(first, stranger.token)).toMatchObject({
      ...refused(p.partnerOtherTenant),
      message: '您的账号不属于真实平台所在的学校或区域，不能从这里登录',
    })
    expect((await signIn('stranger')).status).toBe(p.partnerUnlinked.status)
  })

  it('spends a state once: a replayed callback gets nothing', async () => {
    const { kept, params } = await visited('replay')
    expect((await finish(partnerId, params, { kept })).status).toBe(p.partnerUnlinked.status)
    expect(await finish(partnerId, params, { kept })).toMatchObject(refused(p.partnerExpired))
  })

  it('has a code exchanged once: reuse under a fresh state is refused by the provider', async () => {
    const used = await visited('reuse')
    expect((await finish(partnerId, used.params, { kept: used.kept })).status).toBe(p.partnerUnlinked.status)
    const again = await visited('reuse')
    const mixed = { ...again.params, code: used.params['code']! }
    expect(await finish(partnerId, mixed, { kept: again.kept })).toMatchObject(refused(p.partnerUntrusted))
  })

  it('refuses a state that another browser was given, or one of another sign-in', async () => {
    const mine = await visited('forged')
    expect(await finish(partnerId, mine.params)).toMatchObject(refused(p.partnerOtherBrowser))
    const other = await visited('forged')
    expect(await finish(partnerId, mine.params, { kept: other.kept })).toMatchObject(refused(p.partnerOtherBrowser))
    expect(await finish(partnerId, mine.params, { kept: `k1.${'b'.repeat(90)}` })).toMatchObject(
      refused(p.partnerOtherBrowser),
    )
    expect(await finish(partnerId, mine.params, { kept: 'nonsense' })).toMatchObject(refused(p.partnerOtherBrowser))
    // Nor for another partner, who might have sent the person on to this one.
    const rival = await partnerOf({ kind: 'oidc', issuer: provider.issuer, clientId })
    expect(await finish(rival, mine.params, { kept: mine.kept, partner: rival })).toMatchObject(
      refused(p.partnerOtherBrowser),
    )
    expect(await finish(rival, mine.params, { kept: mine.kept })).toMatchObject(refused(p.partnerUnknown))
    // None of that spent it.
    expect((await finish(partnerId, mine.params, { kept: mine.kept })).status).toBe(p.partnerUnlinked.status)
  })

  it('forgets a sign-in that took longer than ten minutes', async () => {
    const { kept, params } = await visited('late')
    const back = usePorts({ now: () => Date.now() + 11 * 60_000 })
    try {
      expect(await finish(partnerId, params, { kept })).toMatchObject(refused(p.partnerExpired))
    } finally {
      back()
    }
  })

  it('says so when consent was refused', async () => {
    const { kept, params } = await visited('no', {}, false)
    expect(params['error']).toBe('access_denied')
    expect(await finish(partnerId, params, { kept })).toMatchObject({
      ...refused(p.partnerDenied),
      message: '您已取消授权，没有登录',
    })
  })

  it('takes a rotated key at once', async () => {
    expect((await signIn('before')).status).toBe(p.partnerUnlinked.status)
    await provider.rotate()
    expect((await signIn('after')).status).toBe(p.partnerUnlinked.status)
  })

  it.each([
    ['nothing', {}],
    ['a code alone', { code: 'x' }],
    ['nonsense', { foo: 'bar', token: 'x' }],
  ])('calls a callback with %s malformed', async (_, params) => {
    expect(await finish(partnerId, params as Record<string, string>)).toMatchObject(refused(p.partnerMalformed))
  })

  it.each([
    'https://evil.example.com/',
    '//evil.example.com',
    'https://portal.example.cn@evil.example.com/',
    'https://portal.example.cn.evil.com/',
    '/\\evil.example.com',
    'javascript:alert(1)',
    'http://portal.example.cn/',
  ])('refuses to send a visitor to %s afterwards', async (redirectUrl) => {
    expect(await begin(partnerId, { redirectUrl })).toMatchObject(refused(p.partnerReturnRefused))
  })

  it('sends back to a listed host', async () => {
    expect((await begin(partnerId, { redirectUrl: 'https://portal.example.cn/home?a=1' })).status).toBe(0)
  })

  it('begins from its own addresses only, and not when it is switched off', async () => {
    expect(await begin(partnerId, { origin: 'https://evil.example.com' })).toMatchObject(refused(p.partnerUnknown))
    expect(await begin('nosuchpartner')).toMatchObject(refused(p.partnerUnknown))
    const { kept, params } = await visited('off')
    const off = await send(handler, calls.disablePartner, { partnerId, disabled: true, version: 1 }, platform.token)
    expect(off).toMatchObject({ status: 0, data: { disabled: true, version: 2 } })
    expect(await begin(partnerId)).toMatchObject(refused(p.partnerUnknown))
    expect(await finish(partnerId, params, { kept })).toMatchObject(refused(p.partnerUnknown))
    const stale = await send(handler, calls.disablePartner, { partnerId, disabled: false, version: 1 }, platform.token)
    expect(stale.message).toContain('修改了这条数据')
    await send(handler, calls.disablePartner, { partnerId, disabled: false, version: 2 }, platform.token)
  })

  it('does not let a disabled account or a closed identity in', async () => {
    const teacher = await personIn(schoolOne)
    await linkTo(await signIn('gone'), teacher.token)
    await accounts.update({ accountName: teacher.accountName }, { disabled: true })
    expect(await signIn('gone')).toMatchObject(refused(p.partnerAccountClosed))
    await accounts.update({ accountName: teacher.accountName }, { disabled: false })
    await users.update({ userId: teacher.users[0]!.userId }, { closedAt: 1 })
    expect(await signIn('gone')).toMatchObject(refused(p.partnerOtherTenant))
  })
})

describe('an OpenID provider that misbehaves', () => {
  let rogue: RogueProvider
  let partnerId: string
  const hs256 = async (claims: Claims, secret: Uint8Array): Promise<string> => {
    const { SignJWT } = await import('jose')
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'rogue' }).sign(secret)
  }
  beforeAll(async () => {
    rogue = await rogueProvider()
    partnerId = await partnerOf({ kind: 'oidc', issuer: rogue.issuer, clientId })
  })
  afterAll(() => rogue.close())
  beforeEach(() => rogue.does({}))

  const attempt = async (misdeed: Misdeed, query: Record<string, string> = {}) => {
    const begun = await begin(partnerId)
    expect(begun.status).toBe(0)
    const params = { ...rogue.back(begun.data.url), ...query }
    rogue.does(misdeed)
    return finish(partnerId, params, { kept: begun.data.kept })
  }

  it('would be believed if it did not', async () => {
    expect((await attempt({})).status).toBe(p.partnerUnlinked.status)
  })

  it.each<[string, Misdeed]>([
    ['another issuer in the token', { claims: { iss: 'https://evil.example.com' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['several audiences and another party', { claims: { aud: [clientId, 'other'], azp: 'other' } }],
    ['a token past its time', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['a token without an end', { claims: { exp: undefined } }],
    ['the nonce of another sign-in', { claims: { nonce: 'replayed' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an unsigned token', { idToken: (claims) => unsigned(claims) }],
    [
      'a token signed with the public key as a secret',
      { idToken: (claims, key) => hs256(claims, new TextEncoder().encode(JSON.stringify(key.publicJwk))) },
    ],
    [
      'a token signed with the client secret',
      { idToken: (claims) => hs256(claims, new TextEncoder().encode(clientSecret)) },
    ],
    [
      'a key that it does not publish',
      {
        idToken: async (claims) => {
          const { SignJWT } = await import('jose')
          const other = await signingPair('rogue')
          return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'rogue' }).sign(other.privateKey)
        },
      },
    ],
    [
      'no token',
      { answer: { '/token': (_, r) => r.writeHead(200, json).end('{"access_token":"a","token_type":"Bearer"}') } },
    ],
    ['rubbish for a token', { answer: { '/token': (_, r) => r.writeHead(200, json).end('<html>') } }],
    ['a refusal', { answer: { '/token': (_, r) => r.writeHead(400, json).end('{"error":"invalid_grant"}') } }],
    [
      'a redirect inside',
      { answer: { '/token': (_, r) => r.writeHead(302, { location: 'http://127.0.0.1:9/' }).end() } },
    ],
    [
      'an endless answer',
      { answer: { '/token': (_, r) => r.writeHead(200, json).end(`{"a":"${'x'.repeat(400_000)}"}`) } },
    ],
  ])('is not believed with %s', async (_, misdeed) => {
    expect(await attempt(misdeed)).toMatchObject({
      ...refused(p.partnerUntrusted),
      message: '一区教育平台返回的登录信息无效，请重新登录',
    })
  })

  it('is not believed when another issuer answers the callback', async () => {
    const answer = await attempt({}, { iss: 'https://evil.example.com' })
    expect(answer).toMatchObject(refused(p.partnerUntrusted))
  })

  it('is waited for five seconds, and then refused', async () => {
    const began = performance.now()
    const answer = await attempt({ answer: { '/token': () => undefined } })
    expect(answer).toMatchObject({ ...refused(p.partnerUnreachable), message: '一区教育平台暂时无法连接，请稍后重试' })
    expect(performance.now() - began).toBeGreaterThan(4_900)
  })

  it.each<[string, Misdeed, { status: number }]>([
    ['another issuer in its metadata', { metadata: { issuer: 'https://evil.example.com' } }, p.partnerUntrusted],
    [
      'an address of this cloud to be sent to',
      { metadata: { token_endpoint: 'http://169.254.169.254/latest' } },
      p.partnerUntrusted,
    ],
    ['keys elsewhere', { metadata: { jwks_uri: 'https://evil.example.com/jwks' } }, p.partnerUntrusted],
    [
      'a sign-in page elsewhere',
      { metadata: { authorization_endpoint: 'https://evil.example.com/a' } },
      p.partnerUntrusted,
    ],
    [
      'rubbish',
      { answer: { '/.well-known/openid-configuration': (_, r) => r.writeHead(200, json).end('no') } },
      p.partnerUntrusted,
    ],
    [
      'a broken server',
      { answer: { '/.well-known/openid-configuration': (_, r) => r.writeHead(503).end() } },
      p.partnerUnreachable,
    ],
  ])('cannot lead us astray with %s', async (_, misdeed, problem) => {
    // Its own address, so that nothing is remembered of the good one.
    const own = await rogueProvider()
    try {
      const id = await partnerOf({ kind: 'oidc', issuer: own.issuer, clientId })
      own.does(misdeed)
      const begun = await begin(id)
      if (begun.status === 0) {
        const answer = await finish(id, own.back(begun.data.url), { kept: begun.data.kept })
        expect(answer).toMatchObject(refused(problem))
        expect(own.asked).not.toContain('/latest')
      } else expect(begun).toMatchObject(refused(problem))
    } finally {
      await own.close()
    }
  })
})

const json = { 'content-type': 'application/json' }
