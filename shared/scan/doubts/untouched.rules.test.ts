import { describe, expect, it } from 'vitest'
import { isBlankWhole, isUntouched } from './untouched.rules.ts'

const cells = (...states: ('empty' | 'filled' | 'doubt')[]) =>
  states.map((state, i) => ({ value: 'ABCD'[i]!, state, ink: state === 'empty' ? 0 : 0.2 }))
const asked = (questionId: string, ...states: Parameters<typeof cells>) => ({
  questionId,
  kind: 'faintMark' as const,
  cells: cells(...states),
})
/** A letter in which there is a little more than in others: paper's grain, or a pencil that hardly touched it. */
const touched = (questionId: string) => ({
  questionId,
  kind: 'faintMark' as const,
  cells: [
    { value: 'T', state: 'empty' as const, ink: 0.02 },
    { value: 'F', state: 'doubt' as const, ink: 0.05 },
  ],
})
const [q1, q2] = [asked('q1', 'empty', 'empty'), asked('q2', 'empty', 'empty')]

describe('a page on which nothing was seen', () => {
  it.each([
    ['every question is asked about', [q1, q2], { q1: null, q2: null }, true],
    ['others were read as left empty', [q1, q2], { q1: null, q2: null, q3: '' }, true],
    ['one question alone', [q1], { q1: null }, false],
    ['another has a mark', [q1, q2], { q1: null, q2: null, q3: 'A' }, false],
    ['a person has said what one is', [q1], { q1: null, q2: 'B' }, false],
    [
      'another is in doubt for what was seen',
      [q1, q2, asked('q3', 'doubt', 'empty')],
      { q1: null, q2: null, q3: null },
      false,
    ],
    ['one shows what paper may', [q1, q2, touched('q3')], { q1: null, q2: null, q3: null }, true],
    ['most show a little: a light hand', [q1, touched('q2'), touched('q3')], { q1: null, q2: null, q3: null }, false],
    [
      'another is in doubt without its cells',
      [q1, q2, { questionId: 'q3', kind: 'faintMark' }],
      { q1: null, q2: null, q3: null },
      false,
    ],
    [
      'another lies under a stain',
      [q1, q2, { ...asked('q3', 'empty'), kind: 'stain' }],
      { q1: null, q2: null, q3: null },
      false,
    ],
    ['nothing is asked about', [], { q1: '', q2: '' }, false],
  ] as const)('is one decision where %s: %s', (_, doubts, choices, one) =>
    expect(isBlankWhole(doubts, choices)).toBe(one),
  )
  it('is not told of marks beside the letters, nor of doubts of the page', () => {
    expect(isUntouched(asked('@pick:q1', 'empty'))).toBe(false)
    expect(isUntouched({ kind: 'faintMark', cells: cells('empty') })).toBe(false)
    expect(isUntouched({ kind: 'faintMark', questionId: 'q1', cells: [] })).toBe(false)
  })
})
