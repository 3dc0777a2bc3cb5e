/** Signing in through a partner, as the browser does it: begin, come back, link. */
import {
  beginPartner,
  dingtalkSignIn,
  jwtSignIn,
  partnerSignIn,
  ssoSignIn,
  tencentSignIn,
} from '#shared/identity/partners/partner.calls.ts'
import { partnerProblems } from '#shared/identity/partners/partner.problems.ts'
import { signOut } from '#shared/identity/identity.calls.ts'
import type { SignedIn } from '#shared/identity/identity.types.ts'
import { ticketSignIn } from '#shared/identity/signIn/signIn.calls.ts'
import { ownPath } from '#shared/platform/flag.rules.ts'
import { Refusal, ask } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { localStore, tabStore } from '#web/kit/ports.ts'
import { Trouble, troubleWords } from '#web/kit/refusals.ts'
import { addSessionConfig } from '#web/kit/sessionConfig.ts'
import { knownUser } from '#web/kit/viewer.ts'
import { enter } from '../identity.session.ts'
import { goesUnasked, mobileAddress, refererHostOf } from './partner.arrival.ts'
import type { Arrival } from './partner.arrival.ts'

const keptKey = 'partnerKept'
const linkKey = 'partnerLink'
const tokenKey = 'loginToken'
const quiet = { quiet: true } as const
const { landing } = homePaths

export type Linking = { linkToken: string; partnerName: string; name: string }
/** What came of an arrival. */
export type Outcome =
  | { kind: 'go'; to: string }
  /**
   * A ticket that this browser did not ask for: another person may have sent it, so the visitor is asked first whose it
   * is.
   */
  | { kind: 'whose'; name: string; here: string | null; goOn: () => string; leave: () => Promise<void> }
  | { kind: 'unlinked'; linking: Linking }
  | { kind: 'refused'; message: string }
  /** Nothing was answered: it may be tried again as it was. */
  | { kind: 'unanswered'; message: string }

/** Sends the browser to the partner's page. What the server sealed stays in this tab. */
export const beginWith = async (partner: string, redirectUrl?: string): Promise<void> => {
  const { url, kept } = await ask(beginPartner, { partner, origin: location.origin, redirectUrl }, quiet)
  tabStore.set(keptKey, kept)
  location.assign(url)
}

const doors = { sso: ssoSignIn, jwt: jwtSignIn, tencent: tencentSignIn, dingtalk: dingtalkSignIn } as const

const finish = (arrival: Arrival) => {
  const { door, partner, params, redirectUrl } = arrival
  const input = { partner, params: { ...params }, kept: tabStore.get(keptKey) ?? undefined, redirectUrl }
  if (door in doors) return ask(doors[door as keyof typeof doors], input, quiet)
  return ask(partnerSignIn, { ...input, partnerId: door }, quiet)
}

/** The address without what it carried: a ticket or a code belongs in no history. */
const cleanAddress = (): void => history.replaceState(history.state, '', location.pathname)

/** What every arrival leaves behind (spec 1 §2 and §7); answers the mobile site's address for who belongs there. */
export const noteArrival = (arrival: Arrival): string | null => {
  addSessionConfig(arrival.config)
  const referer = refererHostOf(document.referrer, location.origin)
  if (referer) localStore.set('refererHost', referer)
  if (arrival.loginUrl) localStore.set('loginUrl', arrival.loginUrl)
  if (arrival.loginToken) tabStore.set(tokenKey, arrival.loginToken)
  if (arrival.door !== 'sso') return null
  const { device } = arrival
  return mobileAddress({ mobileHost: brand.mobileHost, device, agent: navigator.userAgent, href: location.href })
}

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof Refusal))
    return {
      kind: 'unanswered',
      message: error instanceof Trouble ? troubleWords(error.code) : '登录没有完成，请重试',
    }
  if (error.status === partnerProblems.partnerUnlinked.status)
    return { kind: 'unlinked', linking: error.data as Linking }
  return { kind: 'refused', message: error.message }
}

const entered = (redirectUrl: string | undefined): Outcome => {
  addSessionConfig({ thirdParty: true })
  return { kind: 'go', to: redirectUrl ?? landing }
}

/** Ends a session that is not wanted, by its own token: this browser's own goes on. */
const dropSession = async ({ accessToken }: SignedIn): Promise<void> => {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  await fetch(signOut.path, { method: signOut.method, headers, body: '{}' }).catch(() => undefined)
}

/**
 * What came of a ticket in the address. Any stranger can send such an address, also with a ticket of their own: a
 * browser that did not begin the sign-in, or in which another account is signed in, does not go on as its person
 * unasked.
 */
const arrivedAs = (signed: SignedIn, begun: boolean, goOn: () => Outcome): Outcome => {
  const here = knownUser()
  if (goesUnasked(signed.user, { begun, here: here?.accountName, last: localStore.get('accountName') })) return goOn()
  return {
    kind: 'whose',
    name: [signed.user.userName, signed.user.schoolName ?? signed.user.areaName].filter(Boolean).join('，'),
    here: here?.userName ?? null,
    goOn: () => {
      localStore.set('accountName', signed.user.accountName)
      return (goOn() as Extract<Outcome, { kind: 'go' }>).to
    },
    leave: () => dropSession(signed),
  }
}

/** A ticket of our own, from another client of the family. */
const byTicket = async (token: string, redirectUrl: string | undefined): Promise<Outcome> => {
  const signed = await ask(ticketSignIn, { token }, quiet)
  tabStore.remove(tokenKey)
  return arrivedAs(signed, false, () => {
    enter(signed)
    return entered(redirectUrl)
  })
}

const byPartner = async (arrival: Arrival): Promise<Outcome> => {
  const begun = tabStore.get(keptKey) !== null
  const signed = await finish(arrival)
  tabStore.remove(keptKey)
  return arrivedAs(signed, begun, () => {
    if (signed.loginUrl) localStore.set('loginUrl', signed.loginUrl)
    enter(signed)
    return entered(signed.redirectUrl)
  })
}

/** Carries an arrival out. A visitor who brings nothing is sent to the partner's page, or on to where they wanted. */
export const arrive = async (arrival: Arrival): Promise<Outcome | null> => {
  const here = ownPath(arrival.redirectUrl)
  cleanAddress()
  try {
    if (arrival.loginToken) return await byTicket(arrival.loginToken, here)
    if (arrival.door === 'redirect' && !arrival.partner) return { kind: 'go', to: here ?? landing }
    if (Object.keys(arrival.params).length > 0) return await byPartner(arrival)
    await beginWith(arrival.partner ?? arrival.door, arrival.redirectUrl)
    return null
  } catch (error) {
    return outcomeOf(error)
  }
}

/** Keeps what is to be linked until an account has signed in. */
export const keepLinking = (linking: Linking): void => tabStore.set(linkKey, JSON.stringify(linking))
export const dropLinking = (): void => tabStore.remove(linkKey)
export const keptLinking = (): Linking | null => {
  try {
    const value = JSON.parse(tabStore.get(linkKey) ?? 'null') as Partial<Linking> | null
    return typeof value?.linkToken === 'string' ? ({ partnerName: '', name: '', ...value } as Linking) : null
  } catch {
    return null
  }
}
