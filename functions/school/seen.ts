/** The areas and schools that a caller sees, as rows of lists. */
import type { SchoolRow } from '#shared/school/school.calls.ts'
import { scopeOf, seesSchool } from '#shared/school/roster/scope.rules.ts'
import type { Viewer } from '#shared/school/roster/scope.rules.ts'
import type { Area, School } from '#shared/school/roster/school.types.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { schoolOf } from './roster/school.public.ts'
import { areas, schools } from './roster/school.store.ts'

/** Areas as a whole, a city with its counties, and the one that the own school lies in. */
export const seenAreas = async (caller: Viewer): Promise<Area[]> => {
  const { where } = scopeOf(caller)
  if (where.kind === 'nowhere') return []
  if (where.kind === 'everywhere')
    return (await areas.queryIndex('gsi1', 'areas')).filter((a) => a.deletedAt === undefined)
  const areaId = where.kind === 'area' ? where.areaId : (await schoolOf(where.schoolId))?.areaId
  if (areaId === undefined) return []
  const [own, counties] = await Promise.all([
    areas.get({ areaId }),
    where.kind === 'area' ? areas.queryIndex('gsi2', `counties#${areaId}`) : [],
  ])
  return own ? [own, ...counties] : []
}

/** In the order of their lists. */
export const seenSchools = async (caller: Viewer): Promise<SchoolRow[]> => {
  const own = await seenAreas(caller)
  const names = new Map(own.map((a) => [a.areaId as string, a.areaName]))
  const found: School[] = []
  const scope = scopeOf(caller)
  if (scope.where.kind === 'school') {
    const school = await schoolOf(scope.where.schoolId)
    if (school) found.push(school)
  } else if (scope.where.kind === 'area') {
    const { areaId } = scope.where
    const [under, inCounties] = await Promise.all([
      schools.queryIndex('gsi1', `area#${areaId}`),
      schools.queryIndex('gsi2', `city#${areaId}`),
    ])
    found.push(...under, ...inCounties)
  } else {
    found.push(...(await inTurns(own, 10, (a) => schools.queryIndex('gsi1', `area#${a.areaId}`))).flat())
  }
  return found
    .filter((s) => s.deletedAt === undefined && seesSchool(scope, s))
    .map((s) => ({ ...s, areaName: names.get(s.areaId) ?? '' }))
    .sort((a, b) => (a.sort ?? Infinity) - (b.sort ?? Infinity) || (a.schoolId < b.schoolId ? -1 : 1))
}

export const rowOfSchool = async (school: School): Promise<SchoolRow> => ({
  ...school,
  areaName: (await areas.get({ areaId: school.areaId }))?.areaName ?? '',
})
