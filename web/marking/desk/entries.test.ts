import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { entriesOf, firstOpen, givenTurns, openTurns, turnAt } from './entries.ts'
import type { Entry } from './entries.ts'

/** Bundles of several questions of one group: of each, these candidates. */
const got = (parts: readonly (readonly string[])[]): ClaimedBundle => {
  const [lead, ...joined] = parts.map((students, i) => ({
    bundle: { bundleId: `bu${i}`, role: 'first', epoch: 1, claimedUntil: 0 },
    question: { questionId: `qu${i}`, number: String(i), unitType: 5, fullScore: 500, step: 100 },
    answers: students.map((studentId) => ({ studentId, imageVersion: 1, images: [], likelyBlank: false, others: [] })),
    left: students.length,
  }))
  return { ...lead!, joined } as unknown as ClaimedBundle
}
const none = () => undefined
const students = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })

it('puts each answer in one turn, with the others of its candidate, in the order of the questions', () => {
  fc.assert(
    fc.property(fc.array(students, { minLength: 1, maxLength: 4 }), (parts) => {
      const entries = entriesOf(got(parts), none)
      const seen = entries.map((e) => `${e.question.questionId} ${e.answer.studentId}`)
      expect(seen.toSorted()).toEqual(parts.flatMap((of, i) => of.map((s) => `qu${i} ${s}`)).toSorted())
      for (let at = 0; at < entries.length; at = turnAt(entries, at).to) {
        const { from, to } = turnAt(entries, at)
        const turn = entries.slice(from, to)
        expect(from).toBe(at)
        expect(new Set(turn.map((e) => e.answer.studentId)).size).toBe(1)
        expect(turn.map((e) => e.question.questionId)).toEqual(turn.map((e) => e.question.questionId).toSorted())
        expect(turn.length).toBe(parts.filter((of) => of.includes(turn[0]!.answer.studentId)).length)
      }
    }),
  )
})

it('is open as long as any of a turn is, and goes to where the turn begins', () => {
  const entries = entriesOf(
    got([
      ['a', 'b'],
      ['a', 'b'],
    ]),
    none,
  )
  const given = (...at: number[]): Entry[] =>
    entries.map((e, i) => (at.includes(i) ? { ...e, value: { kind: 'noAnswer' } } : e))
  expect([
    firstOpen(given(0)),
    firstOpen(given(0, 1)),
    firstOpen(given(0, 1, 2)),
    firstOpen(given(0, 1, 2, 3)),
  ]).toEqual([0, 2, 2, -1])
  // Behind the last, the first that is open.
  expect(firstOpen(given(0, 2, 3), 4)).toBe(0)
  expect([openTurns(given()), openTurns(given(0, 1, 2)), openTurns(given(0, 1, 2, 3))]).toEqual([2, 1, 0])
  // A turn is one answer of the question in hand, however many parts it has; what the server knows as done is none.
  const counted = (at: number[], finished: string[] = []) => givenTurns(given(...at), new Set(finished))
  expect([counted([0]), counted([0, 1]), counted([1]), counted([0, 1, 2, 3]), counted([0, 1], ['bu0'])]).toEqual([
    1, 1, 0, 2, 0,
  ])
  expect([turnAt([], 0), turnAt(entries, 3)]).toEqual([
    { from: 0, to: 0 },
    { from: 2, to: 4 },
  ])
})
