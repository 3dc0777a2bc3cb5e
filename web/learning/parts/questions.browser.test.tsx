import { expect, it } from 'vitest'
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
