/** Marks are sent back from where they are seen: the form stands open, and knows of which question and whose. */
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { markingPaths, remarkPath, resetReadPath } from '../marking.paths.ts'
import { RemarkScreen, ResetReadScreen } from './AgainScreens.tsx'

const id = (kind: string, n: number) => `${kind}_${String(n).padStart(26, '0')}`
const [examId, paperId, questionId, userId] = [id('ex', 1), id('pa', 1), id('qu', 19), id('us', 2)]
const round = {
  ...{ attemptId: id('at', 1), kind: 'remark', rule: 'both', others: true, questionIds: [questionId], marks: 4 },
  ...{ reason: '线附近', by: userId, byName: '教务', at: 1, stands: 'done', numbers: ['19'], markerNames: [] },
  ...{ students: null, share: 10 },
}
const data = (released: boolean) => ({
  ...{ list: [round], total: 1, pageNumber: 1, pageSize: 20, state: 'closed', released },
  questions: [
    { questionId: id('qu', 18), number: '18', twice: false },
    { questionId, number: '19', twice: true },
  ],
  markers: [{ userId, markerName: '黄怀瑾', marked: 58 }],
})
const shown = async (at: string, released = false) => {
  serve(({ path }) => ok(/Record$|remark/.test(path) ? data(released) : null))
  await show(
    <Routes>
      <Route path={markingPaths.resetRead} element={<ResetReadScreen />} />
      <Route path={markingPaths.remark} element={<RemarkScreen />} />
    </Routes>,
    { at },
  )
}

it.each([
  ['退回重新评阅', resetReadPath(examId, paperId, { questionId, userId })],
  ['请其他老师重评', remarkPath(examId, paperId, { questionId, userId })],
])('%s', async (title, at) => {
  await shown(at)
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByRole('checkbox', { name: '第 19 题（双评）' })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: '第 18 题' })).not.toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: /黄怀瑾/ })).toBeChecked()
  // Shut, it stays shut.
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
})

it('opens nothing that may not be done, and says that an act near lines is of candidates near them', async () => {
  await shown(remarkPath(examId, paperId, { questionId }), true)
  await expect.element(page.getByText('分数线附近')).toBeVisible()
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
})
