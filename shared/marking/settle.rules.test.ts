import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { isSampled, placeOf, rolesEver, ruleOf, settle, settleText } from './settle.rules.ts'
import type { GivenScores, Ruled } from './settle.rules.ts'

const full = 1000
const of = (q: Partial<PaperQuestion>): Ruled => ({ fullScore: full, ...q })
const at = (q: Partial<PaperQuestion>, given: GivenScores, twice = false) => settle(ruleOf(of(q)), given, twice)
const waits = (...roles: string[]) => ({ kind: 'waiting', roles })
const is = (score: number, by: string) => ({ kind: 'scored', score, by })

const double = { markers: 2 as const, tolerance: 200 }
const third = { ...double, settle: { beyond: 'third' as const } }
const thirdFinal = { ...double, settle: { beyond: 'thirdFinal' as const } }
const [a, b] = [500, 800]

describe('settle', () => {
  it.each<[string, Partial<PaperQuestion>, GivenScores, unknown]>([
    ['one mark', {}, { first: 300 }, is(300, 'first')],
    ['a zero that is looked at again', { settle: { extremes: true } }, { first: 0 }, waits('second')],
    ['a full score that is looked at again', { settle: { extremes: true } }, { first: full }, waits('second')],
    ['what is neither', { settle: { extremes: true } }, { first: 300 }, is(300, 'first')],
    ['two zeros', { settle: { extremes: true } }, { first: 0, second: 0 }, is(0, 'two')],
    ['a zero that was none', { settle: { extremes: true } }, { first: 0, second: 300 }, waits('final')],
    [
      'a second look stands though the zero was mended',
      { tolerance: 200, settle: { extremes: true } },
      { first: 300, second: 500 },
      is(400, 'two'),
    ],
    ['two that agree: the mean', double, { first: 500, second: 700 }, is(600, 'two')],
    [
      'two that agree: the higher',
      { ...double, settle: { two: 'higher' } },
      { first: 500, second: 700 },
      is(700, 'two'),
    ],
    [
      'two that agree: up to the next step',
      { ...double, settle: { two: 'up' } },
      { first: 500, second: 600 },
      is(600, 'two'),
    ],
    ['a tolerance by the share', { markers: 2, settle: { share: 15 } }, { first: 500, second: 600 }, is(550, 'two')],
    [
      'beyond a share, which lies on the grid',
      { markers: 2, settle: { share: 15 } },
      { first: 500, second: 700 },
      waits('final'),
    ],
    ['beyond: the arbitrator', double, { first: a, second: b }, waits('final')],
    ['beyond: a third', third, { first: a, second: b }, waits('third')],
    ['the nearest pair', third, { first: a, second: b, third: 700 }, is(750, 'nearest')],
    ['of two pairs that are as near the higher', third, { first: 400, second: 800, third: 600 }, is(700, 'nearest')],
    ['the nearest pair, however far', third, { first: 0, second: 400, third: 1000 }, is(200, 'nearest')],
    ['too far: the arbitrator', thirdFinal, { first: 0, second: 400, third: 1000 }, waits('final')],
    ['near enough', thirdFinal, { first: 0, second: 800, third: 1000 }, is(900, 'nearest')],
    ['who decided', thirdFinal, { first: 0, second: 400, third: 1000, final: 500 }, is(500, 'final')],
    ['a third who hands it on', third, { first: a, second: b, third: null }, waits('final')],
    ['a third that is not asked for', third, { first: 500, second: 600, third: 0 }, is(550, 'two')],
    ['three', { markers: 3 }, { first: 500 }, waits('second', 'third')],
    ['three: the middle one', { markers: 3 }, { first: 900, second: 100, third: 300 }, is(300, 'middle')],
    ['one of three hands it on', { markers: 3 }, { first: 900, second: null, third: 300 }, waits('final')],
  ])('%s', (_, q, given, state) => expect(at(q, given)).toEqual(state))

  it('wants a second mark where it is wanted of the answer', () => {
    expect(at({ tolerance: 100 }, { first: 300 }, true)).toEqual(waits('second'))
    expect(at({ tolerance: 100 }, { first: 300, second: 400 }, true)).toEqual(is(350, 'two'))
  })
})

const question: fc.Arbitrary<Ruled> = fc.record(
  {
    fullScore: fc.constant(full),
    markers: fc.constantFrom(1 as const, 2 as const, 3 as const),
    tolerance: fc.constantFrom(0, 100, 200, 1000),
    markStep: fc.constantFrom(50, 100),
    settle: fc.record(
      {
        sample: fc.integer({ min: 1, max: 99 }),
        extremes: fc.constant(true as const),
        share: fc.integer({ min: 0, max: 100 }),
        two: fc.constantFrom('higher' as const, 'up' as const),
        beyond: fc.constantFrom('third' as const, 'thirdFinal' as const),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['fullScore'] },
)
const score = fc.integer({ min: 0, max: 10 }).map((n) => n * 100)

describe('any rule', () => {
  it('ends with the marks that it asks for, of as many markers as it says and one arbitrator', () => {
    fc.assert(
      fc.property(
        question,
        fc.boolean(),
        fc.array(fc.option(score), { minLength: 4, maxLength: 4 }),
        (q, twice, all) => {
          const rule = ruleOf(q)
          const given: GivenScores = {}
          for (let i = 0; ; i++) {
            const state = settle(rule, given, twice)
            if (state.kind === 'scored') break
            const [role] = state.roles
            // None is asked for twice, and none that no one may give.
            expect(role in given).toBe(false)
            expect(role === 'final' || rolesEver(rule, twice).includes(role)).toBe(true)
            expect(i).toBeLessThan(4)
            given[role] = role === 'final' ? (all[i] ?? 0) : all[i]!
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('gives a score between the marks, and the same where first and second marker change places', () => {
    fc.assert(
      fc.property(question, score, score, score, (q, first, second, last) => {
        const rule = ruleOf(q)
        const [one, other] = [
          { first, second, third: last },
          { first: second, second: first, third: last },
        ].map((given) => settle(rule, given, true))
        expect(other).toEqual(one)
        if (one!.kind !== 'scored') return
        expect(one!.score).toBeGreaterThanOrEqual(Math.min(first, second, last))
        expect(one!.score).toBeLessThanOrEqual(Math.max(first, second, last))
      }),
      { numRuns: 2000 },
    )
  })

  it('is one sentence', () => {
    fc.assert(
      fc.property(question, (q) => {
        expect(settleText(ruleOf(q))).toMatch(/^[^。\n]{8,80}$/)
      }),
    )
  })
})

it.each<[Partial<PaperQuestion>, string]>([
  [{}, '一人评一次；有问题的由组长处理'],
  [double, '两人各评一次；相差不超过2分取平均，超过由组长仲裁'],
  [third, '两人各评一次；相差不超过2分取平均，超过由第三人评，按最接近的两个分算'],
  [thirdFinal, '两人各评一次；相差不超过2分取平均，超过由第三人评，按最接近的两个分算，仍相差太大由组长仲裁'],
  [{ markers: 2 }, '两人各评一次；两分相同即定，不同由组长仲裁'],
  [{ markers: 3 }, '三人各评一次，取中间的分；有问题的由组长处理'],
  [
    { tolerance: 100, settle: { sample: 10, extremes: true } },
    '一人评一次，随机10%、零分和满分由第二人再评；相差不超过1分取平均，超过由组长仲裁',
  ],
])('%o: %s', (q, text) => expect(settleText(ruleOf(of(q)))).toBe(text))

describe('the share that is marked twice', () => {
  const students = Array.from({ length: 4000 }, (_, i) => ({ paperId: 'pa_1', studentId: `st_${i}` }))
  const drawn = (sample: number) => students.filter((s) => isSampled({ sample }, s))

  it('is as large as it says, and a larger one holds the smaller', () => {
    const [few, more] = [drawn(10), drawn(25)]
    expect(few.length / students.length).toBeGreaterThan(0.08)
    expect(few.length / students.length).toBeLessThan(0.12)
    expect(few.every((s) => more.includes(s))).toBe(true)
    expect(drawn(0)).toEqual([])
  })

  it('is the beginning of the order in which answers are put into bundles', () => {
    const places = students.map(placeOf).sort((x, y) => x - y)
    expect(places[drawn(10).length]! >= 0.1 && places[drawn(10).length - 1]! < 0.1).toBe(true)
  })
})
