import { describe, expect, it } from 'vitest'
import { cellFormat, cellWords, headGroups, tableCsv, toneOf } from './cell.words.ts'
import type { Cell, ReportColumn, ReportRow, Typed } from './report.types.ts'

describe('what a cell says', () => {
  it.each<[Cell, Typed, string]>([
    [8850, { type: 'score' }, '88.5'],
    [8850, { type: 'score', digits: 2 }, '88.50'],
    [0.8534, { type: 'percent' }, '85.3%'],
    [-258, { type: 'change' }, '−2.58'],
    [203, { type: 'change' }, '+2.03'],
    [-0.4, { type: 'change' }, '0.00'],
    [-0, { type: 'score' }, '0'],
    [-0.001, { type: 'coefficient' }, '0.00'],
    [1_794_240_000_000, { type: 'date' }, '2026-11-10'],
    ['缺考', { type: 'score' }, '缺考'],
    [null, { type: 'score' }, '—'],
    [false, { type: 'score' }, '＊'],
  ])('%j as %j is %s', (cell, of, words) => expect(cellWords(cell, of)).toBe(words))

  it.each<[Typed, string | undefined]>([
    [{ type: 'score' }, undefined],
    [{ type: 'score', digits: 2 }, '0.00'],
    [{ type: 'percent' }, '0.0%'],
    [{ type: 'change' }, '+0.00;-0.00;0.00'],
    [{ type: 'count' }, '0'],
    [{ type: 'date' }, 'yyyy-mm-dd'],
    [{ type: 'person' }, '@'],
  ])('%j is %s in a workbook', (of, format) => expect(cellFormat(of)).toBe(format))

  it('numbers stay numbers in CSV, and nothing there runs', () => {
    const columns: ReportColumn[] = [
      { key: 'a', name: '姓名', type: 'person' },
      { key: 'b', name: '与线之差', unit: '分', group: '线', type: 'change' },
    ]
    const rows: ReportRow[] = [{ cells: ['=1+1', -258] }, { cells: ['甲', null] }, { cells: ['乙', false] }]
    expect(tableCsv({ columns, rows })).toBe("\ufeff姓名,线·与线之差（分）\r\n'=1+1,-2.58\r\n甲,\r\n乙,＊\r\n")
  })

  it.each([
    [0.6, 0.64, 0],
    [0.6, 0.65, 1],
    [0.6, 0.45, -2],
    [0.6, 0.5, -1],
  ])('against %d is %d of tone %d', (all, cell, tone) => {
    const columns: ReportColumn[] = [
      { key: 'all', name: '全体', type: 'percent' },
      { key: 'c', name: '1班', type: 'percent', against: 'all' },
    ]
    expect(toneOf({ cells: [all, cell] }, 1, columns)).toBe(tone)
    expect(toneOf({ cells: [all, cell] }, 0, columns)).toBeNull()
  })

  it('heads share a group only with their neighbours', () => {
    const of = (group?: string) => ({ group })
    expect(headGroups([of(), of('甲'), of('甲'), of('乙'), of('甲')])).toEqual([
      { name: '', span: 1 },
      { name: '甲', span: 2 },
      { name: '乙', span: 1 },
      { name: '甲', span: 1 },
    ])
    expect(headGroups([of(), of()])).toBeNull()
  })
})
