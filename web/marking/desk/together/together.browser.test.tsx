/** Several questions of a group on one desk: a field each, Enter from one to the next, and the last sends all. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import { MarkScreen } from '../MarkScreen.tsx'

const picture = (name: string, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="${height}"><title>${name}</title></svg>`)}`

type Mark = { questionId: string; studentId: string; value: { kind: string; score?: number; reason?: string } }
const opened = async (n: number, of: { width?: number; answer?: (mark: Mark) => unknown } = {}) => {
  const id = (kind: string, i: number): string => `${kind}_${String(n * 100 + i).padStart(26, '7')}`
  const part = (i: number, fullScore: number) => ({
    bundle: { bundleId: id('bu', i), role: 'first', epoch: 1, claimedUntil: 0 },
    question: { questionId: id('qu', i), number: `4${i}`, unitType: 5, fullScore, step: 50 },
    answers: [0, 1].map((s) => ({
      studentId: id('st', s),
      imageVersion: 1,
      // The first two stand on one crop.
      images: [{ url: picture(i < 3 ? `same${s}` : `other${s}`, 200), width: 600, height: 200 }],
      likelyBlank: false,
      others: [],
    })),
    left: 2,
  })
  const sent = serve(({ path, body }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'7'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim'))
      return (body as { besides: string[] }).besides.length > 0
        ? refused(markingProblems.nothingLeft.status, '')
        : ok({ ...part(1, 500), joined: [part(2, 300), part(3, 1200)] })
    if (path.endsWith('/taskCount')) return ok([])
    if (path.endsWith('/reduction')) return ok({ rubric: null, notesTo: [] })
    if (path.endsWith('/score')) return of.answer?.(body as Mark) ?? ok(body)
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 0 })
  })
  await show(<MarkScreen />, {
    at: `/marking/${id('pa', 0)}/${id('qu', 1)}?together=1`,
    path: '/marking/:paperId/:questionId',
    ...(of.width ? { width: of.width } : {}),
  })
  await expect.element(page.getByRole('heading', { name: '第 41、42、43 题' })).toBeVisible()
  const marks = () => sent.filter((s) => s.path.endsWith('/score')).map((s) => s.body as Mark)
  const told = () => marks().map((m) => [m.questionId.at(-1), m.studentId.at(-1), m.value.score ?? m.value.kind])
  return { told, sent }
}
const field = (n: number) => page.getByRole('textbox', { name: `第 4${n} 题`, exact: true })

it('goes from field to field with Enter, and sends the marks of all with the last, without a request between', async () => {
  const { told, sent } = await opened(1)
  await expect.element(page.getByRole('region', { name: '第41、42题的作答' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: '第43题的作答' })).toBeVisible()
  await expect.element(field(1)).toHaveFocus()
  await userEvent.keyboard('3.5{Enter}')
  await expect.element(field(2)).toHaveFocus()
  await userEvent.keyboard('3{Enter}12')
  expect(told()).toEqual([])
  const before = sent.length
  await userEvent.keyboard('{Enter}')
  // The next answer is there, empty, and its first field waits.
  await expect.element(page.getByText('本组 1 / 2，还有 1 份')).toBeVisible()
  await expect.element(field(1)).toHaveFocus()
  await expect.element(field(3)).toHaveValue('')
  await expect.poll(told).toEqual([
    ['1', '0', 350],
    ['2', '0', 300],
    ['3', '0', 1200],
  ])
  // What went out since are the marks, and more work that was asked for.
  const others = sent.slice(before).filter((s) => !s.path.endsWith('/score') && !s.path.endsWith('/claim'))
  expect(others).toEqual([])
})

it('sends nothing while a field has no mark, or one that cannot be, and says which', async () => {
  const { told } = await opened(2)
  await userEvent.keyboard('9{Enter}')
  await expect.element(page.getByText('超过满分5分')).toBeVisible()
  await userEvent.keyboard('b')
  await expect.element(field(3)).toHaveFocus()
  await userEvent.keyboard('12{Enter}')
  // Back at the field that cannot be given.
  await expect.element(field(1)).toHaveFocus()
  expect(told()).toEqual([])
  await userEvent.keyboard('f')
  await userEvent.keyboard('{Enter}s')
  await expect.element(page.getByRole('group', { name: '这份答卷有什么问题？' })).toBeVisible()
  await userEvent.keyboard('1')
  await expect.poll(told).toEqual([
    ['1', '0', 500],
    ['2', '0', 'noAnswer'],
    ['3', '0', 'problem'],
  ])
})

it('brings back the one part that was refused, and sends that alone again', async () => {
  let times = 0
  const { told } = await opened(3, {
    answer: (m) =>
      m.questionId.endsWith('2') && times++ === 0 ? refused(markingProblems.badScore.status, '每1分一档') : undefined,
  })
  await userEvent.keyboard('1{Enter}1.5{Enter}2{Enter}')
  await expect.element(page.getByText('第42题：每1分一档')).toBeVisible()
  await userEvent.keyboard('5{Enter}3{Enter}4{Enter}')
  // The second is done: the first is there again, with what stands and the field that wants a mark.
  await expect.element(field(1)).toHaveValue('1')
  await expect.element(field(2)).toHaveFocus()
  await userEvent.keyboard('1{Enter}{Enter}')
  await expect.poll(() => told().length).toBe(7)
  expect(told().at(-1)).toEqual(['2', '0', 100])
})

it('works by touch on a phone', async () => {
  const { told } = await opened(4, { width: 390 })
  for (const n of [1, 2, 3])
    await page
      .getByRole('group', { name: `第4${n}题给分` })
      .getByRole('button', { name: '满分' })
      .click()
  await expect.poll(told).toEqual([
    ['1', '0', 500],
    ['2', '0', 300],
    ['3', '0', 1200],
  ])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
