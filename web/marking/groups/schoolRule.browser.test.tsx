/** Whether each school of a joint exam marks its own is said on the arrangement, before marking opens. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { composeId } from '#shared/kit/ids.ts'
import { setSchoolRule } from '#shared/marking/groups/class.calls.ts'
import { arrangement } from '#shared/marking/marking.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { arrangePath, markingPaths } from '../marking.paths.ts'
import { ArrangeScreen } from './ArrangeScreen.tsx'

const id = (kind: 'exam' | 'paper' | 'question' | 'area' | 'school'): string =>
  composeId(kind, 1_794_240_000_000, new Uint8Array(10))
const paperId = id('paper')
const told = (owner: string, more: object = {}, beside: object = {}) => ({
  arrangement: { schema: 1, paperId, examId: id('exam'), owner, state: 'draft', questions: [], version: 4, ...more },
  ...{ ledger: null, missingKeys: 0, short: [], shortClasses: [], teachers: [], others: [], mayManage: true },
  questions: [{ questionId: id('question'), number: '22', fullScore: 6000, markers: 1, tolerance: 0, answers: 9 }],
  ...beside,
})
const open = async (of: ReturnType<typeof told>, width = 1440): Promise<Sent[]> => {
  const sent = serve(({ path }) =>
    path === arrangement.path ? ok(of) : path === setSchoolRule.path ? ok({ version: 5 }) : ok(null),
  )
  await show(<ArrangeScreen />, { at: arrangePath(paperId), path: markingPaths.arrange, width })
  return sent
}
const offered = async (name: string): Promise<void> => {
  const inSight = page.getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: /更多/ }).first()
  await expect.poll(() => inSight.elements().length + more.elements().length).toBeGreaterThan(0)
  if (inSight.elements().length === 0) await userEvent.click(more)
  await userEvent.click(inSight.or(page.getByRole('menuitem', { name, exact: true })))
}

it.each([1440, 390])('at %i wide an organiser has each school mark its own, and reads what follows', async (width) => {
  const sent = await open(told(`a:${id('area')}`), width)
  await expect.element(page.getByText('跨校评阅，不评本校答卷')).toBeVisible()
  await offered('改为各校自评')
  await expect.element(page.getByText(/每所学校都要有申报并通过的阅卷老师；仲裁不分学校/)).toBeVisible()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '改为各校自评' }))
  await expect
    .poll(() => sent.filter((s) => s.path === setSchoolRule.path).map((s) => s.body))
    .toEqual([{ paperId, ownSchools: true, version: 4 }])
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it('schools without a marker stand in the way by name, and it is taken back where it was said', async () => {
  const short = ['甲', '乙', '丙', '丁'].map((n) => ({ className: `${n}中学`, text: '没有老师可以评' }))
  const sent = await open(told(`a:${id('area')}`, { ownSchools: true }, { shortClasses: short }))
  await expect.element(page.getByText('各校自评，只评本校答卷')).toBeVisible()
  await expect.element(page.getByText(/甲中学没有老师可以评；.*等4所学校。/)).toBeVisible()
  await offered('改为跨校评阅')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '改为跨校评阅' }))
  await expect
    .poll(() => sent.filter((s) => s.path === setSchoolRule.path).map((s) => s.body))
    .toEqual([{ paperId, ownSchools: false, version: 4 }])
})

it('a school’s own exam says nothing of it', async () => {
  await open(told(`s:${id('school')}`))
  await expect.element(page.getByText('未开启')).toBeVisible()
  expect(page.getByText(/跨校评阅|各校自评/).elements()).toHaveLength(0)
})
