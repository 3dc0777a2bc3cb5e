/** The desk between two bundles: the pad stays where the hand is, and what is typed until the next is there is of no answer. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import { MarkScreen } from './MarkScreen.tsx'
import { markPath, markingPaths } from '../marking.paths.ts'

const ids = { paperId: `pa_${'1'.repeat(26)}`, questionId: `qu_${'1'.repeat(26)}` }
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="330" height="84"/>')}`
const bundle = (n: number, students: number, left: number) => ({
  bundle: { bundleId: `bu_${String(n).padStart(26, '0')}`, role: 'first', epoch: 1, claimedUntil: 0 },
  question: { questionId: ids.questionId, number: '14', unitType: 5, fullScore: 1500, step: 100 },
  answers: Array.from({ length: students }, (_, i) => ({
    studentId: `st_${String(n * 100 + i).padStart(26, '0')}`,
    imageVersion: 1,
    images: [{ url: picture, width: 330, height: 84 }],
    likelyBlank: false,
    others: [],
  })),
  left,
})

it('keeps the pad while the next bundle is late, gives its keys to no answer, and goes on with it', async () => {
  let come: (() => void) | undefined
  const waits = new Promise<void>((done) => (come = done))
  const sent = serve(async ({ path, body }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) {
      const { besides } = body as { besides: string[] }
      if (besides.length === 0) return ok(bundle(1, 2, 4))
      await waits
      if (besides.length === 1) return ok(bundle(2, 2, 2))
      return refused(markingProblems.nothingLeft.status, markingProblems.nothingLeft.message)
    }
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  const marks = () => sent.filter((s) => s.path.endsWith('/score')).length
  await show(<MarkScreen />, {
    at: `/marking/${ids.paperId}/${ids.questionId}`,
    path: '/marking/:paperId/:questionId',
  })
  const pad = page.getByRole('group', { name: '给分', includeHidden: true })
  await expect.element(page.getByText('本组 0 / 2，本题还有 4 份')).toBeVisible()
  await userEvent.keyboard('5{Enter}')
  await expect.element(page.getByText('本组 1 / 2，本题还有 3 份')).toBeVisible()
  const at = () => pad.element().getBoundingClientRect().top
  const before = at()
  await userEvent.keyboard('5{Enter}')
  await expect.element(page.getByText('正在取下一组答卷…')).toBeVisible()
  // The pad has not moved, and takes nothing.
  expect(at()).toBe(before)
  await userEvent.keyboard('7')
  come!()
  await expect.element(page.getByText('本组 0 / 2，本题还有 2 份')).toBeVisible()
  await expect.element(page.getByText('待评')).toBeVisible()
  expect(at()).toBe(before)
  await expect.poll(marks).toBe(2)
  await userEvent.keyboard('6{Enter}')
  await expect.poll(marks).toBe(3)
})

it('shows the next answer without any request: no mark is answered, and nothing is asked for in between', async () => {
  const own = { ...ids, questionId: `qu_${'7'.repeat(26)}` }
  const never = new Promise<never>(() => undefined)
  const sent = serve(({ path }) => {
    if (path.endsWith('/score')) return never
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) return ok(bundle(7, 9, 9))
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  await show(<MarkScreen />, {
    at: `/marking/${own.paperId}/${own.questionId}`,
    path: '/marking/:paperId/:questionId',
  })
  await expect.element(page.getByText('本组 0 / 9，本题还有 9 份')).toBeVisible()
  await expect.element(page.getByRole('img', { name: /作答/ }).first()).toBeVisible()
  const before = sent.length
  for (let n = 1; n <= 5; n++) {
    await userEvent.keyboard('5{Enter}')
    await expect.element(page.getByText(`本组 ${n} / 9，本题还有 ${9 - n} 份`)).toBeVisible()
    await expect.element(page.getByRole('img', { name: /作答/ }).first()).toBeVisible()
  }
  // The first mark is on its way, the others wait behind it.
  expect(sent.slice(before).map((s) => s.path.split('/').at(-1))).toEqual(['score'])
})

it('takes a key that is held for one press, of digits, Enter, reasons and steps alike', async () => {
  const held = { ...ids, questionId: `qu_${'3'.repeat(26)}` }
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) return ok(bundle(3, 12, 12))
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  const marks = () => sent.filter((s) => s.path.endsWith('/score')).length
  await show(<MarkScreen />, {
    at: `/marking/${held.paperId}/${held.questionId}`,
    path: '/marking/:paperId/:questionId',
  })
  await expect.element(page.getByText('本组 0 / 12，本题还有 12 份')).toBeVisible()
  const hold = async (key: string): Promise<void> => {
    for (let n = 0; n < 6; n++) {
      dispatchEvent(new KeyboardEvent('keydown', { key, repeat: n > 0, bubbles: true, cancelable: true }))
      // As between two events of a keyboard: the page is drawn.
      await new Promise((drawn) => requestAnimationFrame(drawn))
    }
  }
  // 15 points: a 5 waits for what follows, and six of them are not 55.
  await hold('5')
  await hold('Enter')
  await expect.element(page.getByText('本组 1 / 12，本题还有 11 份')).toBeVisible()
  await hold('f')
  await expect.element(page.getByText('本组 2 / 12，本题还有 10 份')).toBeVisible()
  await hold('b')
  await expect.element(page.getByText('本组 3 / 12，本题还有 9 份')).toBeVisible()
  // One step back, to the third answer: not to the first.
  await hold('Backspace')
  await userEvent.keyboard('f')
  await expect.element(page.getByText('本组 3 / 12，本题还有 9 份')).toBeVisible()
  await expect.poll(marks).toBe(4)
})

it('keeps its keys after a button was pressed with the mouse: Enter gives the mark', async () => {
  const own = { ...ids, questionId: `qu_${'5'.repeat(26)}` }
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) return ok(bundle(6, 3, 3))
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  const scores = () =>
    sent.filter((s) => s.path.endsWith('/score')).map((s) => (s.body as { value: { score: number } }).value.score)
  await show(<MarkScreen />, {
    at: `/marking/${own.paperId}/${own.questionId}`,
    path: '/marking/:paperId/:questionId',
  })
  await expect.element(page.getByText('本组 0 / 3，本题还有 3 份')).toBeVisible()
  await userEvent.keyboard('n')
  const tick = page.getByRole('button', { name: '勾' })
  await tick.click()
  await expect.element(tick).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('12{Enter}')
  await expect.poll(scores).toEqual([1200])
  await expect.element(tick).toHaveAttribute('aria-pressed', 'true')
})

it('is open in one tab at a time: the other says so, takes no key, and takes over when asked to', async () => {
  const own = { ...ids, questionId: `qu_${'2'.repeat(26)}` }
  const userId = `us_${'1'.repeat(26)}`
  const name = `marking.desk.${userId}.${own.paperId}.${own.questionId}`
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId, userType: 3 })
    if (path.endsWith('/claim')) return ok(bundle(1, 20, 20))
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  const asked = (what: string) => sent.filter((s) => s.path.endsWith(what)).length
  /** As another tab does. */
  const other = (more: LockOptions = {}) =>
    new Promise<{ lost: Promise<boolean>; leave: () => void }>((has) => {
      const lost: Promise<boolean> = navigator.locks
        .request(
          name,
          more,
          () => new Promise<void>((leave) => has({ lost: Promise.resolve().then(() => lost), leave })),
        )
        .then(
          () => false,
          () => true,
        )
    })
  const first = await other()
  await show(<MarkScreen />, {
    at: `/marking/${own.paperId}/${own.questionId}`,
    path: '/marking/:paperId/:questionId',
  })
  const said = page.getByText('您已在另一个页面打开这道题')
  await expect.element(said).toBeVisible()
  await userEvent.keyboard('5{Enter}')
  expect([asked('/claim'), asked('/score')]).toEqual([0, 0])
  await page.getByRole('button', { name: '在这里继续' }).click()
  await expect.element(page.getByText('本组 0 / 20，本题还有 20 份')).toBeVisible()
  expect(await first.lost).toBe(true)
  await userEvent.keyboard('5{Enter}')
  await expect.poll(() => asked('/score')).toBe(1)
  // The other takes it back, and leaves: it comes here by itself.
  const second = await other({ steal: true })
  await expect.element(said).toBeVisible()
  await userEvent.keyboard('6{Enter}')
  second.leave()
  await expect.element(page.getByText('本题还有', { exact: false })).toBeVisible()
  expect(asked('/score')).toBe(1)
})

it.each([1440, 390])('asks which mark is meant of an answer that another computer marked, at %i', async (width) => {
  const own = { ...ids, questionId: `qu_${String(width).padStart(26, '4')}` }
  const attempts = ['1', '2'].map((n) => `at_${n.repeat(26)}`)
  type Score = { attemptId: string; over: string | null; studentId: string; value: { score: number } }
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'4'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) return ok(bundle(4, 12, 12))
    if (path.endsWith('/score')) {
      const n = scores().length
      return n > 2
        ? ok({ done: true, left: 2 })
        : {
            ...refused(markingProblems.elsewhere.status, markingProblems.elsewhere.message),
            data: { attemptId: attempts[n - 1], value: { kind: 'score', score: n === 1 ? 300 : 0 } },
          }
    }
    if (path.endsWith('/taskCount')) return ok([])
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  const scores = () => sent.filter((s) => s.path.endsWith('/score')).map((s) => s.body as Score)
  await show(<MarkScreen />, {
    at: `/marking/${own.paperId}/${own.questionId}`,
    path: '/marking/:paperId/:questionId',
    width,
  })
  await expect.element(page.getByText('本组 0 / 12，本题还有 12 份')).toBeVisible()
  await userEvent.keyboard('5{Enter}')
  const said = page.getByText('您刚评的一份，已在另一处给了 3 分；这里给的 5 分 没有生效。')
  await expect.element(said).toBeVisible()
  // The next is given its mark as if nothing were said: no key answers the question.
  await userEvent.keyboard('6{Enter}')
  await expect.element(page.getByText('还有 1 份也是这样。', { exact: false })).toBeVisible()
  await expect.poll(() => scores().length).toBe(2)
  expect(scores().map((s) => s.over)).toEqual([null, null])
  // Both can be pressed: all of them lies in sight, on nothing else.
  for (const name of ['保留 3 分', '改为 5 分']) {
    const { left, right, top, bottom } = page.getByRole('button', { name }).element().getBoundingClientRect()
    // What is typed for the next answer is seen beside it, or below.
    const typed = page.getByText('待评').element().getBoundingClientRect()
    expect([left >= 0, top >= 0, bottom <= 900]).toEqual([true, true, true])
    expect(right <= Math.min(width, typed.left) || (right <= width && bottom <= typed.top)).toBe(true)
  }
  await page.getByRole('button', { name: '保留 3 分' }).click()
  await expect.element(said).not.toBeInTheDocument()
  await expect.element(page.getByText('已在另一处给了 0 分；这里给的 6 分 没有生效。', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '改为 6 分' }).click()
  await expect.element(page.getByText('没有生效', { exact: false })).not.toBeInTheDocument()
  await expect.poll(() => scores().length).toBe(3)
  const [first, second, third] = scores()
  expect(third).toMatchObject({ studentId: second!.studentId, over: attempts[1], value: { score: 600 } })
  expect(attempts).not.toContain(third!.attemptId)
  // The first is shown as it stands there, the second as it is meant here.
  const standing = page.getByText(/^[36] 分$/)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(standing).toHaveTextContent('6 分')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(standing).toHaveTextContent('3 分')
  expect(scores().filter((s) => s.studentId === first!.studentId)).toHaveLength(1)
})

it.each([1440, 390])('puts what is said on the desk one under another, at %i', async (width) => {
  const own = { ...ids, questionId: `qu_${String(width).padStart(26, '6')}` }
  let come: ((answer: unknown) => void) | undefined
  const late = new Promise((done) => (come = done))
  serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'6'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) return ok(bundle(6, 20, 20))
    if (path.endsWith('/score')) return late
    if (path.endsWith('/taskCount')) return ok([])
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : { done: true, left: 2 })
  })
  await show(<MarkScreen />, {
    at: `/marking/${own.paperId}/${own.questionId}`,
    path: '/marking/:paperId/:questionId',
    width,
  })
  await expect.element(page.getByText('本组 0 / 20，本题还有 20 份')).toBeVisible()
  await userEvent.keyboard('bbbbbbbbbb')
  await expect.element(page.getByText(/^您连续 10 份判为未作答/)).toBeVisible()
  // No key answers it: the next is marked, and it goes on asking.
  await userEvent.keyboard('b')
  await expect.element(page.getByText(/^您连续 11 份判为未作答/)).toBeVisible()
  // The first mark comes back while it asks.
  const { status, message } = markingProblems.imageReplaced
  come!(refused(status, message))
  await expect.element(page.getByText(message)).toBeVisible()
  const bars = [...document.querySelectorAll('.fui-MessageBar')].map((bar) => bar.getBoundingClientRect())
  expect(bars).toHaveLength(2)
  for (const { left, right, top } of bars) expect([left >= 0, right <= width, top >= 40]).toEqual([true, true, true])
  expect(bars[1]!.top).toBeGreaterThanOrEqual(bars[0]!.bottom)
  await page.getByRole('button', { name: '从第一份看起' }).click()
  await expect.element(page.getByText(/^您连续/)).not.toBeInTheDocument()
})

it('leads on to the next question of the paper by the key that gives marks', async () => {
  const waits = {
    ...{ examName: '期中', courseName: '英语', number: '14', fullScore: 1500, role: 'first' },
    ...{ total: 15, done: 0, mine: 0, left: 15, held: false, paperId: ids.paperId, questionId: `qu_${'2'.repeat(26)}` },
  }
  serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/claim')) return refused(markingProblems.nothingLeft.status, markingProblems.nothingLeft.message)
    if (path.endsWith('/taskCount')) return ok([waits])
    return ok(path.endsWith('/examples') || path.includes('standard') ? { list: [] } : {})
  })
  const { address } = await show(<MarkScreen />, { at: markPath(ids), path: markingPaths.mark })
  await expect.element(page.getByText('继续评阅第14题（15份）')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(markPath({ ...ids, questionId: waits.questionId }))
})
