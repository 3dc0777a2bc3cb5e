import { exportSPKI, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { usePorts } from '#functions/kit/ports.ts'
import {
  answering,
  audience,
  claimsOf,
  clientSecret,
  issuer,
  outsideServer,
  present,
  redirectOrigin,
  seconds,
  signingPair,
  unsigned,
} from './partner.fixtures.ts'
import type { Claims, SigningPair } from './partner.fixtures.ts'
import { partnerWorld } from './partner.testing.ts'

const { platform, save, partnerOf, personIn, finish, linkTo, refused, idOf, schoolOne } = await partnerWorld()
const { address, routes, close } = await outsideServer()
afterAll(close)

describe('a partner of signed tickets', () => {
  let pair: SigningPair
  let partnerId: string
  let publicKey: string
  beforeAll(async () => {
    pair = await signingPair('portal', 'ES256')
    publicKey = await exportSPKI(pair.publicKey)
    partnerId = await partnerOf(
      {
        kind: 'ticket',
        issuer,
        audience,
        algorithms: ['ES256'],
        publicKey,
        loginUrl: 'https://portal.example.cn/exam',
      },
      { secret: undefined, returnHosts: ['portal.example.cn'] },
    )
  })
  const signed = (claims: Claims, key: SigningPair = pair, header: object = {}): Promise<string> =>
    new SignJWT(present(claims)).setProtectedHeader({ alg: 'ES256', ...header }).sign(key.privateKey)
  const arrive = async (claims: Claims = claimsOf(), more: object = {}) =>
    finish(partnerId, { token: await signed(claims) }, more)

  it('lets in who is linked, once a ticket', async () => {
    const teacher = await personIn(schoolOne)
    expect(await linkTo(await arrive(), teacher.token)).toMatchObject({ status: 0 })
    const token = await signed(claimsOf())
    const answer = await finish(partnerId, { token }, { redirectUrl: 'https://portal.example.cn/back' })
    expect(answer).toMatchObject({
      status: 0,
      data: {
        user: { accountId: teacher.caller.accountId },
        redirectUrl: 'https://portal.example.cn/back',
        loginUrl: 'https://portal.example.cn/exam',
      },
    })
    expect(await finish(partnerId, { token })).toMatchObject({
      ...refused(p.partnerTicketUsed),
      message: '登录凭证已使用过，请从原平台重新进入',
    })
    expect(await arrive(claimsOf({ sub: 'teacher-8' }))).toMatchObject(refused(p.partnerUnlinked))
  })

  it.each<[string, Claims]>([
    ['another audience', { aud: 'another-product' }],
    ['another issuer', { iss: 'https://evil.example.com' }],
    ['no end', { exp: undefined }],
    ['an end far away', { exp: seconds() + 86_400 }],
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['no subject', { sub: undefined }],
    ['a subject that is no text', { sub: { a: 1 } }],
    ['a beginning in the future', { nbf: seconds() + 600 }],
  ])('is not believed with %s', async (_, claims) => {
    expect(await arrive(claimsOf(claims))).toMatchObject(refused(p.partnerUntrusted))
  })

  it('says that a ticket has run out', async () => {
    expect(await arrive(claimsOf({ exp: seconds() - 60 }))).toMatchObject({
      ...refused(p.partnerExpired),
      message: '登录请求已过期，请重新登录',
    })
  })

  it('is not believed unsigned, under another key, or by its public key as a secret', async () => {
    const forged = [
      unsigned(claimsOf()),
      await signed(claimsOf(), await signingPair('portal', 'ES256')),
      ...(await Promise.all(
        [publicKey, JSON.stringify(pair.publicJwk)].map((text) =>
          new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(text)),
        ),
      )),
      `${await signed(claimsOf())}x`,
      'a.b.c',
      'x',
    ]
    for (const token of forged) expect(await finish(partnerId, { token })).toMatchObject(refused(p.partnerUntrusted))
    expect(await finish(partnerId, {})).toMatchObject(refused(p.partnerMalformed))
    expect(await finish(partnerId, { token: '' })).toMatchObject(refused(p.partnerMalformed))
  })

  it('refuses an open redirect before it spends the ticket', async () => {
    const token = await signed(claimsOf())
    const there = { redirectUrl: 'https://evil.example.com/' }
    expect(await finish(partnerId, { token }, there)).toMatchObject(refused(p.partnerReturnRefused))
    expect(await finish(partnerId, { token })).not.toMatchObject(refused(p.partnerTicketUsed))
  })

  it('takes HS256 with the secret and nothing else', async () => {
    const secret = clientSecret.repeat(2)
    const id = await partnerOf({ kind: 'ticket', issuer, audience, algorithms: ['HS256'] }, { secret })
    const by = (key: string, alg = 'HS256') =>
      new SignJWT(claimsOf()).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key))
    expect(await finish(id, { token: await by(secret) })).toMatchObject(refused(p.partnerUnlinked))
    expect(await finish(id, { token: await by(`${secret}!`) })).toMatchObject(refused(p.partnerUntrusted))
    expect(await finish(id, { token: await by(secret, 'HS512') })).toMatchObject(refused(p.partnerUntrusted))
    expect(await finish(id, { token: await signed(claimsOf()) })).toMatchObject(refused(p.partnerUntrusted))
  })

  it('takes the listed algorithm of a key and no other of the same key', async () => {
    const rsa = await signingPair('rsa', 'RS256')
    const settings = {
      kind: 'ticket',
      issuer,
      audience,
      algorithms: ['RS256'],
      publicKey: await exportSPKI(rsa.publicKey),
    }
    const id = await partnerOf(settings, { secret: undefined })
    const by = async (alg: string) =>
      new SignJWT(claimsOf()).setProtectedHeader({ alg }).sign(await importJWK(rsa.privateJwk, alg))
    expect(await finish(id, { token: await by('RS256') })).toMatchObject(refused(p.partnerUnlinked))
    expect(await finish(id, { token: await by('PS256') })).toMatchObject(refused(p.partnerUntrusted))
  })

  it('follows a key set as its keys rotate', async () => {
    const [first, second] = [await signingPair('k1', 'ES256'), await signingPair('k2', 'ES256')]
    routes['/jwks'] = answering({ keys: [first.publicJwk] })
    const id = await partnerOf(
      { kind: 'ticket', issuer, audience, algorithms: ['ES256'], jwksUrl: `${address}/jwks` },
      { secret: undefined },
    )
    const by = async (key: SigningPair, kid: string) => finish(id, { token: await signed(claimsOf(), key, { kid }) })
    expect(await by(first, 'k1')).toMatchObject(refused(p.partnerUnlinked))
    routes['/jwks'] = answering({ keys: [second.publicJwk] })
    // An unknown key id does not fetch the keys again at once.
    expect(await by(second, 'k2')).toMatchObject(refused(p.partnerUntrusted))
    const back = usePorts({ now: () => Date.now() + 11_000 })
    try {
      expect(await by(second, 'k2')).toMatchObject(refused(p.partnerUnlinked))
      expect(await by(first, 'k1')).toMatchObject(refused(p.partnerUntrusted))
    } finally {
      back()
    }
    const hmac = new TextEncoder().encode('x'.repeat(40))
    routes['/jwks'] = answering({ keys: [{ kty: 'oct', kid: 'o', k: Buffer.from(hmac).toString('base64url') }] })
    const late = usePorts({ now: () => Date.now() + 600_000 })
    try {
      const token = await new SignJWT(claimsOf({ exp: seconds() + 700 }))
        .setProtectedHeader({ alg: 'HS256', kid: 'o' })
        .sign(hmac)
      expect(await finish(id, { token })).toMatchObject(refused(p.partnerUntrusted))
    } finally {
      late()
    }
  })

  it.each<[string, object, string]>([
    ['both families', { algorithms: ['HS256', 'RS256'], publicKey: 'x' }, '对称与非对称签名算法不能同时使用'],
    ['a public key for HS256', { algorithms: ['HS256'], publicKey: 'x' }, 'HS 算法只使用密钥，不使用公钥'],
    ['no key', { algorithms: ['RS256'] }, '请填写公钥或公钥地址中的一项'],
    ['none', { algorithms: ['none'] }, ''],
  ])('cannot be configured with %s', async (_, settings, message) => {
    const answer = await save(platform.token, {
      partnerId: idOf(),
      name: '平台',
      tenant: schoolTenant(schoolOne),
      settings: { kind: 'ticket', issuer, audience, ...settings },
      origins: [redirectOrigin],
      secret: clientSecret,
    })
    expect(answer.status).toBe(20001)
    expect(answer.message).toContain(message)
  })
})
