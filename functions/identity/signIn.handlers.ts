/** Sign-in by password, with everything that stands around it. */
import { isEmail, isPhone } from '#shared/identity/account.rules.ts'
import { signIn } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import {
  deviceDays,
  otherLimits,
  schoolOfName,
  tokensUsed,
  waitFor,
  workBefore,
  wrongPasswordLimits,
} from '#shared/identity/limit.rules.ts'
import type { Trust } from '#shared/identity/limit.rules.ts'
import { sealKey, slideNeed, slidePuzzle, slideValidate } from '#shared/identity/signIn.calls.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { beginSession, liveSessions, openUsers } from './begin.ts'
import { accounts, aliases, nameKey } from './identity.store.ts'
import type { StoredAccount } from './identity.store.ts'
import { clearLimit, limitKey, limits, networkKey, take, takeShared, waitOf } from './limits.ts'
import type { LimitRow, Wanted } from './limits.ts'
import { passwordMatches } from './password.ts'
import { newSealKey, openSeal, spend } from './seals.ts'
import { newPuzzle, spendSlide, ticketBits, tryPuzzle, workTicket } from './slide.ts'
import { deviceCookie, deviceIn, deviceToken, notePlace, placeKey, trustOf } from './trust.ts'
import type { Device } from './trust.ts'

/** The account of a name, of a bound phone or of a bound e-mail address; as many readings whether it is there or not. */
export const accountNamed = async (name: string): Promise<StoredAccount | null> => {
  const kind = isPhone(name) ? 'phone' : isEmail(name) ? 'email' : null
  if (!kind) return accounts.get({ accountName: name })
  const alias = await aliases.get({ blind: await blindIndex(kind, name) })
  return accounts.get({ accountName: alias?.accountName ?? name })
}

const { nameAtAddress, name: nameEverywhere, address, school, device: ofDevice } = wrongPasswordLimits

/** The rows that count wrong passwords: of the name, the network, the school that the name looks like, the device. */
const subjectsOf = (name: string, ip: string, device: Device | null) => {
  const prefix = schoolOfName(name)
  return {
    name: limitKey('name', name),
    address: networkKey('address', ip),
    ...(prefix ? { school: limitKey('school', prefix), place: placeKey(prefix, ip) } : {}),
    ...(device ? { device: limitKey('device', device.accountId) } : {}),
  }
}
type Subjects = ReturnType<typeof subjectsOf>
type Counts = Partial<Record<keyof Subjects, LimitRow>>

const countsOf = async (of: Subjects): Promise<Counts> => {
  const wanted = Object.entries(of)
  const found = await limits.getMany(wanted.map(([, key]) => ({ key })))
  return Object.fromEntries(wanted.flatMap(([kind, key]) => found.filter((r) => r.key === key).map((r) => [kind, r])))
}

/** How this sign-in stands: what speaks for it, what its name is counted by, how long it waits, what work it owes. */
const standingOf = (
  of: { name: string; ip: string; device: Device | null; accountId: string | undefined },
  counts: Counts,
) => {
  const at = now()
  const { device: known, accountId } = of
  const spent = waitFor(counts.device?.fullAt ?? 0, at, ofDevice) > 0
  const device = spent ? null : known
  const trust = trustOf({ device, accountId, school: schoolOfName(of.name), place: counts.place })
  const here = device && trust === 'device' ? limitKey('at', device.accountId) : networkKey('at', of.ip)
  // A name's row holds its bucket for the whole world and one for each device or network.
  const buckets: Wanted = {
    ...(trust === 'none' ? { all: nameEverywhere } : {}),
    [here]: nameAtAddress,
  }
  const full = counts.name?.full ?? {}
  const used = {
    name: Math.max(...Object.entries(buckets).map(([b, bucket]) => tokensUsed(full[b] ?? 0, at, bucket))),
    address: tokensUsed(counts.address?.fullAt ?? 0, at, address),
    school: tokensUsed(counts.school?.fullAt ?? 0, at, school),
  }
  return {
    trust,
    buckets,
    waitMs: waitOf(counts.name, buckets),
    networkWaitMs: trust === 'none' ? waitFor(counts.address?.fullAt ?? 0, at, address) : 0,
    work: workBefore(used, trust),
  }
}

/** Counts a wrong password where it belongs: a known device answers for itself, everybody else for the network. */
const countWrong = (of: Subjects, trust: Trust): Promise<unknown> =>
  trust === 'device' && of.device
    ? takeShared(of.device, ofDevice)
    : Promise.all([takeShared(of.address, address), of.school ? takeShared(of.school, school) : 0])

const minutesOf = (ms: number): number => Math.max(1, Math.ceil(ms / 60_000))

const locked = (waitMs: number): never => refuse(identityProblems.locked, { minutes: minutesOf(waitMs) })

/**
 * Counts wrong passwords of an account outside of a sign-in (changing the password, changing the phone). Who asks has a
 * session of the account: what strangers count against the name does not lock its owner out.
 */
export const passwordChecked = async (account: StoredAccount, password: string): Promise<boolean> => {
  const key = limitKey('name', nameKey(account.accountName))
  const wait = await take(key, { [limitKey('at', 'session')]: nameAtAddress })
  if (wait > 0) return locked(wait)
  const right = await passwordMatches(password, account.passwordHash)
  if (right) await clearLimit(key)
  return right
}

/** Refused until a puzzle is solved and its work is done; how much that is goes with the refusal, signed. */
const slideFirst = async (bits: number): Promise<never> =>
  refuse(identityProblems.slideNeeded, {}, { work: await workTicket(bits) })

export const signInHandlers = [
  implement(sealKey, () => newSealKey()),

  implement(slideNeed, async ({ input, ip, cookies }) => {
    const device = await deviceIn(cookies[deviceCookie])
    const name = nameKey(input.accountName ?? '')
    const counts = await countsOf(subjectsOf(name, ip, device))
    return { need: standingOf({ name, ip, device, accountId: undefined }, counts).work !== null }
  }),

  implement(slidePuzzle, async ({ input, ip }) => {
    if ((await takeShared(networkKey('slide', ip), otherLimits.slide)) > 0) throw new Barred(429)
    return newPuzzle(await ticketBits(input.work))
  }),

  implement(slideValidate, async ({ input }) => ({ slideToken: await tryPuzzle(input) })),

  implement(signIn, async ({ input, ip, agent, cookies, setCookie }) => {
    const name = nameKey(input.accountName)
    const device = await deviceIn(cookies[deviceCookie])
    const of = subjectsOf(name, ip, device)
    const [opened, counts, account] = await Promise.all([openSeal(input.sealed), countsOf(of), accountNamed(name)])
    if (!opened) return refuse(identityProblems.sealRefused)
    const standing = standingOf({ name, ip, device, accountId: account?.accountId }, counts)
    if (standing.waitMs > 0) return locked(standing.waitMs)
    if (standing.networkWaitMs > 0)
      return refuse(identityProblems.networkLocked, { minutes: minutesOf(standing.networkWaitMs) })
    // A puzzle that is not solved costs no try.
    if (standing.work !== null && !(input.slideToken && (await spendSlide(input.slideToken, standing.work))))
      return slideFirst(standing.work)
    // All of it beside the hash. Each try takes its token before its outcome is told, so that many at once gain nothing.
    const [right, fresh, taken, own, live] = await Promise.all([
      // The hash is computed for a name that does not exist too: the time taken names no account.
      passwordMatches(opened.password, account?.passwordHash ?? ''),
      spend(opened.stampId, opened.until),
      take(of.name, standing.buckets, counts.name ?? null),
      account ? openUsers(account.accountId) : [],
      account ? liveSessions(account.accountId) : [],
    ])
    if (!fresh) return refuse(identityProblems.sealRefused)
    if (taken > 0) return locked(taken)
    const user = own[0]
    if (!account || !user || !right || account.disabled) {
      await countWrong(of, standing.trust)
      return refuse(identityProblems.wrongPassword)
    }
    const [answer, token] = await Promise.all([
      beginSession({ user, account, own, ip, agent, clientSystemType: input.clientSystemType, provedAt: now() }, live),
      deviceToken(account.accountId, nameKey(account.accountName)),
      clearLimit(of.name),
      of.place ? notePlace(of.place, counts.place, account.accountId) : null,
    ])
    setCookie(deviceCookie, token, deviceDays)
    return answer
  }),
]
