/** Areas and the cities above them: kept by the platform alone. */
import { whyNotUnder } from '#shared/school/areas/area.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import type { Area } from '#shared/school/roster/school.types.ts'
import type { createArea as createAreaCall, placeArea as placeAreaCall } from '#shared/school/school.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { AreaId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { areaOf } from '../roster/school.public.ts'
import { areas } from '../roster/school.store.ts'

const requirePlatform = (caller: Caller): void => {
  if (caller.tenant !== 'p' && caller.userType !== -1) throw new Barred(403)
}

/** The city counts its counties: by its version none comes while it goes below another itself. */
const counting = (city: Area, more: 1 | -1): WriteItem =>
  areas.saving({ ...city, counties: Math.max(0, (city.counties ?? 0) + more) })

/** @throws Refused cityUnknown, cityIsSelf, cityIsCounty, hasCounties */
const cityAbove = async (cityId: AreaId, area: Partial<Area> = {}): Promise<Area> => {
  const city = await areaOf(cityId)
  const why = whyNotUnder(city, area)
  return why ? refuse(why.problem, why.values) : city!
}

export const createArea = async (
  input: InputOf<typeof createAreaCall>,
  caller: Caller,
): Promise<AnswerOf<typeof createAreaCall>> => {
  requirePlatform(caller)
  const all = await areas.queryIndex('gsi1', 'areas')
  if (all.some((a) => a.areaCode === input.areaCode)) return refuse(schoolProblems.areaTaken, { code: input.areaCode })
  const areaId = newId<AreaId>('area')
  const area: Area = { schema: 1, areaId, ...input, createdAt: now(), version: 1 }
  const { cityId } = input
  if (cityId === undefined) await areas.create(area)
  else
    await edit(`the counties of ${cityId}`, async () => {
      const writes = [areas.creating(area), counting(await cityAbove(cityId), 1)]
      return (await transact(writes, newId('attempt'))) || beaten
    })
  return { areaId }
}

/** Its schools follow by the table's stream (`area.follow.ts`). @throws Refused notFound, stale, and as `cityAbove` */
export const placeArea = async (
  { areaId, cityId, version }: InputOf<typeof placeAreaCall>,
  caller: Caller,
): Promise<AnswerOf<typeof placeAreaCall>> => {
  requirePlatform(caller)
  return edit(`the city above ${areaId}`, async () => {
    const before = (await areaOf(areaId)) ?? refuse(commonProblems.notFound)
    if (before.version !== version) return refuseStale(areas, before)
    if (before.cityId === cityId) return { version }
    const [city, left] = await Promise.all([
      cityId === undefined ? null : cityAbove(cityId, before),
      before.cityId === undefined ? null : areas.get({ areaId: before.cityId }),
    ])
    const { cityId: _left, ...kept } = before
    const next: Area = { ...kept, ...(cityId === undefined ? {} : { cityId }) }
    const told = {
      name: before.areaName,
      changes: [{ field: '上级区域', before: left?.areaName ?? '无', after: city?.areaName ?? '无' }],
    }
    const record = auditRecord(caller, 'school.placeArea', areaId, { before, after: next, told, tenant: 'p' })
    const writes = [areas.saving(next), ...(city ? [counting(city, 1)] : []), ...(left ? [counting(left, -1)] : [])]
    return (await audited(writes, record)) ? { version: version + 1 } : beaten
  })
}
