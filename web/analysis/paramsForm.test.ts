import { describe, expect, it } from 'vitest'
import { ReportSettings } from '#shared/analysis/analysis.types.ts'
import { readSet, startOf } from './paramsForm.ts'
import type { Params } from './paramsForm.ts'

const subject = (n: number, report: object = {}, more: Partial<Params> = {}): Params => ({
  paperId: `pa_${n}` as never,
  courseName: `科目${n}`,
  total: false,
  studentRank: false,
  teacherTotalRank: true,
  version: 0,
  report: ReportSettings.parse(report),
  ...more,
})
const typed = (start: Record<string, unknown>, more: object) => readSet({ ...start, ...more }, start)

describe('the settings of a few subjects', () => {
  it('left as they stand are nothing to send', () => {
    const start = startOf([subject(1)])
    expect(readSet(start, start)).toEqual({ set: {}, wrong: {} })
    expect(start).toMatchObject({
      studentRank: 'false',
      excellent: '85',
      sectionWidth: 1000,
      rankEnds: '10、50、100、200、500',
    })
  })

  it('show what all have, and send what was typed alone', () => {
    const start = startOf([subject(1), subject(2, { sectionWidth: 500 }, { studentRank: true })])
    expect([start['sectionWidth'], start['studentRank'], start['pass']]).toEqual([undefined, undefined, '60'])
    expect(readSet(start, start).set).toEqual({})
    expect(typed(start, { studentRank: 'false', sectionWidth: 2000 }).set).toEqual({
      studentRank: false,
      sectionWidth: 2000,
    })
    const { rates } = typed(start, { excellent: '90' }).set
    expect(rates).toEqual({ excellent: 0.9, good: 0.7, pass: 0.6, low: 0.4 })
  })

  it.each([
    [{ excellent: '' }, {}],
    [{ excellent: '120' }, { excellent: '四率要一起设置，各填0到100之间的数' }],
    [{ excellent: '90', good: '' }, { good: '四率要一起设置，各填0到100之间的数' }],
    [{ sectionWidth: 50 }, { sectionWidth: '分数段至少1分' }],
    [{ sectionWidth: '十' }, { sectionWidth: '分数段至少1分' }],
    [{ rankEnds: '50、10' }, { rankEnds: '名次段应由小到大' }],
    [{ levels: 'A 50' }, { levels: '最后一个等级应从0开始' }],
  ])('typed as %o says %o', (more, wrong) => {
    expect(typed(startOf([subject(1)]), more).wrong).toEqual(wrong)
  })
})
