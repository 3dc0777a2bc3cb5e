import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { SchoolsScreen } from './SchoolsScreen.tsx'
import { examPaths } from '../exam.paths.ts'

const examId = `ex_${'1'.repeat(26)}`
const school = (n: number, more: object = {}) => ({
  schoolId: `sc_${String(n).repeat(26)}`,
  schoolName: `第${n}中学`,
  classCount: n,
  candidateCount: 50 * n,
  ...{ papers: 2, begun: 0, marked: 0, over: 0, silent: false, answer: 'none', reason: '' },
  ...more,
})
const schools = [
  school(1, { area: { areaId: `ar_${'1'.repeat(26)}`, areaName: '东区' }, groups: ['城区', '示范校'] }),
  school(2, { area: { areaId: `ar_${'2'.repeat(26)}`, areaName: '西区' } }),
]

it('a school of which nothing came is not called marked, though its papers are done with all others', async () => {
  serve(() => ok([school(1, { begun: 2, marked: 2, over: 2 }), school(2, { over: 2, silent: true })]))
  await show(<SchoolsScreen />, { at: pathTo(examPaths.schools, { examId }), path: examPaths.schools, width: 1440 })
  const rowOf = (n: number) => page.getByRole('row', { name: new RegExp(`第${n}中学`) })
  await expect.element(rowOf(1).getByText('评完')).toBeVisible()
  await expect.element(rowOf(2).getByText('没有答卷')).toBeVisible()
})

it.each([1440, 390])('at %i wide a school is put into groups by their names, from those it is in', async (width) => {
  const sent = serve(({ method }) => ok(method === 'GET' ? schools : { schools: 1 }))
  const at = pathTo(examPaths.schools, { examId })
  await show(<SchoolsScreen />, { at, path: examPaths.schools, width })
  await expect.element(page.getByText('城区、示范校')).toBeVisible()
  await expect.element(page.getByText('150人')).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await page.getByRole('button', { name: '设置分组' }).first().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabelText('分组')
  await expect.element(field).toHaveValue('城区、示范校')
  await field.fill('城区， 老校、城区')
  await dialog.getByRole('button', { name: '保存分组' }).click()
  await expect
    .poll(() => sent.find((s) => s.method === 'POST')?.body)
    .toEqual({
      examId,
      schoolIds: [schools[0]!.schoolId],
      add: ['老校'],
      remove: ['示范校'],
    })
})

it('several schools begin with the groups that all are in, and lose none that only some are in', async () => {
  const some = [schools[0]!, { ...schools[1]!, groups: ['城区'] }]
  const sent = serve(({ method }) => ok(method === 'GET' ? some : { schools: 2 }))
  const at = pathTo(examPaths.schools, { examId })
  await show(<SchoolsScreen />, { at, path: examPaths.schools, width: 1440 })
  await page.getByRole('checkbox', { name: '选择本页' }).click()
  await page.getByRole('toolbar', { name: '所选' }).getByRole('button', { name: '设置分组' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('分组', { exact: true })).toHaveValue('城区')
  await dialog.getByLabelText('分组', { exact: true }).fill('城区、新组')
  await dialog.getByRole('button', { name: '保存分组' }).click()
  const body = { examId, schoolIds: some.map((s) => s.schoolId), add: ['新组'], remove: [] }
  await expect.poll(() => sent.find((s) => s.method === 'POST')?.body).toEqual(body)
})

it.each([1440, 390])(
  'at %i wide a school that declines is not one that has not begun, and is not counted',
  async (width) => {
    serve(() => ok([school(1), school(2, { answer: 'declined', reason: '校舍维修', silent: true })]))
    const at = pathTo(examPaths.schools, { examId })
    await show(<SchoolsScreen />, { at, path: examPaths.schools, width })
    const row = page.getByRole('row', { name: /第2中学/ })
    await expect.element(row.getByText('不参加', { exact: true })).toBeVisible()
    await expect.element(row.getByText('不参加：校舍维修')).toBeVisible()
    await expect.element(page.getByText('50人', { exact: true })).toBeVisible()
    await expect.element(page.getByText('0所', { exact: true })).toBeVisible()
  },
)
