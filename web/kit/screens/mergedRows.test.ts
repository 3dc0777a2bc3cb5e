import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergedRows, mergedText } from './mergedRows.ts'

type Row = { id: string; key: string; points: number }
const row = (n: number, more: Partial<Row> = {}): Row => ({ id: String(n), key: 'A', points: 4, ...more })
const merge = (base: readonly Row[], mine: readonly Row[], saved: readonly Row[]) =>
  mergedRows(base, mine, saved, (r) => r.id)

it('rows that two have edited keep what each changed, and tell what both did', () => {
  const [a, b, c, d] = [row(1), row(2), row(3), row(4)]
  const mine = [{ ...a, key: 'B' }, b, { ...c, key: 'C' }]
  const saved = [{ ...a, points: 5 }, { ...b, key: 'D' }, c, d, row(5)]
  const found = merge([a, b, c, d], mine, saved)
  expect(found.rows).toEqual([{ ...a, key: 'B' }, { ...b, key: 'D' }, { ...c, key: 'C' }, row(5)])
  expect([found.theirs.map((r) => r.id), found.both.map((r) => r.id)]).toEqual([['2', '5'], ['1']])
})

const rows = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('1', '2', '3', '4', '5'), key: fc.constantFrom('A', 'B'), points: fc.constant(4) }),
  { selector: (r) => r.id },
)
it('who changed nothing has what was saved, who alone changed has what is edited, and no row is there twice', () => {
  fc.assert(
    fc.property(rows, rows, rows, (base, mine, saved) => {
      const sorted = (of: readonly Row[]) => of.toSorted((a, b) => a.id.localeCompare(b.id))
      expect(sorted(merge(base, base, saved).rows)).toEqual(sorted(saved))
      expect(merge(base, mine, base)).toEqual({ rows: mine, theirs: [], both: [] })
      const ids = merge(base, mine, saved).rows.map((r) => r.id)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

it('says it by names, of many the first', () => {
  const of = { what: '评分细则', nameOf: (r: Row) => `“${r.id}”`, named: (names: string) => names }
  const many = Array.from({ length: 12 }, (_, i) => row(i))
  expect(mergedText({ theirs: [row(7)], both: [] }, of)).toBe(
    '这份评分细则刚被别人改过，您的修改都还在。“7”已换成现在的。请核对后保存，也可以撤销。',
  )
  expect(mergedText({ theirs: [], both: many }, of)).toContain('“9”等12两边都改了')
})
