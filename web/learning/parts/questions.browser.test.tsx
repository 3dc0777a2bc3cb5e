import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { QuestionId } from '#shared/kit/ids.ts'
import { show } from '#web/kit/browser.testing.tsx'
import { PaperImages } from './PaperImages.tsx'
import { Questions } from './Questions.tsx'

const right = (text: string): number => {
  const at = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  while (at.nextNode())
    if (at.currentNode.textContent === text) {
      const range = document.createRange()
      range.selectNodeContents(at.currentNode)
      return range.getBoundingClientRect().right
    }
  throw new Error(`no ${text}`)
}

it('a score ends where the figure beneath it ends, and a group without an answer is told', async () => {
  const item = {
    questionId: 'qu_1' as QuestionId,
    number: '1',
    objective: false,
    score: 300,
    fullScore: 300,
    scoreRate: 1,
  }
  await show(<Questions items={[item]} unanswered={[{ numbers: ['19', '20'], fullScore: 1000 }]} />)
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(2)
  expect(right('满分 3 / 3')).toBeCloseTo(right('全体 100.0%'), 0)
  expect(document.querySelectorAll('main li')[1]!.textContent).toBe('第19、20题（选做）未作答 0 / 10')
})

it('what was lost comes first; full marks are one line that opens, and the own paper is one tap away', async () => {
  const item = (n: number, score: number, more = {}) => ({
    questionId: `qu_${n}` as QuestionId,
    number: String(n),
    objective: false,
    ...{ score, fullScore: 300, scoreRate: 0.5, ...more },
  })
  const items = [item(1, 300), item(2, 100), item(3, 300), item(4, 0, { lacked: true }), item(5, 300), item(6, 300)]
  let asked = 0
  await show(<Questions items={items} onPaper={() => void asked++} />)
  const seen = () =>
    [...document.querySelectorAll<HTMLElement>('main li')]
      .filter((li) => li.checkVisibility())
      .map((li) => li.innerText.split('\n')[0])
  await expect.poll(seen).toEqual(['第2题', '第4题'])
  const line = page.getByText('满分 4 题：第1、3、5、6题')
  await line.click()
  await expect.poll(seen).toEqual(['第2题', '第4题', '第1题', '第3题', '第5题', '第6题'])
  await page.getByRole('button', { name: '看答卷' }).click()
  expect(asked).toBe(1)
})

const white = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=='

it.each([undefined, 90, 180, 270] as const)(
  'what each answer earned stands beside it on the own paper, turned by %s',
  async (turn) => {
    const item = (id: string, score: number, more = {}) => ({
      questionId: id as QuestionId,
      number: id.slice(3),
      objective: id !== 'qu_3',
      ...{ score, fullScore: 400, scoreRate: null, ...more },
    })
    // As they lie in the picture: upright they are at (0.1, 0.2), (0.1, 0.3) and (0.1, 0.5).
    const lying = ([x, y, w, h]: readonly [number, number, number, number]): number[] =>
      ({
        0: [x, y, w, h],
        90: [y, 1 - x - w, h, w],
        180: [1 - x - w, 1 - y - h, w, h],
        270: [1 - y - h, x, h, w],
      })[turn ?? 0]
    const [width, height] = turn === 90 || turn === 270 ? [1400, 1000] : [1000, 1400]
    const shown = {
      ...{ page: 1, url: white, width, height },
      ...(turn ? { turn } : {}),
      regions: [
        { questionIds: ['qu_1'], choice: true, at: lying([0.1, 0.2, 0.2, 0.02]) },
        { questionIds: ['qu_2'], choice: true, at: lying([0.1, 0.3, 0.2, 0.02]) },
        { questionIds: ['qu_3', 'qu_4'], choice: false, at: lying([0.1, 0.5, 0.8, 0.2]) },
      ],
    }
    await show(
      <PaperImages
        pages={[shown]}
        items={[item('qu_1', 400), item('qu_2', 0), item('qu_3', 250), item('qu_4', 400, { objective: false })]}
      />,
    )
    const signs = () => [...document.querySelectorAll<HTMLElement>('[data-signs] > span')]
    await expect.poll(() => signs().map((s) => s.innerText)).toEqual(['✓', '×', '3：2.5/4　4：4/4'])
    const sheet = document.querySelector('[data-signs]')!.getBoundingClientRect()
    const [right, wrong, written] = signs().map((s) => s.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect]
    const share = (n: number): number => n / sheet.height
    // A sign stands behind its row and in its middle, a score in the upper right corner of its box; all are upright.
    expect(right.left - sheet.left).toBeGreaterThan(0.3 * sheet.width)
    expect(right.left - sheet.left).toBeLessThan(0.34 * sheet.width)
    expect(share((right.top + right.bottom) / 2 - sheet.top)).toBeCloseTo(0.21, 2)
    expect(share((wrong.top + wrong.bottom) / 2 - sheet.top)).toBeCloseTo(0.31, 2)
    expect(Math.abs(written.right - sheet.left - 0.9 * sheet.width)).toBeLessThan(2)
    expect(share(written.top - sheet.top)).toBeCloseTo(0.5, 2)
    expect(written.width).toBeGreaterThan(written.height)
    // Paper lies over the watermark (z 5), and what is written on it over the paper.
    expect(Number(getComputedStyle(document.querySelector('[data-signs]')!).zIndex)).toBeGreaterThan(5)
  },
)

it('a page of which it is not known where its answers stand is shown as it is', async () => {
  await show(<PaperImages pages={[{ page: 1, url: white, width: 10, height: 14 }]} items={[]} />)
  await expect.element(page.getByRole('button', { name: '放大第1页' })).toBeVisible()
  expect(document.body.innerText).not.toContain('红字')
})
