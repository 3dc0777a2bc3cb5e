import type { Distribution } from './describe.ts'
import { exact } from './exact.ts'
import { fullScoreOf, totalsOf } from './shard.ts'
import type { ClassTally, PaperRows, PaperTally } from './shard.ts'

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

/** A part of a column as plain JSON. Quicker than Array.from. */
const plain = (column: Float64Array, from: number, to: number): number[] => {
  const values = new Array<number>(to - from)
  for (let i = from; i < to; i++) values[i - from] = column[i]!
  return values
}

/** Distinct totals ascending, and where each stands among them: by counting, since totals are few and small. */
const slotsOf = (
  totals: Int32Array,
  present: Uint8Array,
  full: number,
): { table: Distribution; slotOf: Int32Array } => {
  const slotOf = new Int32Array(full + 1)
  let n = 0
  for (let row = 0; row < totals.length; row++) {
    if (!present[row]) continue
    n++
    slotOf[totals[row]!]!++
  }
  const values: number[] = []
  const counts: number[] = []
  for (let value = 0; value <= full; value++) {
    const count = slotOf[value]!
    if (!count) continue
    slotOf[value] = values.length
    values.push(value)
    counts.push(count)
  }
  return { table: { n, values, counts }, slotOf }
}

/** Rows by class (classes ascending): those of class `indexes[i]` are `rows[starts[i]]` to before `rows[starts[i + 1]]`. */
const rowsByClass = (
  classOf: Int32Array,
): { indexes: number[]; placeOf: Int32Array; starts: Int32Array; rows: Int32Array } => {
  // A class's rows mostly lie together: only where one ends is the next looked for.
  const found = new Set<number>()
  for (let row = 0; row < classOf.length; row++)
    if (classOf[row]! >= 0 && (row === 0 || classOf[row] !== classOf[row - 1])) found.add(classOf[row]!)
  const indexes = [...found].sort((a, b) => a - b)
  const places = new Map(indexes.map((index, place) => [index, place]))
  const placeOf = new Int32Array(classOf.length)
  const starts = new Int32Array(indexes.length + 1)
  let [index, place] = [-1, -1]
  for (let row = 0; row < classOf.length; row++) {
    if (classOf[row] !== index) {
      index = classOf[row]!
      place = places.get(index) ?? -1
    }
    placeOf[row] = place
    if (place >= 0) starts[place + 1]!++
  }
  for (let i = 0; i < indexes.length; i++) starts[i + 1]! += starts[i]!
  const rows = new Int32Array(starts[indexes.length]!)
  const next = starts.slice()
  for (let row = 0; row < placeOf.length; row++) if (placeOf[row]! >= 0) rows[next[placeOf[row]!]!++] = row
  return { indexes, placeOf, starts, rows }
}

/** An item of at most so many options is counted by the whole choice, 2^options places; one of more by its bits. */
const mostCounted = 8

type Choices = {
  counts: Int32Array
  /** The items with options; where they begin in `counts`; the largest choice of each, and whether it is counted by bits. */
  coded: Int32Array
  bases: Int32Array
  largest: Float64Array
  byBits: Uint8Array
}

/** Counts one student's choices; false when one of them is none. */
const countChoices = (chosen: Int32Array, cell: number, of: Choices): boolean => {
  const { counts, coded, bases, largest, byBits } = of
  for (let at = 0; at < coded.length; at++) {
    const item = coded[at]!
    const mask = chosen[cell + item]!
    if (mask >>> 0 > largest[at]!) return false
    const base = bases[item]!
    if (!byBits[at]) counts[base + mask]!++
    else {
      // Bits 0-30, and a blank (whose clz32 is 32) at −1 + 32 = 31.
      if (!mask) counts[base + 31]!++
      for (let rest = mask; rest; rest &= rest - 1) counts[base + 31 - Math.clz32(rest & -rest)]!++
    }
  }
  return true
}

/** Counts all choices; the first row with one that is none, or −1. */
const countAllChoices = (chosen: Int32Array, present: Uint8Array, k: number, of: Choices): number => {
  for (let row = 0; row < present.length; row++) if (present[row] && !countChoices(chosen, row * k, of)) return row
  return -1
}

const optionCounts = (data: PaperRows): number[][] => {
  const k = data.items.length
  const { chosen, present } = data
  if (!chosen) return data.items.map(() => [])
  const widths = data.items.map(({ options = 0 }) => (options > mostCounted ? 32 : 2 ** options))
  const bases = new Int32Array(k)
  for (let item = 1; item < k; item++) bases[item] = bases[item - 1]! + widths[item - 1]!
  const counts = new Int32Array(bases[k - 1]! + widths[k - 1]!)
  const coded = Int32Array.from(data.items.flatMap((item, i) => (item.options ? [i] : [])))
  // The largest mask of each; −1 >>> 0 is larger than any.
  const largest = Float64Array.from(coded, (item) => 2 ** data.items[item]!.options! - 1)
  const byBits = Uint8Array.from(coded, (item) => (data.items[item]!.options! > mostCounted ? 1 : 0))
  const row = countAllChoices(chosen, present, k, { counts, coded, bases, largest, byBits })
  if (row >= 0) {
    const wrong = coded.find((item, at) => chosen[row * k + item]! >>> 0 > largest[at]!)!
    throw new RangeError(`row ${row}, item ${data.items[wrong]!.number}: choice ${chosen[row * k + wrong]}`)
  }
  return data.items.map(({ options }, item) => {
    if (!options) return []
    const own = counts.subarray(bases[item], bases[item]! + widths[item]!)
    if (options > mostCounted) return [...own.subarray(0, options), own[31]!]
    const sums = new Array<number>(options + 1).fill(0)
    own.forEach((count, mask) => {
      if (!mask) sums[options] = count
      for (let option = 0; option < options; option++) if (mask & (1 << option)) sums[option]! += count
    })
    return sums
  })
}

// The loops over a student's items are functions of their own, called once a row: a loop that runs long inside a function
// that is called once a shard is compiled anew for each shard.

/** Where each item's scores begin in `often`, which counts how often each item has each score. */
type Counts = { full: Int32Array; bases: Int32Array; often: Int32Array }

/** Counts a student's scores, and answers the points in odd (1st, 3rd …) items; −1 for a score outside 0…full. */
const countScores = (scores: Int32Array, cell: number, { full, bases, often }: Counts): number => {
  let odd = 0
  for (let item = 0; item < full.length; item++) {
    const score = scores[cell + item]!
    // Unsigned, a negative one is larger than any full mark.
    if (score >>> 0 > full[item]!) return -1
    often[bases[item]! + score]!++
    if (!(item & 1)) odd += score
  }
  return odd
}

/** Adds a student's scores to two lines: that of the total, that of the class. */
const addScores = (
  scores: Int32Array,
  cell: number,
  k: number,
  bySlot: Float64Array,
  slot: number,
  byClass: Float64Array,
  place: number,
): void => {
  for (let item = 0; item < k; item++) {
    const score = scores[cell + item]!
    bySlot[slot + item]! += score
    byClass[place + item]! += score
  }
}

const refuseScore = ({ items, scores }: PaperRows, row: number): never => {
  const at = items.findIndex(({ fullScore }, i) => scores[row * items.length + i]! >>> 0 > fullScore)
  const { number, fullScore } = items[at]!
  const score = scores[row * items.length + at]
  throw new RangeError(`row ${row}, item ${number}: score ${score} is outside 0…${fullScore}`)
}

const squaresOf = (often: Int32Array): number => {
  let sum = 0
  for (let score = 0; score < often.length; score++) sum += often[score]! * score * score
  return sum
}

/** Counts all rows, and answers Σ(half score)² of the odd and the even items. */
const countRows = (data: PaperRows, totals: Int32Array, seen: Counts): [number, number] => {
  const { scores, present } = data
  const k = seen.full.length
  let [odds, evens] = [0, 0]
  for (let row = 0; row < present.length; row++) {
    if (!present[row]) continue
    const odd = countScores(scores, row * k, seen)
    if (odd < 0) refuseScore(data, row)
    const even = totals[row]! - odd
    odds += odd * odd
    evens += even * even
  }
  return [odds, evens]
}

/** Adds all rows to their lines; who has no class, to the last line of `byClass`. */
const addRows = (
  { items, scores, present }: PaperRows,
  of: { totals: Int32Array; slotOf: Int32Array; placeOf: Int32Array },
  bySlot: Float64Array,
  byClass: Float64Array,
): void => {
  const k = items.length
  const { totals, slotOf, placeOf } = of
  const last = byClass.length - k
  for (let row = 0; row < present.length; row++) {
    if (!present[row]) continue
    const place = placeOf[row]! * k
    addScores(scores, row * k, k, bySlot, slotOf[totals[row]!]! * k, byClass, place < 0 ? last : place)
  }
}

/**
 * Tallies rows. Throws RangeError for arrays that do not fit, an item score outside 0…full, or a sum past 2^53.
 * Time O(rows × items); memory beyond the input: a few integers a row, one item line a distinct total and a class, and
 * one integer for each score that an item may have.
 */
export const tallyOf = (data: PaperRows): PaperTally => {
  check(data)
  const { items, present } = data
  const k = items.length
  const full = Int32Array.from(items, (item) => item.fullScore)
  const totals = totalsOf(data)
  const bases = new Int32Array(k)
  for (let item = 1; item < k; item++) bases[item] = bases[item - 1]! + full[item - 1]! + 1
  const classes = rowsByClass(data.classOf)
  const seen: Counts = { full, bases, often: new Int32Array(bases[k - 1]! + full[k - 1]! + 1) }
  const halfSquares = countRows(data, totals, seen)
  // Checked: no total is outside.
  const { table, slotOf } = slotsOf(totals, present, fullScoreOf(items))
  const bySlot = new Float64Array(table.values.length * k)
  const byClass = new Float64Array((classes.indexes.length + 1) * k)
  addRows(data, { totals, slotOf, placeOf: classes.placeOf }, bySlot, byClass)
  const often = items.map((_, item) => seen.often.subarray(bases[item], bases[item]! + full[item]! + 1))
  const squares = often.map(squaresOf)
  const zeros = often.map((counts) => counts[0]!)
  const fulls = often.map((counts) => counts[counts.length - 1]!)
  for (const sum of [...squares, ...halfSquares]) exact(sum, 'a sum of squares')

  // One line of counters serves all classes: each is read between its lowest and its highest total, and wiped.
  const counters = new Int32Array(table.values.length)
  const classTally = (classIndex: number, place: number): ClassTally => {
    const [from, to] = [classes.starts[place]!, classes.starts[place + 1]!]
    let [n, low, high] = [0, counters.length, -1]
    for (let i = from; i < to; i++) {
      const row = classes.rows[i]!
      if (!present[row]) continue
      const slot = slotOf[totals[row]!]!
      n++
      counters[slot]!++
      if (slot < low) low = slot
      if (slot > high) high = slot
    }
    const values: number[] = []
    const counts: number[] = []
    for (let slot = low; slot <= high; slot++) {
      const count = counters[slot]!
      if (!count) continue
      values.push(table.values[slot]!)
      counts.push(count)
      counters[slot] = 0
    }
    const itemSums = plain(byClass, place * k, place * k + k)
    return { classIndex, registered: to - from, n, values, counts, itemSums }
  }
  return {
    registered: present.length,
    table: { ...table, itemSums: plain(bySlot, 0, bySlot.length), itemSquares: squares, halfSquares },
    zeros,
    fulls,
    dichotomous: items.map((_, item) => zeros[item]! + fulls[item]! === table.n),
    options: optionCounts(data),
    classes: classes.indexes.map(classTally),
  }
}
