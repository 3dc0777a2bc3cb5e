import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceOf, chosenOf, earnedOf, offered, rubricFault, scoreBy, toggled, withTyped } from './rubric.rules.ts'
import type { Mark } from '../marking.types.ts'
import { pointSigns } from './rubric.types.ts'
import type { RubricKind, RubricPoint } from './rubric.types.ts'

const q = { fullScore: 1000, markStep: 100 }
const points = (...scores: number[]): RubricPoint[] =>
  scores.map((score, i) => ({ id: pointSigns[i]!, name: `点${i}`, score }))
const kinds: RubricKind[] = ['add', 'deduct', 'levels']

describe('what chosen points come to', () => {
  it.each<[RubricKind, number[], string, number | null]>([
    ['add', [300, 400, 500], '', 0],
    ['add', [300, 400, 500], 'ac', 800],
    ['add', [300, 400, 500], 'abc', 1000],
    ['deduct', [300, 400], '', 1000],
    ['deduct', [300, 400], 'b', 600],
    ['deduct', [600, 700], 'ab', 0],
    ['levels', [0, 500, 1000], 'b', 500],
    ['levels', [0, 500, 1000], '', null],
    ['levels', [0, 500, 1000], 'ab', null],
    ['add', [300], 'z', null],
    ['add', [300], 'aa', null],
  ])('%s of %j, %j: %s', (kind, scores, chosen, score) =>
    expect(scoreBy({ kind, points: points(...scores) }, q, chosen)).toBe(score),
  )

  it('lies on the grid from nothing to the full score, in any order', () => {
    const of = fc.record({
      kind: fc.constantFrom(...kinds),
      scores: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 2, maxLength: 20 }),
      taps: fc.array(fc.integer({ min: 0, max: 19 }), { maxLength: 40 }),
    })
    fc.assert(
      fc.property(of, ({ kind, scores, taps }) => {
        const rubric = { kind, points: points(...scores.map((s) => s * 100)) }
        const chosen = taps.reduce((was, n) => toggled(rubric, was, pointSigns[n % scores.length]!), '')
        const score = scoreBy(rubric, q, chosen)
        if (kind === 'levels' && chosen === '') return score === null
        const back = [...chosen].reverse().join('')
        return score !== null && score >= 0 && score <= 1000 && score % 100 === 0 && scoreBy(rubric, q, back) === score
      }),
    )
  })

  it('is full or nothing where the points offered can say so', () => {
    const add = { kind: 'add' as const, points: points(400, 600) }
    expect([choiceOf(add, q, 'full'), choiceOf(add, q, 'zero')]).toEqual(['ab', ''])
    const deduct = { kind: 'deduct' as const, points: points(300, 200) }
    expect([choiceOf(deduct, q, 'full'), choiceOf(deduct, q, 'zero')]).toEqual(['', null])
    const levels = { kind: 'levels' as const, points: points(0, 700) }
    expect([choiceOf(levels, q, 'full'), choiceOf(levels, q, 'zero')]).toEqual([null, 'a'])
  })
})

describe('a rubric', () => {
  const named = (...scores: number[]) => scores.map((score, i) => ({ name: `点${i}`, score }))
  it.each<[RubricKind, { name: string; score: number }[], string | null]>([
    ['add', named(400, 600), null],
    ['add', [], null],
    ['add', named(400, 500), '各点合计9分，不到满分10分'],
    ['add', named(400, 650), '第2点的分值在0到10之间，每1分一档'],
    ['add', named(400, 1100), '第2点的分值在0到10之间，每1分一档'],
    ['add', [{ name: ' ', score: 1000 }], '第1点请填写内容'],
    ['deduct', named(0), '第1点的分值不能为0'],
    ['deduct', named(100), null],
    ['levels', named(0, 1000), null],
    ['levels', named(500), '至少要有两个等级'],
    ['add', [...named(500), { name: '点0', score: 500 }], '“点0”写了两次'],
  ])('%s %j: %s', (kind, typed, text) => expect(rubricFault(q, kind, typed)?.text ?? null).toBe(text))

  it('that no mark knows yet is what was typed', () => {
    expect(withTyped(points(400, 600), [{ id: 'b', name: '点1', score: 1000 }], false)).toEqual([
      { id: 'b', name: '点1', score: 1000 },
    ])
  })

  it('that marks may have chosen from keeps what they chose, however it is changed', () => {
    const typed = fc.array(
      fc.record({
        id: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { nil: undefined }),
        score: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 6 }), (saves) => {
        let now: RubricPoint[] = points(100, 200, 300)
        for (const save of saves) {
          const ids = save.map((t) => t.id).filter((id) => id !== undefined)
          if (new Set(ids).size < ids.length) continue
          const next = withTyped(
            now,
            save.map((t, i) => ({ ...t, name: `新${i}`, score: t.score * 100 })),
            true,
          )
          if (next === null) continue
          // A sign means one score for ever, and what is offered is what was typed.
          for (const p of now) expect(next.find((x) => x.id === p.id)?.score).toBe(p.score)
          expect(offered({ points: next }).map((p) => p.score)).toEqual(save.map((t) => t.score * 100))
          expect(new Set(next.map((p) => p.id)).size).toBe(next.length)
          now = next
        }
      }),
    )
  })
})

it('has no two points of one sign', () => {
  const twice = [
    { id: 'a', name: '甲', score: 500 },
    { id: 'a', name: '乙', score: 500 },
  ]
  expect(rubricFault(q, 'add', twice)).toEqual({ at: 1, text: '第2点与前面的一点重复' })
  expect(rubricFault(q, 'add', [twice[0]!, { ...twice[1]!, id: 'b' }])).toBeNull()
})

describe('what a settled score was made of', () => {
  const all = [...points(400, 300, 300), { id: 'z', name: '旧', score: 200, retired: true as const }]
  const told = (kind: RubricKind, score: number, ...choices: (string | undefined)[]) =>
    earnedOf({ kind, points: all }, q, score, choices)?.points.map((p) => `${p.chosen ? '+' : '-'}${p.name}`) ?? null
  it.each<[string, RubricKind, number, (string | undefined)[], string[] | null]>([
    ['all points, earned or not', 'add', 700, ['ab'], ['+点0', '+点1', '-点2']],
    ['what is offered no more where it was chosen', 'add', 600, ['az'], ['+点0', '-点1', '-点2', '+旧']],
    ['two who chose the same', 'add', 700, ['ab', 'ab'], ['+点0', '+点1', '-点2']],
    ['nothing of two who differ', 'add', 700, ['ab', 'ac'], null],
    ['nothing where one gave a number', 'add', 700, ['ab', undefined], null],
    ['nothing where it is not what they come to', 'add', 800, ['ab'], null],
    ['nothing of a number', 'add', 700, [undefined], null],
    ['of a level the one', 'levels', 300, ['b'], ['+点1']],
    ['of deductions all', 'deduct', 600, ['a'], ['+点0', '-点1', '-点2']],
  ])('%s', (_, kind, score, choices, expected) => expect(told(kind, score, ...choices)).toEqual(expected))
})

describe('the choice that a settled score is of', () => {
  const mark = (score: number, word?: string, by = 'u1'): Mark => ({
    value: { kind: 'score', score, ...(word === undefined ? {} : { points: word }) },
    ...{ by: by as never, at: 1, attemptId: 'x' as never, epoch: 1, imageVersion: 1 },
  })
  const of = (marks: Partial<Record<'first' | 'second' | 'third' | 'final', Mark>>, markers: 1 | 2) =>
    chosenOf(
      { fullScore: 1000, markers, tolerance: 200 },
      { paperId: 'p' as never, studentId: 's' as never, imageVersion: 1, ...marks },
    )
  it.each<[string, string | null, Parameters<typeof of>[0], 1 | 2]>([
    ['of one mark its own', 'ab', { first: mark(700, 'ab') }, 1],
    ['of no points at all the empty one', '', { first: mark(0, '') }, 1],
    ['of two that are one that one', 'ab', { first: mark(700, 'ab'), second: mark(700, 'ab') }, 2],
    ['of two that differ none', null, { first: mark(700, 'ab'), second: mark(600, 'ac') }, 2],
    ['of the same score by other points none', null, { first: mark(300, 'b'), second: mark(300, 'c') }, 2],
    ['of a decision the decision’s', 'c', { first: mark(900, 'ab'), second: mark(300, 'a'), final: mark(300, 'c') }, 2],
    ['of a number none', null, { first: mark(700) }, 1],
    ['of an answer that waits none', null, { first: mark(900, 'ab'), second: mark(300, 'a') }, 2],
    ['of an older picture none', null, { first: { ...mark(700, 'ab'), imageVersion: 0 } }, 1],
  ])('%s', (_, word, marks, markers) => expect(of(marks, markers)).toBe(word))
})
