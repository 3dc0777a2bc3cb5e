/** The system's configuration of a session: platform, area, school, the nearer over the farther. */
import type { SystemConfig } from '#shared/identity/config.types.ts'
import { areaTenant, schoolTenant } from '#shared/kit/ids.ts'
import { configs } from './identity.store.ts'

type Place = { tenant: string; schoolId?: string | undefined; areaId?: string | undefined }

export const configOf = async (of: Place): Promise<SystemConfig> => {
  const tenants = [
    ...new Set([
      'p',
      ...(of.areaId ? [areaTenant(of.areaId)] : []),
      ...(of.schoolId ? [schoolTenant(of.schoolId)] : []),
      of.tenant,
    ]),
  ]
  const found = await configs.getMany(tenants.map((tenant) => ({ tenant })))
  const layers = tenants.map((t) => found.find((c) => c.tenant === t)?.config ?? {})
  return Object.assign({}, ...layers) as SystemConfig
}

/** A school's membership is switched on by the status of its module `vip_enable`, for students and parents (spec 1 §4). */
export const vipEnabled = (config: SystemConfig, userType: number): boolean =>
  [4, 5].includes(userType) &&
  (config.moduleConfigList ?? []).some((m) => m.key === 'vip_enable' && [1, 2].includes(m.status))
