/**
 * A sign-in through a partner, from the first click to the session. What is kept in between is sealed and stays in the
 * browser's tab, so that beginning writes nothing; the state in it is spent once, in the store.
 */
import { createHash } from 'node:crypto'
import { Logger } from '@aws-lambda-powertools/logger'
import * as z from 'zod'
import type { InputOf, OutputOf } from '#shared/kit/call.ts'
import { cleanText } from '#shared/kit/text.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import type { beginPartner, jwtSignIn, testPartner } from '#shared/identity/partners/partner.calls.ts'
import { partnerProblems as p } from '#shared/identity/partners/partner.problems.ts'
import { mayReturnTo, usedFrom } from '#shared/identity/partners/partner.rules.ts'
import { callbackPath } from '#shared/identity/partners/partner.types.ts'
import type { PartnerSettings } from '#shared/identity/partners/partner.types.ts'
import type { User } from '#shared/identity/identity.types.ts'
import type { AreaId, SchoolId } from '#shared/kit/ids.ts'
import { openField, sealField } from '#functions/kit/fields.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { beginSession, liveSessions, openUsers } from '../signIn/begin.ts'
import { accountById, openAccount } from '../identity.public.ts'
import type { NewUser } from '../identity.public.ts'
import { networkKey, takeShared } from '../signIn/limits.ts'
import { OutsideFailure } from './outside.ts'
import { codeWay } from './partner.code.ts'
import { oidcWay } from './partner.oidc.ts'
import { links, partners, personOf, secretOf } from './partner.store.ts'
import type { PartnerLink, StoredPartner } from './partner.store.ts'
import { inTenant } from './partner.tenant.ts'
import { ticketWay } from './partner.ticket.ts'
import { Unproved } from './partner.way.ts'
import type { Asked, Back, Proof, Way } from './partner.way.ts'
import { spend } from '../seals.ts'

const stateMs = 10 * 60_000

const ways: { readonly [K in PartnerSettings['kind']]: Way<Extract<PartnerSettings, { kind: K }>> } = {
  oidc: oidcWay,
  ticket: ticketWay,
  code: codeWay,
}
const wayOf = (settings: PartnerSettings): Way => ways[settings.kind] as Way

const askedOf = async (partner: StoredPartner, origin: string): Promise<Asked> => ({
  partner,
  settings: partner.settings,
  secret: await secretOf(partner),
  redirectUri: `${origin}${callbackPath(partner)}`,
})

const live = async (partnerId: string): Promise<StoredPartner> => {
  const partner = await partners.get({ partnerId })
  return partner && !partner.disabled ? partner : refuse(p.partnerUnknown)
}

const Kept = z.object({
  partnerId: z.string(),
  state: z.string(),
  origin: z.string(),
  verifier: z.string().optional(),
  nonce: z.string().optional(),
  redirectUrl: z.string().optional(),
  until: z.number(),
})
type Kept = z.infer<typeof Kept>

const Linking = z.object({ partnerId: z.string(), person: z.string(), id: z.string(), until: z.number() })
export type Linking = z.infer<typeof Linking>

const seal = (place: 'state' | 'link', value: object): Promise<string> =>
  sealField(`partner#${place}`, JSON.stringify(value))
/** null unless it is a seal of ours for this very use. */
const open = async <S extends z.ZodType>(
  place: 'state' | 'link',
  schema: S,
  sealed: string,
): Promise<z.output<S> | null> => {
  if (!/^k\d+\.[\w-]{40,}$/.test(sealed)) return null
  try {
    return schema.parse(JSON.parse(await openField(`partner#${place}`, sealed)))
  } catch (error) {
    if (error instanceof Error && /authenticate|authentication tag|no field key/i.test(error.message)) return null
    throw error
  }
}
export const openLinking = (sealed: string): Promise<Linking | null> => open('link', Linking, sealed)

const logger = new Logger({ serviceName: 'identity' })
/** What went wrong outside, for the operator; people get a sentence. */
const note = (partner: StoredPartner, step: string, { name, message }: Error): void =>
  logger.warn('partner refused', { partner: partner.partnerId, step, error: name, detail: message.slice(0, 300) })

const told = async <T>(partner: StoredPartner, step: string, run: () => Promise<T>): Promise<T> => {
  const { name } = partner
  try {
    return await run()
  } catch (error) {
    if (error instanceof OutsideFailure) {
      note(partner, step, error)
      const passing = error.kind === 'slow' || error.kind === 'unreachable'
      return refuse(passing ? p.partnerUnreachable : p.partnerUntrusted, { name })
    }
    if (!(error instanceof Unproved)) throw error
    note(partner, step, error)
    switch (error.why) {
      case 'denied':
        return refuse(p.partnerDenied)
      case 'malformed':
        return refuse(p.partnerMalformed)
      case 'expired':
        return refuse(p.partnerExpired)
      case 'untrusted':
        return refuse(p.partnerUntrusted, { name })
    }
  }
}

/** Why a step outside failed, for the person who configures the partner. */
const whyNot = (error: unknown): string => {
  if (error instanceof Unproved) return `返回的内容不符合要求（${error.message.slice(0, 120)}）`
  if (!(error instanceof OutsideFailure)) throw error
  const words = {
    slow: '5秒内没有应答',
    unreachable: '连接不上',
    refused: '地址不允许访问',
    strange: '返回的内容不符合要求',
  }
  return `${words[error.kind]}（${error.message.slice(0, 120)}）`
}

/** Tries what of a sign-in can be tried without a person. */
export const tried = async (partner: StoredPartner): Promise<OutputOf<typeof testPartner>['findings']> => {
  const asked = await askedOf(partner, partner.origins[0]!)
  const findings: OutputOf<typeof testPartner>['findings'] = []
  for (const { name, run } of wayOf(partner.settings).trials)
    try {
      findings.push({ name, good: true, text: await run(asked) })
    } catch (error) {
      findings.push({ name, good: false, text: whyNot(error) })
    }
  return findings
}

/** One of many at an address; each asks another's server in our name. */
const counted = async (ip: string): Promise<void> => {
  if ((await takeShared(networkKey('partner', ip), otherLimits.partner)) > 0) refuse(identityProblems.tooOften)
}

const judgedReturn = (partner: StoredPartner, redirectUrl: string | undefined): string | undefined => {
  if (redirectUrl === undefined || redirectUrl === '') return undefined
  return mayReturnTo(redirectUrl, partner.returnHosts) ? redirectUrl : refuse(p.partnerReturnRefused)
}

export const begin = async (
  input: InputOf<typeof beginPartner>,
  ip: string,
): Promise<OutputOf<typeof beginPartner>> => {
  await counted(ip)
  const partner = await live(input.partner)
  if (!usedFrom(partner.origins, input.origin)) return refuse(p.partnerUnknown)
  const redirectUrl = judgedReturn(partner, input.redirectUrl)
  const state = randomText(16)
  const asked = await askedOf(partner, input.origin)
  const begun = await told(partner, 'begin', () => wayOf(partner.settings).begin(asked, state))
  if (!begun) return refuse(p.partnerMalformed)
  const { url, verifier, nonce } = begun
  const kept: Kept = {
    partnerId: partner.partnerId,
    state,
    origin: input.origin,
    verifier,
    nonce,
    redirectUrl,
    until: now() + stateMs,
  }
  return { url, kept: await seal('state', kept) }
}

type Finish = InputOf<typeof jwtSignIn>
type Arrived = { input: Finish; door: string; ip: string; agent: string }

const consentErrors: readonly string[] = [
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
  'account_selection_required',
]

/** What came back is what was sent away, in this browser, now, for the first time. */
const settled = async (partner: StoredPartner, kept: Kept | null, params: Finish['params']): Promise<Back & Kept> => {
  const { state } = params
  if (state === undefined) return refuse(p.partnerMalformed)
  if (!kept || kept.partnerId !== partner.partnerId) return refuse(p.partnerOtherBrowser)
  if (kept.until <= now() || !(await spend(`partnerState#${state}`, kept.until))) return refuse(p.partnerExpired)
  const { error } = params
  if (error !== undefined)
    throw new Unproved(consentErrors.includes(error) ? 'denied' : 'untrusted', `error ${error.slice(0, 100)}`)
  return { ...kept, params }
}

type Proved = { partner: StoredPartner; proof: Proof; redirectUrl: string | undefined }

const prove = async ({ input, door }: Arrived): Promise<Proved> => {
  const { params } = input
  const opened = input.kept === undefined ? null : await open('state', Kept, input.kept)
  // A tab may still keep what it once began; only its own state calls it back.
  const kept = opened && opened.state === params['state'] ? opened : null
  const partner = await live(input.partner ?? kept?.partnerId ?? door)
  if ((partner.door ?? partner.partnerId) !== door) return refuse(p.partnerUnknown)
  const way = wayOf(partner.settings)
  return told(partner, 'finish', async () => {
    if (!way.stateful) {
      const redirectUrl = judgedReturn(partner, input.redirectUrl)
      return { partner, proof: await way.prove(await askedOf(partner, ''), { params, state: '' }), redirectUrl }
    }
    const back = await settled(partner, kept, params)
    return { partner, proof: await way.prove(await askedOf(partner, back.origin), back), redirectUrl: back.redirectUrl }
  })
}

/** The account's open identities within the partner's tenant. */
const admitted = async (tenant: string, accountId: string): Promise<User[]> =>
  inTenant(tenant, await openUsers(accountId))

/** A new account for a first sign-in, in the partner's own tenant and nowhere else; it has no password. */
const provisioned = async (partner: StoredPartner, proof: Proof, person: string): Promise<PartnerLink | null> => {
  const { provision, tenant, partnerId } = partner
  if (!provision || tenant === 'p') return null
  const user: NewUser = {
    ...provision,
    tenant,
    ...(tenant.startsWith('s:') ? { schoolId: tenant.slice(2) as SchoolId } : { areaId: tenant.slice(2) as AreaId }),
  }
  const digest = createHash('sha256').update(person).digest('hex').slice(0, 16)
  const opened = await openAccount({
    accountName: `${partnerId}-${digest}`,
    userName: cleanText(proof.name ?? '').slice(0, 40) || `${partner.name}用户`,
    passwordHash: '-',
    passwordStatus: 0,
    users: [user],
  })
  if (!opened) return null
  const link: PartnerLink = {
    schema: 1,
    partnerId,
    person,
    accountId: opened.accountId,
    userId: opened.users[0]!.userId,
    linkedAt: now(),
    version: 1,
  }
  return (await links.create(link)) ? link : links.get(link)
}

const unlinked = async (partner: StoredPartner, proof: Proof, person: string): Promise<never> => {
  const linking: Linking = { partnerId: partner.partnerId, person, id: randomText(12), until: now() + stateMs }
  const linkToken = await seal('link', linking)
  return refuse(p.partnerUnlinked, {}, { linkToken, partnerName: partner.name, name: proof.name ?? '' })
}

const signedInAs = async ({ input, ip, agent }: Arrived, { partner, proof }: Proved) => {
  if (proof.once && !(await spend(proof.once.id, proof.once.until))) return refuse(p.partnerTicketUsed)
  const person = personOf(proof)
  const link =
    (await links.get({ partnerId: partner.partnerId, person })) ?? (await provisioned(partner, proof, person))
  if (!link) return unlinked(partner, proof, person)
  const account = await accountById(link.accountId)
  if (!account || account.disabled) return refuse(p.partnerAccountClosed)
  const own = await admitted(partner.tenant, link.accountId)
  const user = own.find((u) => u.userId === link.userId) ?? own[0]
  if (!user) return refuse(p.partnerOtherTenant, { name: partner.name })
  const { clientSystemType } = input
  const beginning = { user, account, own, ip, agent, clientSystemType, within: partner.tenant }
  return beginSession(beginning, await liveSessions(account.accountId))
}

/** Who came back through a door of ours: a session, or why not. */
export const finish = async (arrived: Arrived): Promise<OutputOf<typeof jwtSignIn>> => {
  await counted(arrived.ip)
  const proved = await prove(arrived)
  const signed = await signedInAs(arrived, proved)
  const { partner, redirectUrl } = proved
  const loginUrl = partner.settings.kind === 'ticket' ? partner.settings.loginUrl : undefined
  return {
    ...signed,
    partnerName: partner.name,
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(loginUrl === undefined ? {} : { loginUrl }),
  }
}
