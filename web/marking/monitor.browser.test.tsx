/** The monitor on a phone and wide: marks of a second marker and arbitration where there are such, and no bare unit. */
import { Route, Routes, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { markingPaths, markPath, monitorPath, recordPath } from './marking.paths.ts'
import { MonitorScreen } from './MonitorScreen.tsx'

const Here = () => <p>{useLocation().search}</p>

const ids = { examId: `ex_${'1'.repeat(26)}`, paperId: `pa_${'1'.repeat(26)}` }
const question = (n: number, more: object) => ({
  questionId: `qu_${String(n).padStart(26, '0')}`,
  number: String(n),
  ...{ total: 58, done: 30, first: 58, second: 0, third: 0, final: 0, needFinal: 0, problems: 0 },
  ...more,
})
const shown = async (questions: object[], width: number, arbitrates: string[] = []) => {
  serve(({ path }) =>
    ok(
      path.endsWith('/progress')
        ? {
            ...{ state: 'open', counting: false, arbitrates, markers: [], mayManage: false, questions },
            scripts: { present: 58, absent: 1, missing: 1, undecided: 0, unfinished: 28 },
          }
        : null,
    ),
  )
  await show(<MonitorScreen />, { at: `/m/${ids.examId}/${ids.paperId}`, path: '/m/:examId/:paperId', width })
  await expect.element(page.getByText('30 / 58').first()).toBeVisible()
  const table = page.getByRole('region', { name: '各题进度' }).element()
  return {
    heads: [...table.querySelectorAll('thead th')].map((h) => h.textContent),
    rows: [...table.querySelectorAll('tbody tr')].map((tr) =>
      [...tr.querySelectorAll<HTMLElement>('td')]
        .filter((td) => getComputedStyle(td).display !== 'none')
        .map((td) => `${td.dataset['number'] === '' ? td.dataset['name'] : ''}${td.textContent}`),
    ),
  }
}

it('says of a question of one marker nothing of a second, nor of an arbitration that there is none', async () => {
  const mixed = [question(19, { second: 38, needFinal: 8 }), question(20, { single: true })]
  const phone = await shown(mixed, 390)
  expect(phone.rows).toEqual([
    ['第 19 题', '52%', '已完成30 / 58', '一评58', '二评38', '待仲裁8', '已仲裁0', '问题卷0'],
    ['第 20 题', '52%', '已完成30 / 58', '问题卷0'],
  ])
})

it('leads who arbitrates from the number that waits to the answers', async () => {
  const waits = question(19, { second: 38, needFinal: 8 })
  await shown([waits, question(20, { second: 9, needFinal: 3 })], 1440, [waits.questionId])
  const links = page.getByRole('link', { name: /去仲裁/ }).elements()
  const to = markPath({ paperId: ids.paperId, questionId: waits.questionId, role: 'final' })
  expect(links.map((l) => [l.textContent, l.getAttribute('href')])).toContainEqual(['8 去仲裁', to])
  // Of a question that another arbitrates the number alone is told.
  expect(links.filter((l) => l.textContent?.startsWith('3'))).toEqual([])
})

it('has no column of a second marker where all are marked once', async () => {
  const { heads } = await shown([question(20, { single: true }), question(21, { single: true })], 1440)
  expect(heads).toEqual(['题号', '进度', '已完成份', '待仲裁', '已仲裁', '问题卷'])
})

it('leads from a question at nothing, and from each row, to its records', async () => {
  const odd = question(19, { single: true })
  const data = {
    ...{
      state: 'open',
      counting: false,
      arbitrates: [],
      mayManage: true,
      questions: [odd, question(20, { single: true })],
    },
    scripts: { present: 58, absent: 1, missing: 1, undecided: 0, unfinished: 28 },
    markers: [{ userId: `us_${'2'.repeat(26)}`, teacherName: '黄怀瑾', marked: 58, mean: 0.1 }],
    unlikely: [{ questionId: odd.questionId, number: '19', done: 58, zero: 49, noAnswer: 49, inked: 58 }],
  }
  const none = { list: [], total: 0, pageNumber: 1, pageSize: 20 }
  serve(({ path }) => ok(path.endsWith('/progress') ? data : path.endsWith('/choices') ? none : null))
  await show(
    <Routes>
      <Route path={markingPaths.monitor} element={<MonitorScreen />} />
      <Route path={markingPaths.record} element={<Here />} />
    </Routes>,
    { at: monitorPath(ids.examId, ids.paperId) },
  )
  await expect
    .element(page.getByText(/^第19题 58 份中 49 份为 0 分（49 份有字迹而判为未作答），请查看。/))
    .toBeVisible()
  expect(page.getByRole('link', { name: '看阅卷记录' }).element().getAttribute('href')).toBe(
    recordPath(ids.examId, ids.paperId, { questionId: odd.questionId }),
  )
  // A name is a link, so that it opens in a tab of its own too.
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await expect
    .element(link('黄怀瑾'))
    .toHaveAttribute('href', recordPath(ids.examId, ids.paperId, { userId: data.markers[0]!.userId }))
  await link('第 20 题').click()
  await expect.element(page.getByText(`?questionId=${question(20, {}).questionId}`)).toBeVisible()
})

it.each([
  [false, '发布成绩'],
  [true, '考试总结'],
])('of marking that is closed, released %s, the next step is %s', async (released, step) => {
  const data = {
    ...{ state: 'closed', counting: false, arbitrates: [], mayManage: true, markers: [] },
    questions: [question(19, { single: true, done: 58 })],
    scripts: { present: 58, absent: 1, missing: 1, undecided: 0, unfinished: 0 },
    ...(released ? { released } : {}),
  }
  const none = { list: [], total: 0, pageNumber: 1, pageSize: 20 }
  serve(({ path }) => ok(path.endsWith('/progress') ? data : path.endsWith('/choices') ? none : null))
  await show(<MonitorScreen />, { at: `/m/${ids.examId}/${ids.paperId}`, path: '/m/:examId/:paperId', width: 1440 })
  await expect.element(page.getByText('58 / 58')).toBeVisible()
  const primary = [...document.querySelectorAll('button, a')].filter(
    (e) =>
      getComputedStyle(e).backgroundColor ===
      getComputedStyle(page.getByText(step, { exact: true }).element().closest('button, a')!).backgroundColor,
  )
  expect(primary.map((e) => e.textContent)).toEqual([step])
})
