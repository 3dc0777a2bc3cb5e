import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agreementOf,
  chanceOfDistance,
  noStratum,
  bandOf,
  bands,
  given as together,
  leastShare,
  marginOf,
  noneGiven,
  severityOf,
  spreadOf,
  strata,
  stratumOf,
  verdictOf,
  widthOf,
} from './quality.rules.ts'
import type { Given } from './quality.rules.ts'

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

const full = 1000
const step = 50
const onGrid = (x: number): number => Math.min(full, Math.max(0, Math.round(x / step) * step))

type Marker = { severity: number; noise: number; middle?: number }
/** A marker's look at an answer worth `truth`. */
const lookOf = ({ severity, noise, middle = 1 }: Marker, truth: number, normal: () => number): number =>
  onGrid(500 + (truth - 500) * middle + severity + noise * normal())

type Looked = { score: number; stratum: number; other?: number }
/** The counters of these marks, each counted by itself. */
const tallied = (marks: readonly Looked[], tolerance = 0, top = full): Given =>
  marks
    .map(({ score, stratum, other }): Given => {
      const by = other === undefined ? null : score - other
      const sums = (value: number) => ({ n: 1, sum: value, squares: value * value })
      return {
        strata: noneGiven.strata.map((s, i) => (i === stratum ? sums(score) : s)),
        bands: noneGiven.bands.map((_, i) => (i === bandOf(score, top) ? 1 : 0)),
        pairs:
          by === null
            ? noneGiven.pairs
            : { ...sums(by), far: Math.abs(by), exact: by === 0 ? 1 : 0, within: Math.abs(by) <= tolerance ? 1 : 0 },
      }
    })
    .reduce((a, b) => together(a, b), noneGiven)

/** Students of classes that differ: what they choose tells some of what they write. */
const student = ({ next, normal }: ReturnType<typeof chance>, classMean: number) => {
  const ability = classMean + normal()
  const chosen = 1 / (1 + Math.exp(-(0.4 + 0.9 * ability + 0.6 * normal())))
  return { stratum: stratumOf(Math.round(chosen * 20) / 20), truth: 500 + 170 * ability + 120 * normal(), luck: next() }
}

/**
 * Answers as the queue deals them: classes of forty, bundles of twenty that are mixed within a slice of two hundred, and of
 * all bundles of the question a marker takes some by chance.
 */
const dealt = (luck: ReturnType<typeof chance>, own: number, others: number) => {
  const bundles = Array.from({ length: Math.ceil((own + others) / 200) }, () => {
    const means = Array.from({ length: 5 }, () => 0.4 * luck.normal())
    const slice = Array.from({ length: 200 }, (_, i) => student(luck, means[Math.floor(i / 40)]!))
    slice.sort((a, b) => a.luck - b.luck)
    return Array.from({ length: 10 }, (_, i) => slice.slice(20 * i, 20 * i + 20))
  }).flat()
  const all = bundles
    .map((answers) => ({ answers, luck: luck.next() }))
    .sort((a, b) => a.luck - b.luck)
    .flatMap((b) => b.answers)
  return { own: all.slice(0, own), others: all.slice(own, own + others) }
}

const singly = (seed: number, own: Marker, answers: number): { own: Looked[]; others: Given } => {
  const luck = chance(seed)
  const of = dealt(luck, answers, 1000)
  const others = of.others.map((a) => ({
    stratum: a.stratum,
    score: lookOf({ severity: 0, noise: 80 }, a.truth, luck.normal),
  }))
  const marks = of.own.map((a) => ({ stratum: a.stratum, score: lookOf(own, a.truth, luck.normal) }))
  return { own: marks, others: tallied(others) }
}
const single = (seed: number, own: Marker, answers: number): { given: Given; others: Given } => {
  const { own: marks, others } = singly(seed, own, answers)
  return { given: tallied(marks), others }
}

const doubly = (seed: number, own: Marker, answers: number): { own: Looked[]; others: Given } => {
  const luck = chance(seed)
  const both = dealt(luck, answers, 0).own.map((a) => {
    const other = { severity: 25 * luck.normal(), noise: 80 }
    return { stratum: a.stratum, score: lookOf(own, a.truth, luck.normal), other: lookOf(other, a.truth, luck.normal) }
  })
  return { own: both, others: tallied(both.map((b) => ({ stratum: b.stratum, score: b.other }))) }
}
const double = (seed: number, own: Marker, answers: number): { given: Given; others: Given } => {
  const { own: marks, others } = doubly(seed, own, answers)
  return { given: tallied(marks), others }
}

describe('severity', () => {
  it('is within two standard errors of the truth in 95 of 100 simulated markings, with a second mark and without', () => {
    for (const [name, made, least] of [
      ['strata', single, 0.95],
      ['pairs', double, 0.95],
    ] as const) {
      let within = 0
      for (let seed = 1; seed <= 1000; seed++) {
        const severity = ((seed % 5) - 2) * 20
        const { given, others } = made(seed, { severity, noise: 80 }, 150)
        const found = severityOf(given, others, step)!
        if (Math.abs(found.value - severity) <= 2 * found.error) within++
      }
      expect({ name, within: within / 1000 >= least }).toEqual({ name, within: true })
    }
  })

  it('of half a point of ten is found within 150 answers that another marks too', () => {
    let found = 0
    for (let seed = 1; seed <= 200; seed++) {
      const { given, others } = double(seed, { severity: -50, noise: 80 }, 150)
      if (verdictOf(severityOf(given, others, step), full) === 'strict') found++
    }
    expect(found).toBeGreaterThanOrEqual(195)
  })

  it('of half a point of ten is found within 400 answers that are marked once', () => {
    let found = 0
    for (let seed = 1; seed <= 100; seed++) {
      const { given, others } = single(seed, { severity: 50, noise: 80 }, 400)
      if (verdictOf(severityOf(given, others, step), full) === 'lenient') found++
    }
    expect(found).toBeGreaterThanOrEqual(80)
  })

  it('is said of at most one fair marker in a hundred, looked at after every ten answers of a day', () => {
    for (const made of [singly, doubly]) {
      let alarms = 0
      for (let seed = 1; seed <= 1000; seed++) {
        const { own, others } = made(seed, { severity: 0, noise: 80 }, 300)
        let seen = tallied(own.slice(0, 20))
        for (let n = 30; n <= 300; n += 10) {
          seen = together(seen, tallied(own.slice(n - 10, n)))
          if (verdictOf(severityOf(seen, others, step), full) === 'even') continue
          alarms++
          break
        }
      }
      expect(alarms).toBeLessThanOrEqual(10)
    }
  })

  it('says nothing of a few answers, and nothing of what is too small to matter', () => {
    const { given, others } = single(1, { severity: -300, noise: 10 }, 29)
    expect(severityOf(given, others, step)).toBeNull()
    expect(verdictOf(null, full)).toBeNull()
    expect(verdictOf({ value: -19, error: 0.1, answers: 9000, from: 'pairs' }, full)).toBe('even')
    expect(verdictOf({ value: -20, error: 0.1, answers: 9000, from: 'pairs' }, full)).toBe('strict')
    // Two that always agree are known to a grid's width, not to nothing.
    const same = { ...noneGiven, pairs: { ...noneGiven.pairs, n: 25, exact: 25, within: 25 } }
    expect(severityOf(same, noneGiven, step)).toEqual({
      value: 0,
      error: 50 / Math.sqrt(12) / 5,
      answers: 25,
      from: 'pairs',
    })
  })

  it('of two markers is the same figure from both sides with the other sign, or none from either', () => {
    let [told, none] = [0, 0]
    for (let seed = 1; seed <= 300; seed++) {
      const { given: a } = single(seed, { severity: (seed % 7) * 15, noise: 80 }, 20 + (seed % 40))
      const { given: b } = single(seed + 1000, { severity: 0, noise: 60 + (seed % 50) }, 20 + ((seed * 7) % 60))
      const [one, other] = [severityOf(a, b, step), severityOf(b, a, step)]
      expect(one === null).toBe(other === null)
      if (!one || !other) {
        none++
        continue
      }
      told++
      expect(one.value + other.value).toBeCloseTo(0, 9)
      expect(one.error).toBeCloseTo(other.error, 9)
      expect(verdictOf(one, full)).toBe({ strict: 'lenient', lenient: 'strict', even: 'even' }[verdictOf(other, full)!])
    }
    expect(Math.min(told, none)).toBeGreaterThan(20)
  })

  it('is told exactly where its interval excludes nought, and is large enough to matter', () => {
    for (let value = -400; value <= 400; value += 10)
      for (const error of [1, 10, 40, 100]) {
        const excludes = Math.abs(value) > marginOf({ error })
        const told = verdictOf({ value, error, answers: 100, from: 'pairs' }, full) !== 'even'
        expect(told).toBe(excludes && Math.abs(value) >= leastShare * full)
      }
  })

  it('compares no strata that the others lack', () => {
    const marks = (stratum: number): Given => tallied(Array.from({ length: 100 }, () => ({ score: 500, stratum })))
    expect(severityOf(marks(0), marks(4), step)).toBeNull()
    expect(severityOf(marks(0), marks(0), step)).toMatchObject({ value: 0 })
  })
})

describe('spread', () => {
  it('that stays in the middle is told, a usual one is not', () => {
    const flagged = (middle: number): number =>
      Array.from({ length: 100 }, (_, i) => single(i + 1, { severity: 0, noise: 60, middle }, 200)).filter(
        ({ given, others }) => widthOf(given, others)?.safe,
      ).length
    expect(flagged(0.3)).toBeGreaterThanOrEqual(95)
    expect(flagged(1)).toBe(0)
  })

  it('is that of the values one by one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 60 }), (values) => {
        const { n, mean, sd } = spreadOf(tallied(values.map((v) => ({ score: v * 50, stratum: v % 6 }))))
        const m = values.reduce((a, b) => a + b * 50, 0) / values.length
        const s = Math.sqrt(values.reduce((a, b) => a + (b * 50 - m) ** 2, 0) / (values.length - 1))
        expect(n).toBe(values.length)
        expect(mean).toBeCloseTo(m, 9)
        expect(sd).toBeCloseTo(s, 9)
      }),
    )
  })
})

describe('distributions', () => {
  it('of one kind are rarely far apart, of two kinds are', () => {
    const chances = Array.from({ length: 200 }, (_, i) => single(i + 1, { severity: 0, noise: 80 }, 200)).map(
      ({ given, others }) => chanceOfDistance(given, others)!,
    )
    expect(chances.filter((p) => p < 0.05).length).toBeLessThanOrEqual(16)
    const { given, others } = single(3, { severity: 0, noise: 60, middle: 0.2 }, 200)
    expect(chanceOfDistance(given, others)).toBeLessThan(0.001)
  })

  it('follow the published table: 1.358 is passed by chance in one of twenty', () => {
    const n = 100_000
    const shift = Math.round(n * (1.3581 / Math.sqrt(n / 2)))
    const at = (low: number): Given => ({ ...noneGiven, bands: noneGiven.bands.map((_, i) => [low, n - low][i] ?? 0) })
    expect(chanceOfDistance(at(n / 2), at(n / 2 - shift))).toBeCloseTo(0.05, 2)
  })
})

describe('agreement', () => {
  it('counts each pair once, from both sides', () => {
    const both = (tolerance: number) =>
      together(
        tallied([{ score: 400, stratum: 0, other: 500 }], tolerance),
        tallied([{ score: 500, stratum: 0, other: 400 }], tolerance),
      )
    expect(agreementOf(both(100))).toEqual({ pairs: 1, exact: 0, within: 1, apart: 100, icc: null })
    expect(agreementOf(both(50))).toMatchObject({ within: 0 })
    expect(agreementOf(noneGiven)).toBeNull()
  })

  it('is the intraclass correlation of Shrout and Fleiss, up to the smallness of a sample', () => {
    const luck = chance(11)
    const pairs = Array.from({ length: 3000 }, () => {
      const truth = 500 + 150 * luck.normal()
      return [onGrid(truth + 90 * luck.normal()), onGrid(truth + 90 * luck.normal())] as const
    })
    const all = together(
      tallied(pairs.map(([score, other]) => ({ score, other, stratum: 0 }))),
      tallied(pairs.map(([other, score]) => ({ score, other, stratum: 0 }))),
    )
    // One-way analysis of variance, as the paper writes it.
    const grand = pairs.reduce((sum, [a, b]) => sum + a + b, 0) / (2 * pairs.length)
    const between = pairs.reduce((sum, [a, b]) => sum + 2 * ((a + b) / 2 - grand) ** 2, 0) / (pairs.length - 1)
    const within = pairs.reduce((sum, [a, b]) => sum + (a - b) ** 2 / 2, 0) / pairs.length
    expect(agreementOf(all)!.icc).toBeCloseTo((between - within) / (between + within), 2)
  })
})

it('a student falls into one of five strata, or into none', () => {
  expect([0, 0.19, 0.2, 0.99, 1].map(stratumOf)).toEqual([0, 0, 1, strata - 1, strata - 1])
  expect(stratumOf(null)).toBe(noStratum)
})

it('a score falls into one of twelve bands; what is put together is taken apart again', () => {
  expect([0, 50, 99, 100, 950, 999, 1000].map((score) => bandOf(score, 1000))).toEqual([0, 1, 1, 2, 10, 10, bands - 1])
  const marks = fc.record({
    score: fc.integer({ min: 0, max: 20 }).map((n) => n * 50),
    stratum: fc.integer({ min: 0, max: strata }),
    other: fc.integer({ min: 0, max: 20 }).map((n) => n * 50),
  })
  fc.assert(
    fc.property(fc.array(marks), fc.array(marks), (a, b) => {
      expect(together(tallied([...a, ...b]), tallied(b), -1)).toEqual(tallied(a))
    }),
  )
})
