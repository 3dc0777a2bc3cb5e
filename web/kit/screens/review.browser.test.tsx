/** The queue of the review screen under mouse and keys together. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../browser.testing.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'

const names = ['甲', '乙', '丙', '丁']
const review = (settled: string[], tall = 'auto') => (
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
    settle={(i, value) => {
      settled.push(`${i}${String(value)}`)
      return Promise.resolve()
    }}
    empty={{ title: '没有了' }}
  />
)
const entry = (name: string) => page.getByRole('list', { name: '队列' }).getByRole('button', { name })

it('on a phone the choices are under the thumb, large, however long that is what is looked at', async () => {
  await show(review([], '3000px'), { width: 390 })
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
