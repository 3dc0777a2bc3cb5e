/** Sign-in by password, with everything that stands around it. */
import { isEmail, isPhone } from '#shared/identity/account.rules.ts'
import { signIn } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import {
  otherLimits,
  schoolOfName,
  slideAfter,
  tokensUsed,
  waitFor,
  wrongPasswordLimits,
} from '#shared/identity/limit.rules.ts'
import { sealKey, slideNeed, slidePuzzle, slideValidate } from '#shared/identity/signIn.calls.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { beginSession, liveSessions, openUsers } from './begin.ts'
import { accounts, aliases, nameKey } from './identity.store.ts'
import type { StoredAccount } from './identity.store.ts'
import { clearLimit, limitKey, limits, take, takeShared, waitOf } from './limits.ts'
import type { LimitRow } from './limits.ts'
import { passwordMatches } from './password.ts'
import { newSealKey, openSeal, spend } from './seals.ts'
import { newPuzzle, spendSlide, tryPuzzle } from './slide.ts'

/** The account of a name, of a bound phone or of a bound e-mail address; as many readings whether it is there or not. */
export const accountNamed = async (name: string): Promise<StoredAccount | null> => {
  const kind = isPhone(name) ? 'phone' : isEmail(name) ? 'email' : null
  if (!kind) return accounts.get({ accountName: name })
  const alias = await aliases.get({ blind: await blindIndex(kind, name) })
  return accounts.get({ accountName: alias?.accountName ?? name })
}

const { nameAtAddress, name: nameEverywhere, address, school } = wrongPasswordLimits

/** The rows that count wrong passwords: of the name, of the address, of the school that the name looks like. */
const subjectsOf = (name: string, ip: string) => {
  const prefix = schoolOfName(name)
  return {
    name: limitKey('name', name),
    address: limitKey('address', ip),
    ...(prefix ? { school: limitKey('school', prefix) } : {}),
    /** A name's row holds its bucket for the whole world and one for each address. */
    nameBuckets: { all: nameEverywhere, [limitKey('at', ip)]: nameAtAddress },
  }
}
type Subjects = ReturnType<typeof subjectsOf>
type Counts = { name?: LimitRow; address?: LimitRow; school?: LimitRow }

const countsOf = async (of: Subjects): Promise<Counts> => {
  const keys = [of.name, of.address, ...(of.school ? [of.school] : [])]
  const found = await limits.getMany(keys.map((key) => ({ key })))
  const row = (key: string | undefined) => found.find((r) => r.key === key)
  return { name: row(of.name), address: row(of.address), school: row(of.school) }
}

const needsSlide = ({ name, address: at, school: of }: Counts): boolean =>
  tokensUsed(name?.full['all'] ?? 0, now(), nameEverywhere) >= slideAfter ||
  waitFor(at?.fullAt ?? 0, now(), address) > 0 ||
  waitFor(of?.fullAt ?? 0, now(), school) > 0

const locked = (waitMs: number): never =>
  refuse(identityProblems.locked, { minutes: Math.max(1, Math.ceil(waitMs / 60_000)) })

/** Counts wrong passwords of an account outside of a sign-in (changing the password, changing the phone). */
export const passwordChecked = async (account: StoredAccount, password: string, ip: string): Promise<boolean> => {
  const of = subjectsOf(nameKey(account.accountName), ip)
  const wait = await take(of.name, of.nameBuckets)
  if (wait > 0) return locked(wait)
  const right = await passwordMatches(password, account.passwordHash)
  if (right) await clearLimit(of.name)
  return right
}

export const signInHandlers = [
  implement(sealKey, () => newSealKey()),

  implement(slideNeed, async ({ input, ip }) => ({
    need: needsSlide(await countsOf(subjectsOf(nameKey(input.accountName), ip))),
  })),

  implement(slidePuzzle, async ({ ip }) => {
    if ((await takeShared(limitKey('slide', ip), otherLimits.slide)) > 0) throw new Barred(429)
    return newPuzzle()
  }),

  implement(slideValidate, async ({ input }) => ({ slideToken: await tryPuzzle(input.slideId, input.left) })),

  implement(signIn, async ({ input, ip, agent }) => {
    const name = nameKey(input.accountName)
    const of = subjectsOf(name, ip)
    const [opened, counts, account] = await Promise.all([openSeal(input.sealed), countsOf(of), accountNamed(name)])
    if (!opened) return refuse(identityProblems.sealRefused)
    const wait = waitOf(counts.name, of.nameBuckets)
    if (wait > 0) return locked(wait)
    const slide = needsSlide(counts)
    // A puzzle that is not solved costs no try.
    if (slide && !(input.slideToken && (await spendSlide(input.slideToken))))
      return refuse(identityProblems.slideNeeded)
    // All of it beside the hash. Each try takes its token before its outcome is told, so that many at once gain nothing.
    const [right, fresh, taken, own, live] = await Promise.all([
      // The hash is computed for a name that does not exist too: the time taken names no account.
      passwordMatches(opened.password, account?.passwordHash ?? ''),
      spend(opened.stampId, opened.until),
      take(of.name, of.nameBuckets, counts.name ?? null),
      account ? openUsers(account.accountId) : [],
      account ? liveSessions(account.accountId) : [],
    ])
    if (!fresh) return refuse(identityProblems.sealRefused)
    if (taken > 0) return locked(taken)
    const user = own[0]
    if (!account || !user || !right || account.disabled) {
      await Promise.all([takeShared(of.address, address), of.school ? takeShared(of.school, school) : 0])
      return refuse(identityProblems.wrongPassword)
    }
    const [answer] = await Promise.all([
      beginSession({ user, account, own, ip, agent, clientSystemType: input.clientSystemType }, live),
      clearLimit(of.name),
    ])
    return answer
  }),
]
