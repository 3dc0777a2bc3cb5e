/**
 * A school's row keeps the city above its area, so that one row tells who sees it. It follows the area: by the table's
 * stream at once, and every night, where a change was missed.
 */
import { inTurns } from '#functions/kit/turns.ts'
import { areas, schools } from '../roster/school.store.ts'

/** Answers how many schools were not where their area is. */
export const followArea = async (areaId: string): Promise<number> => {
  const area = await areas.get({ areaId })
  if (!area) return 0
  const { cityId } = area
  const there = await schools.queryIndex('gsi1', `area#${areaId}`)
  const moved = await inTurns(there, 10, async ({ schoolId }) => {
    let astray = false
    await schools.edit({ schoolId }, (school) => {
      astray = school !== null && school.cityId !== cityId
      if (!school || !astray) return null
      const { cityId: _left, ...kept } = school
      return { ...kept, ...(cityId === undefined ? {} : { cityId }) }
    })
    return astray
  })
  return moved.filter(Boolean).length
}

export const followAreas = async (): Promise<number> => {
  let moved = 0
  for (const { areaId } of await areas.queryIndex('gsi1', 'areas')) moved += await followArea(areaId)
  return moved
}
