import type { Distribution } from './describe.ts'
import { exact } from './exact.ts'
import { fullScoreOf } from './shard.ts'
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
const rowsByClass = (classOf: Int32Array): { indexes: number[]; starts: Int32Array; rows: Int32Array } => {
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
  return { indexes, starts, rows }
}

/** An item of at most so many options is counted by the whole choice, 2^options places; one of more by its bits. */
const mostCounted = 8

// Each loop over a column is a function of its own: one that runs long inside a function called once is compiled anew
// each time. The cells of the absent are zeros here.

/** Adds a column to the sums of the rows and notes which scores there are; negative when a score is outside 0…full. */
const addColumn = (scores: Int32Array, from: number, full: number, sums: Int32Array, seen: Uint8Array): number => {
  let outside = 0
  for (let row = 0; row < sums.length; row++) {
    const score = scores[from + row]!
    outside |= score | (full - score)
    sums[row]! += score
    seen[score] = 1
  }
  return outside
}

/** Counts a column by slot and code. */
const countCodes = (
  scores: Int32Array,
  from: number,
  slots: Int32Array,
  width: number,
  codeOf: Int32Array,
  counts: Int32Array,
): void => {
  for (let row = 0; row < slots.length; row++) {
    const at = Math.imul(slots[row]!, width) + codeOf[scores[from + row]!]!
    counts[at] = counts[at]! + 1
  }
}

/** Notes the score of each choice, the last one where there are several. */
const learnScores = (scores: Int32Array, chosen: Int32Array, from: number, rows: number, scoreOf: Int32Array): void => {
  for (let row = from; row < from + rows; row++) scoreOf[chosen[row]!] = scores[row]!
}

const choicesFit = (chosen: Int32Array, from: number, rows: number, largest: number): boolean => {
  let outside = 0
  for (let row = from; row < from + rows; row++) outside |= chosen[row]! | (largest - chosen[row]!)
  return outside >= 0
}
/** Rows from which choices' scores are learned at first: mostly all there is. */
const firstRows = 1024

/** Counts an item by slot and choice; 0 when every choice is one, and has the one score that was noted. */
const countChoices = (
  scores: Int32Array,
  chosen: Int32Array,
  from: number,
  slots: Int32Array,
  options: number,
  scoreOf: Int32Array,
  counts: Int32Array,
): number => {
  let other = 0
  const none = -(1 << options)
  for (let row = 0; row < slots.length; row++) {
    const choice = chosen[from + row]!
    other |= (scores[from + row]! ^ scoreOf[choice]!) | (choice & none)
    const at = (slots[row]! << options) + choice
    counts[at] = counts[at]! + 1
  }
  return other
}

/** Counts how often each bit of a choice is set, and blanks at 31, of the present; negative for a choice that is none. */
const countBits = (
  chosen: Int32Array,
  from: number,
  present: Uint8Array,
  options: number,
  counts: Int32Array,
): number => {
  const largest = 2 ** options - 1
  let outside = 0
  for (let row = 0; row < present.length; row++) {
    if (!present[row]) continue
    const choice = chosen[from + row]!
    outside |= choice | (largest - choice)
    if (!choice) counts[31]!++
    else for (let rest = choice; rest; rest &= rest - 1) counts[31 - Math.clz32(rest & -rest)]!++
  }
  return outside
}

const sumRun = (scores: Int32Array, from: number, to: number): number => {
  let sum = 0
  for (let at = from; at < to; at++) sum += scores[at]!
  return sum
}
const sumRows = (scores: Int32Array, from: number, rows: Int32Array, at: number, end: number): number => {
  let sum = 0
  for (; at < end; at++) sum += scores[from + rows[at]!]!
  return sum
}

type Classes = ReturnType<typeof rowsByClass>

/** Adds an item's column of the sums by class: the rows of a class mostly lie together. */
const sumClasses = (
  scores: Int32Array,
  from: number,
  of: Classes,
  sums: Float64Array,
  item: number,
  k: number,
): void => {
  const { starts, rows } = of
  for (let place = 0; place + 1 < starts.length; place++) {
    const [at, end] = [starts[place]!, starts[place + 1]!]
    const first = rows[at]!
    sums[place * k + item] =
      rows[end - 1]! - first === end - 1 - at
        ? sumRun(scores, from + first, from + first + end - at)
        : sumRows(scores, from, rows, at, end)
  }
}

/** The same columns with zeros for the absent: itself, unless there is something else. */
const withoutAbsent = (data: PaperRows): PaperRows => {
  const n = data.present.length
  const absent: number[] = []
  for (let row = 0; row < n; row++) if (!data.present[row]) absent.push(row)
  const clean = (column: Int32Array): Int32Array => {
    if (absent.every((row) => data.items.every((_, item) => column[item * n + row] === 0))) return column
    const copy = column.slice()
    for (const row of absent) data.items.forEach((_, item) => (copy[item * n + row] = 0))
    return copy
  }
  return { ...data, scores: clean(data.scores), ...(data.chosen ? { chosen: clean(data.chosen) } : {}) }
}

const refuseScore = (data: PaperRows, item: number): never => {
  const { number, fullScore } = data.items[item]!
  const n = data.present.length
  const row = data.present.findIndex((here, i) => here !== 0 && data.scores[item * n + i]! >>> 0 > fullScore)
  throw new RangeError(`row ${row}, item ${number}: score ${data.scores[item * n + row]} is outside 0…${fullScore}`)
}

const refuseChoice = (data: PaperRows, item: number): never => {
  const { number, options = 0 } = data.items[item]!
  const n = data.present.length
  const largest = 2 ** options - 1
  const row = data.present.findIndex((here, i) => here !== 0 && data.chosen![item * n + i]! >>> 0 > largest)
  throw new RangeError(`row ${row}, item ${number}: choice ${data.chosen![item * n + row]}`)
}

/** How many chose each option, and blanks last, from counts of whole choices. */
const byOption = (often: readonly number[], options: number): number[] => {
  const sums = new Array<number>(options + 1).fill(0)
  often.forEach((count, choice) => {
    if (!choice) sums[options] = count
    for (let option = 0; option < options; option++) if (choice & (1 << option)) sums[option]! += count
  })
  return sums
}

/** An item's counts by slot and code, with the score that each code stands for; what lies behind the slots is absent. */
type Coded = { counts: Int32Array; width: number; scoreOf: Int32Array }

/** Adds an item's column of the sums by slot; Σ of what is counted by score. */
const readCounts = (
  { counts, width, scoreOf }: Coded,
  full: number,
  slots: number,
  sums: Float64Array,
  item: number,
  k: number,
): { squares: number; zeros: number; fulls: number } => {
  let [squares, zeros, fulls] = [0, 0, 0]
  for (let slot = 0, at = 0; slot < slots; slot++) {
    let sum = 0
    for (let code = 0; code < width; code++, at++) {
      const count = counts[at]!
      if (!count) continue
      const score = scoreOf[code]!
      sum += count * score
      squares += count * score * score
      if (score === 0) zeros += count
      if (score === full) fulls += count
    }
    sums[slot * k + item] = sum
  }
  return { squares, zeros, fulls }
}

/** What each code counts over all slots. */
const overSlots = (counts: Int32Array, width: number, slots: number): number[] => {
  const often = new Array<number>(width).fill(0)
  for (let slot = 0, at = 0; slot < slots; slot++)
    for (let code = 0; code < width; code++, at++) often[code]! += counts[at]!
  return often
}

const squaresOf = (column: Int32Array): number => {
  let sum = 0
  for (let row = 0; row < column.length; row++) sum += column[row]! * column[row]!
  return sum
}

/** One item: its options' counts, and its scores by slot, counted in one pass where each choice has one score. */
const countItem = (
  data: PaperRows,
  item: number,
  slots: Int32Array,
  slotCount: number,
  seen: Uint8Array,
): { coded: Coded; options: number[] } => {
  const { scores, chosen, present } = data
  const from = item * slots.length
  const options = (chosen && data.items[item]!.options) || 0
  let choices: number[] = []
  if (options > mostCounted) {
    const counts = new Int32Array(32)
    if (countBits(chosen!, from, present, options, counts) < 0) refuseChoice(data, item)
    choices = [...counts.subarray(0, options), counts[31]!]
  } else if (options) {
    const width = 2 ** options
    const counts = new Int32Array((slotCount + 1) * width)
    const scoreOf = new Int32Array(width).fill(-1)
    const n = slots.length
    learnScores(scores, chosen!, from, Math.min(n, firstRows), scoreOf)
    let other = countChoices(scores, chosen!, from, slots, options, scoreOf, counts)
    if (other !== 0) {
      // A choice that is none, one that comes late, or one with two scores.
      if (!choicesFit(chosen!, from, n, width - 1)) refuseChoice(data, item)
      learnScores(scores, chosen!, from, n, scoreOf)
      counts.fill(0)
      other = countChoices(scores, chosen!, from, slots, options, scoreOf, counts)
    }
    choices = byOption(overSlots(counts, width, slotCount), options)
    if (other === 0) return { coded: { counts, width, scoreOf }, options: choices }
  }
  const codeOf = new Int32Array(seen.length)
  const scoreOf: number[] = []
  for (let score = 0; score < seen.length; score++) if (seen[score]) codeOf[score] = scoreOf.push(score) - 1
  const counts = new Int32Array((slotCount + 1) * scoreOf.length)
  countCodes(scores, from, slots, scoreOf.length, codeOf, counts)
  return { coded: { counts, width: scoreOf.length, scoreOf: Int32Array.from(scoreOf) }, options: choices }
}

/** The slot of each row; the absent are counted behind the last one. */
const slotsOfRows = (totals: Int32Array, present: Uint8Array, slotOf: Int32Array, slotCount: number): Int32Array => {
  const slots = new Int32Array(totals.length)
  for (let row = 0; row < slots.length; row++) slots[row] = present[row] ? slotOf[totals[row]!]! : slotCount
  return slots
}

/**
 * Tallies columns. Throws RangeError for arrays that do not fit, an item score outside 0…full, or a sum past 2^53.
 * Time O(rows × items); memory beyond the input: a few integers a row, one item line a distinct total and a class, and
 * for one item at a time one integer for each distinct total and score.
 */
export const tallyOf = (given: PaperRows): PaperTally => {
  check(given)
  const data = withoutAbsent(given)
  const { items, present, scores } = data
  const [n, k] = [present.length, items.length]
  const [odd, even] = [new Int32Array(n), new Int32Array(n)]
  const seen = items.map((item) => new Uint8Array(item.fullScore + 1))
  items.forEach(({ fullScore }, item) => {
    if (addColumn(scores, item * n, fullScore, item & 1 ? even : odd, seen[item]!) < 0) refuseScore(data, item)
  })
  const halfSquares: [number, number] = [squaresOf(odd), squaresOf(even)]
  const totals = odd
  for (let row = 0; row < n; row++) totals[row]! += even[row]!
  const { table, slotOf } = slotsOf(totals, present, fullScoreOf(items))
  const slotCount = table.values.length
  const slots = slotsOfRows(totals, present, slotOf, slotCount)

  const bySlot = new Float64Array(slotCount * k)
  const classes = rowsByClass(data.classOf)
  const byClass = new Float64Array(classes.indexes.length * k)
  const [squares, zeros, fulls]: [number[], number[], number[]] = [[], [], []]
  const options = items.map((item, column) => {
    const { coded, options: chosen } = countItem(data, column, slots, slotCount, seen[column]!)
    const told = readCounts(coded, item.fullScore, slotCount, bySlot, column, k)
    squares.push(told.squares)
    zeros.push(told.zeros)
    fulls.push(told.fulls)
    sumClasses(scores, column * n, classes, byClass, column, k)
    return chosen
  })
  for (const sum of [...squares, ...halfSquares]) exact(sum, 'a sum of squares')

  // One line of counters serves all classes: each is read between its lowest and its highest total, and wiped.
  const counters = new Int32Array(slotCount)
  const classTally = (classIndex: number, place: number): ClassTally => {
    const [from, to] = [classes.starts[place]!, classes.starts[place + 1]!]
    let [count, low, high] = [0, slotCount, -1]
    for (let i = from; i < to; i++) {
      const row = classes.rows[i]!
      if (!present[row]) continue
      const slot = slots[row]!
      count++
      counters[slot]!++
      if (slot < low) low = slot
      if (slot > high) high = slot
    }
    const values: number[] = []
    const counts: number[] = []
    for (let slot = low; slot <= high; slot++) {
      const own = counters[slot]!
      if (!own) continue
      values.push(table.values[slot]!)
      counts.push(own)
      counters[slot] = 0
    }
    const itemSums = plain(byClass, place * k, place * k + k)
    return { classIndex, registered: to - from, n: count, values, counts, itemSums }
  }
  return {
    registered: n,
    table: { ...table, itemSums: plain(bySlot, 0, bySlot.length), itemSquares: squares, halfSquares },
    zeros,
    fulls,
    dichotomous: items.map((_, item) => zeros[item]! + fulls[item]! === table.n),
    options,
    classes: classes.indexes.map(classTally),
  }
}
