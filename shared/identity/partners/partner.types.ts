/**
 * Partners through which people sign in. A partner is a row, never code: one of three kinds with its settings, pinned to
 * a tenant. Its people are known by issuer and subject, and by nothing else.
 */
import * as z from 'zod'
import { Tenant } from '#shared/kit/ids.ts'
import { line } from '#shared/kit/text.ts'
import { holesIn, hostOf, isOrigin, isOutsideUrl } from './partner.rules.ts'

/** Routes and calls that the specification names; any other partner's are called by its own id. */
export const doors = ['sso', 'jwt', 'tencent', 'dingtalk'] as const
export type Door = (typeof doors)[number]

export const PartnerId = z.string().regex(/^[a-z][a-z0-9-]{1,29}$/, '合作方标识应为2到30位小写字母、数字或 -')

const OutsideUrl = z.string().refine(isOutsideUrl, '地址应以 https:// 开头，并且是域名')
const Origin = z.string().refine(isOrigin, '网站地址应形如 https://exam.example.cn')
const Host = z
  .string()
  .max(200)
  .regex(/^(127\.0\.0\.1|([a-z0-9-]+\.)+[a-z]{2,24})(:\d{1,5})?$/, '主机名格式不正确')
const Pointer = z.string().regex(/^(\/([^~/]|~[01])*)+$/, '字段位置应形如 /data/userId')
const Template = z.string().max(500)
const Fields = z.record(z.string().regex(/^[\w.-]{1,60}$/), Template).refine((f) => Object.keys(f).length <= 20)

const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
const symmetric = ['HS256', 'HS384', 'HS512'] as const
export const isSymmetric = (algorithm: string): boolean => (symmetric as readonly string[]).includes(algorithm)

export const OidcSettings = z.object({
  kind: z.literal('oidc'),
  issuer: OutsideUrl,
  clientId: z.string().min(1, '客户端标识不能为空').max(200),
  clientAuth: z.enum(['basic', 'post', 'none']).default('basic'),
  scope: z
    .string()
    .regex(/^openid( [\w:./-]{1,60}){0,10}$/, 'scope 应以 openid 开头')
    .default('openid'),
  algorithm: z.enum(asymmetric).default('RS256'),
  /** Hosts beside the issuer's own that its metadata may send us to. */
  hosts: z.array(Host).max(5).default([]),
})
export type OidcSettings = z.infer<typeof OidcSettings>

export const TicketSettings = z
  .object({
    kind: z.literal('ticket'),
    issuer: z.string().min(1, '签发方不能为空').max(500),
    audience: z.string().min(1, '受众不能为空').max(200),
    algorithms: z.array(z.enum([...asymmetric, ...symmetric])).min(1, '请选择签名算法'),
    /** One of: a key set's address, one public key (PEM or JWK), or, for HS algorithms, the row's secret. */
    jwksUrl: OutsideUrl.optional(),
    publicKey: z.string().max(5000).optional(),
    /** What the ticket is called in the query. */
    parameter: z
      .string()
      .regex(/^\w{1,30}$/)
      .default('token'),
    subjectAt: Pointer.default('/sub'),
    nameAt: Pointer.optional(),
    /** The partner's own page that sends people here with a ticket. */
    loginUrl: OutsideUrl.optional(),
  })
  .check((context) => {
    const { algorithms, jwksUrl, publicKey } = context.value
    const refuse = (message: string): void => {
      context.issues.push({ code: 'custom', message, path: ['algorithms'], input: algorithms })
    }
    const secret = algorithms.filter(isSymmetric).length
    // A public key must never serve as the secret of an HS signature: one list holds one family.
    if (secret > 0 && secret < algorithms.length) refuse('对称与非对称签名算法不能同时使用')
    else if (secret > 0 && (jwksUrl !== undefined || publicKey !== undefined)) refuse('HS 算法只使用密钥，不使用公钥')
    else if (secret === 0 && (jwksUrl === undefined) === (publicKey === undefined))
      refuse('请填写公钥或公钥地址中的一项')
  })
export type TicketSettings = z.infer<typeof TicketSettings>

/** One request of a code exchange. Holes: {code} {clientId} {clientSecret} {redirectUri}, and what was kept before. */
const Exchange = z.object({
  url: OutsideUrl,
  method: z.enum(['GET', 'POST']),
  /** Where the fields go; a GET has them in its query. */
  body: z.enum(['json', 'form']).default('json'),
  fields: Fields.default({}),
  headers: Fields.default({}),
  /** What later requests may name: hole → where it stands in the answer. */
  keep: z.record(z.string().regex(/^\w{1,30}$/), Pointer).default({}),
})
export type Exchange = z.infer<typeof Exchange>

const known = ['code', 'clientId', 'clientSecret', 'redirectUri']
const bound = (e: Pick<Exchange, 'fields' | 'headers'>): string[] =>
  [...Object.values(e.fields), ...Object.values(e.headers)].flatMap(holesIn)

export const CodeSettings = z
  .object({
    kind: z.literal('code'),
    /** The name under which its subjects are known; never changes once people are linked. */
    issuer: z.string().min(1, '签发方不能为空').max(500),
    clientId: z.string().min(1, '应用标识不能为空').max(200),
    /** Where one consents. Holes: {clientId} {redirectUri} {state}. */
    authorize: z.object({ url: OutsideUrl, fields: Fields }),
    /** What the code is called when it comes back. */
    codeParameter: z
      .string()
      .regex(/^\w{1,30}$/)
      .default('code'),
    token: Exchange,
    profile: Exchange.optional(),
    /** In the profile's answer, or the token's where there is no profile. */
    subjectAt: Pointer,
    nameAt: Pointer.optional(),
  })
  .check((context) => {
    const { authorize, token, profile } = context.value
    const refuse = (detail: string): void => {
      context.issues.push({ code: 'custom', message: detail, path: ['token'], input: token })
    }
    const begins = Object.values(authorize.fields).flatMap(holesIn)
    if (!begins.includes('state')) refuse('授权地址的参数里要有 {state}')
    const strange = [
      ...begins.filter((h) => !['clientId', 'redirectUri', 'state'].includes(h)),
      ...bound(token).filter((h) => !known.includes(h)),
      ...(profile ? bound(profile) : []).filter((h) => ![...known, ...Object.keys(token.keep)].includes(h)),
    ]
    if (strange.length > 0) refuse(`没有 {${strange[0]!}} 这个值`)
  })
export type CodeSettings = z.infer<typeof CodeSettings>

export const PartnerSettings = z.discriminatedUnion('kind', [OidcSettings, TicketSettings, CodeSettings])
export type PartnerSettings = z.infer<typeof PartnerSettings>

/** Whom a partner may open by itself, always in its own tenant: never one that administers. */
export const provisionTypes: readonly number[] = [3, 8, 9, 10, 11, 12, 14, 20]

export const Partner = z.object({
  schema: z.literal(1),
  /** The configuration's name, in addresses too: /auth/<partnerId>. */
  partnerId: PartnerId,
  name: line('合作方名称', 30),
  door: z.enum(doors).optional(),
  /** Its people are signed in only as identities within this tenant. */
  tenant: Tenant,
  settings: PartnerSettings,
  /** Our own addresses that it is used from; its redirect address is one of them with /auth/… after it. */
  origins: z.array(Origin).min(1, '请填写使用单点登录的网站地址').max(10),
  /** Hosts outside that one may be sent back to. */
  returnHosts: z.array(Host).max(10).default([]),
  /** Listed on the sign-in page of its origins. */
  shown: z.boolean().default(false),
  /** Opens an account for a first sign-in instead of asking to link one. */
  provision: z
    .object({
      userType: z.int().refine((t) => provisionTypes.includes(t), '不能自动开通这种身份'),
      stage: z.int().min(0).max(4).default(0),
    })
    .optional(),
  disabled: z.boolean().default(false),
  createdAt: z.int(),
  version: z.int(),
})
export type Partner = z.infer<typeof Partner>

/** The path of ours that a partner sends people back to. */
export const callbackPath = (of: { partnerId: string; door?: Door | undefined }): string =>
  `/auth/${of.door ?? of.partnerId}`

/** Every host that the server will ask on a partner's behalf. */
export const outsideHosts = (settings: PartnerSettings): string[] => {
  switch (settings.kind) {
    case 'oidc':
      return [hostOf(settings.issuer), ...settings.hosts]
    case 'ticket':
      return settings.jwksUrl ? [hostOf(settings.jwksUrl)] : []
    case 'code':
      return [settings.token.url, ...(settings.profile ? [settings.profile.url] : [])].map(hostOf)
  }
}

/** Every address of a partner's settings: what a server without leave for this machine refuses loopback in. */
export const outsideUrls = (settings: PartnerSettings): string[] => {
  switch (settings.kind) {
    case 'oidc':
      return [settings.issuer, ...settings.hosts.map((h) => (h.startsWith('127.') ? `http://${h}` : `https://${h}`))]
    case 'ticket':
      return [settings.jwksUrl, settings.loginUrl].filter((u) => u !== undefined)
    case 'code':
      return [settings.authorize.url, settings.token.url, ...(settings.profile ? [settings.profile.url] : [])]
  }
}
