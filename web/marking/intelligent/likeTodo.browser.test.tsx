/** Rows of like answers lead to their desk, or say why nothing of them is handed out. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { markingPaths } from '../marking.paths.ts'
import { LikeTodoScreen } from './LikeTodoScreen.tsx'

const task = (number: number, more: object) => ({
  paperId: `pa_${'1'.repeat(26)}`,
  questionId: `qu_${String(number).padStart(26, '0')}`,
  examName: '期中考试',
  courseName: '数学',
  number: String(number),
  fullScore: 300,
  role: 'first',
  total: 60,
  done: 20,
  mine: 0,
  left: 40,
  held: false,
  like: true,
  ...more,
})
const shown = async (more: object, width = 1440) => {
  serve(() => ok([task(14, more)]))
  return show(<LikeTodoScreen />, { at: markingPaths.likeTodo, width })
}
const begin = () => page.getByRole('button', { name: '开始评阅' }).or(page.getByRole('link', { name: '开始评阅' }))

it('leads to the desk of the row’s own marks', async () => {
  const screen = await shown({ role: 'second' })
  await userEvent.click(begin())
  expect(screen.address()).toBe(
    `/v2/exam/todo/intelligent-read/detail/${task(14, {}).paperId}/${task(14, {}).questionId}?role=second`,
  )
})

it.each([
  [{ stopped: 'paused' }, '组长已暂停您评这道题', 1440],
  [{ stopped: 'quota' }, '您在这一组的定额已经领完', 1440],
  [{ held: true }, '剩下的都在其他老师手中', 1440],
  [{ largeScreen: true }, '这份试卷要用电脑评阅', 390],
])('says of %o why it is not handed out', async (more, why, width) => {
  const screen = await shown(more, width)
  await expect.element(begin()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(begin()).toHaveAccessibleDescription(expect.stringContaining(why))
  await userEvent.click(begin(), { force: true })
  expect(screen.address()).toBe(markingPaths.likeTodo)
})

it('asks for the password where the paper has one', async () => {
  const screen = await shown({ locked: true })
  await userEvent.click(page.getByRole('button', { name: '输入阅卷密码' }))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(screen.address()).toBe(markingPaths.likeTodo)
})
