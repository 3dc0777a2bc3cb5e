import { expect, it } from 'vitest'
import { pointAgreement } from './trial.rules.ts'

const points = [
  { id: 'a', name: '列式', score: 700 },
  { id: 'x', name: '旧的', score: 100, retired: true as const },
  { id: 'b', name: '求解', score: 300 },
]
const sheet = (...marks: [string, string | undefined][]) => ({
  marks: marks.map(([studentId, word]) => ({
    ...{ studentId: studentId as never, score: 0, attemptId: 'x' as never, at: 0 },
    ...(word === undefined ? {} : { points: word }),
  })),
})

it('compares each point with the experts’, of marks and answers that chose points', () => {
  const right = [{ studentId: 's1', points: 'ab' }, { studentId: 's2', points: '' }, { studentId: 's3' }]
  const sheets = [sheet(['s1', 'a'], ['s2', 'b'], ['s3', 'ab']), sheet(['s1', 'ab'], ['s2', undefined], ['gone', 'a'])]
  expect(pointAgreement({ points }, sheets, right)).toEqual([
    { id: 'a', name: '列式', score: 700, n: 3, same: 3, missed: 0, extra: 0 },
    { id: 'b', name: '求解', score: 300, n: 3, same: 1, missed: 1, extra: 1 },
  ])
  expect(pointAgreement({ points }, [], right)).toEqual([])
  expect(pointAgreement(null, sheets, right)).toEqual([])
})
