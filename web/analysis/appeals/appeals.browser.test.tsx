import { describe, expect, it } from 'vitest'
import { Route, Routes } from 'react-router'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { analysisPaths, appealPath, appealsPath, appealWindowPath } from '../analysis.paths.ts'
import { AppealScreen } from './AppealScreen.tsx'
import { AppealWindowScreen } from './AppealWindowScreen.tsx'
import { AppealsScreen } from './AppealsScreen.tsx'

const [examId, paperId] = [`ex_${'1'.repeat(26)}`, `pa_${'1'.repeat(26)}`]
const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const opens = Date.UTC(2026, 10, 20)
const window = { on: true, opens, closes: opens + 3 * 86_400_000, asks: ['student', 'parent'], most: 3 }

const open = (path: string, element: React.ReactNode, at: string) =>
  show(
    <Routes>
      <Route path={path} element={element} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { at },
  )

it('the window is closed with the switch alone; what it was stays', async () => {
  const sent = serve(({ method }) => ok(method === 'GET' ? { ...window, version: 2, papers: [] } : { version: 3 }))
  await open(analysisPaths.appealWindow, <AppealWindowScreen />, appealWindowPath(examId))
  await page.getByRole('switch', { name: '接受成绩申诉' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect.element(page.getByText('elsewhere')).toBeVisible()
  expect(sent.filter((s) => s.method === 'POST').map((s) => s.body)).toEqual([
    { examId, version: 2, ...window, on: false },
  ])
})

describe('what was decided becomes one set', () => {
  const changeId = `cg_${'1'.repeat(26)}`
  const answers =
    (held: object, sums = { asked: 1, open: 0, decided: 1 }) =>
    ({ path, method }: { path: string; method: string }) =>
      ok(
        path.startsWith('/api/exam/tool/config')
          ? { examId, permissionMap: held }
          : path.endsWith('/statistics')
            ? { list: [], ...sums }
            : method === 'POST'
              ? { changeId, uuid: `jo_${'1'.repeat(26)}` }
              : { list: [], total: 0 },
      )

  it('of which who was only given the tool is told that it waits for its signature', async () => {
    serve(answers({ 'appeal-score': 'all' }))
    const at = await open(analysisPaths.appeals, <AppealsScreen />, appealsPath(examId, paperId))
    await expect.element(page.getByText('没有待答复的申诉')).toBeVisible()
    await page.getByRole('button', { name: '合并改分（1项）' }).click()
    await expect.element(page.getByText('已合并，等考试管理者签字')).toBeInTheDocument()
    expect(at.address()).toBe(appealsPath(examId, paperId))
  })

  it('that its manager is led to', async () => {
    serve(answers({ 'permission-setting': 'all', 'appeal-visible': 'all', 'appeal-score': 'all' }))
    const at = await open(analysisPaths.appeals, <AppealsScreen />, appealsPath(examId, paperId))
    await expect.element(page.getByText('收到的1项都已答复。')).toBeVisible()
    // What is next is the one primary button: appeals are open already.
    expect(page.getByText('申诉设置').elements()).toHaveLength(0)
    await page.getByRole('button', { name: '合并改分（1项）' }).click()
    await expect.poll(at.address).toContain(changeId)
  })

  it.each([
    [{ 'permission-setting': 'all', 'appeal-visible': 'all', 'appeal-score': 'all' }, 1],
    // The window is another tool.
    [{ 'appeal-score': 'all' }, 0],
  ])('and before any came who may open appeals is led there: %j', async (held, ways) => {
    serve(answers(held, { asked: 0, open: 0, decided: 0 }))
    await open(analysisPaths.appeals, <AppealsScreen />, appealsPath(examId, paperId))
    await expect.element(page.getByText('没有待答复的申诉')).toBeVisible()
    await expect.poll(() => page.getByText('申诉设置').elements().length).toBe(ways)
  })
})

it('who answers one that a correction has met reads both scores, and is offered to say so', async () => {
  const [studentId, questionId] = [`st_${'1'.repeat(26)}`, `qu_${'1'.repeat(26)}`]
  const appeal = { studentId, questionId, studentName: '周奕辰', studentNumber: '1', className: '1班', number: '4' }
  const asked = { score: 0, fullScore: 500, as: 'parent', askedAt: opens, reason: '选了B', state: 'open', version: 1 }
  const question = { questionId, number: '4', unitType: 1, fullScore: 500, optionCount: 4, answer: 'B' }
  const item = { questionId, number: '4', objective: true, score: 500, fullScore: 500, scoreRate: 1, chosen: 'B' }
  const choice = { options: ['A', 'B', 'C', 'D'], earns: 'B得5分，其余0分' }
  const said = {
    ...{ appeal: { ...appeal, ...asked }, courseName: '数学', question, choice, item },
    ...{ marks: [], images: [], pages: [] },
  }
  const sent = serve(({ path, method }) =>
    ok(
      path.startsWith('/api/exam/tool/config')
        ? { examId, permissionMap: {} }
        : method === 'POST'
          ? {}
          : { ...said, barred: null, next: null },
    ),
  )
  await open(analysisPaths.appeal, <AppealScreen />, appealPath(examId, paperId, { studentId, questionId }))
  await expect.element(page.getByText('现得分')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: '已更正为5分' })).toBeChecked()
  expect(page.getByRole('radio', { name: '维持原分' }).elements()).toHaveLength(0)
  await page.getByRole('textbox', { name: '答复' }).fill('答案已经更正')
  await page.getByRole('button', { name: '答复' }).click()
  await expect
    .poll(() => sent.filter((s) => s.method === 'POST').map((s) => s.body))
    .toMatchObject([{ studentId, questionId, version: 1, kind: 'corrected', answer: '答案已经更正' }])
})

it('who answers for a choice question sees its row cut out of the page, and framed on it', async () => {
  const [studentId, questionId] = [`st_${'1'.repeat(26)}`, `qu_${'1'.repeat(26)}`]
  const appeal = { studentId, questionId, studentName: '周奕辰', studentNumber: '1', className: '1班', number: '4' }
  const asked = { score: 0, fullScore: 500, as: 'parent', askedAt: opens, reason: '选了B', state: 'open', version: 1 }
  const question = { questionId, number: '4', unitType: 1, fullScore: 500, optionCount: 4, answer: 'B' }
  const at = [0.5, 0.25, 0.2, 0.01]
  const sheet = {
    page: 1,
    url: blank,
    width: 1000,
    height: 1400,
    regions: [{ questionIds: [questionId], choice: true, at }],
  }
  const other = { page: 2, url: blank, width: 1000, height: 1400 }
  const choice = { options: ['A', 'B', 'C', 'D'], earns: 'B得5分，其余0分' }
  const said = {
    ...{ appeal: { ...appeal, ...asked }, courseName: '数学', question, choice, item: null },
    ...{ marks: [], images: [] },
  }
  const sent = serve(({ path, method }) =>
    ok(
      path.startsWith('/api/exam/tool/config')
        ? { examId, permissionMap: {} }
        : method === 'POST'
          ? {}
          : { ...said, pages: [sheet, other], barred: null, next: null },
    ),
  )
  await open(analysisPaths.appeal, <AppealScreen />, appealPath(examId, paperId, { studentId, questionId }))
  const crop = page.getByAltText('第4题填涂')
  await expect.element(crop).toBeVisible()
  // The row is a fifth of the page: the whole of it is some four times as wide as what is shown.
  const frame = crop.element().parentElement!.parentElement!.getBoundingClientRect()
  expect(crop.element().parentElement!.getBoundingClientRect().width / frame.width).toBeCloseTo(1 / 0.28, 1)
  const page1 = page.getByRole('button', { name: '放大第1页' }).element().getBoundingClientRect()
  const framed = document.querySelector('[data-framed]')!.getBoundingClientRect()
  expect((framed.left - page1.left) / page1.width).toBeCloseTo(0.5, 1)
  expect((framed.top - page1.top) / page1.height).toBeCloseTo(0.25, 1)
  expect(document.querySelectorAll('[data-framed]')).toHaveLength(1)
  // It is read anew, and no score is typed: what it earns follows.
  await page.getByRole('radio', { name: '改判填涂' }).click()
  await expect.element(page.getByText(choice.earns, { exact: false })).toBeVisible()
  expect(page.getByLabelText('改为').elements()).toHaveLength(0)
  await page.getByRole('checkbox', { name: 'B' }).click()
  await page.getByRole('textbox', { name: '答复' }).fill('看得出是B')
  await page.getByRole('button', { name: '答复' }).click()
  await expect
    .poll(() => sent.filter((s) => s.method === 'POST').map((s) => s.body))
    .toMatchObject([{ questionId, version: 1, kind: 'change', letters: ['B'], answer: '看得出是B' }])
})
