import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { notAnswered } from '#shared/marking/marking.types.ts'
import { differingStudents } from './snapshot.rules.ts'
import type { CandidateState } from './publication.types.ts'
import { addUp, addUpLines, totalQuestions, unequalGroup } from './total.rules.ts'

const part = (name: string, optional?: { group: string; count: number }) => ({
  paperId: `pa_${name}` as PaperId,
  questionId: `qu_${name}` as QuestionId,
  courseName: name,
  fullScore: 100,
  ...(optional ? { optional } : {}),
})
const first = { group: '首选', count: 1 }
const other = { group: '再选', count: 2 }
const parts = [
  part('语文'),
  part('数学'),
  part('物理', first),
  part('历史', first),
  part('化学', other),
  part('生物', other),
  part('地理', other),
]

type Made = { sat: (number | CandidateState)[]; chosen?: PaperId[] }
const cohort = (rows: readonly Made[]) => {
  const students = rows.map((r, i) => ({
    studentId: `st_${i}` as StudentId,
    ...(r.chosen ? { chosen: r.chosen } : {}),
  }))
  const columns = parts.map((_, k) => ({
    studentId: students.map((s) => s.studentId),
    state: rows.map((r): CandidateState => (typeof r.sat[k] === 'number' ? 'present' : r.sat[k]!)),
    // Two questions each: the columns know them, the transcripts only their sum.
    scores: rows.map((r) => (typeof r.sat[k] === 'number' ? [r.sat[k] - 3, 3] : [])),
  }))
  const lines = parts.map((_, k) =>
    rows.map((r, i) => ({
      studentId: students[i]!.studentId as string,
      total: typeof r.sat[k] === 'number' ? r.sat[k] : null,
    })),
  )
  return { students, columns, lines }
}
const named = (...names: string[]) => names.map((n) => `pa_${n}` as PaperId)
const added = (...rows: Made[]) => {
  const { students, columns } = cohort(rows)
  return addUp(parts, columns, students)
}

const out = 'missing' as const
describe('a total', () => {
  it('adds up the papers for all and of each group those that were sat', () => {
    const { scores, states, chosen, undecided } = added({ sat: [80, 70, 60, out, 50, out, 40] })
    expect([states, undecided]).toEqual([['present'], []])
    expect(scores).toEqual([[80, 70, 60, 0, 50, 0, 40]])
    expect(chosen[0]!.map((c) => c === notAnswered)).toEqual([false, false, false, true, false, true, false])
  })
  it('tells what was sat of who has no total', () => {
    const { states, scores, chosen } = added({ sat: [80, 'missing', 60, out, 50, out, 40] })
    expect([states[0], scores[0]![0]]).toEqual(['missing', 80])
    expect(chosen[0]!.map((c) => c === notAnswered)).toEqual([false, true, false, true, false, true, false])
  })
  it('counts what was chosen where more was sat, and says so where that is not known', () => {
    const sat = [80, 70, 60, 90, 50, 30, 40]
    expect(added({ sat, chosen: named('历史', '生物', '地理') }).scores).toEqual([[80, 70, 0, 90, 0, 30, 40]])
    expect(added({ sat }).undecided).toEqual(['st_0'])
    // A choice that does not fit its group says nothing of it.
    expect(added({ sat, chosen: named('历史', '生物') }).undecided).toEqual(['st_0'])
  })
  it('is not there for who lacks a paper that counts, and says why', () => {
    const states = (sat: Made['sat'], chosen?: PaperId[]) => added({ sat, ...(chosen ? { chosen } : {}) }).states[0]
    expect(states(['absent', 70, 60, out, 50, 30, out])).toBe('absent')
    expect(states([80, 'void', 60, out, 50, 30, out])).toBe('void')
    expect(states([80, 70, out, out, 50, 30, out])).toBe('missing')
    // Excused from one is excused from the total, unless something worse is the matter.
    expect(states([80, 'exempt', 60, out, 50, 30, out])).toBe('exempt')
    expect(states(['absent', 'exempt', 60, out, 50, 30, out])).toBe('absent')
    // Whose answers in one paper were not marked to the end has no total, unless something plainer is the matter.
    expect(states([80, 'unmarked', 60, out, 50, 30, out])).toBe('unmarked')
    expect(states(['unmarked', 'exempt', 60, out, 50, 30, out])).toBe('unmarked')
    expect(states(['unmarked', 'absent', 60, out, 50, 30, out])).toBe('absent')
    // Chosen and not sat, though enough others were.
    expect(states([80, 70, 60, out, 50, 30, 'absent'], named('物理', '生物', '地理'))).toBe('absent')
  })
  it('is worth one number only where the papers of a group are worth the same', () => {
    expect(unequalGroup(totalQuestions(parts))).toBe(null)
    expect(unequalGroup(totalQuestions([...parts, { ...part('政治', other), fullScore: 90 }]))).toBe('再选')
  })
})

const state = fc.constantFrom<CandidateState>('absent', 'missing', 'void', 'exempt', 'unmarked')
const row = fc.record(
  {
    sat: fc.tuple(...parts.map(() => fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 3, max: 100 }) }, state))),
    chosen: fc.subarray(parts.filter((p) => p.optional).map((p) => p.paperId)),
  },
  { requiredKeys: ['sat'] },
)

describe('any cohort', () => {
  it('both computations tell the same, and a total is the sum of the papers that count', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const { students, columns, lines } = cohort(rows)
        const one = addUp(parts, columns, students)
        const two = addUpLines(parts, lines, students)
        const known = one.studentIds.filter((id, i) => one.states[i] === 'present' && !one.undecided.includes(id))
        expect(two.studentIds).toEqual(known)
        const told = {
          ...one,
          states: one.states.map((s, i) => (one.undecided.includes(one.studentIds[i]!) ? 'void' : s)),
        }
        expect(differingStudents(told, two).filter((id) => known.includes(id as StudentId))).toEqual([])
        for (const [i, of] of rows.entries()) {
          if (!known.includes(one.studentIds[i]!)) continue
          const counted = one.chosen[i]!.flatMap((c, k) => (c === notAnswered ? [] : [k]))
          // Two for all, one of the first group, two of the other.
          expect(counted.length).toBe(5)
          expect(one.scores[i]!.reduce((a, b) => a + b, 0)).toBe(counted.reduce((n, k) => n + (of.sat[k] as number), 0))
        }
      }),
      { numRuns: 500 },
    )
  })
})
