/** Whom an operator may act for: those of the own school, of the schools of the own area, or everybody. */
import type { User } from '#shared/identity/identity.types.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { schoolOf } from '#functions/school/school.public.ts'

export const mayActFor = async (caller: Caller, user: User): Promise<boolean> => {
  if (caller.userType === -1) return true
  // Nobody reaches the platform's own people but its first administrator.
  if (user.userType === -1 || user.tenant === 'p') return false
  if (caller.tenant === 'p') return [1, 18, 19].includes(caller.userType)
  if (caller.tenant === user.tenant) return true
  if (!user.schoolId || !caller.tenant.startsWith('a:')) return false
  const school = await schoolOf(user.schoolId)
  return school !== null && caller.tenant === `a:${school.areaId}`
}
