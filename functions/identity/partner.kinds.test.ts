import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePassword } from '#shared/identity/account.calls.ts'
import { refreshToken, switchIdentity } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { SignedIn } from '#shared/identity/identity.types.ts'
import * as calls from '#shared/identity/partner.calls.ts'
import { partnerProblems as p } from '#shared/identity/partner.problems.ts'
import { loginTicket, ticketSignIn } from '#shared/identity/signIn.calls.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AreaId, UserId } from '#shared/kit/ids.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { openAccount } from './identity.public.ts'
import { users } from './identity.store.ts'
import { askOutside, isPublicAddress, OutsideFailure, publicLookup } from './outside.ts'
import { clientId, clientSecret, redirectOrigin, signingPair, unsigned } from './partner.fixtures.ts'
import type { Claims, SigningPair } from './partner.fixtures.ts'
import { partnerWorld } from './partner.testing.ts'

const world = await partnerWorld()
const { handler, platform, save, partnerOf, personIn, begin, finish, linkTo, refused, idOf, schoolOne, schoolTwo } =
  world

const routes: Record<string, RequestListener> = {}
let server: Server
let address: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const route = routes[request.url?.split('?')[0] ?? '']
    if (route) route(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

const answering =
  (value: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

const issuer = 'https://portal.example.cn'
const audience = 'qinghe-exam'
const seconds = (): number => Math.floor(Date.now() / 1000)
const claimsOf = (more: Claims = {}): Claims => ({
  iss: issuer,
  aud: audience,
  sub: 'teacher-7',
  jti: newId<string>('attempt'),
  exp: seconds() + 120,
  ...more,
})
const present = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([, v]) => v !== undefined))

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
    // Strange key ids make nobody ask again at once.
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

describe('a partner of code exchange', () => {
  const dingtalk = (): object => ({
    kind: 'code',
    issuer: 'dingtalk',
    clientId,
    authorize: {
      url: `${address}/oauth2/auth`,
      fields: { client_id: '{clientId}', redirect_uri: '{redirectUri}', state: '{state}', prompt: 'consent' },
    },
    codeParameter: 'authCode',
    token: {
      url: `${address}/v1.0/oauth2/userAccessToken`,
      method: 'POST',
      fields: {
        clientId: '{clientId}',
        clientSecret: '{clientSecret}',
        code: '{code}',
        grantType: 'authorization_code',
      },
      keep: { token: '/accessToken' },
    },
    profile: {
      url: `${address}/v1.0/contact/users/me`,
      method: 'GET',
      headers: { 'x-acs-dingtalk-access-token': '{token}' },
    },
    subjectAt: '/unionId',
    nameAt: '/nick',
  })
  const good = (): void => {
    const bodies: string[] = []
    routes['/v1.0/oauth2/userAccessToken'] = (request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        bodies.push(body)
        const { clientSecret: secret, code } = JSON.parse(body) as Record<string, string>
        if (secret !== clientSecret || code !== 'good-code') return response.writeHead(400).end('{"code":"invalid"}')
        return response.writeHead(200).end('{"accessToken":"user-token","expireIn":7200}')
      })
    }
    routes['/v1.0/contact/users/me'] = (request, response) =>
      request.headers['x-acs-dingtalk-access-token'] === 'user-token'
        ? response.writeHead(200).end('{"unionId":"union-1","nick":"李老师"}')
        : response.writeHead(401).end('{}')
  }
  const arrive = async (id: string, params: Record<string, string>) => {
    const begun = await begin(id)
    const query = new URL(begun.data.url).searchParams
    expect(query.get('redirect_uri')).toBe(`${redirectOrigin}/auth/${id}`)
    return finish(id, { state: query.get('state')!, ...params }, { kept: begun.data.kept })
  }

  it('exchanges, maps and links', async () => {
    good()
    const id = await partnerOf(dingtalk())
    const teacher = await personIn(schoolOne)
    const first = await arrive(id, { authCode: 'good-code' })
    expect(first.data).toMatchObject({ name: '李老师' })
    expect((await linkTo(first, teacher.token)).status).toBe(0)
    expect(await arrive(id, { authCode: 'good-code' })).toMatchObject({
      status: 0,
      data: { user: { accountId: teacher.caller.accountId } },
    })
    expect(await arrive(id, { authCode: 'used-code' })).toMatchObject(refused(p.partnerUntrusted))
    expect(await arrive(id, {})).toMatchObject(refused(p.partnerDenied))
    expect(await arrive(id, { error: 'access_denied' })).toMatchObject(refused(p.partnerDenied))
    expect(await arrive(id, { error: 'server_error', authCode: 'good-code' })).toMatchObject(
      refused(p.partnerUntrusted),
    )
  })

  it('takes a GET with the subject in its answer, as Tencent has it', async () => {
    let asked = ''
    routes['/sns/oauth2/access_token'] = (request, response) => {
      asked = request.url ?? ''
      answering({ access_token: 'x', openid: 'open-1', unionid: 'union-1' })(request, response)
    }
    const id = await partnerOf({
      kind: 'code',
      issuer: 'tencent',
      clientId: 'wx1',
      authorize: {
        url: `${address}/q`,
        fields: { appid: '{clientId}', redirect_uri: '{redirectUri}', state: '{state}' },
      },
      token: {
        url: `${address}/sns/oauth2/access_token`,
        method: 'GET',
        fields: { appid: '{clientId}', secret: '{clientSecret}', code: '{code}', grant_type: 'authorization_code' },
      },
      subjectAt: '/unionid',
    })
    expect(await arrive(id, { code: 'a&b=c' })).toMatchObject(refused(p.partnerUnlinked))
    expect(new URL(asked, address).searchParams.get('code')).toBe('a&b=c')
    routes['/sns/oauth2/access_token'] = answering({ errcode: 40029, errmsg: 'invalid code' })
    expect(await arrive(id, { code: 'x' })).toMatchObject(refused(p.partnerUntrusted))
  })

  it.each<[string, RequestListener]>([
    ['no subject', answering({ nick: '无名' })],
    ['a subject of blanks', answering({ unionId: '  ' })],
    ['a number beyond exactness', answering({ unionId: 2 ** 53 })],
    ['a list', answering(['union-1'])],
    ['nothing', (_, response) => response.writeHead(200).end()],
    [
      'a redirect to this cloud',
      (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
    ],
  ])('is not believed with %s', async (_, listener) => {
    good()
    routes['/v1.0/contact/users/me'] = listener
    const id = await partnerOf(dingtalk())
    expect(await arrive(id, { authCode: 'good-code' })).toMatchObject(refused(p.partnerUntrusted))
  })

  it('never puts a line break into a header', async () => {
    good()
    routes['/v1.0/oauth2/userAccessToken'] = answering({ accessToken: 'a\r\nx-evil: 1' })
    const id = await partnerOf(dingtalk())
    expect(await arrive(id, { authCode: 'good-code' })).toMatchObject(refused(p.partnerUntrusted))
  })
})

describe('the doors', () => {
  it('are each for their own partners; the state says which', async () => {
    const id = idOf()
    const settings = {
      kind: 'code',
      issuer: 'x',
      clientId,
      authorize: { url: `${address}/a`, fields: { state: '{state}', back: '{redirectUri}' } },
      token: { url: `${address}/t`, method: 'POST' },
      subjectAt: '/id',
    }
    const wish = { tenant: schoolTenant(schoolOne), origins: [redirectOrigin], secret: clientSecret }
    const saved = await save(platform.token, { partnerId: id, name: '钉钉', door: 'dingtalk', settings, ...wish })
    expect(saved.data.callback).toBe('/auth/dingtalk')
    routes['/t'] = answering({ id: 7 })
    const begun = await begin(id)
    expect(begun.data.url).toContain(encodeURIComponent(`${redirectOrigin}/auth/dingtalk`))
    const params = { state: new URL(begun.data.url).searchParams.get('state')!, code: 'c' }
    const { kept } = begun.data
    expect(await finish(id, params, { kept })).toMatchObject(refused(p.partnerUnknown))
    expect(await send(handler, calls.tencentSignIn, { params, kept })).toMatchObject(refused(p.partnerUnknown))
    expect(await send(handler, calls.dingtalkSignIn, { params, kept })).toMatchObject(refused(p.partnerUnlinked))
    expect(await send(handler, calls.ssoSignIn, { params: {} })).toMatchObject(refused(p.partnerUnknown))
  })
})

describe('provision', () => {
  it('opens an account in its own tenant and nowhere else, once', async () => {
    const settings = { kind: 'ticket', issuer, audience, algorithms: ['HS256'], nameAt: '/name' }
    const id = await partnerOf(settings, { provision: { userType: 3, stage: 1 } })
    const arrive = async (sub: string) =>
      finish(id, {
        token: await new SignJWT(claimsOf({ sub, name: '新老师' }))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(clientSecret)),
      })
    const [first, again] = [await arrive('new-1'), await arrive('new-1')]
    expect(first).toMatchObject({ status: 0, data: { user: { userType: 3, schoolId: schoolOne, userName: '新老师' } } })
    expect(again.data.user.accountId).toBe(first.data.user.accountId)
    expect((await arrive('new-2')).data.user.accountId).not.toBe(first.data.user.accountId)
    // An account that moved to another school is not let in from here.
    await users.update({ userId: first.data.user.userId }, { tenant: schoolTenant(schoolTwo), schoolId: schoolTwo })
    expect(await arrive('new-1')).toMatchObject(refused(p.partnerOtherTenant))
  })

  it('never makes an administrator, nor anybody of the whole platform', async () => {
    const settings = { kind: 'ticket', issuer, audience, algorithms: ['HS256'] }
    const wish = { partnerId: idOf(), name: '平台', settings, origins: [redirectOrigin], secret: clientSecret }
    const admin = await save(platform.token, { ...wish, tenant: schoolTenant(schoolOne), provision: { userType: 2 } })
    expect(admin).toMatchObject({ status: 20001, message: '不能自动开通这种身份' })
    expect(await save(platform.token, { ...wish, tenant: 'p', provision: { userType: 3 } })).toMatchObject({
      ...refused(p.partnerSettingsRefused),
      message: '自动开通只能用于一所学校或一个区域',
    })
  })
})

/** One school's platform opens no other school: neither by a switch, nor by a new way in. */
const staysWithin = async (
  { accessToken, refreshToken: token }: SignedIn,
  elsewhere: UserId,
  linkToken: string,
): Promise<void> => {
  const { handler: api } = await import('./identity.api.ts')
  expect((await send(api, switchIdentity, { userId: elsewhere }, accessToken)).status).toBe(
    identityProblems.noSuchUser.status,
  )
  const change = { oldPassword: 'not-known-1', newPassword: 'another-one-1' }
  expect(await send(api, changePassword, change, accessToken)).toMatchObject(refused(p.partnerOnlyThere))
  expect(await send(api, calls.linkPartner, { linkToken }, accessToken)).toMatchObject(refused(p.partnerOnlyThere))
  const renewed = await send(api, refreshToken, { refreshToken: token })
  expect(renewed.data.user.userList.map((u) => u.userId)).not.toContain(elsewhere)
  const ticket = await send(api, loginTicket, {}, renewed.data.accessToken)
  const carried = await send(api, ticketSignIn, { token: ticket.data.token })
  expect((await send(api, switchIdentity, { userId: elsewhere }, carried.data.accessToken)).status).toBe(
    identityProblems.noSuchUser.status,
  )
}

describe('the identities of an account', () => {
  it('are only those within the tenant', async () => {
    const areaId = newId<AreaId>('area')
    const opened = await openAccount({
      accountName: `t${newId<string>('attempt').slice(3)}`,
      userName: '两校教师',
      passwordHash: '-',
      passwordStatus: 0,
      users: [
        { userType: 3, stage: 1, tenant: schoolTenant(schoolTwo), schoolId: schoolTwo },
        { userType: 3, stage: 1, tenant: schoolTenant(schoolOne), schoolId: schoolOne, areaId },
      ],
    })
    const own = opened!.users
    const { token } = await testCaller({
      userType: 3,
      tenant: schoolTenant(schoolTwo),
      accountId: opened!.accountId,
      userId: own[0]!.userId,
    })
    for (const tenant of [schoolTenant(schoolOne), `a:${areaId}`]) {
      const settings = { kind: 'ticket', issuer, audience, algorithms: ['HS256'] }
      const id = await partnerOf(settings, { tenant })
      const arrive = async (sub = 'teacher-7') =>
        finish(id, {
          token: await new SignJWT(claimsOf({ sub }))
            .setProtectedHeader({ alg: 'HS256' })
            .sign(new TextEncoder().encode(clientSecret)),
        })
      await linkTo(await arrive(), token)
      const answer = await arrive()
      expect(answer.data.user.userId).toBe(own[1]!.userId)
      expect(answer.data.user.userList.map((u) => u.userId)).toEqual([own[1]!.userId])
      const { linkToken } = (await arrive('somebody-else')).data as unknown as { linkToken: string }
      await staysWithin(answer.data, own[0]!.userId, linkToken)
    }
  })
})

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

describe('requests outside', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    'nonsense',
  ])('hold %s for no public address', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })
  it.each(['8.8.8.8', '203.119.26.1', '2400:3200::1'])('hold %s for one', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  it('connect to what was judged: a name that means this cloud leads nowhere', async () => {
    const asked = (addresses: string[], all: boolean) =>
      new Promise((done) => {
        const found = addresses.map((address) => ({ address, family: 4 }))
        publicLookup((_name, _options, answer) => answer(null, found))('id.example.cn', { all }, (...got) => done(got))
      })
    expect(await asked(['169.254.169.254'], false)).toMatchObject([{ kind: 'refused' }, '', 0])
    expect(await asked(['10.0.0.1', '203.119.26.1'], false)).toEqual([null, '203.119.26.1', 4])
    expect(await asked(['10.0.0.1', '203.119.26.1'], true)).toEqual([null, [{ address: '203.119.26.1', family: 4 }]])
  })

  it.each([
    ['https://localhost.example.cn', ['other.example.cn']],
    ['https://127.0.0.1/', ['127.0.0.1']],
    ['http://id.example.cn/', ['id.example.cn']],
    ['https://user@id.example.cn/', ['id.example.cn']],
    ['file:///etc/passwd', ['']],
    ['https://[::1]/', ['[::1]']],
  ])('never go to %s', async (url, hosts) => {
    await expect(askOutside(url, { hosts })).rejects.toMatchObject({ kind: 'refused' })
  })

  it('do not reach this machine where the local cloud does not run', async () => {
    const before = process.env['QINGHE_ENV']
    process.env['QINGHE_ENV'] = 'cloud'
    try {
      const host = address.slice('http://'.length)
      await expect(askOutside(`${address}/x`, { hosts: [host] })).rejects.toBeInstanceOf(OutsideFailure)
      const answer = await save(platform.token, {
        partnerId: idOf(),
        name: '本机',
        settings: { kind: 'oidc', issuer: address, clientId },
        origins: [redirectOrigin],
        secret: clientSecret,
      })
      expect(answer).toMatchObject({ ...refused(p.partnerSettingsRefused), message: '合作方地址应以 https:// 开头' })
    } finally {
      process.env['QINGHE_ENV'] = before
    }
  })

  it('are what the identity function may do and others need not', async () => {
    // Its rights to the store are its own: another room's function may not read a partner.
    await asFunction('card-api', async () => {
      await expect(begin('nosuchpartner')).resolves.toMatchObject({ http: 500 })
    })
  })
})
