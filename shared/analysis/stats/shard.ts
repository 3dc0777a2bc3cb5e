import { mergeDistributions } from './describe.ts'
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
  /** True or false: its options are T and F. */
  judged?: boolean
  /** Of the items of a group only so many are answered, and all of one full score. */
  optional?: { group: string; count: number }
}

/** Scores of one paper, or of one shard of it, in columns: all have a row for each student of the roster. */
export interface PaperRows {
  items: readonly PaperItem[]
  /** The items' columns one after another (item × students), hundredths; the row of an absent student is not read. */
  scores: Int32Array
  /** 1 present, 0 absent. */
  present: Uint8Array
  /** 1 who is excused from the paper, and counted nowhere; none, without it. */
  exempt?: Uint8Array
  /** 1 whose answers were not marked to the end, and who is counted nowhere; none, without it. */
  unmarked?: Uint8Array
  /** Class index, −1 for none. */
  classOf: Int32Array
  /** Columns as those of the scores: bit 0 is A, bit 1 is B …; 0 is a blank. Read for items with `options` only. */
  chosen?: Int32Array
  /**
   * Columns as those of the scores: 0 where an optional item was not chosen, or an item's page is missing. Without it, all
   * were answered.
   */
  taken?: Uint8Array
}

/** Totals and the item scores behind them: enough for P, D, α and every item correlation, at any order of rows. */
export interface ScoreTable extends Distribution {
  /** Σ of each item's scores by distinct total, row-major distinct totals × items. */
  itemSums: number[]
  /** Σx² of each item. */
  itemSquares: number[]
  /** Σ(half score)² of the odd (1st, 3rd …) and the even items. */
  halfSquares: [number, number]
}

/** The totals of a class. */
export interface ClassTotals extends Distribution {
  classIndex: number
}

export interface ClassTally extends ClassTotals {
  registered: number
  /** Σ of each item's scores. */
  itemSums: number[]
  /** How many chose each optional item, in the order of the items; absent without optional items. */
  taken?: number[]
  /** By the column of an item that is not optional: of how many its page is missing; absent where no page is. */
  lacked?: Record<string, number>
}

/** Mergeable sufficient statistics of a paper: integers only, and plain JSON. Its size does not grow with the students. */
export interface PaperTally {
  registered: number
  /** How many are excused beside them; absent where none is. */
  exempt?: number
  /** How many were not marked to the end, beside them; absent where none is. */
  unmarked?: number
  table: ScoreTable
  zeros: number[]
  fulls: number[]
  /** Whether each item's scores are only 0 or full. */
  dichotomous: boolean[]
  /** By item: how many chose each option, and how many left a blank as the last entry; empty where not recorded. */
  options: number[][]
  classes: ClassTally[]
  /** Of each optional item, in the order of the items, how many chose it by distinct total; absent without any. */
  taken?: number[][]
  /** By the column of an item that is not optional: of how many its page is missing, by total. Of most papers none. */
  lacked?: Record<string, [total: number, count: number][]>
  /** Σ(score of a group)² of each group of optional items, in the order of their first items: a group is one part of α. */
  groupSquares?: number[]
}

/** Columns of optional items. */
export const optionalOf = (items: readonly Pick<PaperItem, 'optional'>[]): number[] =>
  items.flatMap((item, i) => (item.optional ? [i] : []))

/**
 * The parts of a paper in its order (an item, or a group of optional items where its first one stands), dealt by turns to
 * two halves: of each column whether it lies in the first one, and how many parts there are.
 */
export const halvesOf = (items: readonly Pick<PaperItem, 'optional'>[]): { first: boolean[]; parts: number } => {
  const groups = new Map<string, boolean>()
  let parts = 0
  const first = items.map(({ optional }) => {
    const known = optional && groups.get(optional.group)
    if (known !== undefined) return known
    const half = parts++ % 2 === 0
    if (optional) groups.set(optional.group, half)
    return half
  })
  return { first, parts }
}

/** The columns of each group of optional items. */
export const groupsOf = (items: readonly Pick<PaperItem, 'optional'>[]): number[][] => {
  const groups = new Map<string, number[]>()
  items.forEach(({ optional }, i) => {
    if (optional) groups.set(optional.group, [...(groups.get(optional.group) ?? []), i])
  })
  return [...groups.values()]
}

export const fullScoreOf = (items: readonly Pick<PaperItem, 'fullScore' | 'optional'>[]): number => {
  const seen = new Map<string, number>()
  return items.reduce((full, { fullScore, optional }) => {
    if (!optional) return full + fullScore
    const n = seen.get(optional.group) ?? 0
    seen.set(optional.group, n + 1)
    return n < optional.count ? full + fullScore : full
  }, 0)
}

const addTo = (totals: Int32Array, scores: Int32Array, from: number, present: Uint8Array): void => {
  for (let row = 0; row < totals.length; row++) if (present[row]) totals[row]! += scores[from + row]!
}

/** Each student's total in hundredths; 0 in the rows of the absent, whom only the mask tells from a true zero. */
export const totalsOf = ({ items, scores, present }: Pick<PaperRows, 'items' | 'scores' | 'present'>): Int32Array => {
  const totals = new Int32Array(present.length)
  items.forEach((_, item) => addTo(totals, scores, item * totals.length, present))
  return totals
}

const added = (parts: readonly number[][]): number[] => {
  if (parts.length === 1) return parts[0]!
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

/** Numbers by name, added up; nothing of nothing. */
const addedByName = (parts: readonly (Record<string, number> | undefined)[]): Record<string, number> | undefined => {
  const sums: Record<string, number> = {}
  for (const part of parts) for (const [name, n] of Object.entries(part ?? {})) sums[name] = (sums[name] ?? 0) + n
  return Object.keys(sums).length > 0 ? sums : undefined
}

/** Whose pages are missing in several shards, by column and total. */
const mergeLacked = (parts: readonly PaperTally[]): Pick<PaperTally, 'lacked'> => {
  const columns = [...new Set(parts.flatMap((p) => Object.keys(p.lacked ?? {})))].sort((a, b) => Number(a) - Number(b))
  if (columns.length === 0) return {}
  const merged = columns.map((column): [string, [number, number][]] => {
    const counts = new Map<number, number>()
    for (const { lacked } of parts)
      for (const [total, count] of lacked?.[column] ?? []) counts.set(total, (counts.get(total) ?? 0) + count)
    return [column, [...counts].sort(([a], [b]) => a - b)]
  })
  return { lacked: Object.fromEntries(merged) }
}

/** The tallies of one group, or of the groups that make up another, as one. */
const groupTally = (classIndex: number, tallies: readonly ClassTally[]): ClassTally => {
  const lacked = addedByName(tallies.map((t) => t.lacked))
  return {
    ...(tallies.length === 1 ? tallies[0]! : mergeDistributions(tallies)),
    classIndex,
    registered: tallies.reduce((sum, tally) => sum + tally.registered, 0),
    itemSums: added(tallies.map((tally) => tally.itemSums)),
    ...(tallies.every((tally) => tally.taken !== undefined)
      ? { taken: added(tallies.map((tally) => tally.taken ?? [])) }
      : {}),
    ...(lacked ? { lacked } : {}),
  }
}

/**
 * The tallies of groups of classes, such as schools: `groupOf` says by a class's index which group it is of. A group's
 * index stands where a class's does.
 */
export const groupTallies = (
  classes: readonly ClassTally[],
  groupOf: (classIndex: number) => number | undefined,
): ClassTally[] => {
  const found = new Map<number, ClassTally[]>()
  for (const tally of classes) {
    const group = groupOf(tally.classIndex)
    if (group === undefined) continue
    const known = found.get(group)
    if (known) known.push(tally)
    else found.set(group, [tally])
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([group, tallies]) => groupTally(group, tallies))
}

/** Merges shards of one paper; equals the tally of all their rows together, at any cut. Needs one shard at least. */
export const mergeTallies = (parts: readonly PaperTally[]): PaperTally => {
  const k = parts[0]?.zeros.length
  if (k === undefined) throw new RangeError('nothing to merge')
  if (parts.some((part) => part.zeros.length !== k)) throw new RangeError('shards of different papers')
  const table = mergeTables(
    parts.map((part) => part.table),
    k,
  )
  const withOptional = parts.every((part) => part.taken !== undefined)
  const slotOf = new Map(table.values.map((value, slot) => [value, slot]))
  const exempt = parts.reduce((sum, part) => sum + (part.exempt ?? 0), 0)
  const unmarked = parts.reduce((sum, part) => sum + (part.unmarked ?? 0), 0)
  return {
    registered: parts.reduce((sum, part) => sum + part.registered, 0),
    ...(exempt > 0 ? { exempt } : {}),
    ...(unmarked > 0 ? { unmarked } : {}),
    table,
    ...(withOptional
      ? {
          taken: parts[0]!.taken!.map((_, at) => {
            const counts = new Array<number>(table.values.length).fill(0)
            for (const part of parts)
              part.taken![at]!.forEach((n, slot) => (counts[slotOf.get(part.table.values[slot]!)!]! += n))
            return counts
          }),
          groupSquares: added(parts.map((part) => part.groupSquares ?? [])),
        }
      : {}),
    ...mergeLacked(parts),
    zeros: added(parts.map((part) => part.zeros)),
    fulls: added(parts.map((part) => part.fulls)),
    dichotomous: parts[0]!.dichotomous.map((_, item) => parts.every((part) => part.dichotomous[item])),
    options: parts[0]!.options.map((_, item) => added(parts.map((part) => part.options[item]!))),
    classes: groupTallies(
      parts.flatMap((part) => part.classes),
      (classIndex) => classIndex,
    ),
  }
}
