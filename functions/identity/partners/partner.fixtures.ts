/** Providers on this machine: a real OpenID provider, and one that misbehaves as a test asks. */
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { newId, now } from '#functions/kit/ports.ts'

export type Listening = { address: string; close: () => Promise<void>; handle: (listener: RequestListener) => void }

const listen = async (): Promise<Listening> => {
  let current: RequestListener = (_, response) => response.writeHead(404).end()
  const server = createServer((request, response) => current(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handle: (listener) => {
      current = listener
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

export const clientId = 'qinghe'
export const clientSecret = 'a-secret-of-the-tests-that-is-long-enough'
export const redirectOrigin = 'https://exam.example.cn'

const signingPair = async (kid: string, alg = 'RS256') => {
  const pair = await generateKeyPair(alg, { extractable: true })
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }
  return { ...pair, publicJwk, privateJwk: { ...(await exportJWK(pair.privateKey)), kid, alg, use: 'sig' } }
}
export type SigningPair = Awaited<ReturnType<typeof signingPair>>
export { signingPair }

export type RealProvider = {
  issuer: string
  /** Goes through the provider's pages as this person, consenting or not; answers the query of the way back. */
  visit: (url: string, subject: string, consents?: boolean) => Promise<Record<string, string>>
  /** Another signing key from now on; the old one is withdrawn. */
  rotate: () => Promise<void>
  close: () => Promise<void>
}

export const realProvider = async (callback: string): Promise<RealProvider> => {
  const server = await listen()
  const issuer = server.address
  let person = { subject: '', consents: true }
  const start = async (kid: string): Promise<void> => {
    const pair = await signingPair(kid)
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${redirectOrigin}${callback}`],
          token_endpoint_auth_method: 'client_secret_basic',
        },
      ],
      jwks: { keys: [pair.privateJwk] },
      cookies: { keys: ['tests'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      claims: { openid: ['sub', 'name'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `${id}的姓名`, email: 'same@example.cn' }),
      }),
      interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    })
    const finish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { prompt } = await provider.interactionDetails(request, response)
      if (!person.consents) {
        await provider.interactionFinished(request, response, { error: 'access_denied' })
      } else if (prompt.name === 'login') {
        await provider.interactionFinished(request, response, { login: { accountId: person.subject } })
      } else {
        const grant = new provider.Grant({ accountId: person.subject, clientId })
        grant.addOIDCScope('openid profile')
        await provider.interactionFinished(
          request,
          response,
          { consent: { grantId: await grant.save() } },
          { mergeWithLastSubmission: true },
        )
      }
    }
    const answers = provider.callback()
    server.handle((request, response) => {
      if (request.url?.startsWith('/interaction/')) void finish(request, response)
      else answers(request, response)
    })
  }
  await start('first')
  let rotations = 0
  return {
    issuer,
    rotate: () => start(`rotated${(rotations += 1)}`),
    close: server.close,
    visit: async (url, subject, consents = true) => {
      person = { subject, consents }
      const jar = new Map<string, string>()
      let at = url
      for (let hop = 0; hop < 12; hop++) {
        const answer = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') },
        })
        for (const cookie of answer.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';')
          const cut = pair.indexOf('=')
          jar.set(pair.slice(0, cut), pair.slice(cut + 1))
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`${answer.status} at ${at}: ${(await answer.text()).slice(0, 300)}`)
        at = new URL(next, at).href
        if (at.startsWith(redirectOrigin)) return Object.fromEntries(new URL(at).searchParams)
      }
      throw new Error('the provider goes in circles')
    },
  }
}

export type Claims = Record<string, unknown>
export type Misdeed = {
  /** Changes what the discovery document says. */
  metadata?: Claims
  /** Makes the ID token; the default is a good one. */
  idToken?: (claims: Claims, key: SigningPair) => Promise<string> | string
  claims?: Claims
  /** Answers a path instead of the provider. */
  answer?: Readonly<Record<string, RequestListener>>
  keys?: readonly object[]
}

export type RogueProvider = {
  issuer: string
  pair: SigningPair
  does: (misdeed: Misdeed) => void
  /** The query of the way back that a person brings who was sent to `url`. */
  back: (url: string) => Record<string, string>
  asked: string[]
  close: () => Promise<void>
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
export const unsigned = (claims: Claims): string => `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(claims)}.`

/** An OpenID provider by hand that misbehaves on demand, and a plain server of JSON for code exchange. */
export const rogueProvider = async (): Promise<RogueProvider> => {
  const server = await listen()
  const issuer = server.address
  const pair = await signingPair('rogue')
  const asked: string[] = []
  let misdeed: Misdeed = {}
  let nonce = ''
  const json = (response: ServerResponse, value: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  const good = (claims: Claims): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'rogue' }).sign(pair.privateKey)
  const idToken = async (): Promise<string> => {
    const seconds = Math.floor(now() / 1000)
    const claims = {
      iss: issuer,
      sub: 'rogue-1',
      aud: clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce,
      ...misdeed.claims,
    }
    const present = Object.fromEntries(Object.entries(claims).filter(([, v]) => v !== undefined))
    return misdeed.idToken ? misdeed.idToken(present, pair) : good(present)
  }
  server.handle((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    asked.push(path)
    const own = misdeed.answer?.[path]
    if (own) return own(request, response)
    if (path === '/.well-known/openid-configuration')
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...misdeed.metadata,
      })
    if (path === '/jwks') return json(response, { keys: misdeed.keys ?? [pair.publicJwk] })
    if (path === '/token')
      return void idToken().then((id_token) =>
        json(response, { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token }),
      )
    response.writeHead(404).end()
  })
  return {
    issuer,
    pair,
    asked,
    close: server.close,
    does: (next) => {
      misdeed = next
    },
    back: (url) => {
      const query = new URL(url).searchParams
      nonce = query.get('nonce') ?? ''
      return { code: 'rogue-code', state: query.get('state') ?? '' }
    },
  }
}

/** A server of a partner on this machine: what it answers is put into `routes`, by path. */
export const outsideServer = async () => {
  const routes: Record<string, RequestListener> = {}
  const { address, close, handle } = await listen()
  handle((request, response) => {
    const route = routes[request.url?.split('?')[0] ?? '']
    if (route) route(request, response)
    else response.writeHead(404).end()
  })
  return { address, routes, close }
}
export const answering =
  (value: unknown): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** What a portal says of a person in a signed ticket. */
export const issuer = 'https://portal.example.cn'
export const audience = 'qinghe-exam'
export const seconds = (): number => Math.floor(now() / 1000)
export const claimsOf = (more: Claims = {}): Claims => ({
  iss: issuer,
  aud: audience,
  sub: 'teacher-7',
  jti: newId<string>('attempt'),
  exp: seconds() + 120,
  ...more,
})
export const present = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([, v]) => v !== undefined))
