import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { groupPath, markingPaths } from '../marking.paths.ts'
import { GroupScreen } from './GroupScreen.tsx'

const id = (kind: 'exam' | 'paper' | 'question' | 'user', n = 0): string =>
  composeId(kind, 1_794_240_000_000 + n, new Uint8Array(10))
const [paperId, questionId] = [id('paper'), id('question')]
const told = {
  ...{ examId: id('exam'), courseName: '语文', state: 'draft', joint: false, answers: 60, principals: [] },
  ...{ largeScreen: false, warnings: [], people: [], mayManage: true, version: 4, paperVersion: 7 },
  groups: [
    {
      ...{ lead: questionId, questionIds: [questionId], groupName: '作文组', markers: [], leaders: [], markerCount: 3 },
      ...{ schoolCount: 1, double: true, marks: 120, minutes: 60, warnings: [] },
    },
  ],
  questions: [{ questionId, number: '22', fullScore: 6000, markers: 2, tolerance: 500 }],
}

it.each([1440, 390])('a rule is chosen, read as a sentence, and saved as it reads, %i wide', async (width) => {
  const sent = serve(({ path }) => (path.endsWith('arrange/settle') ? ok({ version: 8 }) : ok(told)))
  await show(
    <Routes>
      <Route path={markingPaths.group} element={<GroupScreen />} />
    </Routes>,
    { at: groupPath('group', { paperId, lead: questionId }), width },
  )
  // On a phone a row is its name; the sentence is the dialogue's.
  if (width > 390)
    await expect.element(page.getByText('两人各评一次；相差不超过5分取平均，超过由组长仲裁')).toBeVisible()
  const act = page.getByRole('button', { name: '评阅规则' })
  const more = page.getByRole('button', { name: /更多/ })
  await expect.poll(() => act.elements().length + more.elements().length).toBeGreaterThan(0)
  if (act.elements().length === 0) await more.first().click()
  await page.getByRole('menuitem', { name: '评阅规则' }).or(act).click()
  // Of an answer that two mark no share is drawn.
  expect(page.getByLabelText(/^随机抽给第二人评/).elements().length).toBe(0)
  await page.getByText('按满分的比例').click()
  await page.getByLabelText(/^相差不超过满分的/).fill('10')
  await page.getByText('第三人评，仍相差太大由组长仲裁').click()
  await page.getByRole('button', { name: '看这条规则' }).click()
  const sentence = '两人各评一次；相差不超过6分取平均，超过由第三人评，按最接近的两个分算，仍相差太大由组长仲裁'
  await expect.element(page.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect
    .poll(() => sent.find((s) => s.path.endsWith('arrange/settle'))?.body)
    .toEqual({
      ...{ paperId, questionIds: [questionId], markers: 2, tolerance: 0, version: 7 },
      settle: { share: 10, beyond: 'thirdFinal' },
    })
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
