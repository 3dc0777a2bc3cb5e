/** Writing on an answer: it goes with the mark, in the one request of the mark. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PenNote } from '#shared/kit/pen/pen.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { MarkScreen } from '../desk/MarkScreen.tsx'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"/>')}`
const opened = async (n: number, others: object[] = []) => {
  const ids = { paperId: `pa_${'5'.repeat(26)}`, questionId: `qu_${String(n).padStart(26, '5')}` }
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'5'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim'))
      return ok({
        bundle: { bundleId: `bu_${String(n).padStart(26, '5')}`, role: 'first', epoch: 1, claimedUntil: 0 },
        question: { questionId: ids.questionId, number: '14', unitType: 5, fullScore: 500, step: 100 },
        answers: [0, 1].map((i) => ({
          studentId: `st_${String(n * 10 + i).padStart(26, '5')}`,
          imageVersion: 1,
          images: [{ url: picture, width: 600, height: 300 }],
          likelyBlank: false,
          others,
        })),
        left: 2,
      })
    if (path.endsWith('/reduction')) return ok({ rubric: null, notesTo: ['student', 'parent'] })
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  await show(<MarkScreen />, { at: `/marking/${ids.paperId}/${ids.questionId}`, path: '/marking/:paperId/:questionId' })
  await expect.element(page.getByText('本组 0 / 2，本题还有 2 份')).toBeVisible()
  const marks = () =>
    sent
      .filter((s) => s.path.endsWith('/score'))
      .map((s) => (s.body as { value: { score: number; notes?: PenNote[] } }).value)
  return { marks, sent }
}
const sheet = (): Element => document.querySelector('[data-pen="0"]')!
/** As a hand does: down, over the places, up; in parts of the picture. */
const draw = async (places: readonly (readonly [number, number])[], pointerType = 'mouse'): Promise<void> => {
  const box = sheet().getBoundingClientRect()
  const at = ([x, y]: readonly [number, number]) => ({
    clientX: box.left + x * box.width,
    clientY: box.top + y * box.height,
  })
  const fire = (type: string, place: readonly [number, number]) =>
    sheet().dispatchEvent(
      new PointerEvent(type, { ...at(place), pointerId: 1, pointerType, button: 0, bubbles: true, cancelable: true }),
    )
  fire('pointerdown', places[0]!)
  for (const place of places.slice(1)) fire('pointermove', place)
  fire('pointerup', places.at(-1)!)
  await new Promise((drawn) => requestAnimationFrame(drawn))
}

it('keeps a line, a tick and words where they were written, takes one back, and sends them with the mark alone', async () => {
  const { marks, sent } = await opened(1)
  await userEvent.keyboard('n')
  const tools = page.getByRole('toolbar', { name: '批注工具' })
  await expect.element(tools).toBeVisible()
  await draw([
    [0.1, 0.2],
    [0.3, 0.2],
    [0.5, 0.2],
  ])
  await expect.element(page.getByRole('img', { name: '批注：线' })).toBeVisible()
  await tools.getByRole('button', { name: '勾' }).click()
  await draw([[0.5, 0.5]], 'touch')
  await draw([[0.6, 0.5]], 'touch')
  await expect.element(page.getByRole('img', { name: '批注：线、勾、勾' })).toBeVisible()
  await userEvent.keyboard('z')
  await expect.element(page.getByRole('img', { name: '批注：线、勾', exact: true })).toBeVisible()
  await tools.getByRole('button', { name: '文字' }).click()
  // Without words there is nothing to put there: the field asks for them.
  await draw([[0.2, 0.8]])
  await expect.element(page.getByLabelText('批注文字')).toHaveFocus()
  await userEvent.keyboard('3步')
  await draw([[0.2, 0.8]])
  await expect.element(page.getByRole('img', { name: '批注：线、勾、3步' })).toBeVisible()
  expect(marks()).toEqual([])
  const before = sent.length
  await page.getByRole('group', { name: '给分' }).getByRole('button', { name: '4', exact: true }).click()
  await expect.element(page.getByText('本组 1 / 2，本题还有 1 份')).toBeVisible()
  // The next answer is bare, and the pen still at hand.
  await expect.element(page.getByRole('img', { name: /^批注/ })).not.toBeInTheDocument()
  await expect.element(tools).toBeVisible()
  await expect.poll(() => marks().length).toBe(1)
  expect(sent.length - before).toBe(1)
  const [{ score, notes }] = marks() as [{ score: number; notes: PenNote[] }]
  expect(score).toBe(400)
  expect(notes.map((n) => [n.kind, n.on])).toEqual([
    ['line', 0],
    ['tick', 0],
    ['text', 0],
  ])
  const near = (got: readonly number[], wanted: readonly number[]) =>
    wanted.forEach((w, i) => expect(Math.abs(got[i]! - w)).toBeLessThanOrEqual(3))
  near(notes[0]!.at, [100, 100, 500, 100])
  near(notes[1]!.at, [500, 250])
  expect(notes[2]).toMatchObject({ text: '3步' })
})

it('writes on a picture that was turned and enlarged where the hand is', async () => {
  const { marks } = await opened(2)
  await userEvent.keyboard('r+n')
  await expect.element(page.getByRole('toolbar', { name: '批注工具' })).toBeVisible()
  await page.getByRole('button', { name: '勾' }).click()
  // Turned by a quarter to the right, the right upper corner on the screen is the left upper one of the paper.
  await draw([[0.8, 0.1]])
  await userEvent.keyboard('3')
  await expect.poll(() => marks().length).toBe(1)
  const [note] = marks()[0]!.notes!
  expect(Math.abs(note!.at[0]! - 100)).toBeLessThanOrEqual(4)
  expect(Math.abs(note!.at[1]! - 100)).toBeLessThanOrEqual(4)
})

it('of an answer that has its mark sends what was written since once the answer is left', async () => {
  const { marks } = await opened(3)
  await userEvent.keyboard('2')
  await expect.element(page.getByText('本组 1 / 2，本题还有 1 份')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}n')
  await expect.element(page.getByRole('toolbar', { name: '批注工具' })).toBeVisible()
  await page.getByRole('button', { name: '叉' }).click()
  const pad = () => page.getByRole('group', { name: '给分' }).element().getBoundingClientRect().top
  const before = pad()
  await draw([[0.4, 0.4]])
  await expect.element(page.getByText('批注已改，离开这份时保存')).toBeVisible()
  // What is said beside the mark moves no key under the hand.
  expect(pad()).toBe(before)
  await userEvent.keyboard('{ArrowRight}')
  await expect
    .poll(() => marks().map((m) => [m.score, m.notes?.length]))
    .toEqual([
      [200, undefined],
      [200, 1],
    ])
  // It stands there when one comes back.
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('img', { name: '批注：叉' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText('待评')).toBeVisible()
  expect(marks()).toHaveLength(2)
})

it('says where the tools are who will see it, and keeps what goes with no mark yet when the desk is left', async () => {
  await opened(5)
  await userEvent.keyboard('n')
  await expect.element(page.getByText('批注：仲裁时能看到，成绩公布后学生和家长能看到')).toBeVisible()
  await page.getByRole('button', { name: '勾' }).click()
  await draw([[0.3, 0.3]])
  await expect.element(page.getByRole('img', { name: '批注：勾' })).toBeVisible()
  await page.getByRole('link', { name: '返回阅卷任务' }).click()
  await expect.element(page.getByText('本组 0 / 2，本题还有 2 份')).not.toBeInTheDocument()
  const { marks } = await opened(5)
  await expect.element(page.getByRole('img', { name: '批注：勾' })).toBeVisible()
  await userEvent.keyboard('3')
  await expect.poll(() => marks().map((m) => m.notes?.length)).toEqual([1])
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('img', { name: '批注：勾' })).toBeVisible()
  // It went with the mark: nothing of it is kept.
  expect(Object.keys(localStorage).filter((key) => key.startsWith('marking.notes.'))).toEqual([])
})

it('sends what was written since the mark when the desk is left', async () => {
  const { marks } = await opened(6)
  await userEvent.keyboard('2')
  await expect.element(page.getByText('本组 1 / 2，本题还有 1 份')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}n')
  await page.getByRole('button', { name: '叉' }).click()
  await draw([[0.4, 0.4]])
  await expect.element(page.getByText('批注已改，离开这份时保存')).toBeVisible()
  await expect.poll(() => marks().length).toBe(1)
  await page.getByRole('link', { name: '返回阅卷任务' }).click()
  const kept = () =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('marking.outbox.'))
      .flatMap(([, text]) => JSON.parse(text as string) as { value: { score: number; notes?: PenNote[] } }[])
  await expect
    .poll(() => [...marks(), ...kept().map((m) => m.value)].map((m) => [m.score, m.notes?.length]))
    .toEqual([
      [200, undefined],
      [200, 1],
    ])
})

it('shows an arbitrator what both have written, each by its name', async () => {
  const wrote = (text: string) => ({
    value: { kind: 'score', score: 200, notes: [{ kind: 'text', on: 0, at: [100, 60], size: 50, text }] },
  })
  await opened(4, [
    { role: 'first', ...wrote('少一步') },
    { role: 'second', ...wrote('对') },
  ])
  await expect.element(page.getByRole('img', { name: '一评批注：少一步' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: '二评批注：对' })).toBeVisible()
})
