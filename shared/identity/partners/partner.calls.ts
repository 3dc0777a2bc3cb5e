/** Sign-in through partners (spec 1 §2 and §7): one begin, one finish a door, links, and the partners' own rows. */
import * as z from 'zod'
import { call, caller, publicly, self } from '#shared/kit/call.ts'
import { Tenant } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { partnerManagers } from '../signIn/guard.rules.ts'
import { identityProblems } from '../identity.problems.ts'
import { SignedIn } from '../identity.types.ts'
import { partnerProblems as p } from './partner.problems.ts'
import { Partner, PartnerId } from './partner.types.ts'

/** Sealed by the server and kept by the browser for its tab: who finishes a sign-in must be who began it. */
const kept = z.string().max(4000)
/** Where the user wants to be afterwards: judged by the partner's list. */
const redirectUrl = z.string().max(1000).optional()

export const shownPartners = call('GET /api/identity/partners', {
  summary: 'Partners that the sign-in page of an address offers: names only',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ origin: z.string().max(200) }),
  output: () => z.array(z.object({ partnerId: PartnerId, name: z.string() })),
})

export const beginPartner = call('POST /api/identity/partner/begin', {
  summary: "Begin a sign-in through a partner: the address of the partner's page",
  userTypes: [],
  scope: publicly,
  input: () => z.object({ partner: PartnerId, origin: z.string().max(200), redirectUrl }),
  output: () => z.object({ url: z.string(), kept: z.string() }),
  problems: [
    p.partnerUnknown,
    p.partnerMalformed,
    p.partnerReturnRefused,
    p.partnerUnreachable,
    p.partnerUntrusted,
    identityProblems.tooOften,
  ],
})

const finishInput = () => ({
  /** The configuration's name; without it the state's own, then the door's. */
  partner: PartnerId.optional(),
  /** The whole query with which the partner sent the browser back. */
  params: z
    .record(z.string().max(60), z.string().max(8000))
    .refine((q) => Object.keys(q).length <= 40, '登录地址不完整，请从原平台重新进入'),
  /** Of the begin in this tab; a ticket has none. */
  kept: kept.optional(),
  redirectUrl,
  clientSystemType: z.enum(['web', 'alipay']).default('web'),
})

const PartnerSignedIn = SignedIn.extend({
  partnerName: z.string(),
  /** Judged: a path of ours or an address of the partner's list. */
  redirectUrl: z.string().optional(),
  /** Where the partner's people sign in, for the end of the session. */
  loginUrl: z.string().optional(),
})

const finishProblems = [
  p.partnerUnknown,
  p.partnerMalformed,
  p.partnerDenied,
  p.partnerExpired,
  p.partnerOtherBrowser,
  p.partnerUnreachable,
  p.partnerUntrusted,
  p.partnerTicketUsed,
  p.partnerReturnRefused,
  p.partnerUnlinked,
  p.partnerOtherTenant,
  p.partnerAccountClosed,
  identityProblems.tooOften,
]

const door = (name: string, what: string) =>
  call(`POST /api/base/data/system/auth/${name}`, {
    summary: what,
    userTypes: [],
    scope: publicly,
    input: () => z.object(finishInput()),
    output: () => PartnerSignedIn,
    problems: finishProblems,
  })

export const ssoSignIn = door('sso', 'Finish a sign-in that came to /auth/sso')
export const jwtSignIn = door('jwt', 'Finish a sign-in that came to /auth/jwt')
export const tencentSignIn = door('tencent', 'Finish a sign-in that came to /auth/tencent')
export const dingtalkSignIn = door('dingtalk', 'Finish a sign-in that came to /auth/dingtalk')

export const partnerSignIn = call('POST /api/base/data/system/auth/:partnerId', {
  summary: 'Finish a sign-in that came to /auth/<the name of any other partner or region>',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ ...finishInput(), partnerId: PartnerId }),
  output: () => PartnerSignedIn,
  problems: finishProblems,
})

export const linkPartner = call('POST /api/identity/partner/link', {
  summary: "Link a partner's user, as a refused sign-in named it, to the own account",
  userTypes: [],
  scope: self,
  fresh: true,
  input: () => z.object({ linkToken: kept }),
  output: () => z.object({ partnerName: z.string() }),
  problems: [
    p.partnerUnknown,
    p.partnerLinkGone,
    p.partnerOtherTenant,
    p.partnerLinkedElsewhere,
    p.partnerAlreadyLinked,
    p.partnerOnlyThere,
    identityProblems.pretending,
  ],
  refreshes: ['partnerLinks'],
})

export const linkedPartners = call('GET /api/identity/partner/linked', {
  summary: 'The partners that the own account is linked to',
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  output: () => z.array(z.object({ partnerId: PartnerId, name: z.string(), linkedAt: z.int() })),
  feeds: ['partnerLinks'],
})

export const unlinkPartner = call('POST /api/identity/partner/unlink', {
  summary: "Take the own account's link to a partner away",
  userTypes: [],
  scope: self,
  input: () => z.object({ partnerId: PartnerId }),
  output: () => z.object({}),
  problems: [p.partnerNotLinked, identityProblems.pretending],
  refreshes: ['partnerLinks'],
})

export const PartnerRow = Partner.omit({ schema: true }).extend({ hasSecret: z.boolean(), callback: z.string() })
export type PartnerRow = z.infer<typeof PartnerRow>

export const partnerList = call('GET /api/identity/partner/list', {
  summary: "Partners of the caller's own school, area or, for the platform's staff, all; without their secrets",
  userTypes: partnerManagers,
  scope: caller,
  input: () => z.object({ disabled: queryInt(z.int().min(0).max(1)).optional() }),
  output: () => z.array(PartnerRow),
  feeds: ['partners'],
})

export const savePartner = call('POST /api/identity/partner/save', {
  summary: 'Create a partner, or change one (version); its tenant is the caller’s own but for the platform’s staff',
  userTypes: partnerManagers,
  scope: caller,
  fresh: true,
  input: () =>
    Partner.omit({ schema: true, createdAt: true, version: true, disabled: true, tenant: true }).extend({
      tenant: Tenant.optional(),
      /** The client's secret, or the key of HS algorithms; left out it stays as it is. */
      secret: z.string().min(8, '密钥至少8位').max(2000).optional(),
      version: z.int().optional(),
    }),
  output: () => PartnerRow,
  problems: [p.partnerIdTaken, p.partnerPlatformOnly, p.partnerSettingsRefused],
  refreshes: ['partners'],
})

export const disablePartner = call('POST /api/identity/partner/disable', {
  summary: 'Switch a partner off, or on again; who is signed in already stays',
  userTypes: partnerManagers,
  scope: caller,
  input: () => z.object({ partnerId: PartnerId, disabled: z.boolean(), version: z.int() }),
  output: () => PartnerRow,
  problems: [p.partnerUnknown],
  refreshes: ['partners'],
})

export const testPartner = call('POST /api/identity/partner/test', {
  summary: 'Ask a partner for what a sign-in needs of it, and say what came of each step; it opens no session',
  userTypes: partnerManagers,
  scope: caller,
  input: () => z.object({ partnerId: PartnerId }),
  output: () => z.object({ findings: z.array(z.object({ name: z.string(), good: z.boolean(), text: z.string() })) }),
  problems: [p.partnerUnknown, identityProblems.tooOften],
})
