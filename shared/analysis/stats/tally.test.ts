import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperItem, PaperRows } from './shard.ts'
import { groupReport, reportOf } from './paper.ts'
import { groupTallies, mergeTallies } from './shard.ts'
import { tallyOf } from './tally.ts'

const items: PaperItem[] = [
  { questionId: 'a', number: '1', fullScore: 300, objective: true, options: 4 },
  { questionId: 'b', number: '2', fullScore: 300, objective: true, options: 4 },
  { questionId: 'c', number: '3', fullScore: 200, objective: true, options: 10 },
  { questionId: 'd', number: '4', fullScore: 1000, objective: false },
]

/** One student: here or not, a class, a cell an item; the cells of the absent are anything. */
const student = fc.record({
  here: fc.boolean(),
  inClass: fc.integer({ min: -1, max: 3 }),
  choices: fc.tuple(fc.nat(15), fc.nat(15), fc.nat(1023)),
  // The second item's score does not follow from its choice.
  free: fc.constantFrom(0, 100, 300),
  third: fc.constantFrom(0, 200),
  essay: fc.integer({ min: 0, max: 10 }),
  garbage: fc.integer({ min: -5, max: 100_000 }),
})
type Student = { here: boolean; scores: number[]; choices: number[]; inClass: number }

const columns = (of: readonly Student[]): PaperRows => ({
  items,
  scores: Int32Array.from(items.flatMap((_, i) => of.map((s) => s.scores[i]!))),
  chosen: Int32Array.from(items.flatMap((_, i) => of.map((s) => s.choices[i]!))),
  present: Uint8Array.from(of, (s) => (s.here ? 1 : 0)),
  classOf: Int32Array.from(of, (s) => s.inClass),
})

const cohort = fc.array(student, { minLength: 1, maxLength: 40 }).map((all) =>
  all.map(({ here, inClass, choices, free, third, essay, garbage }): Student => ({
    here,
    inClass,
    scores: here ? [choices[0] === 1 ? 300 : 0, free, third, essay * 100] : items.map(() => garbage),
    choices: here ? [...choices, 0] : items.map(() => garbage),
  })),
)

const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0)

const agrees = (all: readonly Student[]): void => {
  const tally = tallyOf(columns(all))
  const here = all.filter((s) => s.here)
  expect(tally.table.n).toBe(here.length)
  const totalOf = (s: Student) => sum(s.scores)
  tally.table.values.forEach((total, slot) => {
    const own = here.filter((s) => totalOf(s) === total)
    expect(tally.table.counts[slot]).toBe(own.length)
    items.forEach((_, i) => {
      expect(tally.table.itemSums[slot * items.length + i]).toBe(sum(own.map((s) => s.scores[i]!)))
    })
  })
  items.forEach(({ fullScore, options = 0 }, i) => {
    expect(tally.table.itemSquares[i]).toBe(sum(here.map((s) => s.scores[i]! ** 2)))
    expect(tally.zeros[i]).toBe(here.filter((s) => s.scores[i] === 0).length)
    expect(tally.fulls[i]).toBe(here.filter((s) => s.scores[i] === fullScore).length)
    for (let o = 0; o < options; o++)
      expect(tally.options[i]![o]).toBe(here.filter((s) => s.choices[i]! & (1 << o)).length)
    if (options) expect(tally.options[i]![options]).toBe(here.filter((s) => s.choices[i] === 0).length)
  })
  for (const c of tally.classes) {
    const own = all.filter((s) => s.inClass === c.classIndex)
    expect(c.registered).toBe(own.length)
    expect(sum(c.counts)).toBe(own.filter((s) => s.here).length)
    const sums = items.map((_, i) => sum(own.filter((s) => s.here).map((s) => s.scores[i]!)))
    expect(c.itemSums).toEqual(sums)
  }
  expect(tally.classes.map((c) => c.classIndex)).toEqual(
    [...new Set(all.map((s) => s.inClass))].filter((c) => c >= 0).sort((a, b) => a - b),
  )
}

describe('a tally', () => {
  it('counts what plain loops count, with anything in the cells of the absent', () => {
    fc.assert(fc.property(cohort, agrees))
  })

  it('counts scores and choices that come after a thousand rows without any', () => {
    const idle: Student = { here: true, inClass: 0, scores: [0, 0, 0, 0], choices: [0, 0, 0, 0] }
    const before = Array.from({ length: 1030 }, () => idle)
    fc.assert(
      fc.property(cohort, (late) => agrees([...before, ...late])),
      { numRuns: 20 },
    )
  })

  it('counts who is exempt beside the others, and every figure as if there were none', () => {
    fc.assert(
      fc.property(cohort, fc.func(fc.boolean()), (all, chance) => {
        const excused = all.map((s, i) => !s.here && chance(i))
        const rows = { ...columns(all), exempt: Uint8Array.from(excused, (e) => (e ? 1 : 0)) }
        const count = excused.filter(Boolean).length
        const { exempt = 0, ...told } = tallyOf(rows)
        expect(exempt).toBe(count)
        const others = tallyOf(columns(all.filter((_, i) => !excused[i])))
        // A class of which all are exempt stands there with no one.
        const classes = told.classes.filter((c) => c.registered > 0)
        expect({ ...told, classes }).toEqual(others)
        expect(reportOf(items, tallyOf(rows)).overall.exempt).toBe(count || undefined)
      }),
    )
  })

  it('is the same from shards as from one', () => {
    fc.assert(
      fc.property(cohort, fc.nat(40), (all, cut) => {
        const parts = [all.slice(0, cut), all.slice(cut)].filter((p) => p.length > 0)
        expect(mergeTallies(parts.map((p) => tallyOf(columns(p))))).toEqual(tallyOf(columns(all)))
      }),
    )
  })

  it('of schools adds up from their classes to what the students themselves give', () => {
    // Classes 0 and 3 are of one school, 1 of another, 2 of none.
    const schoolOf = (inClass: number): number => [0, 1, -1, 0][inClass] ?? -1
    fc.assert(
      fc.property(cohort, (all) => {
        const tally = tallyOf(columns(all))
        const schools = groupTallies(tally.classes, (c) => (schoolOf(c) < 0 ? undefined : schoolOf(c)))
        const students = columns(all.map((s) => ({ ...s, inClass: schoolOf(s.inClass) })))
        const expected = reportOf(items, tallyOf(students))
        expect(groupReport(items, tally, reportOf(items, tally), schools)).toEqual(expected.classes)
      }),
    )
  })

  it('refuses a score past the full mark and a choice that is none, and says where', () => {
    const one: Student = { here: true, inClass: 0, scores: [0, 0, 0, 0], choices: [0, 0, 0, 0] }
    const with1 = (of: Partial<Student>) => () => tallyOf(columns([one, { ...one, ...of }]))
    expect(with1({ scores: [0, 0, 0, 1001] })).toThrow('row 1, item 4: score 1001 is outside 0…1000')
    expect(with1({ scores: [-1, 0, 0, 0] })).toThrow('row 1, item 1: score -1')
    expect(with1({ choices: [16, 0, 0, 0] })).toThrow('row 1, item 1: choice 16')
    expect(with1({ choices: [0, 0, 1024, 0] })).toThrow('row 1, item 3: choice 1024')
  })
})
