/**
 * What a partner's word is good for: identities within its tenant. A session that began with a partner reaches no
 * other, and does not change an account that also has identities elsewhere: one school's platform must not open
 * another.
 */
import type { User } from '#shared/identity/identity.types.ts'
import { within } from '#shared/identity/partners/partner.rules.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'

/** Those of an account's identities that lie within a tenant; all of them without one. */
export const inTenant = async (tenant: string | undefined, identities: readonly User[]): Promise<User[]> => {
  if (tenant === undefined) return [...identities]
  const judged = await Promise.all(
    identities.map(async (u) => {
      // A school's area stands in the school's row.
      const asksSchool = tenant.startsWith('a:') && u.tenant.startsWith('s:') && u.areaId === undefined
      const areaId = asksSchool ? (await schoolOf(u.tenant.slice(2)))?.areaId : u.areaId
      return within(tenant, { ...u, areaId })
    }),
  )
  return identities.filter((_, i) => judged[i])
}

/** Whether an account has identities that this session does not reach. */
export const reachesBeyond = async (session: { within?: string | undefined }, own: readonly User[]): Promise<boolean> =>
  (await inTenant(session.within, own)).length < own.length
