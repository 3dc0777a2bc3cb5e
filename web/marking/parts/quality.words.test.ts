import { expect, it } from 'vitest'
import { basisText, driftWords, findingsOf, severityText } from './quality.words.ts'

it('does not promise that more will tell where one teacher marks a question', () => {
  const nothing = {
    ...{ verdict: null, severity: null, apart: false, width: null, chance: null },
    ...{ marked: 56, problems: 0, settled: 0 },
  }
  expect(findingsOf(nothing).text).toBe('份数还少')
  expect(findingsOf(nothing, true)).toEqual({ meaning: 'none', text: '只有一位教师评' })
  expect(findingsOf({ ...nothing, verdict: 'even' }, true).text).toBe('看不出差异')
  // Where each marks the own class more answers tell no more either.
  expect(findingsOf({ ...nothing, apart: true }).text).toBe('各评各班，人少难比')
  expect(findingsOf({ ...nothing, apart: true, marked: 29 }).text).toBe('份数还少')
  const severity = { value: 10, error: 5, answers: 90, from: 'classes' as const }
  expect(basisText({ severity })).toBe('相近考生 90 份，计入班差')
})

it('says of an arbitrator that nothing else was given', () => {
  const one = {
    ...{ verdict: null, severity: null, apart: false, width: null, chance: null },
    ...{ marked: 3, problems: 1, settled: 2 },
  }
  expect(findingsOf(one).text).toBe('只做仲裁')
  expect(findingsOf({ ...one, marked: 4 }, true).text).toBe('只有一位教师评')
})

it('shows the interval that the verdict goes by, and says of what is sure and small that it is small', () => {
  const of = (value: number, error: number) => ({
    ...{ verdict: 'even' as const, apart: false, width: null, chance: null, marked: 90, problems: 0, settled: 0 },
    severity: { value, error, answers: 90, from: 'pairs' as const },
  })
  expect(severityText(of(-105, 40))).toBe('−1.05 ± 1.32')
  expect(findingsOf(of(-105, 40)).text).toBe('看不出差异')
  expect(findingsOf(of(15, 2)).text).toBe('差异不到满分的2%')
})

it('says of a marker’s severity over time against what it is held, and which points lie outside', () => {
  const point = (value: number) => ({ from: 0, to: 1, value })
  const of = (values: number[], from: 'pairs' | 'marks' = 'pairs') =>
    driftWords({ from, points: values.map(point), limit: 50 })
  expect(of([10, -50])).toBe('每 20 份一点，与同一份答卷的另一评相比，都在控制限 ±0.50 分以内。')
  expect(of([10, -51, 60], 'marks')).toBe('每 20 份一点，与其他教师的平均分相比；第 2、3 点超出控制限 ±0.50 分。')
  expect(of([10, -51])).toContain('；第 2 点超出控制限')
  expect(of([90])).toContain('评满 40 份后')
})
