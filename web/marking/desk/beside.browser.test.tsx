/** The own answers before it, or the standards, beside the answer in hand: one key each, and no request for those of this sitting. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { MarkScreen } from './MarkScreen.tsx'

const picture = (name: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><title>${name}</title></svg>`)}`
const crop = (name: string) => [{ url: picture(name), width: 600, height: 300 }]

const opened = async (n: number) => {
  const id = (kind: string, i: number): string => `${kind}_${String(n * 100 + i).padStart(26, '3')}`
  const question = { questionId: id('qu', 0), number: '14', unitType: 5, fullScore: 500, step: 100 }
  const bundle = { bundleId: id('bu', 0), role: 'first', epoch: 1, claimedUntil: 0 }
  const older = {
    ...{ bundle: { ...bundle, bundleId: id('bu', 1) }, at: 5, decided: false },
    answer: {
      ...{ studentId: id('st', 50), imageVersion: 1, images: crop('older'), likelyBlank: false, others: [] },
      mine: { value: { kind: 'score', score: 200 }, attemptId: id('at', 1) },
    },
  }
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'3'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim'))
      return ok({
        ...{ bundle, question, left: 9 },
        answers: Array.from({ length: 9 }, (_, i) => ({
          ...{ studentId: id('st', i), imageVersion: 1, images: crop(`answer${i}`), likelyBlank: false, others: [] },
        })),
      })
    if (path.endsWith('/own')) return ok({ question, list: [older] })
    if (path.endsWith('/reduction')) return ok({ rubric: null, notesTo: [] })
    if (path.endsWith('/examples'))
      return ok({ list: [{ key: 'x', score: 400, reason: '步骤完整', images: crop('standard') }] })
    return ok({ done: true, left: 9 })
  })
  await show(<MarkScreen />, {
    at: `/marking/${id('pa', 0)}/${question.questionId}`,
    path: '/marking/:paperId/:questionId',
  })
  await expect.element(page.getByText('本组 0 / 9，本题还有 9 份')).toBeVisible()
  return { sent, asked: () => sent.filter((s) => s.path.endsWith('/own')).length }
}

it('shows the own ones of this sitting, the newest first, beside the answer that is marked on', async () => {
  const { asked } = await opened(1)
  await userEvent.keyboard('32')
  await expect.element(page.getByText('本组 2 / 9，本题还有 7 份')).toBeVisible()
  await userEvent.keyboard('v')
  const panel = page.getByRole('region', { name: '我评过的' })
  await expect.element(panel).toBeVisible()
  await expect.element(page.getByRole('region', { name: '作答图像' })).toBeVisible()
  const marks = () => [...document.querySelectorAll('[aria-label="我评过的"] li')].map((li) => li.textContent)
  expect(marks()).toEqual(['2 分', '3 分'])
  // Marking goes on beside it, and what was given just now is there.
  await userEvent.keyboard('5')
  await expect.element(page.getByText('本组 3 / 9，本题还有 6 份')).toBeVisible()
  await expect.poll(marks).toEqual(['5 分', '2 分', '3 分'])
  expect(asked()).toBe(0)
  // One thing beside it at a time.
  await userEvent.keyboard('g')
  await expect.element(page.getByText('步骤完整')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  await userEvent.keyboard('g')
  await expect.element(page.getByText('步骤完整')).not.toBeInTheDocument()
})

it('shows older ones where this sitting has none yet', async () => {
  const { asked } = await opened(2)
  await userEvent.keyboard('v')
  await expect.element(page.getByRole('region', { name: '我评过的' }).getByText('2 分', { exact: true })).toBeVisible()
  expect(asked()).toBe(1)
})
