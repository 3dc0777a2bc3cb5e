/** A table that is typed in: what only a browser knows of it. */
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import type { GridColumn } from '../grid.ts'
import { EditableGrid } from './EditableGrid.tsx'
import { useHistory } from './useHistory.ts'

type Row = { id: string; name: string; points: number }
const columns: GridColumn<Row>[] = [
  {
    key: 'name',
    name: '名称',
    width: 80,
    label: (_, i) => `第${i + 1}行名称`,
    text: (r) => r.name,
    note: (r) => (r.name.startsWith('选') ? { text: '选做', title: '选做 甲、乙' } : null),
    put: (r, name) => ({ ...r, name }),
  },
  {
    key: 'points',
    name: '分数',
    width: 80,
    label: (r) => `${r.name}分数`,
    decimal: true,
    text: (r) => String(r.points),
    put: (r, text) => (/^\d+(\.\d+)?$/.test(text) ? { ...r, points: Number(text) } : null),
  },
]
const stored: Row[] = ['甲', '乙', '丙'].map((name, i) => ({ id: `r${i}`, name, points: i }))

const Grid = ({ of = stored }: { of?: Row[] }) => {
  const { now, change, undo } = useHistory(of)
  const [removed, setRemoved] = useState('')
  return (
    <>
      <EditableGrid
        label="表"
        rows={now}
        rowKey={(r) => r.id}
        rowName={(r) => r.name}
        columns={columns}
        problems={now.flatMap((r) => (r.points > 50 ? [{ row: r.id, column: 'points', text: '不能大于50' }] : []))}
        onRow={(i, row) => change((all) => all.map((old, at) => (at === i ? row : old)))}
        onRows={(rows) => change(() => [...rows])}
        onRemove={(i) => setRemoved(now[i]!.name)}
      />
      <button onClick={undo}>撤销</button>
      <output>{JSON.stringify(now.map((r) => [r.name, r.points]))}</output>
      <em>{removed}</em>
    </>
  )
}
const values = (): unknown => JSON.parse(document.querySelector('output')!.textContent)
/** As the browser does it: what was copied arrives with the event. */
const paste = (target: HTMLElement, text: string): void => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** Where the text of an element ends on the screen. */
const textEnd = (element: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().right
}

describe('a table that is typed in', () => {
  it.each([1440, 390])('keeps each row one line, with a note or without, at %i wide', async (width) => {
    const wide = Array.from({ length: 2 }, (_, i) => ({ id: `r${i}`, name: i === 0 ? '选一' : '甲', points: i }))
    await show(
      <div style={{ width: Math.min(width, 150) }}>
        <Grid of={wide} />
      </div>,
      { width },
    )
    await expect.element(page.getByText('选做', { exact: true })).toBeVisible()
    const rows = [...document.querySelectorAll('tbody tr')].map((r) => r.getBoundingClientRect().height)
    expect(rows[0]).toBe(rows[1])
    expect(rows[0]).toBeLessThan(40)
  })

  it('ends numbers where their head ends, and heads the buttons over them', async () => {
    await show(<Grid />)
    const points = page.getByLabelText('甲分数').element()
    const { textAlign, paddingRight } = getComputedStyle(points)
    expect(textAlign).toBe('right')
    const digits = points.getBoundingClientRect().right - parseFloat(paddingRight)
    expect(Math.abs(textEnd(page.getByText('分数', { exact: true }).element()) - digits)).toBeLessThanOrEqual(2)
    const button = page.getByRole('button', { name: '甲删除' }).element().getBoundingClientRect()
    const head = page.getByText('操作').element()
    expect(Math.abs(textEnd(head) - button.right)).toBeLessThanOrEqual(8)
  })
  it('goes up and down a column by Enter and the arrows, and takes what is understood', async () => {
    await show(<Grid />)
    await userEvent.click(page.getByLabelText('甲分数'))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByLabelText('乙分数')).toHaveFocus()
    await userEvent.keyboard('12.')
    await expect.element(page.getByLabelText('乙分数')).toHaveValue('12.')
    await userEvent.keyboard('5{ArrowDown}')
    await expect.element(page.getByLabelText('丙分数')).toHaveFocus()
    await userEvent.keyboard('x{ArrowUp}{ArrowUp}')
    await expect.element(page.getByLabelText('甲分数')).toHaveFocus()
    expect(values()).toEqual([
      ['甲', 0],
      ['乙', 12.5],
      ['丙', 2],
    ])
  })

  it('takes a piece of a spreadsheet as one change, and gives it back as one', async () => {
    await show(<Grid />)
    const cell = page.getByLabelText('第2行名称').element() as HTMLElement
    paste(cell, '新乙\t２０\n新丙\t30\n多\t1')
    await expect.poll(values).toEqual([
      ['甲', 0],
      ['新乙', 20],
      ['新丙', 30],
    ])
    await expect.element(page.getByText('超出表格的2格没有粘贴')).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: '撤销' }))
    await expect.poll(values).toEqual(stored.map((r) => [r.name, r.points]))
  })

  it('says at the cell what is wrong with it', async () => {
    await show(<Grid />)
    await userEvent.fill(page.getByLabelText('乙分数'), '51')
    await expect.element(page.getByLabelText('乙分数')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByLabelText('乙分数')).toHaveAttribute('aria-description', '不能大于50')
    await expect.element(page.getByLabelText('甲分数')).toHaveAttribute('aria-invalid', 'false')
  })

  it('says that it did not take what was typed, and what stands there, when the cell is left', async () => {
    await show(<Grid />)
    const cell = page.getByLabelText('乙分数')
    const former = (cell.element() as HTMLInputElement).value
    await userEvent.fill(cell, '1/2/3')
    await userEvent.tab()
    await expect.element(page.getByText(`乙分数不能填“1/2/3”，仍为${former}。`)).toBeInTheDocument()
    expect((cell.element() as HTMLInputElement).value).toBe(former)
  })

  it.each([1440, 390])('has no scroll of its own beside the page’s: %i', async (width) => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ id: `r${i}`, name: `第${i}`, points: i }))
    await show(<Grid of={rows} />, { width })
    await expect.element(page.getByLabelText('第39分数')).toBeInTheDocument()
    const box = page.getByRole('region', { name: '表' }).element()
    expect(box.scrollHeight).toBe(box.clientHeight)
    expect(box.clientHeight).toBeGreaterThan(40 * 24)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const head = document.querySelector('thead th')!
    window.scrollTo(0, 600)
    // Where the table fits, its head goes along.
    await expect.poll(() => head.getBoundingClientRect().top >= 0).toBe(width === 1440)
  })

  it('keeps the place of a note in every row: no column jumps when one is said', async () => {
    await show(<Grid />)
    const places = (): number[] =>
      [...document.querySelectorAll('thead th')].map((th) => th.getBoundingClientRect().left)
    const name = page.getByLabelText('第2行名称')
    await expect.element(name).toBeInTheDocument()
    const before = places()
    await userEvent.fill(name, '选乙')
    await expect.element(page.getByTitle('选做 甲、乙')).toBeVisible()
    expect(places()).toEqual(before)
  })

  it.each([1440, 390])('scrolls within itself: %i', async (width) => {
    await show(<Grid />, { width })
    await userEvent.click(page.getByRole('button', { name: '乙删除' }))
    await expect.element(page.getByText('乙', { exact: true })).toBeInTheDocument()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

it('a row that is wrong as a whole is tinted to its end, and the table is no wider than its columns', async () => {
  await show(
    <EditableGrid
      label="表"
      rows={stored}
      rowKey={(r) => r.id}
      rowName={(r) => r.name}
      columns={columns}
      problems={[{ row: 'r1', text: '这一行不完整' }]}
      onRow={() => undefined}
      onRows={() => undefined}
      onRemove={() => undefined}
    />,
  )
  const grounds = (name: string) => {
    const row = page
      .getByRole('button', { name: `${name}删除` })
      .element()
      .closest('tr')!
    return new Set([...row.cells].map((cell) => getComputedStyle(cell).backgroundColor))
  }
  await expect.element(page.getByRole('button', { name: '乙删除' })).toBeVisible()
  expect([grounds('甲').size, grounds('乙').size]).toEqual([1, 1])
  expect([...grounds('乙')]).not.toEqual([...grounds('甲')])
  expect(page.getByRole('region', { name: '表' }).element().getBoundingClientRect().width).toBeLessThan(400)
})
