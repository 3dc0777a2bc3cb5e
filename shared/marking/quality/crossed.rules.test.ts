import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { severitiesOf } from './apart.rules.ts'
import { crossedOf, middleOf } from './crossed.rules.ts'
import type { Beside, Crossing } from './crossed.rules.ts'
import { byPairs, noneGiven, noSums, verdictOf } from './quality.rules.ts'
import type { Sums } from './quality.rules.ts'

/** A stream of chance that a seed names (mulberry32), and normal numbers of it (Box and Muller). */
const chance = (seed: number) => {
  let s = seed >>> 0
  const next = (): number => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) }
}

const [full, step, noise] = [1000, 50, 80]
const onGrid = (x: number): number => Math.min(full, Math.max(0, Math.round(x / step) * step))

/** What a severity takes from marks or adds to them: at the ends of the grid it is less than it says. */
const effects = new Map<number, number>()
const effectOf = (severity: number): number => {
  const known = effects.get(severity)
  if (known !== undefined) return known
  const luck = chance(7)
  let sum = 0
  for (let i = 0; i < 20_000; i++) {
    const look = 500 + 208 * luck.normal() + noise * luck.normal()
    sum += onGrid(look + severity) - onGrid(look)
  }
  effects.set(severity, sum / 20_000)
  return sum / 20_000
}

type Pair = readonly [a: number, b: number, scoreA: number, scoreB: number]
/** Bundles of twenty answers, each with two of the markers by chance; so many answers a marker. */
const marked = (luck: ReturnType<typeof chance>, severities: readonly number[], each: number): Pair[][] => {
  const m = severities.length
  return Array.from({ length: Math.round((m * each) / 40) }, () => {
    const a = Math.floor(luck.next() * m)
    return bundle(luck, severities, a, (a + 1 + Math.floor(luck.next() * (m - 1))) % m, 20)
  })
}
const bundle = (
  luck: ReturnType<typeof chance>,
  severities: readonly number[],
  a: number,
  b: number,
  size: number,
): Pair[] =>
  Array.from({ length: size }, (): Pair => {
    const truth = 500 + 208 * luck.normal()
    const look = (i: number): number => onGrid(truth + severities[i]! + noise * luck.normal())
    return [a, b, look(a), look(b)]
  })
/** The same with as many for each: ten rounds in which all are paired by chance. */
const evenly = (luck: ReturnType<typeof chance>, severities: readonly number[], each: number): Pair[] =>
  Array.from({ length: 10 }, () => {
    const order = severities.map((_, i) => ({ i, by: luck.next() })).sort((x, y) => x.by - y.by)
    return Array.from({ length: severities.length / 2 }, (_, k) =>
      bundle(luck, severities, order[2 * k]!.i, order[2 * k + 1]!.i, each / 10),
    )
  }).flat(2)
const plus = (s: Sums, x: number): Sums => ({ n: s.n + 1, sum: s.sum + x, squares: s.squares + x * x })
const tallied = (m: number, pairs: readonly Pair[]): Crossing[] => {
  const all = Array.from({ length: m }, (_, i) => ({ name: `m${i}`, pairs: noSums, beside: new Map<string, Beside>() }))
  const add = (own: number, other: number, by: number): void => {
    const of = all[own]!
    of.pairs = plus(of.pairs, by)
    const { n, sum } = of.beside.get(`m${other}`) ?? { n: 0, sum: 0 }
    of.beside.set(`m${other}`, { n: n + 1, sum: sum + by })
  }
  for (const [a, b, x, y] of pairs) {
    add(a, b, x - y)
    add(b, a, y - x)
  }
  return all
}
/** As the quality screen gives them. */
const givenOf = (of: Crossing) => ({
  own: { ...noneGiven, ...of, pairs: { ...noneGiven.pairs, ...of.pairs } },
  others: noneGiven,
})

/** What markers are truly worth beside those in the middle. */
const beside = (truths: readonly number[]): number[] => {
  const middle = middleOf(truths)
  const level = middle.reduce((sum, i) => sum + truths[i]! / middle.length, 0)
  return truths.map((t) => t - level)
}

/** Of all markers of so many markings, the share whose truth lies within two errors of the figure. */
const covered = (runs: number, severitiesBy: (luck: ReturnType<typeof chance>) => number[]): number => {
  let [within, all] = [0, 0]
  for (let seed = 1; seed <= runs; seed++) {
    const luck = chance(seed)
    const severities = severitiesBy(luck)
    const truth = beside(severities.map(effectOf))
    const found = crossedOf(tallied(severities.length, marked(luck, severities, 150).flat()), step)
    for (const [i, s] of found.entries()) {
      if (!s) continue
      all++
      if (Math.abs(s.value - truth[i]!) <= 2 * s.error) within++
    }
  }
  return within / all
}
const usual = (m: number) => (luck: ReturnType<typeof chance>) =>
  Array.from({ length: m }, () => 5 * Math.round(5 * luck.normal()))

describe('the severity of all markers at once', () => {
  it.each([
    ['four, one of whom is two points of ten too hard', 1000, () => [-200, 0, 0, 0]],
    ['three', 1000, usual(3)],
    ['six', 1000, usual(6)],
    ['thirty', 100, usual(30)],
  ])('is within two errors of the truth in 95 of 100: of %s', (_, runs, severities) => {
    expect(covered(runs, severities)).toBeGreaterThanOrEqual(0.95)
  })

  it('names who is two points too hard and none of the three beside, whom pairs alone call too mild', () => {
    const named = { hard: 0, fair: 0, byPairs: 0 }
    for (let seed = 1; seed <= 300; seed++) {
      const all = tallied(4, marked(chance(seed), [-200, 0, 0, 0], 150).flat())
      const told = severitiesOf(all.map(givenOf), step, false).map((s) => verdictOf(s, full))
      if (told[0] === 'strict') named.hard++
      named.fair += told.slice(1).filter((v) => v === 'strict' || v === 'lenient').length
      named.byPairs += all.slice(1).filter((m) => verdictOf(byPairs(givenOf(m).own, step), full) === 'lenient').length
    }
    expect(named.hard).toBe(300)
    expect(named.fair / 900).toBeLessThanOrEqual(0.01)
    expect(named.byPairs / 900).toBeGreaterThan(0.5)
  })

  it('finds half a point of ten within 150 answers of each, nine times in ten', () => {
    let found = 0
    for (let seed = 1; seed <= 200; seed++) {
      const all = tallied(6, evenly(chance(seed), [-50, 0, 0, 0, 0, 0], 150))
      if (verdictOf(severitiesOf(all.map(givenOf), step, false)[0]!, full) === 'strict') found++
    }
    expect(found).toBeGreaterThanOrEqual(175)
  })

  it('names at most one fair marker in a hundred on a day that is looked at after every bundle', () => {
    let alarms = 0
    for (let seed = 1; seed <= 200; seed++) {
      const bundles = marked(chance(seed), [0, 0, 0, 0, 0], 300)
      const named = new Set<number>()
      for (let n = 5; n <= bundles.length; n++) {
        const told = crossedOf(tallied(5, bundles.slice(0, n).flat()), step)
        for (const [i, s] of told.entries()) if (s && verdictOf(s, full) !== 'even') named.add(i)
      }
      alarms += named.size
    }
    expect(alarms / 1000).toBeLessThanOrEqual(0.01)
  })

  it('is what the difference is where only two marked', () => {
    const all = tallied(2, marked(chance(3), [0, -60], 100).flat())
    expect(severitiesOf(all.map(givenOf), step, false)).toEqual(all.map((m) => byPairs(givenOf(m).own, step)))
  })

  it('is exact where marks fit it, by any pairs that lead from one to the other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 8 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
        (severities, more) => {
          const m = severities.length
          // A way through all of them, and some more.
          const couples = [...severities.keys()].slice(1).map((i): [number, number] => [i - 1, i])
          for (const [x, y] of more) if (x % m !== y % m) couples.push([x % m, y % m])
          const pairs = couples.flatMap(([a, b]) =>
            Array.from({ length: 10 }, (_, i): Pair => [a, b, 50 * (severities[a]! + i), 50 * (severities[b]! + i)]),
          )
          const found = crossedOf(tallied(m, pairs), step)
          const truth = beside(severities.map((s) => 50 * s))
          for (const [i, s] of found.entries()) expect(s!.value).toBeCloseTo(truth[i]!, 6)
        },
      ),
    )
  })

  it('is not told where partners are unknown, were not counted from the beginning, or are too few', () => {
    const all = tallied(3, marked(chance(5), [0, 0, 0], 100).flat())
    expect(crossedOf(all, step)).not.toContain(null)
    expect(crossedOf(all.slice(0, 2), step)).toEqual([null, null])
    const late = all.map((m, i) => (i === 0 ? { ...m, pairs: { ...m.pairs, n: m.pairs.n + 1 } } : m))
    expect(crossedOf(late, step)).toEqual([null, null, null])
    expect(crossedOf([{ name: 'a', pairs: noSums, beside: new Map() }], step)).toEqual([null])
    const few = tallied(3, [0, 1, 0].map((a): Pair[] => bundle(chance(5), [0, 0, 0], a, 2, 3)).flat())
    expect(crossedOf(few, step)).toEqual([null, null, null])
    // Then it is what pairs alone tell.
    expect(severitiesOf(late.map(givenOf), step, false)[1]).toEqual(byPairs(givenOf(late[1]!).own, step))
  })
})

it('the middle leaves out a quarter at each end, and one at least', () => {
  expect(middleOf([-200, 0, 10])).toEqual([1])
  expect(middleOf([5, -200, 7, 6])).toEqual([0, 3])
  expect(middleOf([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([2, 3, 4, 5])
})
