import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { QuestionId } from '#shared/kit/ids.ts'
import { show } from '#web/kit/browser.testing.tsx'
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
  await page.getByRole('button', { name: '看我的答卷' }).click()
  expect(asked).toBe(1)
})
