import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerItem, Mark } from '../marking.types.ts'
import { marksReplayed, marksUndone, mergeTold, replayed, replayTold, successorOf, toldWhole } from './replay.rules.ts'
import { scoreBy, withTyped } from './rubric.rules.ts'
import { pointSigns } from './rubric.types.ts'
import type { RubricKind, RubricPoint } from './rubric.types.ts'

const q = { fullScore: 1000, markStep: 100, markers: 2, tolerance: 0 } as const
const first: RubricPoint[] = [400, 300, 300].map((score, i) => ({ id: pointSigns[i]!, name: `点${i}`, score }))
/** Worth more, as it was, and left out for another. */
const points = withTyped(
  first,
  [
    { id: 'a', name: '点0', score: 500 },
    { id: 'b', name: '改了名', score: 300 },
    { name: '新的', score: 200 },
  ],
  true,
)!
const rubric = { kind: 'add' as RubricKind, points }

describe('a choice by a rubric that was changed', () => {
  it.each<[string, string, number]>([
    ['ab', 'db', 800],
    ['abc', 'db', 800],
    ['c', '', 0],
    ['b', 'b', 300],
    ['', '', 0],
    ['db', 'db', 800],
  ])('%s becomes %s, %i', (chosen, word, score) => expect(replayed(rubric, q, chosen)).toEqual({ points: word, score }))

  it('follows a point however often it was changed, and of a level that is gone says nothing', () => {
    const twice = withTyped(points, [{ id: 'd', name: '点0', score: 600 }, ...points.slice(1, 3)], true)!
    expect(['a', 'd', 'f'].map((id) => successorOf({ points: twice }, id)?.score)).toEqual([600, 600, 600])
    const levels = withTyped(
      first,
      [
        { id: 'a', name: '优', score: 900 },
        { name: '差', score: 0 },
      ],
      true,
    )!
    expect(replayed({ kind: 'levels', points: levels }, q, 'a')?.score).toBe(900)
    expect(replayed({ kind: 'levels', points: levels }, q, 'b')).toBeNull()
  })

  it('is by points that are offered, on the grid, and stays as it is when it is replayed again', () => {
    const save = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), score: fc.integer({ min: 1, max: 9 }) }),
      {
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(fc.array(save, { maxLength: 5 }), fc.subarray(['a', 'b', 'c']), (saves, chosen) => {
        let now: RubricPoint[] = first
        for (const typed of saves) {
          if (new Set(typed.map((t) => t.id)).size < typed.length) continue
          now =
            withTyped(
              now,
              typed.map((t) => ({ ...t, name: t.id, score: t.score * 100 })),
              true,
            ) ?? now
        }
        const next = replayed({ kind: 'add', points: now }, q, chosen.join(''))!
        expect([...next.points].every((id) => now.some((p) => p.id === id && !p.retired))).toBe(true)
        expect(next.score).toBe(scoreBy({ kind: 'add', points: now }, q, next.points))
        expect(replayed({ kind: 'add', points: now }, q, next.points)).toEqual(next)
      }),
    )
  })
})

const mark = (by: string, score: number, chosen?: string, more: Partial<Mark> = {}): Mark => ({
  value: { kind: 'score', score, ...(chosen === undefined ? {} : { points: chosen }) },
  ...{ by: by as never, at: 5, attemptId: `at_${'0'.repeat(24)}1${by}` as never, epoch: 1, imageVersion: 1 },
  ...more,
})
const item = (of: Partial<AnswerItem>): AnswerItem =>
  ({ schema: 1, paperId: 'p', studentId: 's', questionId: 'q', imageVersion: 1, ...of }) as AnswerItem

describe('marks by a rubric that was changed', () => {
  it('keep what was written on the answer, forth and back', () => {
    const notes = [{ kind: 'tick' as const, on: 0, at: [120, 80], size: 30 }]
    const plain = mark('1', 700, 'ab')
    const of = item({ first: { ...plain, value: { kind: 'score', score: 700, points: 'ab', notes } } })
    const [made] = marksReplayed(of, rubric, q)
    expect(made!.mark.value).toEqual({ kind: 'score', score: 800, points: 'db', notes })
    const given = [{ role: 'first' as const, mark: of.first! }]
    const [back] = marksUndone({ ...of, first: made!.mark }, given, rubric, q)
    expect(back!.mark.value).toEqual({ kind: 'score', score: 700, points: 'ab', notes })
  })

  it('are the same markers’, under the next attempt of the same claim', () => {
    const of = item({ first: mark('1', 700, 'ab'), second: mark('2', 700) })
    const [next, ...rest] = marksReplayed(of, rubric, q)
    expect(rest).toEqual([])
    expect(next).toMatchObject({
      role: 'first',
      mark: { by: '1', at: 5, epoch: 1, value: { score: 800, points: 'db' } },
    })
    expect(next!.mark.attemptId > of.first!.attemptId).toBe(true)
    expect(marksReplayed({ ...of, first: next!.mark }, rubric, q)).toEqual([])
    // An older picture’s is none.
    expect(marksReplayed({ ...of, imageVersion: 2 }, rubric, q)).toEqual([])
  })

  it('are given back what they chose, and those that were given anew since stay', () => {
    const before = mark('1', 700, 'ab')
    const [next] = marksReplayed(item({ first: before }), rubric, q)
    const given = [{ role: 'first' as const, mark: before }]
    const [back] = marksUndone(item({ first: next!.mark }), given, rubric, q)
    expect(back!.mark.value).toEqual(before.value)
    expect(back!.mark.attemptId > next!.mark.attemptId).toBe(true)
    expect(marksUndone(item({ first: back!.mark }), [...given, next!], rubric, q)).toEqual([])
    const anew = mark('1', 300, 'b', { attemptId: 'at_zzz' as never })
    expect(marksUndone(item({ first: anew }), given, rubric, q)).toEqual([])
  })

  it('are told by what becomes of their answers', () => {
    const told = replayTold(
      [
        item({ first: mark('1', 700, 'ab'), second: mark('2', 700, 'ab') }),
        item({ first: mark('1', 700, 'ab'), second: mark('2', 700) }),
        item({ first: mark('1', 300, 'c'), second: mark('2', 300, 'c') }),
        item({ first: mark('1', 800, 'db'), second: mark('2', 700, 'ab') }),
        item({ first: mark('1', 300, 'b'), second: mark('2', 300, 'b') }),
      ],
      rubric,
      q,
    )
    expect(told).toMatchObject({ byPoints: 9, numbers: 1, marks: 6, lost: 0, up: 1, down: 1, waits: 1, settles: 1 })
    expect(told.ways).toEqual([
      { from: 'ab', to: 'db', before: 700, after: 800, marks: 4 },
      { from: 'c', to: '', before: 300, after: 0, marks: 2 },
    ])
  })

  it('are told in parts as in one, of the most frequent ways as many as are shown', () => {
    const one = replayTold([item({ first: mark('1', 700, 'ab') })], rubric, { ...q, markers: 1 })
    expect(mergeTold([one, one])).toEqual({
      ...one,
      byPoints: 2,
      marks: 2,
      up: 2,
      ways: [{ ...one.ways[0]!, marks: 2 }],
    })
    const many = Array.from({ length: 40 }, (_, i) => ({
      ...one,
      ways: [{ ...one.ways[0]!, from: `x${i}`, marks: i }],
    }))
    expect(toldWhole(many).ways.map((w) => w.marks)).toEqual(Array.from({ length: 30 }, (_, i) => 39 - i))
  })
})
