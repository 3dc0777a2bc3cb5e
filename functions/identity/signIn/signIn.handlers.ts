/** Sign-in by password, with everything that stands around it. */
import { signIn } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { deviceDays, otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import { sealKey, slideNeed, slidePuzzle, slideValidate } from '#shared/identity/signIn/signIn.calls.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { beginSession, liveSessions, openUsers } from './begin.ts'
import { nameKey } from '../identity.store.ts'
import { clearLimit, networkKey, take, takeShared } from './limits.ts'
import { passwordMatches } from './password.ts'
import { newSealKey, openSeal, spend } from '../seals.ts'
import { newPuzzle, spendSlide, ticketBits, tryPuzzle } from './slide.ts'
import { deviceCookie, deviceIn, deviceToken, notePlace } from './trust.ts'
import {
  countsOf,
  subjectsOf,
  standingOf,
  accountNamed,
  lockedAs,
  minutesOf,
  slideFirst,
  countWrong,
} from './signIn.commands.ts'

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
    const subjects = subjectsOf(name, ip, device)
    const [opened, counts, account] = await Promise.all([
      openSeal(input.sealed),
      countsOf(subjects),
      accountNamed(name),
    ])
    if (!opened) return refuse(identityProblems.sealRefused)
    const standing = standingOf({ name, ip, device, accountId: account?.accountId }, counts)
    if (standing.waitMs > 0) return lockedAs(subjects.name, standing.waitMs, account)
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
      take(subjects.name, standing.buckets, counts.name ?? null),
      account ? openUsers(account.accountId) : [],
      account ? liveSessions(account.accountId) : [],
    ])
    if (!fresh) return refuse(identityProblems.sealRefused)
    if (taken > 0) return lockedAs(subjects.name, taken, account)
    const user = own[0]
    if (!account || !user || !right || account.disabled) {
      await countWrong(subjects, standing.trust)
      return refuse(identityProblems.wrongPassword)
    }
    const [answer, token] = await Promise.all([
      beginSession({ user, account, own, ip, agent, clientSystemType: input.clientSystemType, provedAt: now() }, live),
      deviceToken(account.accountId, nameKey(account.accountName)),
      clearLimit(subjects.name),
      subjects.place ? notePlace(subjects.place, counts.place, account.accountId) : null,
    ])
    setCookie(deviceCookie, token, deviceDays)
    return answer
  }),
]
