/** Like answers group by group, as a person goes through them: seen first, then one mark; what is odd is taken out. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { likePath, markingPaths } from '../marking.paths.ts'
import { LikeScreen } from './LikeScreen.tsx'

const of = { paperId: `pa_${'1'.repeat(26)}`, questionId: `qu_${'1'.repeat(26)}` }
const picture = (text: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="330" height="84"><rect width="330" height="84" fill="#fff"/><text x="60" y="56" font-size="34">${text}</text></svg>`)}`
type Item = { studentId: string; attemptId: string; value: { kind: string; score?: number; points?: string } }
/** `lost`: so many of its last answers have a picture that cannot be had. */
type Sheet = { text: string; count: number; blank?: boolean; lost?: number }[]

/** A server with these sheets, one after the other; `marks` is what was given, in order. */
const served = (sheets: Sheet[], rubric: object | null = null) => {
  const marks: Item[] = []
  let at = 0
  let n = 0
  const idsOf = new Map<Sheet[number], string[]>()
  for (const s of sheets.flat())
    idsOf.set(
      s,
      Array.from({ length: s.count }, () => `st_${String(n++).padStart(26, '0')}`),
    )
  const answer = ({ path, body }: Sent): unknown => {
    if (path.endsWith('/reduction')) return ok({ rubric })
    if (path.endsWith('/submitItems')) {
      marks.push(...(body as { items: Item[] }).items)
      return ok({ refused: [] })
    }
    if (path.endsWith('/bundle/finish')) {
      at++
      return ok({ done: true, left: 0 })
    }
    const sheet = sheets[at]
    if (!sheet) return refused(markingProblems.nothingLeft.status, markingProblems.nothingLeft.message)
    return ok({
      bundle: { bundleId: `bu_${String(at).padStart(26, '0')}`, role: 'first', epoch: 1, claimedUntil: 0 },
      question: { questionId: of.questionId, number: '14', unitType: 4, fullScore: 300, step: 100 },
      answers: sheet.flatMap((s) =>
        idsOf.get(s)!.map((studentId, i) => ({
          studentId,
          imageVersion: 1,
          images: [
            { url: picture(s.text), width: 330, height: 84 },
            ...(i >= s.count - (s.lost ?? 0) ? [{ url: 'data:image/jpeg;base64,AAAA', width: 330, height: 84 }] : []),
          ],
          likelyBlank: s.blank ?? false,
          others: [],
        })),
      ),
      sets: sheet.map((s) => ({ studentIds: idsOf.get(s)!, outliers: s.count > 10 ? 1 : 0 })),
      left: sheets
        .slice(at)
        .flat()
        .reduce((sum, s) => sum + s.count, 0),
    })
  }
  serve(answer)
  return marks
}
const shown = (width = 1440) => show(<LikeScreen />, { at: likePath(of), path: markingPaths.like, width })
const full = () => page.getByRole('button', { name: '3 分' })
const scores = (marks: readonly Item[]) => marks.map((m) => m.value.score ?? m.value.kind)

it('gives no mark to a group before all of its members were on the screen', async () => {
  const marks = served([[{ text: 'x=3', count: 90 }]])
  await shown()
  await expect.element(page.getByText(/^90份.看过[1-8]?\d：/)).toBeVisible()
  await userEvent.keyboard('3{Enter}')
  expect(await full().query()).toBeNull()
  for (const cell of document.querySelectorAll('[data-answer]')) {
    cell.scrollIntoView({ block: 'center' })
    await new Promise(requestAnimationFrame)
  }
  await expect.element(full()).toBeVisible()
  expect(marks).toEqual([])
  await userEvent.keyboard('3')
  await expect.poll(() => scores(marks)).toEqual(Array.from({ length: 90 }, () => 300))
  await expect.element(page.getByText('现在没有可以评的答卷')).toBeVisible()
})

const twoPoints = [
  { id: 'a', name: '数值正确', score: 200 },
  { id: 'x', name: '旧的一点', score: 100, retired: true },
  { id: 'b', name: '单位正确', score: 100 },
]

it.each([1440, 390])('at %i wide gives a group what its points come to, and no digit as a score', async (width) => {
  const sheet = [
    { text: 'x=3', count: 3 },
    { text: 'x=2', count: 2 },
    { text: 'x=1', count: 1 },
  ]
  const marks = served([sheet], { kind: 'add', points: twoPoints })
  await shown(width)
  const point = (name: string) => page.getByRole('button', { name: new RegExp(name) })
  await expect.element(point('数值正确')).toBeVisible()
  expect(document.body.textContent).not.toContain('旧的一点')
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  // The second key is the second point: a score of two it never is.
  await userEvent.keyboard('2')
  await expect.element(page.getByRole('button', { name: /所选 1 分/ })).toBeVisible()
  expect(marks).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2份　看过2')).toBeVisible()
  // What was chosen is of that group alone.
  expect(await page.getByRole('button', { name: /所选/ }).query()).toBeNull()
  await point('数值正确').click()
  await page.getByRole('button', { name: /所选 2 分/ }).click()
  await expect.element(page.getByText('1份　看过1')).toBeVisible()
  await userEvent.keyboard('f')
  const given = (score: number, points: string) => ({ kind: 'score', score, points })
  await expect
    .poll(() => marks.map((m) => m.value))
    .toEqual([...Array.from({ length: 3 }, () => given(100, 'b')), given(200, 'a'), given(200, 'a'), given(300, 'ab')])
})

it('gives a group a level by its key', async () => {
  const levels = [
    { id: 'a', name: '对', score: 300 },
    { id: 'b', name: '错', score: 0 },
  ]
  const marks = served([[{ text: 'x=3', count: 2 }]], { kind: 'levels', points: levels })
  await shown()
  await expect.element(page.getByRole('button', { name: /错 0 分/ })).toBeVisible()
  await userEvent.keyboard('2')
  await expect.poll(() => marks.map((m) => m.value.points)).toEqual(['b', 'b'])
})

it('moves out what is chosen, gives each its mark, and takes back by a later one', async () => {
  const marks = served([
    [
      { text: 'x=3', count: 4 },
      { text: '', count: 2, blank: true },
    ],
  ])
  await shown()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('{ArrowRight} x')
  await expect.element(page.getByText('3份　看过3')).toBeVisible()
  await userEvent.keyboard('3')
  // Nothing is written there: Enter says so.
  await expect.element(page.getByText('2份　看过2')).toBeVisible()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1份　看过1')).toBeVisible()
  expect(scores(marks)).toEqual([300, 300, 300, 'noAnswer', 'noAnswer'])
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByText('2份　看过2')).toBeVisible()
  await userEvent.keyboard('1')
  await expect.element(page.getByText('1份　看过1')).toBeVisible()
  const [, , , blank, , again] = marks
  expect(again).toMatchObject({ studentId: blank!.studentId, value: { score: 100 } })
  expect(again!.attemptId > blank!.attemptId).toBe(true)
  await userEvent.keyboard('2')
  await expect.poll(() => scores(marks).slice(7)).toEqual([200])
  await expect.element(page.getByText('现在没有可以评的答卷')).toBeVisible()
})

it('lays two groups together', async () => {
  const marks = served([
    [
      { text: 'x=3', count: 3 },
      { text: 'x＝3', count: 2 },
    ],
  ])
  await shown()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('m')
  await expect.element(page.getByText('5份　看过5')).toBeVisible()
  await userEvent.keyboard('3')
  await expect.poll(() => marks.length).toBe(5)
})

it('fits a phone, where fingers move out what is chosen', async () => {
  const marks = served([[{ text: 'x=3', count: 6 }]])
  await shown(390)
  await expect.element(full()).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await userEvent.click(page.getByRole('button', { name: '第 2 份' }))
  await userEvent.click(page.getByRole('button', { name: '移出选中的 1 份' }))
  await expect.element(page.getByText('5份　看过5')).toBeVisible()
  await userEvent.click(full())
  await expect.poll(() => marks.length).toBe(5)
})

it('gives no mark to what has a picture that cannot be had: taken out, it is a problem', async () => {
  const marks = served([[{ text: 'x=3', count: 4, lost: 1 }]])
  await shown()
  await expect.element(page.getByText('4份　看过3：1份图片没有显示，请移出')).toBeVisible()
  await userEvent.keyboard('3{Enter}s')
  expect(await full().query()).toBeNull()
  expect(marks).toEqual([])
  await userEvent.click(page.getByRole('button', { name: '第 4 份' }))
  await userEvent.keyboard('x')
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('3')
  await expect.element(page.getByText('1份　看过0：图片没有显示，请标为有问题')).toBeVisible()
  expect(await full().query()).toBeNull()
  await userEvent.keyboard('{Enter}3s')
  await expect.poll(() => scores(marks)).toEqual([300, 300, 300, 'problem'])
})

/** A server by hand: what is claimed one after the other, and what each group of marks is answered. */
const claimsOf = (
  claims: { bundle: string; epoch: number; answers: object[] }[],
  { refusedOnce = [], late }: { refusedOnce?: object[]; late?: Promise<unknown> } = {},
) => {
  const sent: { path: string; body: Record<string, unknown> }[] = []
  let at = 0
  serve(({ path, body }: Sent) => {
    if (path === '/late.jpg') return late
    sent.push({ path: path.slice(path.lastIndexOf('/') + 1), body: body as Record<string, unknown> })
    if (path.endsWith('/submitItems')) return ok({ refused: refusedOnce.splice(0) })
    if (path.endsWith('/bundle/finish')) {
      at++
      return ok({ done: true, left: 0 })
    }
    const claim = claims[at]
    if (!claim) return refused(markingProblems.nothingLeft.status, markingProblems.nothingLeft.message)
    return ok({
      bundle: { bundleId: `bu_${claim.bundle.repeat(26)}`, role: 'first', epoch: claim.epoch, claimedUntil: 0 },
      question: { questionId: of.questionId, number: '14', unitType: 4, fullScore: 300, step: 100 },
      answers: claim.answers,
      left: claim.answers.length,
    })
  })
  return sent
}
const student = (n: number) => `st_${String(n).padStart(26, '0')}`
const answerOf = (n: number, more: object = {}) => ({
  studentId: student(n),
  imageVersion: 1,
  images: [{ url: picture(`x=${n}`), width: 330, height: 84 }],
  likelyBlank: false,
  others: [],
  ...more,
})

it('asks again for what was refused, and not before its new picture was seen', async () => {
  let fail: (value: unknown) => void = () => undefined
  const late = new Promise((go) => (fail = go))
  const images = [{ url: '/late.jpg#bytes=0-9', width: 330, height: 84 }]
  const sent = claimsOf(
    [
      { bundle: '1', epoch: 1, answers: [answerOf(1)] },
      { bundle: '1', epoch: 2, answers: [answerOf(1, { imageVersion: 2, images })] },
    ],
    { refusedOnce: [{ studentId: student(1), ...markingProblems.imageReplaced }], late },
  )
  await shown()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('3')
  // On its way: the old one was seen, this one was not.
  await expect.element(page.getByText('1份　看过0：向下看完这一组再给分')).toBeVisible()
  expect(await full().query()).toBeNull()
  fail({})
  await expect.element(page.getByText('1份　看过0：图片没有显示，请标为有问题')).toBeVisible()
  await userEvent.keyboard('3s')
  const given = () => sent.filter((s) => s.path === 'submitItems').map((s) => s.body)
  await expect.poll(given).toMatchObject([
    { epoch: 1, items: [{ imageVersion: 1, value: { score: 300 } }] },
    { epoch: 2, items: [{ imageVersion: 2, value: { kind: 'problem' } }] },
  ])
  await expect.element(page.getByText('现在没有可以评的答卷')).toBeVisible()
})

it('takes back the last group of a sheet that is done, before the next sheet', async () => {
  const sent = claimsOf([
    { bundle: '1', epoch: 1, answers: [answerOf(1)] },
    { bundle: '2', epoch: 5, answers: [answerOf(2)] },
  ])
  await shown()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('3')
  await expect.poll(() => sent.filter((s) => s.path === 'finish').length).toBe(1)
  await expect.element(page.getByAltText('作答 1')).toHaveAttribute('src', picture('x=2'))
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByAltText('作答 1')).toHaveAttribute('src', picture('x=1'))
  await userEvent.keyboard('1')
  await expect.element(page.getByAltText('作答 1')).toHaveAttribute('src', picture('x=2'))
  await userEvent.keyboard('2')
  await expect.element(page.getByText('现在没有可以评的答卷')).toBeVisible()
  const given = sent.filter((s) => s.path === 'submitItems').map((s) => s.body)
  expect(given).toMatchObject([
    { epoch: 1, items: [{ studentId: student(1), value: { score: 300 } }] },
    { epoch: 1, items: [{ studentId: student(1), value: { score: 100 } }] },
    { epoch: 5, items: [{ studentId: student(2), value: { score: 200 } }] },
  ])
})

it.each([
  ['first', 'first'],
  ['second', 'second'],
  ['final', 'first'],
])('of a row of %s marks asks for %s ones: what two gave differently is no group', async (role, asked) => {
  const sent = claimsOf([{ bundle: '1', epoch: 1, answers: [answerOf(1)] }])
  await show(<LikeScreen />, { at: likePath({ ...of, role }), path: markingPaths.like, width: 1440 })
  await expect.element(full()).toBeVisible()
  expect(sent[0]!.body['role']).toBe(asked)
})

it('is more than a thousand answers an hour for a person who looks at each: less than a second an answer', async () => {
  // As the groups of a class came out of grouping: eleven decisions for sixty answers.
  const sheet = [28, 9, 6, 5, 3, 2, 2, 2, 1, 1, 1].map((count, i) => ({ text: `x=${i}`, count }))
  const marks = served([sheet])
  /** Seconds of the person, not of this machine: a glance at each thumbnail, a moment to decide, one to scroll. */
  let spent = 0
  await shown()
  for (const { text, count } of sheet) {
    const first = page.getByAltText('作答 1', { exact: true })
    await expect.element(first).toHaveAttribute('src', picture(text))
    spent += 0.25 * count + 0.8
    for (const cell of document.querySelectorAll('[data-answer]')) {
      if (cell.getBoundingClientRect().bottom <= window.innerHeight) continue
      cell.scrollIntoView({ block: 'start' })
      spent += 1
      await new Promise(requestAnimationFrame)
    }
    await expect.element(full()).toBeVisible()
    const before = marks.length
    await userEvent.keyboard(count > 20 ? '3' : '0')
    await expect.poll(() => marks.length).toBe(before + count)
  }
  expect(marks).toHaveLength(60)
  expect(spent / 60).toBeLessThan(1)
})
