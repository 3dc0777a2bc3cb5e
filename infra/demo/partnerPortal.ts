/**
 * Partners of the demo, on this machine: one small portal that signs tickets, is an OpenID provider, and exchanges codes
 * as regional platforms do. It knows three people and asks for no password; nothing of it is deployed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { partnerList, savePartner } from '#shared/identity/partners/partner.calls.ts'
import type { SentOf } from '#shared/kit/call.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { signInAs } from './client.ts'
import { demoPassword } from './organisation.ts'

const people = [
  { subject: 'portal-1001', name: '周望舒' },
  { subject: 'portal-1002', name: '林清扬' },
  { subject: 'portal-1003', name: '沈知行' },
] as const
const clientId = 'qinghe-demo'
const clientSecret = 'only-a-demo-secret-of-this-machine'
const name = '云岭教育平台'

type Granted = { subject: string; name: string; redirectUri: string; nonce?: string; challenge?: string }
type Asked = { path: string; query: URLSearchParams; body: URLSearchParams; bearer: string }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
const page = (
  title: string,
  lines: readonly string[],
): string => `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:32em;margin:8vh auto;padding:0 16px;color:#242424}
a{display:block;padding:10px 16px;margin:8px 0;border:1px solid #767676;border-radius:4px;color:#1e4e9b;text-decoration:none}
a:hover{background:#f5f5f5}</style><main><h1>${title}</h1>${lines.join('\n')}</main></html>`

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  if (!(request.headers['content-type'] ?? '').includes('json')) return new URLSearchParams(text)
  return new URLSearchParams(Object.entries(JSON.parse(text) as Record<string, string>))
}

type Portal = { address: string; close: () => Promise<void> }

/** Starts the portal; `app` is where the product is reached. */
const startPortal = async (port: number, app: string): Promise<Portal> => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'portal', alg: 'ES256', use: 'sig' }
  const codes = new Map<string, Granted>()
  let address = ''

  const signed = (claims: Record<string, unknown>, audience: string): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'portal' })
      .setIssuer(address)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('2m')
      .setJti(randomBytes(12).toString('hex'))
      .sign(pair.privateKey)

  /** The page on which one says who one is, or leaves; it comes back to itself with `who`. */
  const consent = (asked: Asked): { html: string } | { location: string } => {
    const { path, query } = asked
    const back = new URL(query.get('redirect_uri') ?? app)
    const state = query.get('state')
    if (state) back.searchParams.set('state', state)
    const who = query.get('who')
    if (who === null) {
      const to = (value: string): string =>
        escaped(`${path}?${new URLSearchParams([...query, ['who', value]]).toString()}`)
      return {
        html: page(`${name}（演示）`, [
          '<p>青禾请求知道您是谁。选择一位：</p>',
          ...people.map((p) => `<a href="${to(p.subject)}">${p.name}</a>`),
          `<a href="${to('')}">不同意</a>`,
        ]),
      }
    }
    const person = people.find((p) => p.subject === who)
    if (!person) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(16).toString('hex')
      codes.set(code, {
        ...person,
        redirectUri: query.get('redirect_uri') ?? '',
        nonce: query.get('nonce') ?? undefined,
        challenge: query.get('code_challenge') ?? undefined,
      })
      back.searchParams.set(path.startsWith('/code') ? 'authCode' : 'code', code)
    }
    return { location: back.href }
  }

  const granted = (code: string): Granted | undefined => {
    const found = codes.get(code)
    codes.delete(code)
    return found
  }

  const routes: Record<string, (asked: Asked) => Promise<object | null> | object | null> = {
    '/jwks': () => ({ keys: [jwk] }),
    '/.well-known/openid-configuration': () => ({
      issuer: address,
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
    }),
    '/token': async ({ body }) => {
      const found = granted(body.get('code') ?? '')
      const digest = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      if (found?.challenge !== digest || found.redirectUri !== body.get('redirect_uri')) return null
      const idToken = await signed({ sub: found.subject, name: found.name, nonce: found.nonce }, clientId)
      return { access_token: 'none', token_type: 'Bearer', expires_in: 60, id_token: idToken }
    },
    '/code/token': ({ body }) => {
      const found = body.get('clientSecret') === clientSecret ? granted(body.get('code') ?? '') : undefined
      if (!found) return null
      const accessToken = randomBytes(16).toString('hex')
      codes.set(accessToken, found)
      return { accessToken, expireIn: 60 }
    },
    '/code/me': ({ bearer }) => {
      const found = granted(bearer)
      return found ? { unionId: found.subject, nick: found.name } : null
    },
  }

  const pages: Record<string, (asked: Asked) => Promise<{ html: string } | { location: string }>> = {
    '/': async () => ({
      html: page(`${name}（演示）`, [
        '<p>您已登录本平台。点一位用户，以签名凭证进入青禾：</p>',
        ...people.map((p) => `<a href="/enter?who=${p.subject}">${p.name}：进入考试与阅卷</a>`),
      ]),
    }),
    '/enter': async ({ query }) => {
      const person = people.find((p) => p.subject === query.get('who')) ?? people[0]
      const token = await signed({ sub: person.subject, name: person.name }, clientId)
      return { location: `${app}/auth/jwt?partner=demo-portal&token=${token}` }
    },
    '/authorize': async (asked) => consent(asked),
    '/code/authorize': async (asked) => consent(asked),
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', address)
    const asked: Asked = {
      path: url.pathname,
      query: url.searchParams,
      body: await bodyOf(request),
      bearer: String(request.headers['x-access-token'] ?? ''),
    }
    const show = pages[url.pathname]
    if (show) {
      const shown = await show(asked)
      if ('location' in shown) response.writeHead(302, { location: shown.location }).end()
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html)
      return
    }
    const value = await routes[url.pathname]?.(asked)
    const status = url.pathname in routes ? (value ? 200 : 400) : 404
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(value ?? { error: 'invalid_grant' }))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

type Wanted = SentOf<typeof savePartner>

const wantedOf = (portal: string, school: { schoolId: string; schoolName: string } | undefined): Wanted[] => {
  const origins = ['localhost', '127.0.0.1', 'yunling.localhost', 'mingde.localhost', 'jianghai.localhost']
  const own = { origins: origins.map((host) => `http://${host}`), shown: true, secret: clientSecret }
  return [
    {
      ...own,
      partnerId: 'demo-portal',
      name,
      door: 'jwt',
      tenant: 'p',
      settings: {
        kind: 'ticket',
        issuer: portal,
        audience: clientId,
        algorithms: ['ES256'],
        jwksUrl: `${portal}/jwks`,
        nameAt: '/name',
        loginUrl: `${portal}/`,
      },
    },
    {
      ...own,
      partnerId: 'demo-openid',
      name: `${school?.schoolName ?? ''}统一身份认证`,
      // One school's own.
      tenant: school ? `s:${school.schoolId}` : 'p',
      settings: { kind: 'oidc', issuer: portal, clientId, algorithm: 'ES256' },
    },
    {
      ...own,
      partnerId: 'dingtalk',
      name: '钉钉（演示）',
      tenant: 'p',
      settings: {
        kind: 'code',
        issuer: 'dingtalk-demo',
        clientId,
        authorize: {
          url: `${portal}/code/authorize`,
          fields: { client_id: '{clientId}', redirect_uri: '{redirectUri}', state: '{state}' },
        },
        codeParameter: 'authCode',
        token: {
          url: `${portal}/code/token`,
          method: 'POST',
          fields: { clientId: '{clientId}', clientSecret: '{clientSecret}', code: '{code}' },
          keep: { token: '/accessToken' },
        },
        profile: { url: `${portal}/code/me`, method: 'GET', headers: { 'x-access-token': '{token}' } },
        subjectAt: '/unionId',
        nameAt: '/nick',
      },
    },
  ]
}

/** Starts the portal and points the demo's partners, one of each kind, at where it stands this time. */
export const openPartners = async (app: string, port: number): Promise<Portal> => {
  const portal = await startPortal(port, app).catch(() => startPortal(0, app))
  const root = await signInAs(app, 'root', demoPassword)
  const [there, schools] = await Promise.all([root.ask(partnerList, {}), root.ask(listSchools, {})])
  const school = schools.list[0]
  for (const wanted of wantedOf(portal.address, school)) {
    const before = there.find((row) => row.partnerId === wanted.partnerId)
    await root.ask(savePartner, before ? { ...wanted, tenant: before.tenant, version: before.version } : wanted)
  }
  return portal
}
