/** The desk of a question with a rubric: a key a point, their sum is the mark, and an arbitrator sees who chose what. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { MarkScreen } from '../desk/MarkScreen.tsx'

const ids = { paperId: `pa_${'1'.repeat(26)}`, questionId: `qu_${'2'.repeat(26)}` }
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="330" height="84"/>')}`
const answer = (i: number) => ({
  studentId: `st_${String(i).padStart(26, '0')}`,
  imageVersion: 1,
  images: [{ url: picture, width: 330, height: 84 }],
  likelyBlank: false,
  others: [
    { role: 'first', value: { kind: 'score', score: 700, points: 'ab' } },
    { role: 'second', value: { kind: 'score', score: 300, points: 'c' } },
  ],
})
const claimed = {
  bundle: { bundleId: `bu_${'3'.repeat(26)}`, role: 'final', epoch: 1, claimedUntil: 0 },
  question: { questionId: ids.questionId, number: '15', unitType: 5, fullScore: 1000, step: 100 },
  answers: Array.from({ length: 6 }, (_, i) => answer(i)),
  left: 6,
}
const points = [
  { id: 'a', name: '列出方程', score: 400 },
  { id: 'b', name: '解出根', score: 300 },
  { id: 'x', name: '旧的一点', score: 300, retired: true },
  { id: 'c', name: '检验', score: 300 },
]

it('gives what its points come to, by keys and by touch, and never a digit as a score', async () => {
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) return ok(claimed)
    if (path.endsWith('/reduction')) return ok({ rubric: { kind: 'add', points } })
    return ok(path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  const marks = () => sent.filter((s) => s.path.endsWith('/score')).map((s) => (s.body as { value: unknown }).value)
  await show(<MarkScreen />, {
    at: `/marking/${ids.paperId}/${ids.questionId}`,
    path: '/marking/:paperId/:questionId',
  })
  const point = (name: string) => page.getByRole('button', { name: new RegExp(name) })
  await expect.element(point('列出方程')).toBeVisible()
  // What is offered no more has no key, and the point behind it has the third.
  expect(document.body.textContent).not.toContain('旧的一点')
  expect(point('列出方程').element().textContent).toContain('一')
  expect(point('检验').element().textContent).toContain('二')
  await userEvent.keyboard('7{Enter}')
  await userEvent.keyboard('13')
  await expect.element(page.getByText('7 分', { exact: true })).toBeVisible()
  expect(marks()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(marks).toEqual([{ kind: 'score', score: 700, points: 'ac' }])
  // What was chosen is not carried to the next answer.
  await expect.element(page.getByText('待评')).toBeVisible()
  await point('解出根').click()
  await page.getByRole('button', { name: /给 3 分/ }).click()
  await expect.poll(marks).toHaveLength(2)
  await userEvent.keyboard('f')
  await expect.poll(marks).toEqual([
    { kind: 'score', score: 700, points: 'ac' },
    { kind: 'score', score: 300, points: 'b' },
    { kind: 'score', score: 1000, points: 'abc' },
  ])
})
