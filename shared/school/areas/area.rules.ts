/**
 * Areas are of two levels: a city (市) and its counties (区县). The province is the platform's own people, who see every area;
 * a third level would be a bureau that organises exams over cities, which none of the specification's user types is.
 */
import type { Problem } from '#shared/kit/problem.ts'
import { schoolProblems } from '../school.problems.ts'
import type { Area } from '../roster/school.types.ts'

type Of = Pick<Area, 'areaId' | 'areaName' | 'cityId' | 'counties'>
type Why = { problem: Problem; values?: Record<string, string | number> }

/** Why the area may not be a county of that city; null where it may. A new area has no id yet. */
export const whyNotUnder = (city: Of | null, area: Partial<Of> = {}): Why | null => {
  if (!city) return { problem: schoolProblems.cityUnknown }
  if (city.areaId === area.areaId) return { problem: schoolProblems.cityIsSelf }
  if (city.cityId !== undefined) return { problem: schoolProblems.cityIsCounty, values: { name: city.areaName } }
  const { areaName: name = '', counties: n = 0 } = area
  return n > 0 ? { problem: schoolProblems.hasCounties, values: { name, n } } : null
}
