import { isPhone, isEmail } from '#shared/kit/accountName.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import {
  wrongPasswordLimits,
  schoolOfName,
  waitFor,
  tokensUsed,
  workBefore,
} from '#shared/identity/signIn/limit.rules.ts'
import type { Trust } from '#shared/identity/signIn/limit.rules.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { accounts, aliases, nameKey } from '../identity.store.ts'
import type { StoredAccount } from '../identity.store.ts'
import { limitKey, networkKey, limits, waitOf, takeShared, take, clearLimit } from './limits.ts'
import type { LimitRow, Wanted } from './limits.ts'
import { passwordMatches } from './password.ts'
import { workTicket } from './slide.ts'
import { noteLock } from './troubles.ts'
import { placeKey, trustOf } from './trust.ts'
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
export const subjectsOf = (name: string, ip: string, device: Device | null) => {
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

export const countsOf = async (of: Subjects): Promise<Counts> => {
  const wanted = Object.entries(of)
  const found = await limits.getMany(wanted.map(([, key]) => ({ key })))
  return Object.fromEntries(wanted.flatMap(([kind, key]) => found.filter((r) => r.key === key).map((r) => [kind, r])))
}

/** How this sign-in stands: what speaks for it, what its name is counted by, how long it waits, what work it owes. */
export const standingOf = (
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

/** Counts a wrong password where it belongs: a known device answers for itself, any other for the network. */
export const countWrong = (of: Subjects, trust: Trust): Promise<unknown> =>
  trust === 'device' && of.device
    ? takeShared(of.device, ofDevice)
    : Promise.all([takeShared(of.address, address), of.school ? takeShared(of.school, school) : 0])

export const minutesOf = (ms: number): number => Math.max(1, Math.ceil(ms / 60_000))

const locked = (waitMs: number): never => refuse(identityProblems.locked, { minutes: minutesOf(waitMs) })
/** The same, seen by those who help. */
export const lockedAs = async (key: string, waitMs: number, account: StoredAccount | null): Promise<never> => {
  await noteLock(key, waitMs, account?.accountName)
  return locked(waitMs)
}

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
export const slideFirst = async (bits: number): Promise<never> =>
  refuse(identityProblems.slideNeeded, {}, { work: await workTicket(bits) })
