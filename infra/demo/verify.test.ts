import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { HandedIn } from './exam.ts'
import type { PageTruth } from './paper/paper.ts'
import { verify } from './verify.ts'
import type { Claimed } from './verify.ts'

const questions = [
  { questionId: 'q1', number: '1', unitType: 1, fullScore: 300, optionCount: 4, answer: 'B' },
  { questionId: 'q2', number: '2', unitType: 2, fullScore: 400, optionCount: 4, answer: 'AC', halfScore: 200 },
  { questionId: 'q3', number: '3', unitType: 5, fullScore: 1000, markers: 2, tolerance: 100 },
] as unknown as PaperQuestion[]

const truth = (studentNumber: string, letters: [string, string], absent = false): PageTruth =>
  ({
    page: 1,
    studentNumber,
    absent,
    choices: letters.map((l, i) => ({ questionId: `q${i + 1}`, intended: [...l], style: 'full', clarity: 'clear' })),
  }) as unknown as PageTruth

const handed: HandedIn = {
  batchId: 'b',
  uuid: 'u',
  pages: 3,
  truthOf: new Map([
    ['a', truth('1', ['B', 'A'])],
    ['b', truth('2', ['C', 'AC'])],
    ['c', truth('3', ['', ''], true)],
  ]),
}
const given = new Map([
  ['s1|q3|first', 600],
  ['s1|q3|second', 700],
  ['s2|q3|first', 200],
  ['s2|q3|second', 900],
  ['s2|q3|final', 500],
])
const claim = (n: string, scores: number[], letters: [string, string], state = 'present'): Claimed => ({
  studentId: `s${n}`,
  studentNumber: n,
  state,
  total: state === 'present' ? scores.reduce((a, b) => a + b, 0) : null,
  scores,
  chosen: new Map(letters.map((l, i) => [`q${i + 1}`, l])),
})
const right = [
  claim('1', [300, 200, 650], ['B', 'A']),
  claim('2', [0, 400, 500], ['C', 'AC']),
  claim('3', [], ['', ''], 'absent'),
]

describe('the demo, held to the truth', () => {
  it('finds nothing wrong in what is right', () => {
    const verdict = verify(questions, handed, given, right)
    expect(verdict).toMatchObject({ wrongReadings: [], wrongScores: [], present: 2, absent: 1 })
    expect(verdict.mean).toBe((1150 + 900) / 2)
  })

  it('names a wrong reading, a wrong mark, a wrong total and a wrong absence', () => {
    const misread = verify(questions, handed, given, [claim('1', [0, 200, 650], ['C', 'A']), ...right.slice(1)])
    expect(misread.wrongReadings).toEqual(['1 1: C instead of B'])
    expect(misread.wrongScores).toContain('1 1: 0 instead of 300')
    const mismarked = verify(questions, handed, given, [claim('1', [300, 200, 700], ['B', 'A']), ...right.slice(1)])
    expect(mismarked.wrongScores).toContain('1 3: 700 instead of 650')
    const miscounted = verify(questions, handed, given, [{ ...right[0]!, total: 1151 }, ...right.slice(1)])
    expect(miscounted.wrongScores).toContain('1: 1151 instead of 1150')
    const there = verify(questions, handed, given, [...right.slice(0, 2), claim('3', [0, 0, 0], ['', ''])])
    expect(there.wrongReadings).toEqual(['3 present'])
  })
})
