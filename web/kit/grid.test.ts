import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsIn, pasteAt, pasteText, putCell } from './grid.ts'
import type { GridColumn } from './grid.ts'

type Row = { name: string; points: number; kind: string; bonus?: number }
const points = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null)
const columns: GridColumn<Row>[] = [
  {
    key: 'name',
    name: '名称',
    width: 80,
    label: (r) => r.name,
    text: (r) => r.name,
    put: (r, name) => ({ ...r, name }),
  },
  {
    key: 'points',
    name: '分数',
    width: 80,
    label: (r) => r.name,
    text: (r) => String(r.points),
    put: (r, text) => (points(text) === null ? null : { ...r, points: points(text)! }),
  },
  {
    key: 'kind',
    name: '类型',
    width: 80,
    label: (r) => r.name,
    text: (r) => r.kind,
    put: (r, kind) => ({ ...r, kind, ...(kind === '2' ? { bonus: 1 } : {}) }),
    options: [
      { value: '1', label: '普通' },
      { value: '2', label: '附加' },
    ],
  },
  {
    key: 'bonus',
    name: '加分',
    width: 80,
    label: (r) => r.name,
    text: (r) => (r.bonus === undefined ? null : String(r.bonus)),
    put: (r, text) => (points(text) === null ? null : { ...r, bonus: points(text)! }),
  },
]
const rows: Row[] = ['甲', '乙', '丙'].map((name) => ({ name, points: 1, kind: '1' }))

describe('a clipboard over a grid', () => {
  it('fills cells from where it is pasted, full-width digits too, and leaves what it says nothing of', () => {
    const { rows: next, refused, beyond } = pasteAt(rows, columns, { row: 1, column: 0 }, '新\t１２\r\n\t7\r\n')
    expect(next).toEqual([rows[0], { ...rows[1], name: '新', points: 12 }, { ...rows[2], points: 7 }])
    expect([refused, beyond]).toEqual([[], 0])
  })

  it('names what no cell takes, and counts what lies beyond', () => {
    const pasted = pasteAt(rows, columns, { row: 2, column: 1 }, '很多\t普通\t3\t9\n5')
    expect(pasted.rows).toEqual(rows)
    expect(pasteText(pasted)).toBe('第3行“分数”不能填“很多”；第3行“加分”不能填“3”；超出表格的2格没有粘贴')
  })

  it('chooses by value or label, and a row that gains a cell takes what is pasted into it', () => {
    const { rows: next } = pasteAt(rows, columns, { row: 0, column: 2 }, '附加\t4\n2')
    expect(next.slice(0, 2)).toEqual([
      { ...rows[0], kind: '2', bonus: 4 },
      { ...rows[1], kind: '2', bonus: 1 },
    ])
  })

  it('changes nothing that is barred', () => {
    expect(putCell({ ...columns[0]!, barred: true }, rows[0]!, '新')).toBeNull()
  })

  it('says the first of many that were not taken', () => {
    const pasted = pasteAt([...rows, ...rows], columns, { row: 0, column: 1 }, 'a\nb\nc\nd')
    expect(pasteText(pasted)).toBe('第1行“分数”不能填“a”；第2行“分数”不能填“b”；第3行“分数”不能填“c”；等共4格')
  })

  it('is what a spreadsheet copied, with anything in it', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', '分', ' ', '.') }).map((t) => t.trim())
    const table = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([width, height]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
      )
    fc.assert(
      fc.property(table, (cells) => {
        expect(cellsIn(`${cells.map((line) => line.join('\t')).join('\r\n')}\r\n`)).toEqual(cells)
      }),
    )
  })
})
