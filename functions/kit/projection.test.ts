import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultKinds, withFaults } from './faults.ts'
import { newId, usePorts } from './ports.ts'
import { stays } from './kinds.ts'
import { projection } from './projection.ts'
import type { NowOf, Told } from './projection.ts'
import { actAs } from './testing.ts'

const counted = projection({
  hangsOn: () => stays('of this test alone'),
  table: 'TABLE_IDENTITY',
  name: 'test',
  shards: 2,
  shardOf: (unit) => unit.charCodeAt(0) % 2,
  partOf: (key) => (key.startsWith('=') ? 'places' : ''),
  apartOf: (key) => (key.startsWith('@') ? { name: key.slice(1), adds: { n: 1 } } : null),
  followed: (name) => name !== 'unfollowed',
})

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Truth as a store would hold it: a state of each unit and its version. */
class Truth {
  readonly rows = new Map<string, { state: string; version: number }>()
  set(unit: string, state: string): void {
    this.rows.set(unit, { state, version: (this.rows.get(unit)?.version ?? 0) + 1 })
  }
  told(unit: string): Told | undefined {
    const row = this.rows.get(unit)
    return (
      row && {
        stamp: String(row.version),
        counts: { all: 1, [row.state]: 1, [`=${row.state}`]: 2, [`@${row.state}`]: 3 },
      }
    )
  }
  /** What was read may be old when it arrives: some answers take longer than others. */
  now: NowOf = async (units) => {
    const read = new Map(units.flatMap((u) => (this.told(u) ? [[u, this.told(u)!]] : [])))
    await pause((this.reads++ % 3) * 6)
    return read
  }
  reads = 0
  fold(part: '=' | '@' | ''): Map<string, number> {
    const sum = new Map<string, number>()
    for (const unit of this.rows.keys())
      for (const [key, n] of Object.entries(this.told(unit)!.counts))
        if ((/^[=@]/.exec(key)?.[0] ?? '') === part) sum.set(key, (sum.get(key) ?? 0) + n)
    return sum
  }
}

beforeAll(() => actAs('identity-api'))

const units = ['a', 'b', 'c', 'd', 'e']
const holds = async (group: string, truth: Truth): Promise<void> => {
  expect(await counted.read(group)).toEqual(truth.fold(''))
  expect(await counted.read(group, { part: 'places' })).toEqual(truth.fold('='))
  const apart = [...(await counted.readApart(group))].map(([name, of]): [string, number] => [`@${name}`, of.get('n')!])
  expect(new Map(apart.filter(([, n]) => n !== undefined))).toEqual(truth.fold('@'))
}

describe('a projection', () => {
  it('is the fold of its rows, told in any order, twice, late and by several readers at once (I19)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...units), fc.constantFrom('open', 'done', 'void')), { maxLength: 25 }),
        fc.array(fc.nat(1000), { minLength: 25, maxLength: 25 }),
        fc.nat(24),
        async (changes, order, early) => {
          const group = newId<string>('file')
          const truth = new Truth()
          // Some events are handled while the truth still changes, by readers that run beside each other.
          const running: Promise<number>[] = []
          for (const [i, [unit, state]] of changes.entries()) {
            truth.set(unit, state)
            if (i >= early) continue
            running.push(counted.take(group, [unit], truth.now))
            await pause(order[i]! % 4)
          }
          // The others come later, mixed up, and every third twice, in batches.
          const late = changes
            .map(([unit], i) => ({ unit, at: order[i]! }))
            .slice(early)
            .flatMap((e, i) => (i % 3 === 0 ? [e, { ...e, at: e.at / 2 }] : [e]))
            .sort((a, b) => a.at - b.at)
            .map((e) => e.unit)
          for (let at = 0; at < late.length; at += 7)
            running.push(counted.take(group, late.slice(at, at + 7), truth.now))
          await Promise.all(running)
          await holds(group, truth)
          // Rebuilding changes nothing.
          expect(await counted.take(group, units, truth.now)).toBe(0)
          await holds(group, truth)
          const remembered = await counted.remembered(group)
          expect([...remembered.keys()].sort()).toEqual([...truth.rows.keys()].sort())
        },
      ),
      { numRuns: 15 },
    )
  })

  it('what was read before another wrote is read again', async () => {
    const group = newId<string>('file')
    const truth = new Truth()
    truth.set('a', 'open')
    const opened = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    let first = true
    const slow = counted.take(group, ['a'], async (units) => {
      const old = await truth.now(units)
      if (!first) return truth.now(units)
      first = false
      asked.resolve()
      await opened.promise
      return old
    })
    await asked.promise
    truth.set('a', 'done')
    await counted.take(group, ['a'], truth.now)
    opened.resolve()
    await slow
    await holds(group, truth)
  })

  it('reads a part and the whole of one moment, however many write beside it', async () => {
    const group = newId<string>('file')
    const truth = new Truth()
    const states = ['open', 'done', 'void']
    const wanted = ['a', 'b'].map((of) => ({ of, part: 'places' }))
    // One write at a time beside the reads: no read is overtaken twice.
    for (let i = 0; i < 20; i++) {
      const unit = units[i % units.length]!
      truth.set(unit, states[i % states.length]!)
      let writing = true
      const written = counted.take(group, [unit], truth.now).finally(() => (writing = false))
      while (writing) {
        const { counts, parts } = await counted.readWith(group, wanted)
        for (const state of states)
          expect(parts.reduce((n, p) => n + (p.get(`=${state}`) ?? 0), 0)).toBe(2 * (counts.get(state) ?? 0))
      }
      await written
    }
  })

  it('counts once, at any failure on the way', async () => {
    for (const kind of faultKinds) {
      for (let at = 0; at < 5; at++) {
        const group = newId<string>('file')
        const truth = new Truth()
        truth.set('a', 'open')
        await counted.take(group, ['a'], truth.now)
        truth.set('a', 'done')
        truth.set('c', 'open')
        const faults = withFaults(({ index }) => (index === at ? kind : null))
        await counted.take(group, ['a', 'c'], truth.now).catch(() => undefined)
        faults.stop()
        // The batch of the stream comes again.
        await counted.take(group, ['a', 'c'], truth.now)
        await holds(group, truth)
      }
    }
  })

  it('lets who has just changed something see it, and forgets what is gone', async () => {
    const group = newId<string>('file')
    const truth = new Truth()
    truth.set('a', 'open')
    truth.set('b', 'open')
    await counted.take(group, units, truth.now)
    truth.set('a', 'done')
    const fresh = new Map([['a', truth.told('a')!]])
    expect(await counted.read(group, { fresh })).toEqual(truth.fold(''))
    expect((await counted.read(group)).get('open')).toBe(2)
    truth.rows.delete('b')
    await counted.take(group, units, truth.now)
    await holds(group, truth)
    expect(await counted.wholeSince(group)).toBeNull()
    await counted.markWhole(group, 5)
    expect(await counted.wholeSince(group)).toBe(5)
  })

  it('has a row for each of a thousand people, and no head grows by them', async () => {
    const group = newId<string>('file')
    const name = (i: number): string => `@user_01K8ZC3X9V${String(i).padStart(16, '0')}`
    // Fifty people a unit: what fits into one transaction is told in one, the rest in the next.
    const many = Array.from({ length: 20 }, (_, i) => `u${i}`)
    const now: NowOf = async (asked) =>
      new Map(
        asked.map((unit) => {
          const at = Number(unit.slice(1)) * 50
          const people = Array.from({ length: 50 }, (_, i) => [name(at + i), 1])
          return [unit, { stamp: '1', counts: { all: 1, ...(Object.fromEntries(people) as Record<string, number>) } }]
        }),
      )
    await counted.take(group, many, now)
    const apart = await counted.readApart(group)
    expect(apart.size).toBe(1000)
    expect([...apart.values()].every((of) => of.get('n') === 1)).toBe(true)
    expect(await counted.read(group)).toEqual(new Map([['all', 20]]))
    // Many keys are packed: what a unit is remembered by stays small, and says the same.
    const remembered = await counted.remembered(group)
    expect(remembered.get('u7')).toEqual((await now(['u7'])).get('u7'))
    await counted.take(group, many, async () => new Map())
    expect([...(await counted.readApart(group)).values()].every((of) => of.size === 0)).toBe(true)
  })

  it('finds rows apart by when they were told, of the names that are followed', async () => {
    const group = newId<string>('file')
    let at = 10_000
    const back = usePorts({ now: () => at })
    const tell = (unit: string, version: number, ...names: string[]) =>
      counted.take(group, [unit], async () => {
        const counts = Object.fromEntries(names.map((name) => [`@${name}`, version]))
        return new Map([[unit, { stamp: String(version), counts }]])
      })
    await tell('a', 1, 'east', 'west', 'unfollowed')
    at = 20_000
    await tell('b', 1, 'west')
    const since = async (time: number) =>
      (await counted.apartSince(group, time)).map(({ name, counts }) => [name, counts.get('n')]).sort()
    expect(await since(10_000)).toEqual([
      ['east', 1],
      ['west', 2],
    ])
    expect(await since(10_001)).toEqual([['west', 2]])
    // Told again it is where it was; and what counts no more was told then.
    at = 30_000
    await tell('b', 1, 'west')
    expect(await since(20_001)).toEqual([])
    await tell('a', 2)
    expect(await since(20_001)).toEqual([
      ['east', undefined],
      ['west', 1],
    ])
    expect(await counted.readSomeApart(group, ['west', 'unheard'])).toEqual([
      { name: 'west', counts: new Map([['n', 1]]) },
    ])
    back()
  })

  it('tells in several transactions what touches more rows than one takes', async () => {
    const group = newId<string>('file')
    const places = projection({
      hangsOn: () => stays('of this test alone'),
      table: 'TABLE_IDENTITY',
      name: 'places',
      shards: 1,
      shardOf: () => 0,
      partOf: (key) => key,
    })
    const units60 = Array.from({ length: 60 }, (_, i) => `u${i}`)
    await places.take(
      group,
      units60,
      async (asked) => new Map(asked.map((u) => [u, { stamp: '1', counts: { [`@${u}`]: 1 } }])),
    )
    const parts = units60.map((of) => ({ of, part: `@${of}` }))
    expect((await places.readParts(group, parts)).every((of) => [...of.values()].join() === '1')).toBe(true)
  })

  it('tells by stages what alone touches more rows than one transaction takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.nat(349), { minLength: 1, maxLength: 260, size: 'max' }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.boolean(),
        async (states, moves) => {
          const group = newId<string>('file')
          const countsOf = (people: readonly number[]) => ({
            all: 1,
            ...Object.fromEntries(people.map((n) => [`@p${n}`, 2])),
          })
          const fold = (people: readonly number[]) => new Map(people.map((n) => [`p${n}`, 2]))
          const apart = async () =>
            new Map(
              [...(await counted.readApart(group))].flatMap(([name, of]) => (of.has('n') ? [[name, of.get('n')]] : [])),
            )
          for (const [version, people] of states.entries()) {
            let looks = 0
            // The truth may change while the stages are told: the next look goes on to what is there then.
            const now: NowOf = async (asked) => {
              const early = moves && looks++ === 0 ? people.map((n) => (n + 7) % 350) : people
              return new Map(
                asked.map((u) => [u, { stamp: `${version} ${early === people}`, counts: countsOf(early) }]),
              )
            }
            if (moves) await counted.take(group, ['a'], now)
            const moved = await counted.take(group, ['a', 'b'], now)
            // A unit counts once among those that moved, however many stages it took.
            if (!moves) expect(moved).toBe(2)
            const twice = new Map([...fold(people)].map(([name, n]) => [name, 2 * n]))
            expect(await apart()).toEqual(twice)
            expect(await counted.read(group)).toEqual(new Map([['all', 2]]))
            expect((await counted.remembered(group)).get('a')!.counts).toEqual(countsOf(people))
            // Told again, it is nothing.
            expect(await counted.take(group, ['a', 'b'], now)).toBe(0)
          }
          await counted.take(group, ['a', 'b'], async () => new Map())
          expect(await apart()).toEqual(new Map())
          expect(await counted.read(group)).toEqual(new Map())
        },
      ),
      { numRuns: 6 },
    )
  })

  it('counts by stages once, at any failure on the way', async () => {
    const people = Array.from({ length: 230 }, (_, i) => `@p${i}`)
    const now: NowOf = async (asked) =>
      new Map(asked.map((u) => [u, { stamp: '1', counts: Object.fromEntries(people.map((p) => [p, 1])) }]))
    for (const kind of faultKinds)
      for (const at of [4, 8]) {
        const group = newId<string>('file')
        const faults = withFaults(({ index }) => (index === at ? kind : null))
        await counted.take(group, ['a'], now).catch(() => undefined)
        faults.stop()
        // The stream tells again what failed.
        await counted.take(group, ['a'], now)
        const apart = await counted.readApart(group)
        expect(apart.size).toBe(230)
        expect([...apart.values()].every((of) => of.get('n') === 1)).toBe(true)
      }
  })
})
