import type { listAreas } from '#shared/school/school.calls.ts'
import { whyNotUnder } from '#shared/school/areas/area.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'

type Area = OutputOf<typeof listAreas>[number]
type Option = { value: string; label: string }

/** The cities that an area may name. */
export const cityOptions = (all: readonly Area[], area: Partial<Area> = {}): Option[] =>
  all.filter((city) => whyNotUnder(city, area) === null).map((a) => ({ value: a.areaId, label: a.areaName }))

/** Cities by their codes, each with its counties after it. */
export const areaOptions = (all: readonly Area[]): Option[] => {
  const there = new Set<string>(all.map((a) => a.areaId))
  const under = (cityId: string): Option[] =>
    all.filter((a) => a.cityId === cityId).map((a) => ({ value: a.areaId, label: `　${a.areaName}` }))
  return all
    .filter((a) => a.cityId === undefined || !there.has(a.cityId))
    .flatMap((a) => [{ value: a.areaId as string, label: a.areaName }, ...under(a.areaId)])
}
