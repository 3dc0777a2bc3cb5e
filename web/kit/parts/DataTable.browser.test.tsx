import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import type { Column } from '../screens/screen.types.ts'
import { DataTable } from './DataTable.tsx'

type Row = { id: string; name: string; number: string; marks: number[] }
const rows = (n: number, marks = 30): Row[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `r${i}`,
    name: `学生${i}`,
    number: String(20260000 + i),
    marks: Array.from({ length: marks }, (_, k) => i + k),
  }))
const columns = (marks = 30): Column<Row>[] => [
  { key: 'name', name: '姓名', value: (r) => r.name, width: 90, frozen: true },
  { key: 'number', name: '考号', value: (r) => r.number, width: 110, frozen: true, sortable: true },
  ...Array.from({ length: marks }, (_, k) => ({
    key: `q${k}`,
    name: `第${k + 1}题`,
    unit: '分',
    number: true,
    value: (r: Row) => r.marks[k],
  })),
]
const region = () => page.getByRole('region', { name: '成绩单' }).element()
const cells = (row: number) => [...region().querySelectorAll('tbody tr')[row]!.querySelectorAll('td')]

describe('a table', () => {
  it('keeps its head and its frozen columns in sight, one after the other, when it scrolls both ways', async () => {
    await show(
      <div style={{ width: 700, height: 400, display: 'grid' }}>
        <DataTable label="成绩单" rows={rows(60)} columns={columns()} rowKey={(r) => r.id} onChoose={() => {}} />
      </div>,
    )
    const box = region()
    const [, name, number, first] = cells(0)
    const before = [name!, number!].map((c) => c.getBoundingClientRect().left)
    expect(number!.getBoundingClientRect().left).toBe(name!.getBoundingClientRect().right)
    box.scrollTo({ left: 600 })
    await expect.poll(() => first!.getBoundingClientRect().left).toBeLessThan(box.getBoundingClientRect().left)
    expect([name!, number!].map((c) => c.getBoundingClientRect().left)).toEqual(before)
    // What lies in sight there is them, not what passes beneath.
    const { left, top, height } = number!.getBoundingClientRect()
    expect(document.elementFromPoint(left + 20, top + height / 2)).toBe(number)
    const heads = [...box.querySelectorAll('thead th')]
    expect(heads.slice(1, 3).map((h) => h.getBoundingClientRect().left)).toEqual(before)
  })

  it('is 33 px a row, draws of ten thousand only those in sight, and stays right when it is scrolled', async () => {
    await show(
      <div style={{ height: 500, display: 'grid' }}>
        <DataTable label="成绩单" rows={rows(10_000, 2)} columns={columns(2)} rowKey={(r) => r.id} />
      </div>,
    )
    const box = region()
    expect(cells(0)[0]!.getBoundingClientRect().height).toBe(33)
    expect(box.querySelectorAll('tbody tr').length).toBeLessThan(80)
    box.scrollTo({ top: 33 * 5000 })
    await expect.element(page.getByText('学生5005', { exact: true })).toBeInTheDocument()
    expect(box.querySelectorAll('tbody tr').length).toBeLessThan(80)
  })

  it('asks for another order by its head, and tells it to those who do not see it', async () => {
    const onSort = vi.fn()
    const table = (sort?: string) => (
      <DataTable
        label="成绩单"
        rows={rows(3, 1)}
        columns={columns(1)}
        rowKey={(r) => r.id}
        onSort={onSort}
        {...(sort ? { sort } : {})}
      />
    )
    await show(table('number'))
    const head = page.getByRole('columnheader', { name: '考号' })
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(head.getByRole('button'))
    expect(onSort).toHaveBeenCalledExactlyOnceWith('-number')
  })

  it('opens a row by a click beside its link, and not when a box in it was ticked', async () => {
    const [onOpen, onChoose] = [vi.fn(), vi.fn()]
    await show(
      <DataTable
        label="成绩单"
        rows={rows(3, 1)}
        columns={columns(1)}
        rowKey={(r) => r.id}
        linkOf={(r) => `/of/${r.id}`}
        onOpen={onOpen}
        onChoose={onChoose}
        chosen={new Set(['r0', 'r1', 'r2'])}
      />,
    )
    await userEvent.click(page.getByRole('checkbox', { name: '选择', exact: true }).nth(1))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(['r1'], false)
    expect(onOpen).not.toHaveBeenCalled()
    await userEvent.click(cells(2)[3]!)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'r2' }))
    await expect.element(page.getByRole('link', { name: '学生1' })).toHaveAttribute('href', '/of/r1')
    // All of the page are chosen: the box in the head takes them back.
    await userEvent.click(page.getByRole('checkbox', { name: '选择本页' }))
    expect(onChoose).toHaveBeenLastCalledWith(['r0', 'r1', 'r2'], false)
  })

  it('shows on a phone the one figure that a row is about at the right of its name, and what is counted without its unit', async () => {
    const [name, number, ...marks] = columns(2)
    const all = [name!, number!, { ...marks[0]!, lead: true, unit: '满分8' }, { ...marks[1]!, unit: '份' }]
    await show(<DataTable label="成绩单" rows={rows(2, 2)} columns={all} rowKey={(r) => r.id} />, { width: 390 })
    const [head, , lead, last] = cells(0)
    const card = head!.closest('tr')!.getBoundingClientRect()
    const at = lead!.getBoundingClientRect()
    expect(card.right - at.right).toBeLessThan(16)
    expect(
      Math.abs(at.top + at.height / 2 - head!.getBoundingClientRect().top - head!.getBoundingClientRect().height / 2),
    ).toBeLessThan(8)
    expect(parseFloat(getComputedStyle(lead!).fontSize)).toBeGreaterThan(parseFloat(getComputedStyle(head!).fontSize))
    expect([getComputedStyle(lead!, '::before').content, last!.dataset['name']]).toEqual(['none', '第2题'])
  })

  it('is cards of at most 88 px on a phone, no wider than it, and nothing in them stays put', async () => {
    await show(
      <DataTable label="成绩单" rows={rows(4, 3)} columns={columns(3)} rowKey={(r) => r.id} linkOf={() => '/'} />,
      { width: 390 },
    )
    const cards = [...region().querySelectorAll('tbody tr')]
    for (const card of cards) {
      expect(card.getBoundingClientRect().height).toBeLessThanOrEqual(88)
      expect(card.getBoundingClientRect().right).toBeLessThanOrEqual(390)
      for (const cell of card.querySelectorAll('td')) expect(getComputedStyle(cell).position).not.toBe('sticky')
    }
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    // No line ends or begins with a dot: it hangs before its fact, and under the edge of the card where a line begins.
    const [card] = cards
    const facts = [...card!.querySelectorAll('td')].slice(1)
    const lefts = facts.map((f) => f.getBoundingClientRect().left - card!.getBoundingClientRect().left)
    expect(Math.min(...lefts)).toBeCloseTo(13, 0)
    expect(getComputedStyle(facts[0]!, '::after').content).toBe('none')
    for (const fact of facts.slice(1)) expect(getComputedStyle(fact, '::after').position).toBe('absolute')
    const edge = getComputedStyle(card!, '::before')
    expect([edge.position, edge.width]).toEqual(['absolute', '12px'])
  })
})
