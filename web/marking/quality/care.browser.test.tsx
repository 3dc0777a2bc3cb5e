/** Trials, seeds, what a group asks, and the report of marking, as their readers see and use them. */
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import { markingReport } from '#shared/marking/quality/quality.calls.ts'
import { groupQuality, seedReport } from '#shared/marking/quality/seed.calls.ts'
import { trialDesk, trialReport } from '#shared/marking/quality/trial.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { GroupQualityScreen } from '../groups/GroupQualityScreen.tsx'
import {
  groupQualityPath,
  markingPaths,
  markingReportPath,
  seedsPath,
  trialPath,
  trialReportPath,
} from '../marking.paths.ts'
import { MarkingReportScreen } from './MarkingReportScreen.tsx'
import { SeedsScreen } from './SeedsScreen.tsx'
import { TrialReportScreen } from './TrialReportScreen.tsx'
import { TrialScreen } from './TrialScreen.tsx'

const at = 1_794_240_000_000
const id = (kind: 'exam' | 'paper' | 'question' | 'user', n = 0): string => composeId(kind, at + n, new Uint8Array(10))
const [examId, paperId, questionId] = [id('exam'), id('paper'), id('question')]
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="548" height="73"><rect width="548" height="73" fill="#fff"/><text x="60" y="52" font-size="34">x=8</text></svg>')}`
const images = [{ url: picture, width: 548, height: 73 }]
const long = '步骤完整，单位正确，'.repeat(20)
const widths = [1440, 390]
const fits = (width: number) => expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)

const question = { questionId, number: '15', unitType: 5, fullScore: 1000, step: 100 }
const desk = (state: 'going' | 'passed', scores: (number | null)[]) =>
  trialDesk.output().parse({
    examName: '期中考试 · 数学',
    question,
    state,
    rule: { within: 80, bias: 5 },
    rubric: null,
    answers: scores.map((score, i) => ({
      key: `k${i}`,
      images,
      score,
      ...(state === 'passed' ? { right: { score: 300, reason: long } } : {}),
    })),
    result: state === 'passed' ? { n: 2, exact: 0.5, within: 0.5, off: 150, apart: 150, kappa: 0.42 } : null,
  })

it.each(widths)(
  'a trial is marked one by one, changed, handed in, and told with the experts’ marks, %i wide',
  async (width) => {
    let now = desk('going', [null, 500])
    const sent = serve(({ path, body }) => {
      if (path.endsWith('trial/score')) {
        const { key, score } = body as { key: string; score: number }
        now = { ...now, answers: now.answers.map((a) => (a.key === key ? { ...a, score } : a)) }
        return ok({ score })
      }
      if (path.endsWith('trial/finish')) {
        now = desk('passed', [800, 300])
        return ok({ state: 'passed' })
      }
      return ok(path.endsWith('trial/desk') ? now : null)
    })
    await show(
      <Routes>
        <Route path={markingPaths.trial} element={<TrialScreen />} />
      </Routes>,
      { at: trialPath({ paperId, questionId }), width },
    )
    await expect.element(page.getByText('1 / 2').first()).toBeVisible()
    await page.getByRole('textbox').fill('8.5')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/1 的整数倍/)).toBeVisible()
    await page.getByRole('textbox').fill('8')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('我给 8 分')).toBeVisible()
    expect(sent.filter((s) => s.path.endsWith('trial/score')).map((s) => s.body)).toMatchObject([
      { key: 'k0', score: 800 },
    ])
    await page.getByRole('button', { name: '改分' }).first().click()
    const dialogue = page.getByRole('dialog')
    await dialogue.getByRole('textbox').fill('7')
    await dialogue.getByRole('button', { name: '保存' }).click()
    await expect.element(page.getByText('我给 7 分')).toBeVisible()
    await page.getByRole('button', { name: '交卷' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '交卷' }).click()
    await expect.element(page.getByText('试评通过，可以正式评阅了').first()).toBeVisible()
    await expect.element(page.getByText('我给 8 分，专家 3 分')).toBeVisible()
    await fits(width)
  },
)

it.each(widths)('a trial of a question with a rubric is marked by its points, %i wide', async (width) => {
  const points = [
    { id: 'a', name: '列出方程', score: 600 },
    { id: 'b', name: '解出根', score: 400 },
  ]
  let now = { ...desk('going', [null, null]), rubric: { kind: 'add' as const, points } }
  const sent = serve(({ path, body }) => {
    if (path.endsWith('trial/score')) {
      const given = body as { key: string; score: number; points: string }
      now = { ...now, answers: now.answers.map((a) => (a.key === given.key ? { ...a, ...given } : a)) }
      return ok({ score: given.score })
    }
    return ok(path.endsWith('trial/desk') ? now : null)
  })
  const given = () =>
    sent.filter((s) => s.path.endsWith('trial/score')).map((s) => s.body as { score: number; points: string })
  await show(
    <Routes>
      <Route path={markingPaths.trial} element={<TrialScreen />} />
    </Routes>,
    { at: trialPath({ paperId, questionId }), width },
  )
  await expect.element(page.getByRole('button', { name: /列出方程/ })).toBeVisible()
  await fits(width)
  // A digit is a point; what the points come to is the mark.
  await userEvent.keyboard('2')
  await expect.element(page.getByRole('button', { name: /所选 4 分/ })).toBeVisible()
  expect(given()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1 / 2').first()).toBeVisible()
  expect(await page.getByRole('button', { name: /所选/ }).query()).toBeNull()
  await userEvent.keyboard('f')
  await expect.element(page.getByText('我选：解出根')).toBeVisible()
  expect(given()).toMatchObject([
    { score: 400, points: 'b' },
    { score: 1000, points: 'ab' },
  ])
  // Changed by points too.
  await page.getByRole('button', { name: '改分' }).first().click()
  const dialogue = page.getByRole('dialog')
  await dialogue.getByRole('checkbox', { name: /列出方程/ }).click()
  await dialogue.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => given().at(-1)).toMatchObject({ score: 1000, points: 'ab' })
  await expect.element(page.getByText('我给 10 分').first()).toBeVisible()
  await fits(width)
})

it.each(widths)('a trial’s report names each marker, and lets one pass with a reason, %i wide', async (width) => {
  const told = trialReport.output().parse({
    state: 'open',
    questions: [
      {
        questionId,
        number: '15',
        fullScore: 1000,
        step: 100,
        lead: questionId,
        trial: { begun: true, within: 80, bias: 5 },
        answers: 2,
      },
    ],
    questionId,
    tolerance: 100,
    markers: [
      {
        userId: id('user', 1),
        markerName: '王老师',
        state: 'passed',
        round: 1,
        done: 2,
        agreement: { n: 2, exact: 1, within: 1, off: 0, apart: 0, kappa: 1 },
      },
      {
        userId: id('user', 2),
        markerName: '李老师',
        state: 'failed',
        round: 1,
        done: 2,
        agreement: { n: 2, exact: 0, within: 0.5, off: -150, apart: 150, kappa: 0.31 },
      },
      {
        userId: id('user', 3),
        markerName: '赵老师',
        state: 'byHand',
        round: 1,
        done: 0,
        agreement: null,
        byName: '组长',
        reason: long,
      },
    ],
    all: { markers: 2, agreement: { n: 2, exact: 0, within: 0.5, off: 150, apart: 150, kappa: 0.31 }, icc: 0.55 },
    points: [
      { id: 'a', name: '列出方程', score: 600, n: 4, same: 3, missed: 1, extra: 0 },
      { id: 'b', name: long.slice(0, 60), score: 400, n: 4, same: 4, missed: 0, extra: 0 },
    ],
    answers: [{ key: 'a', images, right: 300, reason: long, mean: 375, low: 300, high: 450 }],
  })
  const sent = serve(({ path }) =>
    ok(path.endsWith('trial/report') ? told : path.endsWith('trial/pass') ? { state: 'byHand' } : null),
  )
  await show(
    <Routes>
      <Route path={markingPaths.trialReport} element={<TrialReportScreen />} />
    </Routes>,
    { at: trialReportPath(examId, paperId), width },
  )
  await expect.element(page.getByText(/加权κ 0\.31，ICC\(2,1\) 0\.55/)).toBeVisible()
  await expect.element(page.getByText('专家 3 分，老师平均 3.75 分（3–4.5）')).toBeVisible()
  await expect.element(page.getByText('75.0%').first()).toBeVisible()
  // Who has passed is let pass no more.
  expect(page.getByRole('button', { name: '放行' }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: '放行' }).click()
  const dialogue = page.getByRole('dialog')
  await dialogue.getByRole('button', { name: '放行' }).click()
  expect(sent.filter((s) => s.path.endsWith('trial/pass'))).toEqual([])
  await dialogue.getByRole('textbox').fill('当面讲评过')
  await dialogue.getByRole('button', { name: '放行' }).click()
  await expect
    .poll(() => sent.filter((s) => s.path.endsWith('trial/pass')).map((s) => s.body))
    .toMatchObject([{ userId: id('user', 2), act: 'pass', reason: '当面讲评过' }])
  await fits(width)
})

it.each(widths)('seeds say who is off, and give the work in doubt to others, %i wide', async (width) => {
  const sums = { n: 12, exact: 0.5, within: 0.58, off: 135, apart: 150 }
  const marker = { expert: sums, own: null, since: at, bad: 5, recent: 10, doubt: at, self: false }
  const told = seedReport.output().parse({
    state: 'open',
    questions: [{ questionId, number: '15', fullScore: 1000, lead: questionId, seeds: 12, stopped: 1 }],
    questionId,
    rule: { expert: 2, own: 1, warn: 3, stop: 5 },
    tolerance: 100,
    markers: [
      { ...marker, userId: id('user', 1), markerName: '王老师', state: 'stopped' },
      { ...marker, userId: id('user', 2), markerName: '李老师', state: 'even', bad: 0, doubt: null },
    ],
  })
  const sent = serve(({ path, body, query }) =>
    path.endsWith('quality/seeds')
      ? ok(told)
      : path.endsWith('seeds/remark')
        ? ok({
            marks: 37,
            about: true,
            uuid: (body as { look: boolean }).look ? null : composeId('job', at, new Uint8Array(10)),
          })
        : path.endsWith('my/async')
          ? ok({
              ...{ uuid: query.get('uuid'), name: 'marking.remark', title: '重评', status: 40, lastTimestamps: 0 },
              ...{ processDone: 37, processMsg: '', message: '', files: [] },
            })
          : ok({ state: 'even' }),
  )
  await show(
    <Routes>
      <Route path={markingPaths.seeds} element={<SeedsScreen />} />
    </Routes>,
    { at: seedsPath(examId, paperId), width },
  )
  await expect.element(page.getByText('已暂停发放')).toBeVisible()
  await expect.element(page.getByText(/相差超过1分算超出，最近10份里3份超出提醒老师/)).toBeVisible()
  expect(page.getByRole('button', { name: '恢复发放' }).elements()).toHaveLength(1)
  const row = page.getByRole('row').filter({ hasText: '已暂停发放' })
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '退回重评' }).click()
  const dialogue = page.getByRole('dialog')
  await expect.element(dialogue.getByText(/以后的约 37 个评分，请其他老师重评/)).toBeVisible()
  expect(sent.filter((s) => s.path.endsWith('seeds/remark')).map((s) => s.body)).toMatchObject([
    { look: true, since: at },
  ])
  await dialogue.getByRole('textbox').fill('种子卷偏差')
  await dialogue.getByRole('button', { name: '退回重评' }).click()
  await expect
    .poll(() => sent.filter((s) => s.path.endsWith('seeds/remark')).map((s) => s.body))
    .toMatchObject([{ look: true }, { look: false, reason: '种子卷偏差', userId: id('user', 1) }])
  await fits(width)
})

it.each(widths)('what a group asks is said in its fields, %i wide', async (width) => {
  const told = groupQuality.output().parse({
    groupName: '填空组',
    state: 'open',
    joint: true,
    quality: { seeds: { expert: 2, own: 1, warn: 3, stop: 5 }, samples: 20 },
    questions: Array.from({ length: 6 }, (_, i) => ({
      questionId: id('question', i),
      number: String(15 + i),
      trial: i,
      seeds: 0,
      tolerance: 100,
    })),
    version: 4,
  })
  const sent = serve(({ path, method }) =>
    path.endsWith('groups/quality') ? ok(method === 'GET' ? told : { version: 5 }) : ok(null),
  )
  await show(
    <Routes>
      <Route path={markingPaths.groupQuality} element={<GroupQualityScreen />} />
    </Routes>,
    { at: groupQualityPath({ paperId, lead: questionId }), width },
  )
  await expect.element(page.getByText(/试评卷：第15题0份，第16题1份/)).toBeVisible()
  // What is asked of a trial appears with it.
  expect(page.getByLabelText(/平均偏差至多/).elements()).toEqual([])
  await page.getByRole('combobox').selectOptions('preparing')
  await expect.element(page.getByLabelText(/平均偏差至多/)).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(() => sent.filter((s) => s.method === 'POST').map((s) => s.body))
    .toMatchObject([
      {
        lead: questionId,
        version: 4,
        trial: 'preparing',
        within: 80,
        bias: 5,
        expert: 2,
        own: 1,
        warn: 3,
        stop: 5,
        samples: 20,
      },
    ])
  await fits(width)
})

it.each(widths)('the report of marking stands without a version of scores, %i wide', async (width) => {
  const table = {
    columns: [
      { key: 'c0', name: '题号', type: 'text' },
      { key: 'c1', name: '加权κ', type: 'coefficient', digits: 3 },
    ],
    rows: [{ cells: ['15', 0.71234] }],
  }
  const told = markingReport.output().parse({
    id: 'marking',
    title: '阅卷质量报告',
    question: '评得有多一致？',
    source: {
      examId,
      examName: '期中考试',
      gradeName: '高一',
      courseName: '数学',
      examDate: at,
      fullScore: 15_000,
      v: 0,
      keyVersion: 1,
      published: false,
      madeAt: at,
    },
    sentence: '100份作答评完了40份，照开启以来的速度约还要6.0小时。',
    number: { name: '已评完', type: 'percent', digits: 1, value: 0.4 },
    facts: [{ name: '作答', type: 'count', value: 100 }],
    sections: [{ key: 'agreement', title: '各题一致性', open: true, table }],
    computing: false,
  })
  serve(({ path }) => ok(path.endsWith('quality/report') ? told : null))
  await show(
    <Routes>
      <Route path={markingPaths.markingReport} element={<MarkingReportScreen />} />
    </Routes>,
    { at: markingReportPath(examId, paperId), width },
  )
  await expect.element(page.getByText(/约还要6.0小时/)).toBeVisible()
  await expect.element(page.getByText('0.712').first()).toBeVisible()
  expect(page.getByText(/第0版/).elements()).toEqual([])
  await fits(width)
})
