import { describe, expect, it } from 'vitest'
import { nextOf, pathOf } from './firstExam.ts'
import type { PathFacts } from './firstExam.ts'
import { stepsOf } from '../steps.ts'
import type { LiveFacts } from '../steps.ts'

const at = (
  exam: { status: 1 | 2 | 3; markingProgress: number },
  paper: { questionCount: number; missingKeys: number; cardId?: string },
  live?: LiveFacts,
): PathFacts => ({
  students: 60,
  importTo: '/import',
  addTo: '/add',
  exam: { name: '月考', steps: stepsOf(exam, paper, live), printTo: '/print', to: (key) => `/${key}` },
})
const none = { questionCount: 0, missingKeys: 0 }
const ready = { questionCount: 20, missingKeys: 0 }
const carded = { ...ready, cardId: 'ca_1' }
const scanning: LiveFacts = { handed: 44, present: 44, candidates: 60, doubts: 0, balanced: false, reading: 8 }

describe('the way through a first exam', () => {
  it.each([
    [
      'nothing is known yet',
      { students: undefined, importTo: '/import', addTo: '/add', exam: null },
      'roster',
      '/import',
    ],
    ['no student is there', { students: 0, importTo: '/import', addTo: '/add', exam: null }, 'roster', '/import'],
    ['there are students', { students: 60, importTo: '/import', addTo: '/add', exam: null }, 'create', '/add'],
    ['the exam is made', at({ status: 1, markingProgress: 1 }, none), 'paper', '/paper'],
    ['questions are there', at({ status: 1, markingProgress: 1 }, ready), 'card', '/card'],
    ['the card is there', at({ status: 1, markingProgress: 2 }, carded), 'print', '/print'],
    ['sheets come in', at({ status: 1, markingProgress: 2 }, carded, scanning), 'scan', '/scan'],
    ['all are scanned', at({ status: 1, markingProgress: 3 }, carded, { ...scanning, doubts: 3 }), 'doubts', '/doubts'],
    [
      'marking is open',
      at({ status: 1, markingProgress: 5 }, carded, { ...scanning, balanced: true, reading: 0 }),
      'marking',
      '/marking',
    ],
    ['all is marked', at({ status: 2, markingProgress: 6 }, carded), 'publish', '/publish'],
  ] as const)('%s: the next is %s', (_, facts, key, to) => {
    const steps = pathOf(facts as PathFacts)
    const next = nextOf(steps)!
    expect([next.key, next.to]).toEqual([key, to])
    // What comes before it is done, and nothing stands twice.
    expect(steps.slice(0, steps.indexOf(next)).every((s) => s.done)).toBe(true)
    expect(new Set(steps.map((s) => s.key)).size).toBe(9)
  })
  it('ends when the scores are out', () => {
    const steps = pathOf(at({ status: 3, markingProgress: 6 }, carded))
    expect(nextOf(steps)).toBeNull()
  })
})
