/**
 * Counters that the writes themselves keep: what a row adds or takes away goes into the transaction that writes the row,
 * under that row's condition. So each is added once with its effect, or not at all (I19), and a sum is read from a
 * handful of rows however many are counted. They lie in some rows beside one another, or every writer would meet every other.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { HangsOn, Place } from './kinds.ts'
import { rows } from './table.ts'
import type { WriteItem } from './table.ts'
import type { Key } from './table.query.ts'

export type Delta = ReadonlyMap<string, number>

const field = 'n.'
const Counted = z.object({ schema: z.literal(1), group: z.string(), shard: z.int() }).catchall(z.unknown())

/** What fields `n.<what>` of a row hold. */
export const countsIn = (row: Readonly<Record<string, unknown>>): Map<string, number> =>
  new Map(
    Object.entries(row).flatMap(([name, n]): [string, number][] =>
      name.startsWith(field) && typeof n === 'number' && n !== 0 ? [[name.slice(field.length), n]] : [],
    ),
  )

/** Adds to a row's counts, and makes the row where there is none: a member of a transaction, never a write of its own. */
export const addition = (
  TableName: string,
  key: Key,
  fixed: Readonly<Record<string, string | number>>,
  delta: Delta,
): WriteItem => {
  const [sets, adds] = [Object.entries(fixed), [...delta]]
  return {
    Update: {
      TableName,
      Key: key,
      UpdateExpression: `SET ${sets.map((_, i) => `#s${i} = :s${i}`).join(', ')} ADD ${adds.map((_, i) => `#f${i} :f${i}`).join(', ')}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(sets.map(([name], i) => [`#s${i}`, name])),
        ...Object.fromEntries(adds.map(([what], i) => [`#f${i}`, `${field}${what}`])),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(sets.map(([, value], i) => [`:s${i}`, value])),
        ...Object.fromEntries(adds.map(([, n], i) => [`:f${i}`, n])),
      },
    },
  }
}

/** `after` less `before`; what comes to nothing is left out. */
export const deltaOf = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Delta => {
  const delta = new Map<string, number>(Object.entries(after))
  for (const [what, n] of Object.entries(before)) delta.set(what, (delta.get(what) ?? 0) - n)
  return new Map([...delta].filter(([, n]) => n !== 0))
}

export type Counters = {
  /** What these units change of the counters of a group: one write a row that they meet. */
  counting: (group: string, changes: readonly { unit: string; delta: Delta }[]) => WriteItem[]
  read: (group: string) => Promise<Map<string, number>>
}

export const counters = (spec: {
  table: string
  name: string
  shards: number
  /** What its rows go with, `place` being where those of a group lie. */
  hangsOn: (place: (group: string) => Place) => HangsOn
}): Counters => {
  const placeOf = (group: string): string => `counted#${spec.name}#${group}`
  const counted = rows({
    table: spec.table,
    schema: Counted,
    hangsOn: spec.hangsOn((group) => ({ pk: placeOf(group) })),
    personal: 'nothing',
    key: (of: { group: string; shard: number }) => ({ pk: placeOf(of.group), sk: String(of.shard).padStart(3, '0') }),
  })
  const shardOf = (unit: string): number => createHash('sha256').update(unit).digest()[0]! % spec.shards
  return {
    counting: (group, changes) => {
      const by = new Map<number, Map<string, number>>()
      for (const { unit, delta } of changes) {
        const shard = shardOf(unit)
        const sum = by.get(shard) ?? new Map<string, number>()
        by.set(shard, sum)
        for (const [what, n] of delta) sum.set(what, (sum.get(what) ?? 0) + n)
      }
      return [...by].flatMap(([shard, sum]) => {
        const delta = new Map([...sum].filter(([, n]) => n !== 0))
        const key = counted.keyOf({ group, shard })
        return delta.size > 0 ? [addition(counted.tableName(), key, { schema: 1, group, shard }, delta)] : []
      })
    },
    read: async (group) => {
      const sum = new Map<string, number>()
      for (const row of await counted.query(placeOf(group), { consistent: true }))
        for (const [what, n] of countsIn(row)) sum.set(what, (sum.get(what) ?? 0) + n)
      return sum
    },
  }
}
