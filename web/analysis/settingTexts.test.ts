import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReportSettings } from '#shared/analysis/analysis.types.ts'
import { readLevels, readRankEnds, showLevels, showRankEnds, subjectName } from './settingTexts.ts'

describe('settings as text', () => {
  it.each([
    ['10、50、100', [10, 50, 100]],
    [' 10，50 ；１００ ', [10, 50, 100]],
    ['', '请输入名次段，如 10、50、100'],
    ['10、5', '名次段应由小到大'],
    ['10、10', '名次段应由小到大'],
    ['0、10', '名次应为正整数，用顿号隔开'],
    ['1.5', '名次应为正整数，用顿号隔开'],
    ['甲', '名次应为正整数，用顿号隔开'],
  ])('rank sections %j', (text, read) => expect(readRankEnds(text)).toEqual(read))

  it.each([
    [
      'A 85、B 0',
      [
        { name: 'A', from: 0.85 },
        { name: 'B', from: 0 },
      ],
    ],
    [
      '优 85.5%，差 0%',
      [
        { name: '优', from: 0.855 },
        { name: '差', from: 0 },
      ],
    ],
    ['', '请输入等级，如 A 85、B 70、C 60、D 0'],
    ['A'.repeat(1000), `看不懂“${'A'.repeat(20)}…”，请写成 A 85、B 70 的样子`],
    ['A85', '看不懂“A85”，请写成 A 85、B 70 的样子'],
    ['A 70、B 85、C 0', '等级的起点应由高到低'],
    ['A 70、A 0', '等级名称不能重复'],
    ['A 120、B 0', '等级的起点不能超过100%'],
    ['A 70、B 60', '最后一个等级应从0开始'],
  ])('levels %j', (text, read) => expect(readLevels(text)).toEqual(read))

  it('reads what it shows, and what it reads the server takes', () => {
    const tenths = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 0, maxLength: 19 })
    fc.assert(
      fc.property(tenths, (starts) => {
        const levels = [...starts.toSorted((a, b) => b - a), 0].map((t, i) => ({ name: `L${i}`, from: t / 1000 }))
        const read = readLevels(showLevels(levels))
        expect(read).toEqual(levels)
        expect(ReportSettings.safeParse({ levels: read }).success).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 20 }), (ends) => {
        const sorted = ends.toSorted((a, b) => a - b)
        expect(readRankEnds(showRankEnds(sorted))).toEqual(sorted)
        expect(ReportSettings.safeParse({ rankSectionEnds: sorted }).success).toBe(true)
      }),
    )
  })
})

it('a total says once that it is one', () => {
  expect(
    [{ courseName: '总分', total: true }, { courseName: '语数英', total: true }, { courseName: '数学' }].map(
      subjectName,
    ),
  ).toEqual(['总分', '语数英（总分）', '数学'])
})
