/**
 * Counters that follow a table's stream, so that a dashboard reads a handful of rows however many there are (I19).
 *
 * A *unit* (a script, a bundle, a page) counts for something; what it counted for last is remembered beside the
 * counters, and both change in one transaction. So nothing is ever added blindly: told twice, late or out of order, a
 * unit counts for what its row says now, and once. Rebuilding is the same act for every unit there is.
 *
 * Why it cannot drift: the heads of a shard are read first, then what is remembered, then the truth. A write
 * since then has moved a head, the transaction fails, and all three are read again. So the last one to write has read
 * the truth after every other write, and each change of the truth is told after it happened. For this a stamp must
 * never come back: versions and attempt ids do not.
 *
 * A write is one transaction a window and shard: two units for each changed unit, and two for each kilobyte of a head.
 *
 * What grows with people (a marker, a teacher) lies in no head, which is one row of at most 400 KB: each has a row of its
 * own beside all shards. That row is added to, never read before: the transaction holds the shard's main head at its
 * version, so an addition happens with the memory of what it counted, or not at all.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod'
import { addition, countsIn } from './counters.ts'
import { randomOf, randomText } from './ports.ts'
import type { HangsOn, Place } from './kinds.ts'
import { latestKeys, rows, transact } from './table.ts'
import type { IndexKeys, WriteItem } from './table.ts'

export type Counts = Readonly<Record<string, number>>
/** What a unit is now: `stamp` names the state, `counts` is what it counts for. */
export type Told = { stamp: string; counts: Counts }

const Remembered = z.object({
  schema: z.literal(1),
  place: z.string(),
  unit: z.string(),
  stamp: z.string(),
  counts: z.record(z.string(), z.number()),
  /** The counts of a unit that has many, deflated: a write costs by the kilobyte. */
  packed: z.instanceof(Uint8Array).optional(),
})
type Remembered = z.infer<typeof Remembered>

/** Counts whose text is longer than this are packed. */
const plainBytes = 600
const pack = (counts: Counts): Pick<Remembered, 'counts' | 'packed'> => {
  const text = JSON.stringify(counts)
  return text.length > plainBytes ? { counts: {}, packed: deflateRawSync(text) } : { counts }
}
const unpacked = ({ counts, packed }: Pick<Remembered, 'counts' | 'packed'>): Counts =>
  packed ? (JSON.parse(inflateRawSync(packed).toString('utf8')) as Counts) : counts

const Head = z.object({
  schema: z.literal(1),
  place: z.string(),
  part: z.string(),
  counts: z.record(z.string(), z.number()),
  version: z.int(),
})
type Head = z.infer<typeof Head>

/** What one of many (a marker) has over all shards; each count is a field `n.<what>`. */
const Apart = z.object({ schema: z.literal(1), name: z.string() }).catchall(z.unknown())

/** That every unit of a group was told once. */
const Whole = z.object({ schema: z.literal(1), group: z.string(), at: z.int() })

export type Projection = {
  /** Brings the counters of a group in line with what these units are now; answers how many of them counted otherwise. */
  take: (group: string, units: readonly string[], now: NowOf) => Promise<number>
  /** The counters of a group. `fresh` are units that this caller has just changed: they count as told here. */
  read: (group: string, options?: { part?: string; fresh?: ReadonlyMap<string, Told> }) => Promise<Map<string, number>>
  /** When every unit of the group was told, as `markWhole` has said; null before. */
  wholeSince: (group: string) => Promise<number | null>
  markWhole: (group: string, at: number) => Promise<void>
  /** What is remembered of every unit of a group: what the counters must be the sum of. */
  remembered: (group: string) => Promise<Map<string, Told>>
  /** The rows apart of a group, by name. */
  readApart: (group: string) => Promise<Map<string, Map<string, number>>>
  /** The same, of those that begin so. */
  listApart: (group: string, prefix?: string) => Promise<ApartNow[]>
  /** The rows apart of these names; none of one that was never told. */
  readSomeApart: (group: string, names: readonly string[]) => Promise<ApartNow[]>
  /** Rows apart that were told at this time or after it, of the names that are `followed`. */
  apartSince: (group: string, at: number) => Promise<ApartNow[]>
  /** One part each, for parts that lie in one shard: where `of` is counted. */
  readParts: (group: string, wanted: readonly { of: string; part: string }[]) => Promise<Map<string, number>[]>
  /** The counters of a group and those parts as they are at one moment: no sum of the one contradicts the other. */
  readWith: (
    group: string,
    wanted: readonly { of: string; part: string }[],
  ) => Promise<{ counts: Map<string, number>; parts: Map<string, number>[] }>
  /** What these units counted for last; a unit that was never told is left out. */
  told: (group: string, units: readonly string[]) => Promise<Map<string, Told>>
  /** Units that begin with `prefix`, which lie in one shard, in order; `after` goes on behind that unit. */
  range: (group: string, prefix: string, options: { after?: string | undefined; limit: number }) => Promise<Unit[]>
  /** Units by an index of theirs (`index`), in its order; `after` goes on behind that key. */
  listed: (
    index: 'gsi1' | 'gsi2',
    key: string,
    options: { after?: string | undefined; prefix?: string | undefined; limit: number },
  ) => Promise<Unit[]>
}

/** One of many, and what it has over all shards. */
export type ApartNow = { name: string; counts: Map<string, number> }

/** A unit and what it counted for last. */
export type Unit = { unit: string; counts: Counts }

/** The truth of these units, read now; a unit that is gone is left out and counts for nothing. */
export type NowOf = (units: readonly string[]) => Promise<ReadonlyMap<string, Told>>

/** A transaction takes a hundred writes. */
const mostWrites = 100
/** Units of a shard that are read at once; what they write decides how many are told in one transaction. */
const atOnce = 85
/** Units whose rows are read in one round. */
const inRound = 500
/** A reader that is always overtaken gives up, and its batch comes again. */
const mostFailures = 60
const mainPart = ''
/** Rows apart lie in so many partitions, each of which takes a thousand writes a second. */
const apartShards = 4
type Changed = { unit: string; last: Told; next: Told }
/** What is added to a shard's heads by part, and to rows apart by name. */
type Deltas = { parts: Map<string, Map<string, number>>; apart: Map<string, Map<string, number>> }
const unitsOf = (remembered: readonly Remembered[]): Unit[] =>
  remembered.map((m) => ({ unit: m.unit, counts: unpacked(m) }))
const gone: Told = { stamp: 'gone', counts: {} }

const addTo = (sum: Map<string, number>, counts: Counts, sign: 1 | -1): void => {
  for (const [key, n] of Object.entries(counts)) {
    const next = (sum.get(key) ?? 0) + sign * n
    if (next === 0) sum.delete(key)
    else sum.set(key, next)
  }
}

/** One of many names, and what a count of one adds to its fields. */
export type ApartKey = { name: string; adds: Counts }

/**
 * A projection of a room's table. Counters of one `partOf` lie in one row a shard: what is read often should be small.
 * Counts must be integers: sums of fractions depend on their order.
 */
export const projection = (spec: {
  table: string
  name: string
  shards: number
  shardOf: (unit: string) => number
  partOf?: (key: string) => string
  /** Counts of which there are as many as people: each name has a row of its own. */
  apartOf?: (key: string) => ApartKey | null
  /** Names whose rows are found by when they were told: each telling costs two units more. */
  followed?: (name: string) => boolean
  /** What its counters go with, `places` being where those of a group lie. */
  hangsOn: (places: (group: string) => readonly Place[]) => HangsOn
  /** Where a unit is listed, by what it counts for. */
  index?: (of: Unit & { group: string }) => IndexKeys
}): Projection => {
  const { table } = spec
  const partOf = spec.partOf ?? (() => mainPart)
  const apartOf = spec.apartOf ?? (() => null)
  const placeOf = (group: string, shard: number): string => `count#${spec.name}#${group}#${shard}`
  const groupOf = (place: string): string => place.slice(`count#${spec.name}#`.length, place.lastIndexOf('#'))
  const wholePlace = (group: string): string => `count#${spec.name}#${group}`
  const places = (group: string): string[] => Array.from({ length: spec.shards }, (_, i) => placeOf(group, i))
  const apartPlaces = (group: string): string[] =>
    Array.from({ length: apartShards }, (_, shard) => `count#${spec.name}#${group}#apart${shard}`)
  const hangsOn = spec.hangsOn((group) =>
    [...places(group), ...apartPlaces(group), wholePlace(group)].map((pk) => ({ pk })),
  )
  const memories = rows({
    table,
    schema: Remembered,
    hangsOn,
    personal: 'nothing',
    key: (of: { place: string; unit: string }) => ({ pk: of.place, sk: `of#${of.unit}` }),
    index: (m) => spec.index?.({ group: groupOf(m.place), unit: m.unit, counts: unpacked(m) }) ?? {},
  })
  const heads = rows({
    table,
    schema: Head,
    hangsOn,
    personal: 'nothing',
    key: (of: { place: string; part: string }) => ({ pk: of.place, sk: `head#${of.part}` }),
  })
  const aparts = rows({
    table,
    schema: Apart,
    hangsOn,
    personal: 'nothing',
    key: (of: { group: string; name: string }) => ({
      pk: apartPlaces(of.group)[createHash('sha256').update(of.name).digest()[0]! % apartShards]!,
      sk: of.name,
    }),
  })
  const latestPlace = (group: string): string => `latest#${spec.name}#${group}`
  const wholes = rows({
    table,
    schema: Whole,
    hangsOn,
    personal: 'nothing',
    key: (of: { group: string }) => ({ pk: wholePlace(of.group), sk: 'whole' }),
  })
  /** What a shard's change adds to each of its heads. The main one guards the shard: it moves with every write. */
  const deltasOf = (changed: readonly Changed[]): Deltas => {
    const parts = new Map<string, Map<string, number>>([[mainPart, new Map()]])
    const apart = new Map<string, Map<string, number>>()
    const add = (counts: Counts, sign: 1 | -1): void => {
      for (const [key, n] of Object.entries(counts)) {
        const own = apartOf(key)
        const [of, row] = own ? [apart, own.name] : [parts, partOf(key)]
        const delta = of.get(row) ?? new Map<string, number>()
        of.set(row, delta)
        for (const [what, times] of own ? Object.entries(own.adds) : [[key, 1] as const])
          addTo(delta, { [what]: times * n }, sign)
      }
    }
    for (const { last, next } of changed) {
      add(last.counts, -1)
      add(next.counts, 1)
    }
    // What comes to nothing is not written.
    for (const [row, delta] of parts) if (delta.size === 0 && row !== mainPart) parts.delete(row)
    for (const [name, delta] of apart) if (delta.size === 0) apart.delete(name)
    return { parts, apart }
  }

  /**
   * The first stage of a unit that alone touches more rows than one transaction takes: so much of it is counted, and
   * remembered as counted under a stamp that no state has. The next look goes on from there, to the truth as it is then.
   */
  const stageOf = ({ unit, last, next }: Changed): Changed => {
    const counts: Record<string, number> = { ...last.counts }
    const touched = new Set<string>()
    for (const key of new Set([...Object.keys(last.counts), ...Object.keys(next.counts)])) {
      if (last.counts[key] === next.counts[key]) continue
      const own = apartOf(key)
      const row = own ? `apart ${own.name}` : `part ${partOf(key)}`
      // Beside these lie what is remembered and the main head.
      if (!touched.has(row) && touched.size === mostWrites - 2) continue
      touched.add(row)
      if (next.counts[key] === undefined) delete counts[key]
      else counts[key] = next.counts[key]
    }
    return { unit, last, next: { stamp: `on the way to ${next.stamp}`, counts } }
  }

  /** As many of the changes as one transaction takes, `whole` of them to their end: each may touch rows that no other does. */
  const fitting = (all: readonly Changed[]): { changed: readonly Changed[]; deltas: Deltas; whole: number } => {
    for (let n = all.length; ; n = Math.floor(n * 0.7)) {
      const changed = all.slice(0, n)
      const deltas = deltasOf(changed)
      if (n + deltas.parts.size + deltas.apart.size <= mostWrites) return { changed, deltas, whole: n }
      if (n > 1) continue
      const stage = [stageOf(all[0]!)]
      return { changed: stage, deltas: deltasOf(stage), whole: 0 }
    }
  }

  const adding = (group: string, name: string, delta: ReadonlyMap<string, number>): WriteItem =>
    addition(
      aparts.tableName(),
      aparts.keyOf({ group, name }),
      { schema: 1, name, ...(spec.followed?.(name) ? latestKeys(latestPlace(group)) : {}) },
      delta,
    )

  const placed = (place: string, part: string): string => `${place} ${part}`
  const headsAt = async (asked: readonly { place: string; part: string }[]): Promise<Map<string, Head>> =>
    new Map((await heads.getMany(asked)).map((h) => [placed(h.place, h.part), h]))

  /**
   * One round for some units of some shards: what all of them share is read at once, each shard is written alone. Answers
   * which units of each shard are done, in which shards another writer was faster, and how many units came to their end.
   */
  const takeRound = async (
    group: string,
    units: ReadonlyMap<string, readonly string[]>,
    now: NowOf,
  ): Promise<{ done: Map<string, ReadonlySet<string>>; lost: string[]; moved: number }> => {
    const asked = [...units].flatMap(([place, own]) => own.map((unit) => ({ place, unit })))
    const guards = await headsAt([...units.keys()].map((place) => ({ place, part: mainPart })))
    const before = new Map(
      (await memories.getMany(asked)).map((m) => [placed(m.place, m.unit), { stamp: m.stamp, counts: unpacked(m) }]),
    )
    const truth = await now([...new Set(asked.map((a) => a.unit))])
    const done = new Map<string, ReadonlySet<string>>()
    const lost: string[] = []
    let moved = 0
    const changes = [...units].flatMap(([place, own]) => {
      const all = own.flatMap((unit): Changed[] => {
        const next = truth.get(unit) ?? gone
        const last = before.get(placed(place, unit)) ?? gone
        return next.stamp === last.stamp ? [] : [{ unit, last, next }]
      })
      const { changed, deltas, whole } = fitting(all)
      const later = new Set(all.slice(whole).map((c) => c.unit))
      done.set(place, new Set(own.filter((unit) => !later.has(unit))))
      return changed.length > 0 ? [{ place, changed, deltas, whole }] : []
    })
    // Who changes another head moves the shard's main one as well: these may be read last.
    const others = await headsAt(
      changes.flatMap(({ place, deltas }) =>
        [...deltas.parts.keys()].filter((part) => part !== mainPart).map((part) => ({ place, part })),
      ),
    )
    const write = async ({ place, changed, deltas, whole }: (typeof changes)[number]): Promise<void> => {
      const writes = [...deltas.parts].map(([part, delta]) => {
        const head = (part === mainPart ? guards : others).get(placed(place, part))
        const sum = new Map(Object.entries(head?.counts ?? {}))
        addTo(sum, Object.fromEntries(delta), 1)
        const next: Head = { schema: 1, place, part, counts: Object.fromEntries(sum), version: head?.version ?? 1 }
        return head ? heads.saving(next) : heads.creating(next)
      })
      for (const [name, delta] of deltas.apart) writes.push(adding(group, name, delta))
      for (const { unit, next } of changed)
        writes.push(memories.putting({ schema: 1 as const, place, unit, stamp: next.stamp, ...pack(next.counts) }))
      // A "no" may be our own write whose answer was lost: the next look sees the same stamps everywhere.
      if (await transact(writes, randomText(24))) moved += whole
      else {
        done.set(place, new Set())
        lost.push(place)
      }
    }
    // Rows apart are shared by all shards: side by side, their transactions would refuse one another.
    if (changes.some((c) => c.deltas.apart.size > 0)) for (const change of changes) await write(change)
    else await Promise.all(changes.map(write))
    return { done, lost, moved }
  }

  const apartNow = (row: z.infer<typeof Apart>): ApartNow => ({
    name: row.name,
    counts: countsIn(row),
  })
  const listApart = async (group: string, prefix = ''): Promise<ApartNow[]> => {
    const found = await Promise.all(apartPlaces(group).map((place) => aparts.query(place, prefix ? { prefix } : {})))
    return found.flat().map(apartNow)
  }

  const readParts: Projection['readParts'] = async (group, wanted) => {
    const keys = wanted.map(({ of, part }) => ({ place: placeOf(group, spec.shardOf(of)), part }))
    const found = await headsAt(keys)
    return keys.map(({ place, part }) => new Map(Object.entries(found.get(placed(place, part))?.counts ?? {})))
  }

  return {
    take: async (group, units, now) => {
      const waiting = new Map<string, string[]>()
      for (const unit of new Set(units)) {
        const place = placeOf(group, spec.shardOf(unit))
        waiting.set(place, [...(waiting.get(place) ?? []), unit])
      }
      let all = 0
      for (let failures = 0; waiting.size > 0;) {
        const round = new Map<string, string[]>()
        let room = inRound
        for (const [place, own] of waiting) {
          if (room <= 0) break
          round.set(place, own.slice(0, Math.min(atOnce, room)))
          room -= atOnce
        }
        const { done: told, lost: late, moved } = await takeRound(group, round, now)
        all += moved
        for (const [place, done] of told) {
          const rest = waiting.get(place)!.filter((unit) => !done.has(unit))
          if (rest.length > 0) waiting.set(place, rest)
          else waiting.delete(place)
        }
        if (late.length === 0) continue
        if (++failures === mostFailures)
          throw new Error(`the counters of ${late.join(', ')} could not be written: too many writers`)
        // Two that met go on at different moments.
        await pause((randomOf(1)[0]! / 256) * Math.min(500, 4 * 2 ** failures))
      }
      return all
    },

    read: async (group, { part = mainPart, fresh = new Map<string, Told>() } = {}) => {
      const own = (counts: Counts) =>
        Object.fromEntries(Object.entries(counts).filter(([k]) => !apartOf(k) && partOf(k) === part))
      const units = [...fresh.keys()].map((unit) => ({ place: placeOf(group, spec.shardOf(unit)), unit }))
      const guards = async (): Promise<string> => {
        const found = await headsAt([...new Set(units.map((u) => u.place))].map((place) => ({ place, part: mainPart })))
        return [...found.values()]
          .map((h) => `${h.place} ${h.version}`)
          .sort()
          .join()
      }
      for (let look = 0; ; look++) {
        const before = units.length > 0 ? await guards() : ''
        const sum = new Map<string, number>()
        for (const head of await heads.getMany(places(group).map((place) => ({ place, part }))))
          addTo(sum, head.counts, 1)
        if (units.length === 0) return sum
        for (const last of await memories.getMany(units)) addTo(sum, own(unpacked(last)), -1)
        for (const told of fresh.values()) addTo(sum, own(told.counts), 1)
        // Told by the stream between the two reads, a unit would count twice or not at all.
        if (look === 8 || (await guards()) === before) return sum
      }
    },

    wholeSince: async (group) => (await wholes.get({ group }))?.at ?? null,
    markWhole: (group, at) => wholes.put({ schema: 1, group, at }),

    remembered: async (group) => {
      const all = await Promise.all(
        places(group).map((place) => memories.query(place, { prefix: 'of#', consistent: true })),
      )
      return new Map(all.flat().map((m) => [m.unit, { stamp: m.stamp, counts: unpacked(m) }]))
    },

    listApart,
    readSomeApart: async (group, names) => (await aparts.getMany(names.map((name) => ({ group, name })))).map(apartNow),
    apartSince: async (group, at) => (await aparts.since(latestPlace(group), at)).map(apartNow),
    readApart: async (group) => new Map((await listApart(group)).map(({ name, counts }) => [name, counts])),

    readParts,

    readWith: async (group, wanted) => {
      const shared = new Set(wanted.map(({ of }) => placeOf(group, spec.shardOf(of))))
      const mains = (from: Iterable<string>) => headsAt([...from].map((place) => ({ place, part: mainPart })))
      for (let look = 0; ; look++) {
        const before = await mains(places(group))
        const parts = await readParts(group, wanted)
        // Who changes a part moves its shard's main head as well.
        const after = shared.size > 0 && look < 8 ? await mains(shared) : before
        if (
          [...shared].some(
            (at) => before.get(placed(at, mainPart))?.version !== after.get(placed(at, mainPart))?.version,
          )
        )
          continue
        const counts = new Map<string, number>()
        for (const head of before.values()) addTo(counts, head.counts, 1)
        return { counts, parts }
      }
    },

    told: async (group, units) => {
      const keys = [...new Set(units)].map((unit) => ({ place: placeOf(group, spec.shardOf(unit)), unit }))
      return new Map((await memories.getMany(keys)).map((m) => [m.unit, { stamp: m.stamp, counts: unpacked(m) }]))
    },

    range: async (group, prefix, { after, limit }) =>
      unitsOf(
        await memories.query(placeOf(group, spec.shardOf(prefix)), {
          from: `of#${after === undefined ? prefix : `${after}\u0000`}`,
          to: `of#${prefix}\uffff`,
          limit,
          consistent: true,
        }),
      ),

    listed: async (index, key, { after, prefix = '', limit }) =>
      unitsOf(
        await memories.queryIndex(index, key, {
          from: after === undefined ? prefix || ' ' : `${after}\u0000`,
          to: `${prefix}\uffff`,
          limit,
        }),
      ),
  }
}
