import { distributionOf, mergeDistributions } from './describe.ts'
import type { Distribution } from './describe.ts'
import { exact } from './exact.ts'

/** One item of a paper. `options` is the number of choices of an objective item, 31 at most. */
export interface PaperItem {
  questionId: string
  number: string
  /** Hundredths. */
  fullScore: number
  objective: boolean
  options?: number
}

/** Scores of one paper, or of one shard of it: all arrays have a row for each student of the roster. */
export interface PaperRows {
  items: readonly PaperItem[]
  /** Row-major students × items, hundredths; the row of an absent student is not read. */
  scores: Int32Array
  /** 1 present, 0 absent. */
  present: Uint8Array
  /** Class index, −1 for none. */
  classOf: Int32Array
  /** Row-major students × items: bit 0 is A, bit 1 is B …; 0 is a blank. Read for items with `options` only. */
  chosen?: Int32Array
}

/** Totals and the item scores behind them: enough for P, D, α and every item correlation, whatever the order of rows. */
export interface ScoreTable extends Distribution {
  /** Σ of each item's scores by distinct total, row-major distinct totals × items. */
  itemSums: number[]
  /** Σx² of each item. */
  itemSquares: number[]
  /** Σ(half score)² of the odd (1st, 3rd …) and the even items. */
  halfSquares: [number, number]
}

export interface ClassTally extends Distribution {
  classIndex: number
  registered: number
  /** Σ of each item's scores. */
  itemSums: number[]
}

/** Mergeable sufficient statistics of a paper: integers only, and plain JSON. Its size does not grow with the students. */
export interface PaperTally {
  registered: number
  table: ScoreTable
  zeros: number[]
  fulls: number[]
  /** Whether each item's scores are only 0 or full. */
  dichotomous: boolean[]
  /** By item: how many chose each option, and how many left a blank as the last entry; empty where not recorded. */
  options: number[][]
  classes: ClassTally[]
}

export const fullScoreOf = (items: readonly PaperItem[]): number =>
  items.reduce((full, item) => full + item.fullScore, 0)

const check = (rows: PaperRows): void => {
  const [n, k] = [rows.present.length, rows.items.length]
  if (!k) throw new RangeError('a paper without items')
  if (rows.scores.length !== n * k) throw new RangeError(`${rows.scores.length} scores for ${n} students × ${k} items`)
  if (rows.classOf.length !== n) throw new RangeError(`${rows.classOf.length} classes for ${n} students`)
  if (rows.chosen && rows.chosen.length !== n * k)
    throw new RangeError(`${rows.chosen.length} choices for ${n} students × ${k} items`)
  for (const item of rows.items)
    if (!Number.isInteger(item.fullScore) || item.fullScore <= 0)
      throw new RangeError(`item ${item.number}: full score ${item.fullScore}`)
  for (const { number, options = 0 } of rows.items)
    if (!Number.isInteger(options) || options < 0 || options > 31)
      throw new RangeError(`item ${number}: ${options} options`)
}

/** Each student's total in hundredths; 0 in the rows of the absent, whom only the mask tells from a true zero. */
export const totalsOf = (rows: Pick<PaperRows, 'items' | 'scores' | 'present'>): Int32Array => {
  const k = rows.items.length
  const totals = new Int32Array(rows.present.length)
  for (let row = 0, cell = 0; row < totals.length; row++, cell += k) {
    if (!rows.present[row]) continue
    let total = 0
    for (let item = 0; item < k; item++) total += rows.scores[cell + item]!
    totals[row] = total
  }
  return totals
}

/** Rows of each class (classes ascending), by counting: O(rows). Class −1 is left out. */
const rowsByClass = (classOf: Int32Array): { classIndex: number; rows: Int32Array }[] => {
  const sizes = new Map<number, number>()
  for (const index of classOf) if (index >= 0) sizes.set(index, (sizes.get(index) ?? 0) + 1)
  const groups = new Map([...sizes].map(([index, size]) => [index, { rows: new Int32Array(size), used: 0 }]))
  classOf.forEach((index, row) => {
    const group = groups.get(index)
    if (group) group.rows[group.used++] = row
  })
  return [...groups].sort(([a], [b]) => a - b).map(([classIndex, { rows }]) => ({ classIndex, rows }))
}

const optionCounts = (data: PaperRows): number[][] => {
  const k = data.items.length
  const { chosen, present } = data
  if (!chosen) return data.items.map(() => [])
  // One pass along the rows; 32 places an item: bits 0-30, and a blank (whose clz32 is 32) at −1 + 32 = 31.
  const counts = new Int32Array(32 * k)
  const limits = Float64Array.from(data.items, (item) => 2 ** (item.options ?? 0))
  for (let row = 0, cell = 0; row < present.length; row++, cell += k) {
    if (!present[row]) continue
    for (let item = 0; item < k; item++) {
      const limit = limits[item]!
      if (limit === 1) continue
      const mask = chosen[cell + item]!
      if (mask < 0 || mask >= limit)
        throw new RangeError(`row ${row}, item ${data.items[item]!.number}: choice ${mask}`)
      const base = 32 * item
      if (!mask) counts[base + 31]!++
      for (let rest = mask; rest; rest &= rest - 1) counts[base + 31 - Math.clz32(rest & -rest)]!++
    }
  }
  return data.items.map(({ options }, item) =>
    options ? [...counts.subarray(32 * item, 32 * item + options), counts[32 * item + 31]!] : [],
  )
}

/**
 * Tallies rows. Throws RangeError for arrays that do not fit, an item score outside 0…full, or a sum past 2^53.
 * Time O(rows × items); memory beyond the input: one total a row and one item line a distinct total.
 */
export const tallyOf = (data: PaperRows): PaperTally => {
  check(data)
  const { items, scores, present } = data
  const k = items.length
  const full = Int32Array.from(items, (item) => item.fullScore)
  const totals = totalsOf(data)
  const distribution = distributionOf(totals, present)
  // Dense by total. A total outside comes of a score outside, which the loop refuses before the table is used.
  const slotOf = new Int32Array(fullScoreOf(items) + 1)
  distribution.values.forEach((value, slot) => (slotOf[value] = slot))
  const classes = rowsByClass(data.classOf)
  const placeOf = new Int32Array(present.length).fill(-1)
  classes.forEach(({ rows }, place) => rows.forEach((row) => (placeOf[row] = place)))
  const itemSums = new Float64Array(distribution.values.length * k)
  const classSums = new Float64Array(classes.length * k)
  const squares = new Float64Array(k)
  const zeros = new Int32Array(k)
  const fulls = new Int32Array(k)
  const halfSquares: [number, number] = [0, 0]
  for (let row = 0, cell = 0; row < present.length; row++, cell += k) {
    if (!present[row]) continue
    let odd = 0
    for (let item = 0; item < k; item++) {
      const score = scores[cell + item]!
      if (score < 0 || score > full[item]!)
        throw new RangeError(`row ${row}, item ${items[item]!.number}: score ${score} is outside 0…${full[item]}`)
      squares[item]! += score * score
      if (score === 0) zeros[item]!++
      else if (score === full[item]) fulls[item]!++
      if (!(item & 1)) odd += score
    }
    halfSquares[0] += odd * odd
    halfSquares[1] += (totals[row]! - odd) ** 2
    const base = slotOf[totals[row]!]! * k
    for (let item = 0; item < k; item++) itemSums[base + item]! += scores[cell + item]!
    const place = placeOf[row]! * k
    if (place >= 0) for (let item = 0; item < k; item++) classSums[place + item]! += scores[cell + item]!
  }
  for (const sum of [...squares, ...halfSquares]) exact(sum, 'a sum of squares')
  return {
    registered: present.length,
    table: { ...distribution, itemSums: [...itemSums], itemSquares: [...squares], halfSquares },
    zeros: [...zeros],
    fulls: [...fulls],
    dichotomous: items.map((_, item) => zeros[item]! + fulls[item]! === distribution.n),
    options: optionCounts(data),
    classes: classes.map(({ classIndex, rows }, place) => ({
      classIndex,
      registered: rows.length,
      ...distributionOf(
        Int32Array.from(rows, (row) => totals[row]!),
        Uint8Array.from(rows, (row) => present[row]!),
      ),
      itemSums: [...classSums.subarray(place * k, place * k + k)],
    })),
  }
}

const added = (parts: readonly (readonly number[])[]): number[] => {
  const width = Math.max(0, ...parts.map((part) => part.length))
  const sums = new Array<number>(width).fill(0)
  for (const part of parts) part.forEach((value, i) => (sums[i]! += value))
  for (const sum of sums) exact(sum, 'a merged sum')
  return sums
}

const mergeTables = (tables: readonly ScoreTable[], k: number): ScoreTable => {
  const distribution = mergeDistributions(tables)
  const slotOf = new Map(distribution.values.map((value, slot) => [value, slot]))
  const itemSums = new Array<number>(distribution.values.length * k).fill(0)
  for (const table of tables)
    table.values.forEach((value, from) => {
      const to = slotOf.get(value)! * k
      for (let item = 0; item < k; item++) itemSums[to + item]! += table.itemSums[from * k + item]!
    })
  const [odd = 0, even = 0] = added(tables.map((table) => table.halfSquares))
  return {
    ...distribution,
    itemSums,
    itemSquares: added(tables.map((table) => table.itemSquares)),
    halfSquares: [odd, even],
  }
}

/** Merges shards of one paper; equals the tally of all their rows together, whatever the cut. Needs one shard at least. */
export const mergeTallies = (parts: readonly PaperTally[]): PaperTally => {
  const k = parts[0]?.zeros.length
  if (k === undefined) throw new RangeError('nothing to merge')
  if (parts.some((part) => part.zeros.length !== k)) throw new RangeError('shards of different papers')
  const byClass = new Map<number, ClassTally[]>()
  for (const part of parts)
    for (const tally of part.classes) {
      const known = byClass.get(tally.classIndex)
      if (known) known.push(tally)
      else byClass.set(tally.classIndex, [tally])
    }
  return {
    registered: parts.reduce((sum, part) => sum + part.registered, 0),
    table: mergeTables(
      parts.map((part) => part.table),
      k,
    ),
    zeros: added(parts.map((part) => part.zeros)),
    fulls: added(parts.map((part) => part.fulls)),
    dichotomous: parts[0]!.dichotomous.map((_, item) => parts.every((part) => part.dichotomous[item])),
    options: parts[0]!.options.map((_, item) => added(parts.map((part) => part.options[item]!))),
    classes: [...byClass.entries()]
      .sort(([a], [b]) => a - b)
      .map(([classIndex, tallies]) => ({
        classIndex,
        registered: tallies.reduce((sum, tally) => sum + tally.registered, 0),
        ...mergeDistributions(tallies),
        itemSums: added(tallies.map((tally) => tally.itemSums)),
      })),
  }
}
