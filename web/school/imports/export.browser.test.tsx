/** A file of a school's people: asked for with nothing chosen, and by a link that chose for one. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exportRoster } from '#shared/school/people/act.calls.ts'
import { listGrades } from '#shared/school/classes/class.calls.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import { ExportScreen } from './ExportScreen.tsx'

const schoolId = `sc_${'1'.repeat(26)}`
const gradeId = `gr_${'2'.repeat(26)}`
const opened = (query: string, answer: unknown = ok({ uuid: `jo_${'3'.repeat(26)}` })) => {
  const sent = serve(({ path }) => {
    if (path === exportRoster.path) return answer
    return ok(path === listGrades.path ? [{ gradeId, gradeName: '高一', studentCount: 3 }] : null)
  })
  return show(<ExportScreen />, { at: `/export?schoolId=${schoolId}${query}` }).then(() => sent)
}
const exported = (sent: readonly { path: string; body: unknown }[]) =>
  sent.filter((s) => s.path === exportRoster.path).map((s) => s.body)
const press = () => userEvent.click(page.getByRole('button', { name: '导出', exact: true }))

it.each(['', '&kind=nothing&gradeId=no-grade'])(
  'with nothing chosen takes the school’s students: %s',
  async (query) => {
    const sent = await opened(query)
    await press()
    await expect.poll(() => exported(sent)).toEqual([{ schoolId, kind: 'students', format: 'xlsx' }])
    expect(page.getByText('输入不正确').elements()).toEqual([])
  },
)

it('takes what the link chose', async () => {
  const sent = await opened(`&kind=courses&gradeId=${gradeId}`)
  await expect.element(page.getByRole('combobox', { name: '内容' })).toHaveValue('courses')
  await press()
  await expect.poll(() => exported(sent)).toEqual([{ schoolId, kind: 'courses', gradeId, format: 'xlsx' }])
})

it('says a refusal in its own words', async () => {
  const sent = await opened('', refused(22_002, '年级不属于这所学校'))
  await press()
  await expect.poll(() => exported(sent).length).toBe(1)
  await expect.element(page.getByText('年级不属于这所学校').first()).toBeVisible()
})
