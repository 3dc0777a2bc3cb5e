/**
 * OpenID Connect by openid-client: discovery, state, nonce, PKCE. The issuer is the row's; the signature of the ID token
 * is checked although it comes over TLS, with the one algorithm of the row.
 */
import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { hostOf } from '#shared/identity/partners/partner.rules.ts'
import { outsideHosts } from '#shared/identity/partners/partner.types.ts'
import type { OidcSettings } from '#shared/identity/partners/partner.types.ts'
import { memo } from '#functions/kit/memo.ts'
import { randomText } from '#functions/kit/ports.ts'
import { askJson, askOutside, loopbackAllowed, OutsideFailure } from './outside.ts'
import type { Asked, Way } from './partner.way.ts'
import { Unproved } from './partner.way.ts'

/** Only who begins or ends an OpenID sign-in pays for loading it. */
const openid = () => import('openid-client')

const fetchFor =
  (hosts: readonly string[]): CustomFetch =>
  async (url, options) => {
    const { body } = options
    if (body instanceof ReadableStream) throw new OutsideFailure('refused', 'a stream')
    const answer = await askOutside(url, {
      method: options.method,
      headers: options.headers,
      body:
        body instanceof URLSearchParams
          ? body.toString()
          : ((body as string | Uint8Array | null | undefined) ?? undefined),
      hosts,
    })
    const empty = answer.status === 204 || answer.status === 205
    return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  }

const configured = async (metadata: ServerMetadata, partner: Asked<OidcSettings>): Promise<Configuration> => {
  const client = await openid()
  const { clientId, clientAuth, algorithm } = partner.settings
  const authentication = {
    basic: () => client.ClientSecretBasic(partner.secret),
    post: () => client.ClientSecretPost(partner.secret),
    none: () => client.None(),
  }[clientAuth]()
  const config = new client.Configuration(
    metadata,
    clientId,
    { id_token_signed_response_alg: algorithm, [client.clockTolerance]: 30 },
    authentication,
  )
  config[client.customFetch] = fetchFor(outsideHosts(partner.settings))
  client.enableNonRepudiationChecks(config)
  if (loopbackAllowed()) client.allowInsecureRequests(config)
  return config
}

/**
 * What the issuer says of itself, for ten minutes. The keys are asked for at every sign-in: a rotated key is good at
 * once, and a withdrawn one is not.
 */
const metadataOf = memo(600, async (issuer: string, hosts: string): Promise<ServerMetadata> => {
  const client = await openid()
  const found = await client.discovery(new URL(issuer), 'discovery', undefined, client.None(), {
    [client.customFetch]: fetchFor(hosts.split(' ')),
    timeout: 10,
    execute: loopbackAllowed() ? [client.allowInsecureRequests] : [],
  })
  const { supportsPKCE: _, ...metadata } = found.serverMetadata()
  return metadata
})

const configOf = async (of: Asked<OidcSettings>): Promise<Configuration> => {
  const hosts = outsideHosts(of.settings)
  return configured({ ...(await metadataOf(of.settings.issuer, hosts.join(' '))) }, of)
}

/** What the library throws around a failure of ours. */
const causeOf = (thrown: unknown): unknown => {
  for (let at = thrown; at instanceof Error; at = at.cause) if (at instanceof OutsideFailure) return at
  return null
}

const proved = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Unproved) throw error
    const outside = causeOf(error)
    if (outside) throw outside
    const { code, message } = error as { code?: string; message?: string }
    throw new Unproved('untrusted', `${code ?? ''} ${message ?? ''}`.trim())
  }
}

export const oidcWay: Way<OidcSettings> = {
  stateful: true,
  trials: [
    {
      name: '读取平台信息',
      run: (of) =>
        proved(async () => {
          // What is remembered would say nothing of now.
          metadataOf.forget()
          const { code_challenge_methods_supported: methods } = (await configOf(of)).serverMetadata()
          return methods?.includes('S256') === false ? '可用，但平台没有声明支持 PKCE（S256）' : '可用'
        }),
    },
    {
      name: '读取签名公钥',
      run: (of) =>
        proved(async () => {
          const { jwks_uri } = (await configOf(of)).serverMetadata()
          if (!jwks_uri) throw new Unproved('untrusted', 'no jwks_uri')
          const { keys } = await askJson(jwks_uri, { hosts: outsideHosts(of.settings) })
          if (!Array.isArray(keys) || keys.length === 0) throw new Unproved('untrusted', 'no keys')
          return `${keys.length}个公钥`
        }),
    },
  ],
  begin: (partner, state) =>
    proved(async () => {
      const client = await openid()
      const config = await configOf(partner)
      const verifier = client.randomPKCECodeVerifier()
      const nonce = randomText(24)
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: partner.redirectUri,
        scope: partner.settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
      if (!outsideHosts(partner.settings).includes(hostOf(url)))
        throw new Unproved('untrusted', `sends people to ${hostOf(url) || 'no https address'}`)
      return { url, verifier, nonce }
    }),
  prove: (partner, { params, state, verifier, nonce }) =>
    proved(async () => {
      if (params['code'] === undefined) throw new Unproved('malformed', 'no code')
      const client = await openid()
      const config = await configOf(partner)
      const url = new URL(partner.redirectUri)
      for (const name of ['code', 'state', 'iss', 'session_state'])
        if (params[name] !== undefined) url.searchParams.set(name, params[name])
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        idTokenExpected: true,
        ...(verifier === undefined ? {} : { pkceCodeVerifier: verifier }),
        ...(nonce === undefined ? {} : { expectedNonce: nonce }),
      })
      const claims = tokens.claims()
      if (!claims || claims.iss !== partner.settings.issuer) throw new Unproved('untrusted', 'another issuer')
      const { name } = claims
      return {
        issuer: claims.iss,
        subject: claims.sub,
        ...(typeof name === 'string' ? { name } : {}),
      }
    }),
}
