import { describe, expect, it } from 'vitest'
import { severitiesOf, scatterOf, tOf } from './apart.rules.ts'
import { bandOf, given as together, noneGiven, stratumOf, verdictOf } from './quality.rules.ts'
import type { Given } from './quality.rules.ts'

/** A stream of chance that a seed names (mulberry32), as normal numbers (Box and Muller). */
const normals = (seed: number): (() => number) => {
  let s = seed >>> 0
  const next = (): number => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

const [full, step] = [1000, 50]
const onGrid = (x: number): number => Math.min(full, Math.max(0, Math.round(x / step) * step))

/** Marks of a class of forty-five: its students differ by ability, which their choices tell, and by its teaching, which they do not. */
const classOf = (normal: () => number, { teaching, severity }: { teaching: number; severity: number }): Given => {
  const level = 0.4 * normal()
  const taught = teaching * normal()
  return Array.from({ length: 45 }, (): Given => {
    const ability = level + normal()
    const stratum = stratumOf(1 / (1 + Math.exp(-(0.4 + 0.9 * ability + 0.6 * normal()))))
    const score = onGrid(500 + 170 * ability + 120 * normal() + taught + severity + 80 * normal())
    return {
      ...noneGiven,
      strata: noneGiven.strata.map((s, i) => (i === stratum ? { n: 1, sum: score, squares: score * score } : s)),
      bands: noneGiven.bands.map((_, i) => (i === bandOf(score, full) ? 1 : 0)),
    }
  }).reduce((a, b) => together(a, b))
}

/** A grade whose teachers each mark two classes of their own, the first of them with a severity. */
const gradeOf = (seed: number, teachers: number, teaching: number, severity = 0) => {
  const normal = normals(seed)
  const own = Array.from({ length: teachers }, (_, i) => {
    const of = { teaching, severity: i === 0 ? severity : 0 }
    return together(classOf(normal, of), classOf(normal, of))
  })
  const whole = own.reduce((a, b) => together(a, b))
  return own.map((g) => ({ own: g, others: together(whole, g, -1) }))
}

/** How often a teacher of so many is told to be strict or lenient. */
const told = (grades: number, teachers: number, teaching: number, apart: boolean): number => {
  let named = 0
  for (let seed = 1; seed <= grades; seed++)
    for (const s of severitiesOf(gradeOf(seed, teachers, teaching), step, apart))
      if (s && verdictOf(s, full) !== 'even') named++
  return named / (grades * teachers)
}

describe('severity where each class has its own markers', () => {
  it('takes no class that is taught otherwise for its marker, which the figure by strata alone does', () => {
    // Classes differ by six points of a hundred beside what their choices tell.
    expect(told(60, 10, 60, false)).toBeGreaterThan(0.05)
    expect(told(150, 10, 60, true)).toBeLessThanOrEqual(0.01)
    expect(told(150, 6, 60, true)).toBeLessThanOrEqual(0.01)
  })

  it('still tells who lies outside what classes differ by', () => {
    let found = 0
    for (let seed = 1; seed <= 60; seed++) {
      const [first] = severitiesOf(gradeOf(seed, 12, 20, -200), step, true)
      if (verdictOf(first!, full) === 'strict') found++
    }
    expect(found).toBeGreaterThanOrEqual(45)
  })

  it('says nothing of fewer than five, and leaves what two gave to the same answers as it is', () => {
    expect(severitiesOf(gradeOf(1, 4, 20), step, true)).toEqual([null, null, null, null])
    expect(severitiesOf(gradeOf(1, 5, 20), step, true).map((s) => s?.from)).toEqual(Array(5).fill('classes'))
    const pairs = { ...noneGiven.pairs, n: 25, sum: 500, squares: 40_000, far: 500 }
    const twice = gradeOf(2, 5, 20).map((m) => ({ ...m, own: { ...m.own, pairs } }))
    expect(severitiesOf(twice, step, true).map((s) => s?.from)).toEqual(Array(5).fill('pairs'))
    expect(severitiesOf(twice, step, true)).toEqual(severitiesOf(twice, step, false))
  })
})

it('the scatter between figures is that of DerSimonian and Laird, by hand', () => {
  // Weights 1, ¼, ¼ of 0, 3, 6: their mean is 1.5, Q = 2.25 + 0.5625 + 5.0625, c = 1.5 − 1.125/1.5.
  const all = [
    { value: 0, error: 1 },
    { value: 3, error: 2 },
    { value: 6, error: 2 },
  ]
  expect(scatterOf(all)).toBeCloseTo((7.875 - 2) / 0.75, 9)
  expect(scatterOf(all.map((s) => ({ ...s, value: 4 })))).toBe(0)
})

it('limits of few are those of Student’s t at the same chance', () => {
  // Two-sided, 0.00097, of the published tables: 6.9 at five, 4.6 at ten, and the normal’s at many.
  expect([5, 10, 1e6].map((free) => Math.round(tOf(free) * 10) / 10)).toEqual([6.9, 4.6, 3.3])
})
