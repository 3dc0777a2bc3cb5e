import { describe, expect, it } from 'vitest'
import { Route, Routes } from 'react-router'
import { page, userEvent } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { changeAddress, changePath, subjectsAddress, subjectsPath } from '../analysis.paths.ts'
import { screenOf } from './ChangeScreen.tsx'
import { subjectsOf } from './SubjectsScreen.tsx'

const id = (prefix: string, n = 1): string => `${prefix}_${String(n).repeat(26)}`
const [examId, paperId, changeId] = [id('ex'), id('pa'), id('cg')]
const questions = [
  { questionId: id('qu', 1), number: '1', unitType: 1, fullScore: 500, optionCount: 4, answer: 'A' },
  { questionId: id('qu', 2), number: '2', unitType: 2, fullScore: 600, optionCount: 4, answer: 'AC', halfScore: 300 },
  { questionId: id('qu', 3), number: '3', unitType: 5, fullScore: 1000 },
]
const stand = {
  ofTotal: false,
  paperId,
  examName: '高一期中',
  courseName: '数学',
  candidates: 40,
  current: 2,
  questions,
  early: false,
  barred: null,
}
const line = (more: object) => ({
  changeId,
  tool: 'answer-edit',
  says: ['第1题答案改为A（5分），B得5分'],
  madeByName: '王老师',
  madeAt: Date.UTC(2026, 10, 23, 1),
  changed: 12,
  ...more,
})
const side = (mean: number, pass: number) => ({
  present: 40,
  mean,
  highest: 2000,
  lowest: 300,
  full: 2100,
  excellent: 4,
  good: 9,
  pass,
  low: 6,
})
const none = { up: 0, down: 0 }
const found = {
  list: Array.from({ length: 12 }, (_, i) => ({
    studentName: `学生${i + 1}`,
    studentNumber: String(20260001 + i),
    className: '高一（1）班',
    stateBefore: 'present',
    stateAfter: 'present',
    before: 1200 - 50 * i,
    after: 1700 - 50 * i,
    placeBefore: 10 + i,
    placeAfter: 4 + i,
  })),
  total: 12,
  pageNumber: 1,
  ofTotal: false,
  jobId: id('jo'),
  published: true,
  facts: {
    students: 42,
    changed: 12,
    up: 12,
    down: 0,
    broken: 0,
    brokenNamed: [],
    differing: 0,
    unfinished: 0,
    fullBefore: 2100,
    fullAfter: 2100,
    digest: 'd',
  },
  moved: {
    before: side(1180.4, 20),
    after: side(1330.6, 27),
    placeMoved: 31,
    passed: [{ total: 1150, placeBefore: 9, placeAfter: 12, n: 4 }],
    lines: { excellent: none, good: none, pass: { up: 7, down: 0 }, low: none },
  },
  hits: [{ questionId: id('qu', 1), number: '1', count: 12 }],
}

/** The server; `state` is how far the set has come. */
const server = () => {
  let state: object = { state: 'ready' }
  return serve(({ path, method }) => {
    if (path.endsWith('/stand')) return ok(stand)
    if (path.endsWith('/list')) return ok({ list: [line(state)], total: 1, pageNumber: 1 })
    if (path.endsWith('/detail')) return ok({ ...found, change: line(state) })
    if (path.endsWith('/sign')) {
      state = { state: 'inForce', signedByName: '李主任', signedAt: 0, reason: '两个都对', inForceAt: 0 }
      return ok({ uuid: id('jo') })
    }
    if (path.endsWith('/candidates'))
      return ok({
        list: [1, 2].map((n) => ({ studentNumber: `2026000${n}`, studentName: `学生${n}`, className: '高一（1）班' })),
      })
    return method === 'POST' ? ok({ changeId, uuid: id('jo') }) : ok({})
  })
}

const open = (tool: Parameters<typeof screenOf>[0], width: number, query = '') => {
  const Screen = screenOf(tool)
  return show(
    <Routes>
      <Route path={changeAddress(tool)} element={<Screen />} />
    </Routes>,
    { at: changePath(tool, examId, paperId) + query, width },
  )
}
/** What hangs out at the side would be scrolled to. */
const fits = () => expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)

describe.each([1440, 390])('a tool that changes results, at %i wide', (width) => {
  it('asks for another right answer and sends it to be replayed', async () => {
    const sent = server()
    await open('answer-edit', width)
    await userEvent.selectOptions(page.getByRole('combobox', { name: /题目/ }), '第1题（5分）')
    await page.getByRole('button', { name: '还有一个答案也算对' }).click()
    await page.getByRole('group', { name: '也算对的答案1' }).getByRole('button', { name: 'B' }).click()
    await fits()
    await page.getByRole('button', { name: '加入改动' }).click()
    await expect.element(page.getByText('第1题答案：A得5分，B得5分')).toBeVisible()
    await page.getByRole('button', { name: '预览变化' }).click()
    await expect.element(page.getByText('会改变什么')).toBeVisible()
    // Whole marks have no decimals beside a mean; the difference is that of the two figures that stand beside it.
    const figures = page.getByText('参加统计').element().closest('table')!
    const row = (name: string) => [...figures.rows].find((r) => r.cells[0]!.textContent === name)!
    const cells = (name: string) => [...row(name).cells].slice(-3).map((c) => c.textContent)
    expect([cells('满分'), cells('平均分')]).toEqual([
      ['21分', '21分', '不变'],
      ['11.80分', '13.31分', '↑ 1.51分'],
    ])
    // Who is only passed by others is told by total.
    await expect.element(page.getByText('分数不变、名次有变的考生（4人）')).toBeVisible()
    await expect.element(page.getByText('9 → 12')).toBeVisible()
    expect(sent.find((s) => s.path.endsWith('/draft'))!.body).toMatchObject({
      tool: 'answer-edit',
      edits: [
        {
          kind: 'key',
          questionId: id('qu', 1),
          accepted: [
            { letters: 'A', points: 500 },
            { letters: 'B', points: 500 },
          ],
        },
      ],
    })
  })

  it('shows what moves, takes a signature with its reason, and offers the way back', async () => {
    const sent = server()
    await open('answer-edit', width, `?change=${changeId}`)
    await expect.element(page.getByText('7人上线')).toBeVisible()
    await expect.element(page.getByText(/^31人（其中4人分数不变/)).toBeVisible()
    await expect.element(page.getByText('10 → 4')).toBeVisible()
    await fits()
    await expect.element(page.getByRole('button', { name: '签字生效' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('textbox', { name: /改动的原因/ }).fill('两个都对')
    await page.getByRole('button', { name: '签字生效' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '签字生效' }).click()
    await expect.element(page.getByRole('button', { name: '撤销这次改动' })).toBeVisible()
    expect(sent.find((s) => s.path.endsWith('/sign'))!.body).toMatchObject({ changeId, reason: '两个都对' })
    await page.getByRole('button', { name: '撤销这次改动' }).click()
    await expect.poll(() => sent.some((s) => s.path.endsWith('/undo'))).toBe(true)
  })
})

it.each([1440, 390])('excuses whole classes by their names, at %i wide', async (width) => {
  const classIds = [id('cl', 1), id('cl', 2)]
  const whole = { classes: classIds.map((classId, i) => ({ classId, className: `高一（${i + 1}）班` })), schools: [] }
  const asked: (string | null)[] = []
  const sent = serve(({ path, method, query }) => {
    if (path.endsWith('/stand')) {
      asked.push(query.get('whole'))
      return ok({ ...stand, whole })
    }
    if (path.endsWith('/list')) return ok({ list: [], total: 0, pageNumber: 1 })
    if (path.endsWith('/detail')) return ok({ ...found, change: line({ state: 'ready', tool: 'miss-exam' }) })
    return method === 'POST' ? ok({ changeId, uuid: id('jo') }) : ok({})
  })
  await open('miss-exam', width)
  await page.getByRole('radio', { name: '免考' }).click()
  await page.getByRole('radio', { name: '整班' }).click()
  expect(page.getByRole('radio', { name: '整校' }).elements()).toEqual([])
  expect(page.getByRole('textbox', { name: '考号' }).elements()).toEqual([])
  await page.getByRole('button', { name: '加入改动' }).click()
  await expect.element(page.getByText('请选择班级').first()).toBeVisible()
  await page.getByRole('checkbox', { name: '高一（2）班' }).click()
  await fits()
  await page.getByRole('button', { name: '加入改动' }).click()
  await expect.element(page.getByText('1个班的考生记为免考')).toBeVisible()
  await page.getByRole('button', { name: '预览变化' }).click()
  await expect
    .poll(() => sent.find((s) => s.path.endsWith('/draft'))?.body)
    .toMatchObject({ tool: 'miss-exam', edits: [{ kind: 'state', state: 'exempt', classIds: [classIds[1]] }] })
  expect(asked[0]).toBe('true')
})

describe.each([1440, 390])('while marking is going on, at %i wide', (width) => {
  const early = { ...stand, current: null, early: true }
  const { moved: _moved, ...unmoved } = found
  const serveEarly = () =>
    serve(({ path, method }) => {
      if (path.endsWith('/stand')) return ok(early)
      if (path.endsWith('/list')) return ok({ list: [], total: 0, pageNumber: 1 })
      if (path.endsWith('/detail'))
        return ok({
          ...unmoved,
          published: false,
          list: found.list.map((r) => ({ ...r, placeBefore: null, placeAfter: null })),
          facts: { ...found.facts, unfinished: 9, early: true },
          change: line({ state: 'ready', tool: 'maneuver-score' }),
        })
      return method === 'POST' ? ok({ changeId, uuid: id('jo') }) : ok({})
    })

  it('a question is given to all or voided, no student gets more, and what is not marked bars no signature', async () => {
    const sent = serveEarly()
    await open('maneuver-score', width)
    await expect.element(page.getByText('阅卷中')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: '作废，不计入总分' })).toBeVisible()
    expect(page.getByRole('radio', { name: '给部分考生加减分' }).elements()).toEqual([])
    await userEvent.selectOptions(page.getByRole('combobox', { name: /题目/ }), '第3题（10分）')
    await page.getByRole('button', { name: '加入改动' }).click()
    await page.getByRole('button', { name: '预览变化' }).click()
    await expect.element(page.getByText(/名次和平均分等阅卷完成后才有/)).toBeVisible()
    await expect.element(page.getByText(/第一次发布的成绩就已经是改动后的/)).toBeVisible()
    expect(page.getByText('名次变化').elements()).toEqual([])
    await fits()
    await page.getByRole('textbox', { name: /改动的原因/ }).fill('题目有误')
    await page.getByRole('button', { name: '签字生效' }).click()
    await expect
      .poll(() => sent.find((s) => s.path.endsWith('/sign'))?.body)
      .toMatchObject({ changeId, reason: '题目有误' })
    expect(sent.find((s) => s.path.endsWith('/draft'))!.body).toMatchObject({
      edits: [{ kind: 'all', questionId: id('qu', 3) }],
    })
  })

  it('other tools say that they wait, and which do not', async () => {
    serveEarly()
    await open('adjust-score', width)
    await expect.element(page.getByText('阅卷完成后才能改动成绩')).toBeVisible()
    await expect.element(page.getByText(/阅卷中可以用“修改答案”和“机动分”/)).toBeVisible()
    await fits()
  })
})

it.each([1440, 390])('names the appeals that a set could not take up, and leads to each, at %i wide', async (width) => {
  const one = { studentId: id('st'), studentName: '学生3', studentNumber: '20260003', questionId: id('qu', 3) }
  const leftOut = { n: 21, first: [{ ...one, number: '3', score: 900, why: '得分不能超过满分8分' }] }
  serve(({ path }) =>
    path.endsWith('/stand')
      ? ok(stand)
      : ok({ ...found, leftOut, change: line({ state: 'ready', tool: 'score-edit' }) }),
  )
  await open('score-edit', width, `?change=${changeId}`)
  await expect.element(page.getByText('没有改的申诉（21份）')).toBeVisible()
  await expect.element(page.getByText(/下面是前1份/)).toBeVisible()
  const row = page.getByRole('link', { name: '学生3' })
  await expect.element(row).toHaveAttribute('href', expect.stringContaining(`/${one.studentId}/${one.questionId}`))
  await expect.element(page.getByText('得分不能超过满分8分').first()).toBeVisible()
  await fits()
})

it.each([1440, 390])('takes what is listed back into its form to be changed, at %i wide', async (width) => {
  const sent = server()
  await open('score-edit', width)
  const fill = async (number: string, score: string) => {
    await page.getByRole('textbox', { name: /^考号/ }).fill(number)
    await userEvent.selectOptions(page.getByRole('combobox', { name: /题目/ }), '第3题（10分）')
    await page.getByRole('textbox', { name: /改为/ }).fill(score)
    await page.getByRole('button', { name: '加入改动' }).click()
  }
  await fill('20260001', '9.5')
  await fill('20260002', '4')
  await expect.element(page.getByText('将要改动（2项）')).toBeVisible()
  await page.getByRole('button', { name: /^修改：.*9\.5分/ }).click()
  await expect.element(page.getByText('将要改动（1项）')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: /^考号/ })).toHaveValue('20260001')
  await expect.element(page.getByRole('textbox', { name: /改为/ })).toHaveValue('9.5')
  await page.getByRole('textbox', { name: /改为/ }).fill('8')
  await page.getByRole('button', { name: '加入改动' }).click()
  await expect.element(page.getByText('将要改动（2项）')).toBeVisible()
  await fits()
  await page.getByRole('button', { name: '预览变化' }).click()
  await expect
    .poll(() => sent.find((s) => s.path.endsWith('/draft'))?.body)
    .toMatchObject({
      edits: [
        { kind: 'set', number: '20260002', score: 400 },
        { kind: 'set', number: '20260001', score: 800 },
      ],
    })
})

it('grades are given in a total: of a paper typed by its address the way to the totals is offered, and no question is graded', async () => {
  const sent = serve(({ path }) => ok(path.endsWith('/stand') ? stand : { list: [] }))
  await open('senior', 1440)
  await expect.element(page.getByText('赋分用在总分上')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '选择总分' })).toBeVisible()
  expect(page.getByText('方案比较').elements()).toEqual([])
  expect(sent.some((s) => s.path.includes('/senior/'))).toBe(false)
})

it('names every line of a pasted table that is wrong, and takes it when it is right', async () => {
  const sent = server()
  await open('score-edit', 1440)
  await page.getByRole('radio', { name: '整批粘贴' }).click()
  const table = page.getByRole('textbox', { name: /考号、题号、得分/ })
  await table.fill('20260001 3 11\n20260002 9 1\n999 3 1')
  await page.getByRole('button', { name: '加入改动' }).click()
  await expect.element(page.getByText('第1行：第3题的满分是10分')).toBeVisible()
  await expect.element(page.getByText('第2行：没有第9题')).toBeVisible()
  await expect.element(page.getByText('第3行：考号999不是本场考试的考生')).toBeVisible()
  await userEvent.clear(table)
  await table.fill('考号 题号 得分\n20260001 3 9.5\n20260002 1 5')
  await page.getByRole('button', { name: '加入改动' }).click()
  await expect.element(page.getByText('将要改动（2项）')).toBeVisible()
  await expect.element(page.getByText('学生2（高一（1）班）')).toBeVisible()
  await page.getByRole('button', { name: '预览变化' }).click()
  await expect
    .poll(() => sent.find((s) => s.path.endsWith('/draft'))?.body)
    .toMatchObject({
      edits: [
        { kind: 'set', number: '20260001', questionId: id('qu', 3), score: 950 },
        { kind: 'set', number: '20260002', questionId: id('qu', 1), score: 500 },
      ],
    })
})

it.each([1440, 390])(
  'compares schemes on the exam’s own scores, and sends the one that is chosen, at %i wide',
  async (width) => {
    const described = { n: 40, mean: 6300, sigma: 1200, highest: 9800, lowest: 1500, distinct: 30 }
    const band = {
      grade: 'A',
      share: 15,
      actual: 16.7,
      count: 7,
      rawHigh: 9800,
      rawLow: 8600,
      high: 10_000,
      low: 8600,
      onEdge: 3,
    }
    const items = ['语文', '化学'].map((number, i) => ({
      questionId: id('qu', i + 1),
      number,
      unitType: 5,
      fullScore: 10_000,
    }))
    const asked: string[] = []
    const sent = serve(({ path, method, query }) => {
      if (path.endsWith('/stand')) return ok({ ...stand, ofTotal: true, questions: items })
      if (path.endsWith('/lab')) {
        asked.push(query.get('schemes')!)
        const schemes = query.get('schemes')!.split(',')
        return ok({
          courseName: '化学',
          fullScore: 10_000,
          raw: described,
          schemes: schemes.map((s) => ({
            ...{ id: s, name: s, version: '1', source: '转录', ...described, joined: 2, bands: [band] },
            curve: [
              { raw: 1500, assigned: 3000 },
              { raw: 9800, assigned: 10_000 },
            ],
          })),
        })
      }
      if (path.endsWith('/list')) return ok({ list: [], total: 0, pageNumber: 1 })
      if (path.endsWith('/detail')) return ok({ ...found, ofTotal: true, change: line({ state: 'ready' }) })
      return method === 'POST' ? ok({ changeId, uuid: id('jo') }) : ok({})
    })
    await open('senior', width)
    await page.getByRole('checkbox', { name: '化学（100分）' }).click()
    await page.getByRole('checkbox', { name: '山东八等级' }).click()
    await expect.element(page.getByRole('img', { name: /化学赋分曲线/ })).toBeVisible()
    await expect.poll(() => asked.at(-1)).toBe('3+1+2,shandong')
    await fits()
    await page.getByRole('button', { name: '加入改动' }).click()
    await expect.element(page.getByText('化学按“3+1+2 通用五等级”赋分')).toBeVisible()
    await page.getByRole('button', { name: '预览变化' }).click()
    await expect
      .poll(() => sent.find((s) => s.path.endsWith('/draft'))?.body)
      .toMatchObject({ tool: 'senior', edits: [{ kind: 'assign', questionId: id('qu', 2), schemeId: '3+1+2' }] })
    await expect.element(page.getByText('会改变什么')).toBeVisible()
  },
)

it.each([
  [{}, '没有权限进行此操作'],
  [{ senior: 'all' }, '还没有总分'],
])('the subjects of a tool are told to who holds it: %j', async (permissionMap, told) => {
  serve(({ path }) =>
    path.endsWith('/tool/config/exam')
      ? ok({ examId, permissionMap })
      : ok(path.endsWith('/total') ? [] : { list: [], total: 0, pageNumber: 1 }),
  )
  const Screen = subjectsOf('senior', '')
  await show(
    <Routes>
      <Route path={subjectsAddress('senior')} element={<Screen />} />
    </Routes>,
    { at: subjectsPath('senior', examId), width: 390 },
  )
  await expect.element(page.getByText(told)).toBeVisible()
  await expect
    .poll(() => page.getByRole('button', { name: '设置总分' }).elements().length)
    .toBe(told === '还没有总分' ? 1 : 0)
})
