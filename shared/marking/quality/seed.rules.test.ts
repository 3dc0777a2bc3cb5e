/** Seeds: how many, what they come to, when it is too much; trials; and agreement from the marks themselves. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { composeId, timeOfId } from '#shared/kit/ids.ts'
import type { AttemptId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { MarkValue } from '../marking.types.ts'
import { agreementOfPairs, iccOf, pairsOfMarks, weightedKappa } from './agreement.rules.ts'
import { jointQuality, seedWindow, usualSeeds } from './rule.types.ts'
import {
  doubtSince,
  nameAmong,
  newTally,
  qualityOf,
  released,
  seedsIn,
  seedState,
  seedTolerance,
  withSeed,
} from './seed.rules.ts'
import type { SeedMark, SeedTally } from './seedMark.types.ts'
import { trialOfAll, trialVerdict } from './trial.rules.ts'

const points = (score: number): MarkValue => ({ kind: 'score', score })
const markOf = (i: number, value: MarkValue, right = 500, use: SeedMark['use'] = 'expert'): SeedMark => ({
  schema: 1,
  paperId: 'p' as PaperId,
  questionId: 'q' as QuestionId,
  userId: 'u' as UserId,
  as: `s${i}` as StudentId,
  studentId: `x${i}` as StudentId,
  bundleId: 'b' as SeedMark['bundleId'],
  use,
  right,
  value,
  attemptId: `a${i}` as AttemptId,
  at: 1000 + i,
  version: 1,
})
const q = { questionId: 'q', number: '1', unitType: 5, fullScore: 1000 } as PaperQuestion
const after = (marks: readonly SeedMark[], tolerance = 100, rule = usualSeeds): SeedTally =>
  marks.reduce<SeedTally>((t, m) => withSeed(t, m, null, rule, tolerance), newTally(marks[0]!))

describe('seeds', () => {
  it('are as many of a hundred answers as was said, on average over the bundles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 20 }), (percent, answers) => {
        const bundles = 2000
        let n = 0
        for (let i = 0; i < bundles; i++) n += seedsIn(percent, answers, (i + 0.5) / bundles)
        expect(n / bundles).toBeCloseTo((percent * answers) / 100, 2)
      }),
      { numRuns: 60 },
    )
    expect(seedsIn(20, 98, 0.99)).toBe(3)
  })

  it('follow what the group says, and of a joint exam else what provinces do', () => {
    const blocks = [{ questionIds: ['q'], quality: { samples: 5 } }]
    expect(qualityOf({ blocks }, 'q', true)).toEqual({ ...jointQuality, samples: 5 })
    expect(qualityOf({ blocks }, 'q', false)).toEqual({ samples: 5 })
    expect(qualityOf({}, 'q', false)).toEqual({})
    expect(jointQuality.seeds!.own).toBeGreaterThanOrEqual(1)
    expect(jointQuality.samples).toBe(20)
  })

  it('may lie off as far as two markers may differ, else a tenth, on the grid', () => {
    expect(seedTolerance({ fullScore: 1000, markers: 2, tolerance: 200 })).toBe(200)
    expect(seedTolerance({ fullScore: 1000, markers: 1, tolerance: 200 })).toBe(100)
    expect(seedTolerance({ fullScore: 400 })).toBe(100)
    // By share of the full score, beside which the points that may differ are stored as none.
    expect(seedTolerance({ fullScore: 1500, markers: 2, tolerance: 0, settle: { share: 20 } })).toBe(300)
    expect(seedTolerance({ fullScore: 1200, markStep: 50 })).toBe(100)
    expect(seedTolerance({ fullScore: 1200, markers: 2, tolerance: 300 }, { tolerance: 5 })).toBe(100)
  })

  it.each([
    [0, 'even'],
    [2, 'even'],
    [3, 'warned'],
    [4, 'warned'],
    [5, 'stopped'],
    [10, 'stopped'],
  ] as const)('%i of the last ten off: %s', (bad, state) => {
    const recent = Array.from({ length: 10 }, (_, i) => ({ good: i >= bad }))
    expect(seedState(usualSeeds, recent)).toBe(state)
  })

  it('stop a marker who goes astray, for good, and tell since when the work is in doubt', () => {
    const good = Array.from({ length: 12 }, (_, i) => markOf(i, points(500)))
    const bad = Array.from({ length: 5 }, (_, i) => markOf(20 + i, points(900)))
    expect(after(good)).toMatchObject({ state: 'even', expert: { n: 12, exact: 12, within: 12, off: 0 } })
    expect(doubtSince(after(good))).toBeNull()
    expect(after([...good, ...bad.slice(0, 3)]).state).toBe('warned')
    const stopped = after([...good, ...bad])
    expect(stopped).toMatchObject({
      state: 'stopped',
      since: 1024,
      expert: { n: 17, within: 12, off: 2000, apart: 2000 },
    })
    // That of the last good one before the first that lies off.
    expect(doubtSince(stopped)).toBe(1011)
    const calm = Array.from({ length: 10 }, (_, i) => markOf(40 + i, points(500)))
    expect(after([...good, ...bad, ...calm]).state).toBe('stopped')
    const free = released(stopped, 5000)
    expect(free).toMatchObject({ state: 'even', recent: [], since: 5000 })
    expect(doubtSince(withSeed(free, markOf(60, points(900)), null, usualSeeds, 100))).toBe(5000)
    // One that was off from the first has no good one: all of it.
    expect(doubtSince(after(bad))).toBe(0)
    // The last good one may have left the window.
    const long = after([...good, ...Array.from({ length: 12 }, (_, i) => markOf(20 + i, points(900)))])
    expect(doubtSince(long)).toBe(1011)
  })

  it('given another mark later leave in doubt what was in doubt', () => {
    const [good, bad] = [markOf(0, points(500)), markOf(1, points(900))]
    const tally = after([good, bad])
    const later = { ...good, at: 9000, value: points(550) }
    expect(doubtSince(tally)).toBe(1000)
    expect(doubtSince(withSeed(tally, later, good, usualSeeds, 100))).toBe(1000)
  })

  it('handed on as problems say nothing', () => {
    const tally = after([markOf(0, { kind: 'problem', reason: 'unreadable' }), markOf(1, { kind: 'noAnswer' })])
    expect(tally).toMatchObject({ expert: { n: 1, within: 0, off: -500 }, recent: [{ as: 's1', good: false }] })
  })

  it('come to the same by the marks that stand, in any order', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 10 }).map((n) => points(n * 100)),
      fc.constant<MarkValue>({ kind: 'problem', reason: 'other' }),
      fc.constant<MarkValue>({ kind: 'noAnswer' }),
    )
    const act = fc.record({ seed: fc.integer({ min: 0, max: 24 }), value, own: fc.boolean() })
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 60 }), (acts) => {
        const now = new Map<number, SeedMark>()
        let tally: SeedTally | null = null
        for (const [i, a] of acts.entries()) {
          const before = now.get(a.seed) ?? null
          const mark = { ...markOf(a.seed, a.value, 500, before?.use ?? (a.own ? 'own' : 'expert')), at: i }
          tally = withSeed(tally ?? newTally(mark), mark, before, usualSeeds, 100)
          now.set(a.seed, mark)
        }
        for (const use of ['expert', 'own'] as const) {
          const off = [...now.values()].flatMap((m) =>
            m.use === use && m.value.kind !== 'problem' ? [(m.value.kind === 'score' ? m.value.score : 0) - 500] : [],
          )
          expect(tally![use]).toEqual({
            n: off.length,
            exact: off.filter((d) => d === 0).length,
            within: off.filter((d) => Math.abs(d) <= 100).length,
            off: off.reduce((x, y) => x + y, 0),
            apart: off.reduce((x, y) => x + Math.abs(y), 0),
          })
        }
        expect(tally!.recent.length).toBeLessThanOrEqual(seedWindow)
        expect(new Set(tally!.recent.map((s) => s.as)).size).toBe(tally!.recent.length)
      }),
      { numRuns: 1000 },
    )
  })

  it('warn a fair marker on fewer than one day of a hundred, and find one who is a tenth of the full score too hard within a day', () => {
    const random = seeded(7)
    const day = (bias: number): SeedTally['state'][] => {
      // 800 answers a day, three seeds of a hundred; a marker whose deviation is half the tolerance.
      let tally = newTally(markOf(0, points(0)))
      return Array.from({ length: 24 }, (_, i) => {
        const right = 300 + Math.floor(random() * 5) * 100
        const given = Math.round((right + bias + 50 * normal(random)) / 100) * 100
        tally = withSeed(tally, markOf(i, points(given), right), null, usualSeeds, 100)
        return tally.state
      })
    }
    const days = 2000
    let [warned, stopped, found] = [0, 0, 0]
    for (let i = 0; i < days; i++) {
      const fair = day(0)
      if (fair.some((s) => s !== 'even')) warned++
      if (fair.includes('stopped')) stopped++
      if (day(-150).some((s) => s !== 'even')) found++
    }
    expect(warned / days).toBeLessThanOrEqual(0.01)
    expect(stopped / days).toBeLessThanOrEqual(0.001)
    expect(found / days).toBeGreaterThan(0.99)
  })
})

const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

describe('the name of a seed', () => {
  const random = fc.uint8Array({ minLength: 32, maxLength: 32 })
  it('lies among those of the bundle, and is of no moment that one of its students has', () => {
    const times = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(times, random, (of, digest) => {
        const at = of.map((n) => 10 * n)
        const ids = at.map((ms) => composeId('student', ms, digest.subarray(20)))
        const name = nameAmong(ids, digest)
        expect(name).toMatch(/^st_[0-9a-z]{26}$/)
        expect(timeOfId(name)).toBeGreaterThan(Math.min(...at))
        expect(timeOfId(name)).toBeLessThan(Math.max(...at))
        expect(at).not.toContain(timeOfId(name))
      }),
    )
    // Made at once, or alone, they have one moment, and so has the seed.
    const same = composeId('student', 7000, new Uint8Array(10))
    expect(timeOfId(nameAmong([same, same], new Uint8Array(32)))).toBe(7000)
  })
})

describe('agreement', () => {
  it('is what the books say', () => {
    // Shrout and Fleiss (1979), six targets and four judges: ICC(2,1) = 0.29.
    const table = [
      [9, 2, 5, 8],
      [6, 1, 3, 2],
      [8, 4, 6, 8],
      [7, 1, 2, 6],
      [10, 5, 6, 9],
      [6, 2, 4, 7],
    ]
    expect(iccOf(table)).toBeCloseTo(0.29, 2)
    // Cohen (1960), two of three categories alike: weights of two categories are the plain κ.
    const pairs = [
      ...Array.from({ length: 20 }, () => [0, 0] as const),
      ...Array.from({ length: 15 }, () => [1, 1] as const),
      ...Array.from({ length: 5 }, () => [0, 1] as const),
      ...Array.from({ length: 10 }, () => [1, 0] as const),
    ]
    expect(weightedKappa(pairs)).toBeCloseTo(0.4, 6)
    expect(weightedKappa(pairs, 1)).toBeCloseTo(0.4, 6)
    expect(weightedKappa([[3, 3]])).toBeNull()
    expect(agreementOfPairs([], 0)).toBeNull()
    expect(iccOf([[1, 2]])).toBeNull()
  })

  it('is 1 where all agree, and no more than 1 ever', () => {
    const score = fc.integer({ min: 0, max: 10 })
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 2, maxLength: 30 }), (pairs) => {
        const kappa = weightedKappa(pairs)
        if (kappa !== null) expect(kappa).toBeLessThanOrEqual(1)
        const same = weightedKappa(pairs.map(([a]) => [a, a]))
        if (same !== null) expect(same).toBeCloseTo(1, 9)
        const icc = iccOf(pairs.map(([a]) => [a, a]))
        if (icc !== null) expect(icc).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('a trial', () => {
  const right = Array.from({ length: 10 }, (_, i) => ({ studentId: `x${i}`, score: 100 * i }))
  const marks = (off: (i: number) => number, n = 10) =>
    right.slice(0, n).map((r, i) => ({
      studentId: r.studentId as StudentId,
      score: r.score + off(i),
      attemptId: 'a' as AttemptId,
      at: i,
    }))
  const rule = { within: 80, bias: 5 }

  it.each([
    ['all as the experts', marks(() => 0), 'passed'],
    ['two of ten far off, one up and one down', marks((i) => (i === 0 ? 200 : i === 5 ? -200 : 0)), 'passed'],
    ['three of ten far off', marks((i) => (i < 3 ? [200, -200, 200][i]! : 0)), 'failed'],
    ['all within, and all too high', marks(() => 100), 'failed'],
    ['all within, and all too low', marks(() => -100), 'failed'],
    ['one that is missing', marks(() => 0, 9), null],
    ['nothing', [], null],
  ])('%s', (_, given, verdict) => {
    expect(trialVerdict(q, rule, given, right)).toBe(verdict)
  })

  it('is told of all who have marked every answer, and of no one else', () => {
    const whole = trialOfAll(q, [marks(() => 0), marks((i) => (i % 2 ? 100 : -0)), marks(() => 0, 3)], right)
    expect(whole).toMatchObject({ markers: 2, agreement: { n: 10, exact: 0.5, within: 1, off: 0 } })
    expect(whole.answers[1]).toMatchObject({ right: 100, mean: 150, low: 100, high: 200 })
    expect(trialOfAll(q, [], right)).toMatchObject({ markers: 0, agreement: null, icc: null })
    expect(trialOfAll(q, [], right).answers[0]!.mean).toBeNull()
  })

  it('of all comes to what every two marks do, in any order of the markers', () => {
    const score = fc.integer({ min: 0, max: 6 }).map((n) => n * 50)
    const table = fc
      .integer({ min: 2, max: 7 })
      .chain((k) => fc.array(fc.array(score, { minLength: 3, maxLength: 3 }), { minLength: k, maxLength: k }))
    fc.assert(
      fc.property(table, (byMarker) => {
        const of = right.slice(0, 3)
        const sheets = byMarker.map((row) => marks(() => 0, 3).map((m, i) => ({ ...m, score: row[i]! })))
        const { agreement } = trialOfAll(q, sheets, of)
        const pairs = of.flatMap((_, i) =>
          byMarker.flatMap((a, j) => byMarker.flatMap((b, k) => (j === k ? [] : [[a[i]!, b[i]!] as const]))),
        )
        const far = (x: (readonly [number, number])[]) => x.reduce((sum, [a, b]) => sum + (a - b) ** 2, 0) / x.length
        const chance = far(pairs.flatMap(([a]) => pairs.map(([, b]) => [a, b] as const)))
        expect(agreement!.n).toBe(pairs.length / 2)
        expect(agreement!.exact).toBeCloseTo(pairs.filter(([a, b]) => a === b).length / pairs.length, 9)
        expect(agreement!.within).toBeCloseTo(pairs.filter(([a, b]) => Math.abs(a - b) <= 100).length / pairs.length, 9)
        expect(agreement!.apart).toBeCloseTo(pairs.reduce((sum, [a, b]) => sum + Math.abs(a - b), 0) / pairs.length, 9)
        if (chance === 0) expect(agreement!.kappa).toBeNull()
        else expect(agreement!.kappa).toBeCloseTo(1 - far(pairs) / chance, 9)
        expect(trialOfAll(q, sheets.toReversed(), of).agreement).toEqual(agreement)
      }),
    )
  })

  it('of a province is told by as many pairs as there are marks, not markers', () => {
    const many = Array.from({ length: 1000 }, (_, m) =>
      Array.from({ length: 40 }, (_, i) => ({
        ...marks(() => 0, 1)[0]!,
        studentId: `x${i}` as StudentId,
        score: 50 * ((m * 5 + i) % 21),
      })),
    )
    const of = Array.from({ length: 40 }, (_, i) => ({ studentId: `x${i}`, score: 500 }))
    expect(pairsOfMarks(many.map((sheet) => sheet[0]!.score)).length).toBe(21 ** 2)
    const whole = trialOfAll(q, many, of)
    expect(whole).toMatchObject({ markers: 1000, agreement: { n: (40 * 1000 * 999) / 2, off: 0 } })
    // Marks that say nothing of the answer are as far apart as by chance.
    expect(whole.agreement!.kappa).toBeCloseTo(0, 2)
  })
})
