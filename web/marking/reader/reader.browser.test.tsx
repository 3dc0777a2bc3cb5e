/** What a reader proposes stands beside the answer; a mark is what a person gives. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { IntelligentScreen } from '../intelligent/IntelligentScreen.tsx'
import { LikeScreen } from '../intelligent/LikeScreen.tsx'
import { intelligentPath, likePath, markingPaths, markPath } from '../marking.paths.ts'
import { MarkScreen } from '../desk/MarkScreen.tsx'

const of = { paperId: `pa_${'1'.repeat(26)}`, questionId: `qu_${'1'.repeat(26)}` }
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="330" height="84"><rect width="330" height="84" fill="#fff"/><text x="60" y="56" font-size="34">12</text></svg>')}`
const ids = Array.from({ length: 5 }, (_, i) => `st_${String(i).padStart(26, '0')}`)
const claimed = {
  bundle: { bundleId: `bu_${'1'.repeat(26)}`, role: 'first', epoch: 1, claimedUntil: 0 },
  question: { questionId: of.questionId, number: '14', unitType: 4, fullScore: 300, step: 100 },
  answers: ids.map((studentId) => ({
    studentId,
    imageVersion: 1,
    images: [{ url: picture, width: 330, height: 84 }],
    likelyBlank: false,
    others: [],
  })),
  sets: [
    { studentIds: ids.slice(0, 3), outliers: 0 },
    { studentIds: ids.slice(3), outliers: 0 },
  ],
  left: 5,
}
const said = ids.map((studentId, i) => ({
  studentId,
  confidence: 0.97,
  ...(i < 3 ? { text: '12', score: 200 } : { text: i === 3 ? '21' : '27', score: 0 }),
}))
type Item = { value: { score?: number } }
/** `proposes`: whether the deployment's reader is believed of this question. */
const served = (proposes: boolean) => {
  const marks: (number | undefined)[] = []
  let done = false
  const sent = serve(({ path, body }) => {
    if (path.endsWith('/user/info')) return ok({ userId: `us_${'1'.repeat(26)}`, userType: 3 })
    if (path.endsWith('/reduction')) return ok({ rubric: null, ...(proposes ? { proposes } : {}) })
    if (path.endsWith('/proposals')) return ok(said)
    if (path.endsWith('/submitItems')) {
      marks.push(...(body as { items: Item[] }).items.map((i) => i.value.score))
      return ok({ refused: [] })
    }
    if (path.endsWith('/claim')) {
      if (done || ((body as { besides?: string[] }).besides ?? []).length > 0)
        return refused(markingProblems.nothingLeft.status, markingProblems.nothingLeft.message)
      return ok(claimed)
    }
    if (path.endsWith('/bundle/finish')) done = true
    return ok(path.endsWith('/examples') ? { list: [] } : { done: true, left: 0 })
  })
  return { marks, asked: () => sent.filter((s) => s.path.endsWith('/proposals')) }
}

it.each([1440, 390])(
  'at %i wide is what Enter gives a group of which it says one thing, and no other',
  async (width) => {
    const { marks } = served(true)
    await show(<LikeScreen />, { at: likePath(of as never), path: markingPaths.like, width })
    await expect.element(page.getByText(/阅读器读作“12”，建议2分/)).toBeVisible()
    expect(marks).toEqual([])
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => marks).toEqual([200, 200, 200])
    // It reads these otherwise, and would give them the same.
    await expect.element(page.getByText(/“21”1份、“27”1份，建议0分/)).toBeVisible()
    await userEvent.keyboard('3')
    await expect.poll(() => marks).toEqual([200, 200, 200, 300, 300])
  },
)

it('stands beside the answer on the desk and gives nothing', async () => {
  const { marks, asked } = served(true)
  await show(<MarkScreen />, { at: markPath(of as never), path: markingPaths.mark })
  await expect.element(page.getByText('阅读器：读作“12”，建议2分，把握97%')).toBeVisible()
  expect(marks).toEqual([])
  // Once a claim, as React mounts it here twice.
  expect(new Set(asked().map((s) => s.query.get('bundleId')))).toEqual(new Set([claimed.bundle.bundleId]))
})

it('is not asked for where no reader is believed', async () => {
  const { asked } = served(false)
  await show(<LikeScreen />, { at: likePath(of as never), path: markingPaths.like })
  await expect.element(page.getByText('3份　看过3')).toBeVisible()
  expect(asked()).toEqual([])
  expect(document.body.textContent).not.toContain('阅读器')
})

const question = {
  ...{ questionId: of.questionId, number: '14', fullScore: 300, on: true, total: 60, done: 40, blank: true },
}
const told = {
  ...{ answers: 60, read: 57, left: 0, faults: { slow: 2, offScale: 1 }, again: 4, wavering: 0 },
  agreement: { n: 40, exact: 39, kappa: 0.934 },
}
it.each([1440, 390])('at %i wide is told to who manages, with what it said otherwise than people', async (width) => {
  const sent = serve(({ path }) => {
    if (path.endsWith('/intelligent/reader'))
      return ok({
        configured: true,
        questions: [
          {
            ...{ questionId: of.questionId, number: '14', stands: 'trusted', byName: '主任', at: 1, told },
            rules: { text: '', version: 0 },
            apart: [{ studentId: ids[0], given: 300, proposed: 0, images: [{ url: picture, width: 330, height: 84 }] }],
          },
        ],
      })
    if (path.endsWith('/listQuestion'))
      return ok({ courseName: '数学', state: 'open', version: 1, mayManage: true, reads: true, questions: [question] })
    return ok({ uuid: `jo_${'1'.repeat(26)}` })
  })
  await show(<IntelligentScreen />, { at: intelligentPath(of.paperId as never), path: markingPaths.intelligent, width })
  await expect.element(page.getByText('已读57/60份，向阅卷老师显示').first()).toBeVisible()
  await expect.element(page.getByText('超时2份，分数不在0到满分之间1份').first()).toBeVisible()
  await expect.element(page.getByText('97.5%').first()).toBeVisible()
  await expect.element(page.getByText('第 14 题　老师 3分，阅读器 0分')).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(sent.filter((s) => s.path.endsWith('/reader/ask'))).toEqual([])
})

it('tries rules on what was read before they are saved', async () => {
  const row = { questionId: of.questionId, number: '14', stands: 'few', byName: '主任', at: 1, told, apart: [] }
  const sent = serve(({ path }) => {
    if (path.endsWith('/intelligent/reader'))
      return ok({ configured: true, questions: [{ ...row, rules: { text: '3：12', version: 4 } }] })
    if (path.endsWith('/tryRules'))
      return ok({
        ...{ answers: 57, fits: [{ score: 300, answers: 40, texts: ['12×40'] }] },
        ...{ rest: { answers: 17, texts: ['21×17'] }, marked: 30, same: 29 },
      })
    if (path.endsWith('/listQuestion'))
      return ok({ courseName: '数学', state: 'open', version: 1, mayManage: true, reads: true, questions: [question] })
    return ok({ rules: 1, version: 5 })
  })
  await show(<IntelligentScreen />, { at: intelligentPath(of.paperId as never), path: markingPaths.intelligent })
  await page.getByRole('button', { name: /更多/ }).first().click()
  await page.getByRole('menuitem', { name: '作答规则' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('textbox')).toHaveValue('3：12')
  await dialog.getByRole('textbox').fill('3：12 | 十二')
  await dialog.getByRole('button', { name: '试一试' }).click()
  await expect.element(dialog.getByText(/第1条（3分）40份：12×40/)).toBeVisible()
  expect(sent.filter((s) => s.path.endsWith('/saveRules'))).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(() => sent.find((s) => s.path.endsWith('/saveRules'))?.body)
    .toMatchObject({ text: '3：12 | 十二', version: 4 })
})

it('offers its questions to a reader where there is no blank', async () => {
  const essay = { ...question, blank: false, on: false }
  serve(({ path }) =>
    path.endsWith('/intelligent/reader')
      ? ok({ configured: true, questions: [] })
      : ok({ courseName: '数学', state: 'open', version: 1, mayManage: true, reads: true, questions: [essay] }),
  )
  await show(<IntelligentScreen />, { at: intelligentPath(of.paperId as never), path: markingPaths.intelligent })
  await expect.element(page.getByText('没有请过')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '请阅读器读' })).toBeVisible()
})

it('says nothing of readers where the deployment has none', async () => {
  serve(({ path }) =>
    path.endsWith('/intelligent/reader')
      ? ok({ configured: false, questions: [] })
      : ok({ courseName: '数学', state: 'open', version: 1, mayManage: true, reads: false, questions: [question] }),
  )
  await show(<IntelligentScreen />, { at: intelligentPath(of.paperId as never), path: markingPaths.intelligent })
  await expect.element(page.getByText('第 14 题')).toBeVisible()
  expect(document.body.textContent).not.toContain('阅读器')
})
