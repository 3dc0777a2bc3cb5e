/** Whom an operator may act for: those of the own school, of the schools of the own area or city, or all. */
import { scopeOf, seesSchool } from '#shared/school/roster/scope.rules.ts'
import type { User } from '#shared/identity/identity.types.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'

export const mayActFor = async (caller: Caller, user: User): Promise<boolean> => {
  if (caller.userType === -1) return true
  // Only the platform's first administrator reaches the platform's own people.
  if (user.userType === -1 || user.tenant === 'p') return false
  if (caller.tenant === 'p') return [1, 18, 19].includes(caller.userType)
  if (caller.tenant === user.tenant) return true
  if (!user.schoolId || !caller.tenant.startsWith('a:')) return false
  const school = await schoolOf(user.schoolId)
  return school !== null && seesSchool(scopeOf(caller), school)
}

/** Whether the caller may act for every open identity of an account: what concerns the account concerns them all. */
export const reachesAll = async (caller: Caller, own: readonly User[]): Promise<boolean> =>
  (await Promise.all(own.filter((u) => u.closedAt === undefined).map((u) => mayActFor(caller, u)))).every((may) => may)

/** Who goes on as others (spec 1 §7), but for -1. */
const operators: readonly number[] = [1, 18, 19]

/**
 * Whether an operator who may act for a user may go on as that user. It never gives more rights: not to an operator,
 * not from a pretended session, not to oneself.
 */
export const mayPretend = (caller: Caller, user: User): boolean => {
  if (caller.userType !== -1 && !operators.includes(caller.userType)) return false
  const rises = caller.userType !== -1 && [-1, ...operators].includes(user.userType)
  return !rises && user.userType !== -1 && !caller.pretendedBy && user.accountId !== caller.accountId
}
