import { describe, expect, it } from 'vitest'
import { spendSecondMarks } from './second.rules.ts'
import type { Pick, SecondModel } from './second.rules.ts'

/** A generator of chance with a seed (Mulberry32), and a normal of it (Box and Muller). */
const chanceOf = (seed: number) => {
  let s = seed
  const uniform = (): number => {
    s = (s + 0x6d2b79f5) | 0
    let t = Math.imul(s ^ (s >>> 15), 1 | s)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = (sd: number): number =>
    sd * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal, below: (n: number) => Math.floor(uniform() * n) }
}

const full = [400, 600, 800, 1000, 1200, 1200, 1500, 2000]
const lines = [3500, 5200, 6500]

/**
 * An exam whose true scores, markers and second marks are known; of severities and variances the plan is given estimates.
 * Answers the squared error of totals whose truth is near a line, without second marks, by the plan and by chance.
 */
const examOf = (seed: number, share: number) => {
  const { uniform, normal, below } = chanceOf(seed)
  const severities = Array.from({ length: 6 }, () => full.map((f) => normal(0.04 * f)))
  const noise = full.map((f) => (0.05 + 0.05 * uniform()) * f)
  const grid = (score: number, f: number): number => Math.min(f, Math.max(0, Math.round(score / 100) * 100))
  const students = Array.from({ length: 300 }, () => {
    const able = 0.6 + normal(0.16)
    return full.map((f, q) => {
      const truth = Math.min(f, Math.max(0, (able + normal(0.1)) * f))
      const by = below(6)
      const mark = (who: number): number => grid(truth + severities[who]![q]! + normal(noise[q]!), f)
      const other = (by + 1 + below(5)) % 6
      return { truth, by, first: mark(by), second: mark(other) }
    })
  })
  const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0)
  const model: SecondModel = {
    lines,
    variances: noise.map((sd) => (sd * (0.8 + 0.4 * uniform())) ** 2),
    scripts: students.map((own) => ({
      total: sum(own.map((a) => a.first)),
      once: own.map((a, question) => ({
        question,
        severity: severities[a.by]![question]! + normal(0.01 * full[question]!),
      })),
    })),
  }
  const budget = Math.floor(share * students.length * full.length)
  const plan = spendSecondMarks(model, budget)
  const everyAnswer = students.flatMap((own, script) => own.map((_, question): Pick => ({ script, question })))
  const drawn = everyAnswer
    .map((pick) => ({ pick, at: uniform() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, budget)
    .map(({ pick }) => pick)
  const errorWith = (picks: readonly Pick[]) => {
    const twice = new Set(picks.map((p) => `${p.script}.${p.question}`))
    const near = Math.sqrt(sum(noise.map((sd) => sd * sd)))
    const totals = students.map((own, script) => ({
      truth: sum(own.map((a) => a.truth)),
      stood: sum(own.map((a) => a.first)),
      given: sum(own.map((a, q) => (twice.has(`${script}.${q}`) ? (a.first + a.second) / 2 : a.first))),
    }))
    const errors = totals.flatMap(({ truth, stood, given }) =>
      lines.some((line) => Math.abs(line - stood) < near / 2) ? [(given - truth) ** 2] : [],
    )
    const wrong = totals.flatMap(({ truth, given }) => lines.filter((line) => given < line !== truth < line))
    return { sum: sum(errors), n: errors.length, wrong: wrong.length }
  }
  return { plan, budget, none: errorWith([]), planned: errorWith(plan.picks), random: errorWith(drawn) }
}

/** Two hundred in the long run. */
const exams = process.env['QINGHE_LONG'] ? 200 : 40

describe('second marks', () => {
  it('near the lines leave 30 % less error than as many by chance', () => {
    const all = Array.from({ length: exams }, (_, seed) => examOf(seed + 1, 0.2))
    const mean = (what: 'none' | 'planned' | 'random'): number =>
      all.reduce((sum, e) => sum + e[what].sum, 0) / all.reduce((n, e) => n + e[what].n, 0)
    const wrong = (what: 'none' | 'planned' | 'random'): number => all.reduce((n, e) => n + e[what].wrong, 0)
    expect(all.every((e) => e.plan.picks.length <= e.budget)).toBe(true)
    expect(mean('random')).toBeLessThan(mean('none'))
    expect(mean('planned')).toBeLessThan(0.7 * mean('random'))
    // Of those who stand on the wrong side of a line fewer are left, too.
    expect(wrong('planned')).toBeLessThan(wrong('random'))
  })

  it('are foretold: what the plan says of its error is about what comes of it', () => {
    const all = Array.from({ length: exams }, (_, seed) => examOf(seed + 1, 0.2))
    const ratio = (of: (e: (typeof all)[number]) => number): number =>
      all.reduce((sum, e) => sum + of(e), 0) / all.length
    const foretold = ratio((e) => e.plan.error.planned / e.plan.error.random)
    const came = Math.sqrt(ratio((e) => e.planned.sum) / ratio((e) => e.random.sum))
    expect(Math.abs(foretold - came)).toBeLessThan(0.15)
  })

  it.each<[string, SecondModel, number, Pick[]]>([
    [
      'nothing for nothing',
      { scripts: [{ total: 600, once: [{ question: 0, severity: 0 }] }], variances: [100], lines: [600] },
      0,
      [],
    ],
    [
      'nothing where no line is',
      { scripts: [{ total: 600, once: [{ question: 0, severity: 0 }] }], variances: [100], lines: [] },
      5,
      [],
    ],
    [
      'who is nearer to the line',
      {
        scripts: [590, 400].map((total) => ({ total, once: [{ question: 0, severity: 0 }] })),
        variances: [10_000],
        lines: [600],
      },
      1,
      [{ script: 0, question: 0 }],
    ],
    [
      'the question that scatters more',
      {
        scripts: [{ total: 600, once: [0, 1].map((question) => ({ question, severity: 0 })) }],
        variances: [100, 900],
        lines: [600],
      },
      1,
      [{ script: 0, question: 1 }],
    ],
    [
      'the marker who is far off',
      {
        scripts: [
          {
            total: 600,
            once: [
              { question: 0, severity: 200 },
              { question: 1, severity: 0 },
            ],
          },
        ],
        variances: [10_000, 10_000],
        lines: [450],
      },
      1,
      [{ script: 0, question: 0 }],
    ],
  ])('go to: %s', (_, model, budget, picks) => {
    expect(spendSecondMarks(model, budget).picks).toEqual(picks)
  })

  it('cost no more than there are answers, and never raise the error', () => {
    const { plan, budget } = examOf(7, 1)
    expect(plan.picks.length).toBeLessThanOrEqual(budget)
    expect(plan.error.planned).toBeLessThanOrEqual(plan.error.now)
  })
})
