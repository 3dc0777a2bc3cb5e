/** Optional questions: what is said of one is said of those who chose it, in whole and in shards, against plain loops. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, showScore } from '#shared/kit/score.ts'
import { optionName } from '../report.words.ts'
import { alpha, discrimination, mean, pearson, sum, variance } from './naive.fixtures.ts'
import { analysePaper, reportOf } from './paper.ts'
import { fullScoreOf, mergeTallies } from './shard.ts'
import type { PaperItem, PaperRows } from './shard.ts'
import { tallyOf } from './tally.ts'

const item = (n: number, full: number, optional?: PaperItem['optional']): PaperItem => ({
  questionId: `q${n}`,
  number: String(n),
  fullScore: 100 * full,
  objective: false,
  ...(optional ? { optional } : {}),
})
/** One question for all, one of two, two of three. */
const items = [
  item(1, 20),
  item(2, 10, { group: 'a', count: 1 }),
  item(3, 10, { group: 'a', count: 1 }),
  item(4, 5, { group: 'b', count: 2 }),
  item(5, 5, { group: 'b', count: 2 }),
  item(6, 5, { group: 'b', count: 2 }),
]
type Student = { points: number[]; took: boolean[] }

const student = fc
  .record({
    // null: its page is missing.
    first: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
    one: fc.constantFrom(1, 2, null),
    two: fc.constantFrom<readonly number[]>([3, 4], [3, 5], [4, 5], [5], []),
    given: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ first, one, two, given }): Student => {
    const took = items.map((_, i) => (i === 0 ? first !== null : i === one || two.includes(i)))
    const points = took.map((t, i) => (i === 0 ? (first ?? 0) : t ? (i < 3 ? 2 * given[0]! : given[i - 3]!) : 0))
    return { points, took }
  })

const rowsOf = (students: readonly Student[]): PaperRows => ({
  items,
  scores: Int32Array.from(items.flatMap((_, i) => students.map((s) => 100 * s.points[i]!))),
  taken: Uint8Array.from(items.flatMap((_, i) => students.map((s) => Number(s.took[i])))),
  present: new Uint8Array(students.length).fill(1),
  classOf: Int32Array.from(students, (_, i) => i % 2),
})
const near = (value: number | null, wanted: number): void => {
  if (Number.isFinite(wanted)) expect(value).toBeCloseTo(wanted, 8)
  else expect(value).toBeNull()
}

describe('optional questions', () => {
  it('are described by those who chose them, a question for all by those whose page is there', () => {
    fc.assert(
      fc.property(fc.array(student, { minLength: 8, maxLength: 40 }), (students) => {
        const report = analysePaper(rowsOf(students))
        const totals = students.map((s) => sum(s.points))
        items.forEach(({ fullScore }, i) => {
          const own = students.flatMap((s, row) => (s.took[i] ? [{ x: s.points[i]!, t: totals[row]! }] : []))
          const found = report.items[i]!
          expect(found.answered).toBe(own.length)
          if (own.length === 0)
            return expect([found.mean, found.difficulty, found.discrimination]).toEqual([null, null, null])
          const xs = own.map((o) => o.x)
          const full = fullScore / 100
          near(found.mean! / 100, mean(xs))
          near(found.difficulty, mean(xs) / full)
          near(found.sigma! / 100, Math.sqrt(variance(xs)))
          expect(found.zero).toEqual({
            count: xs.filter((x) => x === 0).length,
            rate: xs.filter((x) => x === 0).length / xs.length,
          })
          expect(found.full.count).toBe(xs.filter((x) => x === full).length)
          const ts = own.map((o) => o.t)
          if (Math.floor(0.27 * own.length + 0.5) > 0) near(found.discrimination, discrimination(xs, ts, full))
          if (variance(xs) > 0 && variance(ts) > 0) near(found.pointBiserial, pearson(xs, ts))
          const ofClass = students.filter((s, row) => row % 2 === 1 && s.took[i])
          near(
            report.classes[1]!.itemScoreRates[i]!,
            ofClass.length ? mean(ofClass.map((s) => s.points[i]!)) / full : Number.NaN,
          )
        })
        // A group is one part of the paper, so the parts' variances are of what every student has.
        const parts = students.map(({ points: p }) => [p[0]!, p[1]! + p[2]!, p[3]! + p[4]! + p[5]!])
        if (variance(totals) > 0) near(report.reliability.alpha, alpha(parts))
        // So too in the halves: the first and the third part against the second.
        const [odd, even] = [parts.map((p) => p[0]! + p[2]!), parts.map((p) => p[1]!)]
        if (variance(odd) > 0 && variance(even) > 0) near(report.reliability.splitHalf, pearson(odd, even))
        const weights = report.items.map((i) => i.weight!)
        expect(sum(weights)).toBeCloseTo(fullScoreOf(items), 6)
      }),
      { numRuns: 60 },
    )
  })

  it('say the same in shards as in one', () => {
    fc.assert(
      fc.property(
        fc.array(student, { minLength: 4, maxLength: 30 }),
        fc.integer({ min: 1, max: 3 }),
        (students, at) => {
          const parts = [students.slice(0, at), students.slice(at)]
          const merged = mergeTallies(parts.map((p) => tallyOf(rowsOf(p))))
          // Classes are dealt by row, so each shard has its own; what is said of all must agree.
          const whole = reportOf(items, tallyOf(rowsOf(students)))
          const apart = reportOf(items, merged)
          expect([apart.items, apart.reliability, apart.overall]).toEqual([
            whole.items,
            whole.reliability,
            whole.overall,
          ])
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('what is shown', () => {
  it.each([
    [-0.001, 2, '0.00'],
    [-0.05, 2, '-0.05'],
    [0.125, 2, '0.13'],
    [-0, 1, '0.0'],
  ])('%d with %i decimals is %s', (value, digits, text) => {
    expect(decimal(value, digits)).toBe(text)
  })
  it('has no score of less than nothing that is nothing, and calls true and false by their names', () => {
    expect(showScore(-0.2)).toBe('0')
    expect(['T', 'F', ''].map((c) => optionName(c, true))).toEqual(['对', '错', '未答'])
    // Of seven options F is a letter.
    expect(['F', 'AC', ''].map((c) => optionName(c, false))).toEqual(['F', 'AC', '未答'])
  })
})
