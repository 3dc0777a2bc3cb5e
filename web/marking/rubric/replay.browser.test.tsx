/** The rubric's screen after it was changed while marking runs: what given marks would become, applied, given back. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as calls from '#shared/marking/rubric/replay.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { rubricDetail, saveRubric } from '#shared/marking/rubric/rubric.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import { RubricScreen } from './RubricScreen.tsx'

const ids = { paperId: `pa_${'1'.repeat(26)}`, questionId: `qu_${'2'.repeat(26)}` }
const points = [
  { id: 'd', name: '列式', score: 500, was: 'a' },
  { id: 'b', name: '求解', score: 500 },
  { id: 'a', name: '列式', score: 400, retired: true },
]
const told = {
  ...{ byPoints: 1000, numbers: 20, marks: 640, lost: 0, up: 600, down: 0, waits: 4, settles: 0 },
  ways: [{ from: 'ab', to: 'db', before: 900, after: 1000, marks: 640 }],
}
const job = {
  uuid: `jo_${'5'.repeat(26)}`,
  name: '按新的评分细则重算',
  status: 1,
  processDone: 0,
  processMsg: '',
  at: 1,
}
const replay = { attemptId: `at_${'4'.repeat(26)}`, points, rubricVersion: 2, phase: 'look', byName: '王老师', at: 1 }

const shown = async (replays: object[], more: object = {}) => {
  const sent = serve(({ path }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 2 })
    if (path === rubricDetail.path)
      return ok({
        ...{ state: 'open', released: false, questionId: ids.questionId, rubric: { kind: 'add', points, version: 2 } },
        questions: [{ questionId: ids.questionId, number: '15', fullScore: 1000, points: 2 }],
        replays,
        ...more,
      })
    if (path === asyncStatus.path) return ok({ ...job, files: [] })
    return path.includes('/replay/') ? ok({ uuid: job.uuid }) : ok({})
  })
  await show(<RubricScreen />, {
    at: `/rubric/${ids.paperId}/${ids.questionId}`,
    path: '/rubric/:paperId/:lead',
  })
  return (path: string) => sent.filter((s) => s.path === path).map((s) => s.body)
}

it('begins with a look, and applies what was seen with a reason', async () => {
  const sent = await shown([{ ...replay, told, stands: 'looked' }])
  await expect.element(page.getByText(/1000 个评分中有 640 个改变：600 份答卷升分/)).toBeVisible()
  await expect.element(page.getByText('列式、求解：9分 → 10分，640个')).toBeVisible()
  await page.getByRole('button', { name: '试算已评的分' }).click()
  await expect.poll(() => sent(calls.replayLook.path)).toMatchObject([{ ...ids, version: 2 }])
  await page.getByRole('button', { name: '应用' }).click()
  await page.getByRole('textbox', { name: /原因/ }).fill('细则改了')
  await page.getByRole('button', { name: '改变 640 个评分' }).click()
  await expect
    .poll(() => sent(calls.replayApply.path))
    .toEqual([{ ...ids, attemptId: replay.attemptId, reason: '细则改了' }])
})

it('gives back what was applied, and applies nothing of a rubric that is another since', async () => {
  const applied = { ...replay, told, phase: 'apply', stands: 'applied', appliedAt: 2, reason: '细则改了' }
  const sent = await shown([
    { ...replay, attemptId: `at_${'6'.repeat(26)}`, rubricVersion: 1, told, stands: 'looked' },
    applied,
  ])
  await expect.element(page.getByRole('button', { name: '应用' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => sent(calls.replayUndo.path)).toEqual([{ ...ids, attemptId: replay.attemptId }])
  await userEvent.keyboard('{Escape}')
})

it('is not there while no mark can have chosen otherwise', async () => {
  await shown([], { rubric: { kind: 'add', points: points.slice(0, 2), version: 1 } })
  await expect.element(page.getByRole('button', { name: '添加评分点' })).toBeVisible()
  expect(document.body.textContent).not.toContain('试算已评的分')
})

it('what another has saved comes in beside what is typed, is told, and the next save is over it', async () => {
  let there = { kind: 'add', points: points.filter((p) => !p.retired), version: 2 }
  const saves: unknown[] = []
  serve(({ path, body }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 2 })
    if (path === saveRubric.path) {
      const sent = body as typeof there
      saves.push(sent)
      if (sent.version !== there.version)
        return refused(commonProblems.stale.status, '王老师刚修改了这条数据，请核对后重试')
      there = {
        ...sent,
        points: sent.points.map((p, i) => ({ ...p, id: (p as { id?: string }).id ?? `n${i}` })),
        version: sent.version + 1,
      } as never
      return ok({ version: there.version })
    }
    return ok({
      ...{ state: 'draft', released: false, questionId: ids.questionId, rubric: there, replays: [] },
      questions: [{ questionId: ids.questionId, number: '15', fullScore: 1000, points: 2 }],
    })
  })
  await show(<RubricScreen />, { at: `/rubric/${ids.paperId}/${ids.questionId}`, path: '/rubric/:paperId/:lead' })
  const name = (n: number) => page.getByRole('textbox', { name: new RegExp(`第${n}点`) }).first()
  await expect.element(name(1)).toHaveValue('列式')
  await name(1).fill('列出方程')
  await userEvent.tab()
  // Another user has changed both points, and saved.
  there = {
    ...there,
    points: [
      { ...there.points[0]!, score: 400 },
      { ...there.points[1]!, name: '求出根' },
    ],
    version: 3,
  }
  await page.getByRole('button', { name: '保存' }).click()
  await expect
    .element(
      page.getByText(
        '这份评分细则刚被别人改过，您的修改都还在。“求出根”已换成现在的。“列式”两边都改了，这里是您的。请核对后保存，也可以撤销。',
      ),
    )
    .toBeVisible()
  await expect.element(name(2)).toHaveValue('求出根')
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => saves.length).toBe(2)
  expect(saves[1]).toMatchObject({
    version: 3,
    points: [
      { name: '列出方程', score: 500 },
      { name: '求出根', score: 500 },
    ],
  })
  await expect.element(page.getByText(/刚被别人改过/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '保存' })).toHaveAttribute('aria-disabled', 'true')
})
