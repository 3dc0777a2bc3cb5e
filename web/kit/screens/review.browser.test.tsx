/** The queue of the review screen under mouse and keys together. */
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { toast } from '../notices.ts'
import { ReviewScreen } from './ReviewScreen.tsx'

const names = ['甲', '乙', '丙', '丁']
type Props = ComponentProps<typeof ReviewScreen<string>>
type Settle = (i: string, value: unknown) => Promise<unknown>
const review = (settled: string[], tall = 'auto', send?: Settle, undone?: string[], more: Partial<Props> = {}) => (
  <ReviewScreen<string>
    title="处理"
    items={names}
    itemKey={(i) => i}
    itemName={(i) => i}
    content={(i) => <p style={{ height: tall }}>{`看${i}`}</p>}
    reason={(i) => `${i}有疑问`}
    choices={() => [
      { key: '1', name: '1　是', value: '是' },
      { key: '2', name: '2　否', value: '否' },
    ]}
    suggestion={(i) => (i === '丙' ? undefined : '2')}
    settle={async (i, value) => {
      await send?.(i, value)
      settled.push(`${i}${String(value)}`)
    }}
    {...(undone && { undo: (i: string) => Promise.resolve(void undone.push(i)) })}
    empty={{ title: '没有了' }}
    {...more}
  />
)
const entry = (name: string) => page.getByRole('list', { name: '队列' }).getByRole('button', { name })

it.each(['40px', '3000px'])(
  'on a phone the choices are under the thumb, large, where %s is looked at',
  async (tall) => {
    const facts = ['等待处理', '缺页', '填涂不清', '单选题多选', '考号有疑问'].map((name) => ({ name, value: '12 页' }))
    await show(review([], tall, undefined, [], { facts }), { width: 390 })
    await expect.element(page.getByText('看甲')).toBeVisible()
    const at = (e: Element | null | undefined): DOMRect => e!.getBoundingClientRect()
    const asked = at(page.getByText('甲有疑问').element())
    const looked = at(page.getByText('看甲').element())
    const queue = at(page.getByRole('list', { name: '队列' }).element())
    expect([asked.top < looked.top, looked.top < queue.top]).toEqual([true, true])
    for (const name of ['1　是', '2　否']) {
      const choice = at(page.getByRole('button', { name }).element())
      expect(choice.bottom).toBeLessThanOrEqual(window.innerHeight)
      expect(choice.top).toBeGreaterThan(window.innerHeight - 100)
      expect([choice.height >= 44, choice.width >= 72]).toEqual([true, true])
    }
    // Titles, figures and tools are four lines at most, and no figure is cut.
    expect(looked.top).toBeLessThan(150)
    for (const figure of document.querySelectorAll('dl > div')) {
      expect(at(figure).right).toBeLessThanOrEqual(390)
      expect(figure.parentElement!.parentElement!.scrollWidth).toBeLessThanOrEqual(390)
    }
    await expect.poll(() => document.documentElement.scrollWidth).toBe(390)
  },
)

it('on a phone what may be typed and what it may mean stand with the choices, and a notice over none of them', async () => {
  const typed = () => ({
    label: '考生',
    value: (text: string) => text,
    matches: (text: string) => ['一', '二', '三'].map((n) => ({ key: n, name: `${text}${n}`, value: n })),
  })
  await show(review([], '3000px', undefined, [], { typed }), { width: 390 })
  await userEvent.fill(page.getByLabelText('考生'), '张')
  await expect.element(page.getByRole('option', { name: '张三' })).toBeVisible()
  const at = (e: Element): DOMRect => e.getBoundingClientRect()
  const stack = [page.getByRole('button', { name: '1　是' }), page.getByRole('combobox'), page.getByText('张三')].map(
    (of) => at(of.element()),
  )
  expect(stack.map((r) => r.bottom <= window.innerHeight)).toEqual([true, true, true])
  toast('success', '已归到 张三')
  await expect.element(page.getByText('已归到 张三')).toBeVisible()
  expect(at(page.getByText('已归到 张三').element()).bottom).toBeLessThan(Math.min(...stack.map((r) => r.top)))
})

it('on a phone what takes out is not under the thumb, nor as large as an answer', async () => {
  const choices = () => [
    { key: '1', name: '1　张三', value: '张三' },
    { key: 'v', name: 'V　作废', value: '作废', danger: true },
  ]
  const typed = () => ({ label: '考生', value: (text: string) => text })
  const settled: string[] = []
  await show(review(settled, '40px', undefined, [], { choices, typed, suggestion: () => undefined }), { width: 390 })
  const at = (name: string): DOMRect => page.getByRole('button', { name }).element().getBoundingClientRect()
  await expect.element(page.getByRole('button', { name: 'V　作废' })).toBeVisible()
  expect(at('V　作废').width).toBeLessThan(at('1　张三').width / 2)
  expect(page.getByLabelText('考生').element().getBoundingClientRect().top).toBeGreaterThan(at('V　作废').bottom)
  // It is a choice like any other all the same.
  await userEvent.keyboard('v')
  await expect.poll(() => settled).toEqual(['甲作废'])
})

it('on a phone no paper lies over what is decided with', async () => {
  // As the shell lays paper over the watermark.
  const content = () => <div style={{ position: 'relative', zIndex: 5, height: '3000px' }}>纸</div>
  await show(review([], 'auto', undefined, [], { content }), { width: 390 })
  await expect.element(page.getByText('纸', { exact: true })).toBeVisible()
  const choice = page.getByRole('button', { name: '1　是' }).element()
  const { left, top, width, height } = choice.getBoundingClientRect()
  expect(choice.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
})

it('on a phone nothing ends behind what is decided with, however many choices there are', async () => {
  const choices = Array.from({ length: 24 }, (_, n) => ({ key: `${n}`, name: `选${n}`, value: n }))
  await show(review([], '40px', undefined, [], { choices: () => choices }), { width: 390 })
  await expect.element(page.getByRole('button', { name: '选23' })).toBeVisible()
  const bar = page.getByRole('button', { name: '选23' }).element().parentElement!.parentElement!
  const columns = page.getByRole('list', { name: '队列' }).element().parentElement!
  await expect
    .poll(() => parseFloat(getComputedStyle(columns).paddingBottom) - bar.getBoundingClientRect().height)
    .toBeGreaterThan(0)
  expect(bar.getBoundingClientRect().height).toBeGreaterThan(176)
})

it('on a phone keeps the way back where there is no menu of siblings', async () => {
  const handle = { name: '处理', above: [{ name: '上一层', path: '/up' }] } as never
  const of = { width: 390, at: '/up/here', path: '/up/here', handle }
  await show(review([], '40px', undefined, [], {}), of)
  await expect.element(page.getByRole('link', { name: '上一层' })).toBeVisible()
})

it('on a phone leaves the way back to the menu of siblings where there is one', async () => {
  const handle = { name: '处理', above: [{ name: '上一层', path: '/up' }] } as never
  const items = ['处理', '别处'].map((name) => ({ key: name, name, to: `/up/${name}` }))
  const siblings = { label: '存疑', items, here: '处理' }
  await show(review([], '40px', undefined, [], { siblings }), { width: 390, at: '/up/here', path: '/up/here', handle })
  await expect.element(page.getByText('看甲')).toBeVisible()
  await expect.element(page.getByText('上一层', { exact: true })).not.toBeVisible()
})

it('counts things where several items are of one, and opens others in the place of one without deciding', async () => {
  const settled: string[] = []
  const whole = ['甲乙', '丙', '丁']
  const Opening = () => {
    const [items, setItems] = useState(whole)
    const opens = (): string => {
      setItems(names)
      return '乙'
    }
    return review(settled, 'auto', undefined, [], {
      items,
      counted: { by: (i) => ('甲乙'.includes(i) ? '一' : i), unit: '页' },
      choices: (i) => [
        { key: '1', name: '1　是', value: '是' },
        ...(i === '甲乙' ? [{ key: 'e', name: 'E　打开', value: null, opens }] : []),
      ],
    })
  }
  await show(<Opening />)
  await expect.element(page.getByText('看甲乙')).toBeVisible()
  await userEvent.keyboard('e')
  await expect.element(page.getByText('看乙')).toBeVisible()
  // As many as stand in the queue, on so many pages.
  await expect.element(page.getByText('已处理 0 处，还有 4 处（3 页）')).toBeVisible()
  await userEvent.keyboard('1')
  await expect.poll(() => settled).toEqual(['乙是'])
  // The other half of the first page waits: the answer counts, and the page is left.
  await expect.element(page.getByText('已处理 1 处，还有 3 处（3 页）')).toBeVisible()
  await userEvent.keyboard('1')
  await expect.poll(() => settled).toEqual(['乙是', '丙是'])
  await expect.element(page.getByText('已处理 2 处，还有 2 处（2 页）')).toBeVisible()
})

it('takes the suggestion by Enter also when the item was chosen with the mouse', async () => {
  const settled: string[] = []
  await show(review(settled))
  await userEvent.click(entry('乙'))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => settled).toEqual(['乙否'])
  // The focus has gone along: Enter neither goes back to what is settled nor takes what wants a look.
  await expect.element(entry('丙')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('看丙')).toBeVisible()
  expect(settled).toEqual(['乙否'])
})

it('never presses for the next item what was clicked for the one before', async () => {
  const settled: string[] = []
  await show(review(settled))
  await userEvent.click(entry('乙'))
  await userEvent.click(page.getByRole('button', { name: '1　是' }))
  await expect.element(page.getByText('看丙')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('2')
  await expect.poll(() => settled).toEqual(['乙是', '丙否'])
})

it('takes each key at once, and sends the decisions one behind the other while the server is slow', async () => {
  const settled: string[] = []
  const waiting: (() => void)[] = []
  await show(review(settled, 'auto', () => new Promise<void>((next) => waiting.push(next))))
  await expect.element(page.getByText('看甲')).toBeVisible()
  for (const key of '1212') await userEvent.keyboard(key)
  await expect.element(page.getByText('没有了')).toBeVisible()
  expect([settled, waiting.length]).toEqual([[], 1])
  for (let n = 1; n <= 4; n++) {
    await expect.poll(() => waiting.length).toBe(n)
    waiting[n - 1]!()
  }
  await expect.poll(() => settled).toEqual(['甲是', '乙否', '丙是', '丁否'])
})

it('what could not be sent waits again, and the next key is still for what is in sight', async () => {
  const settled: string[] = []
  const undone: string[] = []
  let fail = (): void => undefined
  const send: Settle = (i) =>
    i === '甲' && settled.length === 0
      ? new Promise((_, no) => (fail = () => no(new Error('refused'))))
      : Promise.resolve()
  await show(review(settled, 'auto', send, undone))
  await userEvent.keyboard('1')
  await expect.element(page.getByText('看乙')).toBeVisible()
  fail()
  await expect.element(page.getByText('已处理 0 / 4 处')).toBeVisible()
  await expect.element(page.getByText('看乙')).toBeVisible()
  for (const key of '111') await userEvent.keyboard(key)
  // It comes round again.
  await expect.element(page.getByText('看甲')).toBeVisible()
  await userEvent.keyboard('2')
  await expect.poll(() => settled).toEqual(['乙是', '丙是', '丁是', '甲否'])
})

it('an undo waits for what is on its way, and the item can be decided again', async () => {
  const settled: string[] = []
  const undone: string[] = []
  let go = (): void => undefined
  const send: Settle = () => new Promise<void>((next) => (go = next))
  await show(review(settled, 'auto', send, undone))
  await userEvent.keyboard('1')
  await expect.element(page.getByText('看乙')).toBeVisible()
  await userEvent.keyboard('{Backspace}')
  expect(undone).toEqual([])
  go()
  await expect.element(page.getByText('看甲')).toBeVisible()
  expect(undone).toEqual(['甲'])
  await userEvent.keyboard('2')
  await expect.element(page.getByText('看乙')).toBeVisible()
  go()
  await expect.poll(() => settled).toEqual(['甲是', '甲否'])
})
