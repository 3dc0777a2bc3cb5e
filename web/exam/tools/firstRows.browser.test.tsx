/** Tools whose first rows stand high: what acts on rows is in the head, and what is not there takes no room. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paperKnowledge, relateKnowledge } from '#shared/exam/tools/knowledge.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { examPaths } from '../exam.paths.ts'
import { pathTo } from '#web/kit/route.types.ts'
import { KnowledgeScreen } from './KnowledgeScreen.tsx'
import { PermissionScreen } from './PermissionScreens.tsx'

const examId = `ex_${'1'.repeat(26)}`
const firstRow = () => page.getByRole('table').first().getByRole('row').nth(1)
const topOf = () => firstRow().element().getBoundingClientRect().top

const question = (n: number) => ({ questionId: `qu_${n}`, number: String(n), fullScore: 300, points: [] })
const known = {
  ...{ courseName: '语文', own: false, tree: [{ chapter: '古诗文', points: ['默写'] }], treeVersion: 0, brings: true },
  ...{ questions: [1, 2, 3].map(question), version: 0 },
}

it('relates the questions that are chosen in the rows by the button over them', async () => {
  const sent = serve(({ path, method }) =>
    ok(method === 'GET' && path === paperKnowledge.path ? known : { version: 1 }),
  )
  await show(<KnowledgeScreen />, {
    at: pathTo(examPaths.knowledge, { examId, paperId: 'pa_1' }),
    path: examPaths.knowledge,
  })
  const add = page.getByRole('button', { name: '加知识点' }).first()
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  expect(topOf()).toBeLessThan(140)
  for (const n of [1, 3]) await page.getByRole('row').nth(n).getByRole('checkbox').click()
  await expect.element(page.getByText('2题', { exact: true })).toBeVisible()
  await add.click()
  const dialog = page.getByRole('dialog', { name: '第1、3题的知识点' })
  await dialog.getByLabelText('默写').click()
  await userEvent.click(dialog.getByRole('button', { name: '加上' }))
  await expect
    .poll(() => sent.find((s) => s.method === 'POST' && s.path === relateKnowledge.path)?.body)
    .toMatchObject({ questionIds: ['qu_1', 'qu_3'], points: ['古诗文/默写'], adds: true })
})

it('says in a line that no tool was given, and shows what each has of itself', async () => {
  serve(() => ok({ grants: [], schools: [], people: [] }))
  await show(<PermissionScreen />, { at: pathTo(examPaths.permissions, { examId }), path: examPaths.permissions })
  await expect.element(page.getByText('没有，各工具按默认使用')).toBeVisible()
  await expect.element(page.getByText('默认可以使用', { exact: true })).toBeVisible()
  expect(topOf()).toBeLessThan(140)
})
