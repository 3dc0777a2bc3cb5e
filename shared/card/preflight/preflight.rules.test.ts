import { describe, expect, it } from 'vitest'
import { adviceOf, judgeAll, judgeMeasure, preflightRules, worstOf } from './preflight.rules.ts'
import { measureNames } from './preflight.types.ts'
import type { MeasureName, PreflightPage } from './preflight.types.ts'

const page = (of: Partial<Record<MeasureName, number | null>>, refusal?: string): PreflightPage => {
  const measures = Object.entries(of).map(([name, value]) => ({
    name: name as MeasureName,
    value,
    judged: judgeMeasure(name as MeasureName, value),
  }))
  return {
    filePage: 1,
    measures,
    judged: refusal ? 'bad' : worstOf(measures.map((m) => m.judged)),
    ...(refusal ? { refusal } : {}),
  }
}

describe('the bounds of a pre-flight', () => {
  it('have their good range within what still works, both ends included', () => {
    for (const name of measureNames) {
      const { good, fair } = preflightRules[name]
      expect(good[0] <= good[1], name).toBe(true)
      expect(judgeMeasure(name, good[0])).toBe('good')
      expect(judgeMeasure(name, good[1])).toBe('good')
      for (const edge of fair) expect(['good', 'warn'], name).toContain(judgeMeasure(name, edge))
    }
    expect([0.8, 0.93, 1, 1.04, 1.2].map((v) => judgeMeasure('scale', v))).toEqual([
      'bad',
      'warn',
      'good',
      'warn',
      'bad',
    ])
    expect(judgeMeasure('light', null)).toBe('unknown')
    expect(judgeMeasure('light', Number.NaN)).toBe('unknown')
  })

  it('say in Chinese what is wrong and what to do, the gravest first and each once', () => {
    const pages = [page({ scale: 0.8, skew: 5, qr: 2 }), page({ scale: 0.8, skew: 5 }), page({}, '这一页是白纸。')]
    const told = adviceOf(pages)
    expect(told.map((t) => t.judged)).toEqual(['bad', 'bad', 'warn'])
    expect(told[0]!.text).toContain('80%')
    expect(told[0]!.text).toContain('实际大小')
    expect(told.every((t) => /[。]$/.test(t.text))).toBe(true)
    expect(adviceOf([page({ scale: 1, qr: 2 })])).toEqual([])
  })

  it('judge the whole by its worst page; a page that is not there is a warning, and nothing known is nothing', () => {
    const [good, warn, bad] = [page({ qr: 2 }), page({ qr: 1 }), page({ qr: 0 })]
    expect(judgeAll([good], [])).toBe('good')
    expect(judgeAll([good], [2])).toBe('warn')
    expect(judgeAll([good, warn], [])).toBe('warn')
    expect(judgeAll([warn, bad, good], [])).toBe('bad')
    expect(judgeAll([page({ light: null })], [])).toBe('unknown')
  })
})
