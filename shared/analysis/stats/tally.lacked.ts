/** Questions of which not every student answered: those that were chosen among, and those that a student lacks. */
import { exact } from './exact.ts'
import { groupsOf, optionalOf } from './shard.ts'
import type { ClassTally, PaperRows, PaperTally } from './shard.ts'

/** Whether a student chose an optional item. */
const took = ({ taken, present }: PaperRows, item: number, row: number): boolean =>
  present[row] === 1 && (taken === undefined || taken[item * present.length + row] === 1)

/** Who chose the optional items, by distinct total and by class, and Σ of the squares of their groups. */
export const optionalTally = (
  data: PaperRows,
  slots: Int32Array,
  slotCount: number,
  classes: readonly ClassTally[],
): Pick<PaperTally, 'taken' | 'groupSquares' | 'classes'> | null => {
  const { items, scores } = data
  const columns = optionalOf(items)
  if (columns.length === 0) return null
  const n = data.present.length
  const placeOf = new Map(classes.map((c, place) => [c.classIndex, place]))
  const ofClasses = classes.map(() => new Array<number>(columns.length).fill(0))
  const taken = columns.map((item, at) => {
    const counts = new Array<number>(slotCount).fill(0)
    for (let row = 0; row < n; row++) {
      if (!took(data, item, row)) continue
      counts[slots[row]!]!++
      const place = placeOf.get(data.classOf[row]!)
      if (place !== undefined) ofClasses[place]![at]!++
    }
    return counts
  })
  const groupSquares = groupsOf(items).map((own) => {
    let sum = 0
    for (let row = 0; row < n; row++) {
      let score = 0
      for (const item of own) score += scores[item * n + row]!
      sum += score * score
    }
    return exact(sum, 'a sum of squares')
  })
  return { taken, groupSquares, classes: classes.map((c, place) => ({ ...c, taken: ofClasses[place]! })) }
}

/** Students who lack the page of an item that is not optional: by total, and by class. Mostly none. */
export const lackedTally = (
  data: PaperRows,
  totals: Int32Array,
  classes: readonly ClassTally[],
): { lacked: NonNullable<PaperTally['lacked']>; classes: ClassTally[] } | null => {
  const { items, taken, present } = data
  if (!taken?.includes(0)) return null
  const n = present.length
  const ofClasses = new Map<number, Record<string, number>>()
  const lacked: NonNullable<PaperTally['lacked']> = {}
  items.forEach(({ optional }, item) => {
    if (optional) return
    const counts = new Map<number, number>()
    for (let row = 0; row < n; row++) {
      if (!present[row] || taken[item * n + row]) continue
      counts.set(totals[row]!, (counts.get(totals[row]!) ?? 0) + 1)
      const own = ofClasses.get(data.classOf[row]!) ?? {}
      own[item] = (own[item] ?? 0) + 1
      ofClasses.set(data.classOf[row]!, own)
    }
    if (counts.size > 0) lacked[item] = [...counts].sort(([a], [b]) => a - b)
  })
  if (Object.keys(lacked).length === 0) return null
  const withLacked = (c: ClassTally): ClassTally => {
    const own = ofClasses.get(c.classIndex)
    return own ? { ...c, lacked: own } : c
  }
  return { lacked, classes: classes.map(withLacked) }
}
