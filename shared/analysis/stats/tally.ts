import {
  addChoices,
  addScores,
  choicesFit,
  countBits,
  countChoices,
  countScores,
  learnCodes,
  learnScores,
  takeScores,
} from './columns.ts'
import type { Distribution } from './describe.ts'
import { exact } from './exact.ts'
import { fullScoreOf, halvesOf, optionalOf } from './shard.ts'
import type { ClassTally, PaperRows, PaperTally } from './shard.ts'
import { optionalTally, lackedTally } from './tally.lacked.ts'

const check = (rows: PaperRows): void => {
  const [n, k] = [rows.present.length, rows.items.length]
  if (!k) throw new RangeError('a paper without items')
  if (rows.scores.length !== n * k) throw new RangeError(`${rows.scores.length} scores for ${n} students × ${k} items`)
  if (rows.classOf.length !== n) throw new RangeError(`${rows.classOf.length} classes for ${n} students`)
  if (rows.taken && rows.taken.length !== n * k)
    throw new RangeError(`${rows.taken.length} choices of items for ${n} students × ${k} items`)
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

/** Stretches of rows of one class: `ends` are their ends, `places` the place of each one's class in `indexes`, −1 for none. */
type ClassRuns = { indexes: number[]; ends: Int32Array; places: Int32Array }

/** The rows of a class mostly lie together, so that runs are few; where they do not, a run is one row. */
const runsOf = (classOf: Int32Array): ClassRuns => {
  const ends: number[] = []
  const classes: number[] = []
  for (let row = 0; row < classOf.length; row++) {
    if (row > 0 && classOf[row] === classOf[row - 1]) ends[ends.length - 1] = row + 1
    else {
      ends.push(row + 1)
      classes.push(Math.max(classOf[row]!, -1))
    }
  }
  const indexes = [...new Set(classes.filter((index) => index >= 0))].sort((a, b) => a - b)
  const placeOf = new Map(indexes.map((index, place) => [index, place]))
  return {
    indexes,
    ends: Int32Array.from(ends),
    places: Int32Array.from(classes, (index) => placeOf.get(index) ?? -1),
  }
}

/** Rows from which the scores of choices are learned at first: mostly all there is. */
const firstRows = 1024

/** An item of at most so many options is counted by the whole choice, 2^options places; one of more by its bits. */
const mostCounted = 8

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

/** What a row's choices stand for: the score of each choice, where each has one; its counts say the scores' too. */
type Choices = { scoreOf: Int32Array; width: number } | null

/** Adds an item to the sums of its rows and runs; its choices' scores where they can be counted by the choice alone. */
const addItem = (data: PaperRows, item: number, sums: Int32Array, ends: Int32Array, ofRuns: Float64Array): Choices => {
  const { scores, chosen } = data
  const { fullScore, options: offered = 0 } = data.items[item]!
  const options = chosen ? offered : 0
  const n = sums.length
  const from = item * n
  if (options > 0 && options <= mostCounted) {
    const width = 2 ** options
    const scoreOf = new Int32Array(width).fill(-1)
    learnScores(scores, chosen!, from, Math.min(n, firstRows), scoreOf)
    let other = addChoices(scores, chosen!, from, options, scoreOf, sums, ends, ofRuns)
    if (other !== 0) {
      // A choice that is none, one that comes late, or one with two scores.
      if (!choicesFit(chosen!, from, n, width - 1)) refuseChoice(data, item)
      takeScores(scores, from, sums)
      learnScores(scores, chosen!, from, n, scoreOf)
      other = addChoices(scores, chosen!, from, options, scoreOf, sums, ends, ofRuns)
    }
    if (scoreOf.some((score) => score < -1 || score > fullScore)) refuseScore(data, item)
    if (other === 0) return { scoreOf, width }
    takeScores(scores, from, sums)
  }
  if (addScores(scores, from, fullScore, sums, ends, ofRuns) < 0) refuseScore(data, item)
  return null
}

/** One item's counts by slot and score, and how often each option was chosen. */
const countItem = (
  data: PaperRows,
  item: number,
  slots: Int32Array,
  slotCount: number,
  choices: Choices,
): { coded: Coded; options: number[] } => {
  const { scores, chosen, present } = data
  const { fullScore, options: offered = 0 } = data.items[item]!
  const n = slots.length
  const from = item * n
  const options = chosen ? offered : 0
  let often: number[] = []
  if (options > mostCounted) {
    const counts = new Int32Array(32)
    if (countBits(chosen!, from, present, options, counts) < 0) refuseChoice(data, item)
    often = [...counts.subarray(0, options), counts[31]!]
  } else if (options > 0) {
    const width = 2 ** options
    const counts = new Int32Array((slotCount + 1) * width)
    countChoices(chosen!, from, slots, options, counts)
    often = byOption(overSlots(counts, width, slotCount), options)
    if (choices) return { coded: { counts, ...choices }, options: often }
  }
  const codeOf = new Int32Array(fullScore + 1)
  // Code 0 is a score that was not learned: all are learned and counted again when there is one.
  const scoreOf = [0]
  learnCodes(scores, from, Math.min(n, firstRows), codeOf, scoreOf)
  let counts = new Int32Array((slotCount + 1) * scoreOf.length)
  if (countScores(scores, from, slots, scoreOf.length, codeOf, counts) < 0) {
    learnCodes(scores, from, n, codeOf, scoreOf)
    counts = new Int32Array((slotCount + 1) * scoreOf.length)
    countScores(scores, from, slots, scoreOf.length, codeOf, counts)
  }
  return { coded: { counts, width: scoreOf.length, scoreOf: Int32Array.from(scoreOf) }, options: often }
}

/** The slot of each row; the absent are counted behind the last one. */
const slotsOfRows = (totals: Int32Array, present: Uint8Array, slotOf: Int32Array, slotCount: number): Int32Array => {
  const slots = new Int32Array(totals.length)
  for (let row = 0; row < slots.length; row++) slots[row] = present[row] ? slotOf[totals[row]!]! : slotCount
  return slots
}

/** Adds the runs' sums of an item to those of their classes. */
const addRuns = (ofRuns: Float64Array, places: Int32Array, byClass: Float64Array, item: number, k: number): void => {
  for (let run = 0; run < places.length; run++) if (places[run]! >= 0) byClass[places[run]! * k + item]! += ofRuns[run]!
}

/** The tally of each class, classes ascending. */
const classTallies = (
  { present, exempt, unmarked, items }: PaperRows,
  { indexes, ends, places }: ClassRuns,
  table: Distribution,
  slots: Int32Array,
  byClass: Float64Array,
): ClassTally[] => {
  const k = items.length
  const runsOfPlace: number[][] = indexes.map(() => [])
  for (let run = 0; run < places.length; run++) if (places[run]! >= 0) runsOfPlace[places[run]!]!.push(run)
  // One line of counters serves all classes: each is read between its lowest and its highest total, and wiped.
  const counters = new Int32Array(table.values.length)
  return indexes.map((classIndex, place) => {
    let [registered, n, low, high] = [0, 0, counters.length, -1]
    for (const run of runsOfPlace[place]!) {
      for (let row = run ? ends[run - 1]! : 0; row < ends[run]!; row++) {
        if (exempt?.[row] || unmarked?.[row]) continue
        registered++
        if (!present[row]) continue
        const slot = slots[row]!
        n++
        counters[slot]!++
        if (slot < low) low = slot
        if (slot > high) high = slot
      }
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
    return { classIndex, registered, n, values, counts, itemSums: plain(byClass, place * k, place * k + k) }
  })
}

/**
 * Tallies columns. Throws RangeError for arrays that do not fit, an item score outside 0…full, or a sum past 2^53.
 * Time O(rows × items); memory beyond the input: a few integers a row, one item line a distinct total and a class, and
 * for one item at a time one integer for each distinct total and score.
 */
export const tallyOf = (given: PaperRows): PaperTally => {
  check(given)
  const data = withoutAbsent(given)
  const { items, present } = data
  const [n, k] = [present.length, items.length]
  const [odd, even] = [new Int32Array(n), new Int32Array(n)]
  const runs = runsOf(data.classOf)
  const ofRuns = new Float64Array(runs.ends.length)
  const byClass = new Float64Array(runs.indexes.length * k)
  const halves = halvesOf(items)
  const choices = items.map((_, item) => {
    const found = addItem(data, item, halves.first[item] ? odd : even, runs.ends, ofRuns)
    addRuns(ofRuns, runs.places, byClass, item, k)
    return found
  })
  const halfSquares: [number, number] = [squaresOf(odd), squaresOf(even)]
  const totals = odd
  for (let row = 0; row < n; row++) totals[row]! += even[row]!
  const { table, slotOf } = slotsOf(totals, present, fullScoreOf(items))
  const slotCount = table.values.length
  const slots = slotsOfRows(totals, present, slotOf, slotCount)

  const bySlot = new Float64Array(slotCount * k)
  const [squares, zeros, fulls]: [number[], number[], number[]] = [[], [], []]
  const options = items.map((item, column) => {
    const { coded, options: chosen } = countItem(data, column, slots, slotCount, choices[column]!)
    const told = readCounts(coded, item.fullScore, slotCount, bySlot, column, k)
    squares.push(told.squares)
    zeros.push(told.zeros)
    fulls.push(told.fulls)
    return chosen
  })
  for (const sum of [...squares, ...halfSquares]) exact(sum, 'a sum of squares')

  const dichotomous = items.map((_, item) => zeros[item]! + fulls[item]! === table.n)
  const classes = classTallies(data, runs, table, slots, byClass)
  const optional = optionalTally(data, slots, slotCount, classes)
  // Who did not choose an item has not got nothing in it.
  optionalOf(items).forEach((item, at) => {
    zeros[item]! -= table.n - optional!.taken![at]!.reduce((a, b) => a + b, 0)
  })
  // Nor has who did not hand in its page, who has left no blank on it either.
  const missing = lackedTally(data, totals, optional?.classes ?? classes)
  for (const [column, counts] of Object.entries(missing?.lacked ?? {})) {
    const count = counts.reduce((sum, [, of]) => sum + of, 0)
    zeros[Number(column)]! -= count
    const blanks = options[Number(column)]!
    if (blanks.length > 0) blanks[blanks.length - 1]! -= count
  }
  const exempt = data.exempt?.reduce((sum, own) => sum + own, 0) ?? 0
  const unmarked = data.unmarked?.reduce((sum, own) => sum + own, 0) ?? 0
  return {
    registered: n - exempt - unmarked,
    ...(exempt > 0 ? { exempt } : {}),
    ...(unmarked > 0 ? { unmarked } : {}),
    table: { ...table, itemSums: plain(bySlot, 0, bySlot.length), itemSquares: squares, halfSquares },
    zeros,
    fulls,
    dichotomous,
    options,
    classes,
    ...optional,
    ...missing,
  }
}
