import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { examClasses, examDetail, examStudents } from '#shared/exam/exam.calls.ts'
import * as calls from '#shared/exam/roster/roster.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { listClasses } from '#shared/school/classes/class.calls.ts'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { RosterScreen } from './RosterScreens.tsx'
import { examPaths, rosterPath } from '../exam.paths.ts'

const id = (prefix: string, n: number): string => `${prefix}_${String(n).repeat(26)}`
const examId = id('ex', 1)
const candidate = (n: number) => ({
  studentId: id('st', n),
  studentName: `考生${n}`,
  studentNumber: `20260${n}`,
  className: '高一1班',
})
const waits = new Promise<never>(() => {})

/** A roster of two; `answers` are those of what changes it. */
const roster = (answers: Record<string, (sent: Sent) => unknown> = {}, of = { furthest: 1, mayManage: true }) =>
  serve((sent) => {
    const given: Record<string, (sent: Sent) => unknown> = {
      [sessionUser.path]: () => ok({ schoolId: id('sc', 1) }),
      [examClasses.path]: () => ok([{ classId: id('cl', 1), className: '高一1班', candidateCount: 2 }]),
      [listClasses.path]: () => ok([]),
      [examDetail.path]: () => ok({ exam: { owner: 's:1', furthest: of.furthest }, papers: [], ...of }),
      [examStudents.path]: () => ok({ list: [candidate(1), candidate(2)], total: 2, pageNumber: 1 }),
      ...answers,
    }
    return given[sent.path]?.(sent) ?? waits
  })
const at = { at: rosterPath(examId), path: examPaths.roster }
const choose = async (name: string): Promise<void> => {
  const inSight = page.getByRole('button', { name, exact: true })
  if (inSight.elements().length === 0) {
    await userEvent.click(page.getByRole('button', { name: '更多操作' }))
    await userEvent.click(page.getByRole('menuitem', { name, exact: true }))
  } else await userEvent.click(inSight)
}
const numbers = { lines: ['2人的考号改变。'], first: [], version: 3 }

it('shows what numbers would do in the dialogue itself, keeps what was typed, and follows the job of a large exam', async () => {
  let again = false
  const sent = roster({
    [calls.numbersPreview.path]: () => ok(numbers),
    [calls.giveNumbers.path]: () => (again ? ok({ version: 3, uuid: 'jo_1' }) : refused(1, '考试已被他人修改')),
  })
  const { address } = await show(<RosterScreen />, at)
  await expect.element(page.getByText('考生1')).toBeVisible()
  await choose('编排考号')
  const dialog = page.getByRole('dialog')
  await userEvent.click(dialog.getByRole('radio', { name: '按顺序编号' }))
  await userEvent.fill(dialog.getByLabelText('前缀'), '2611')
  await userEvent.click(dialog.getByRole('button', { name: '预览' }))
  await expect.element(dialog.getByText(/2人的考号改变/)).toHaveFocus()
  expect(page.getByRole('dialog').elements()).toHaveLength(1)
  await userEvent.click(dialog.getByRole('button', { name: '返回' }))
  await expect.element(dialog.getByLabelText('前缀')).toHaveValue('2611')
  await userEvent.click(dialog.getByRole('button', { name: '预览' }))
  await userEvent.click(dialog.getByRole('button', { name: '确定' }))
  // Refused, it is said once: where it was asked.
  await expect.element(dialog.getByText('考试已被他人修改')).toBeVisible()
  expect(page.getByText('考试已被他人修改').elements()).toHaveLength(1)
  again = true
  await userEvent.click(dialog.getByRole('button', { name: '确定' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toContain('job=jo_1')
  expect(sent.findLast((s) => s.path === calls.giveNumbers.path)?.body).toMatchObject({
    wish: { kind: 'rule', prefix: '2611' },
    version: 3,
  })
})

it('no longer has chosen whom it took out, and still has whom it was not to', async () => {
  const sent = roster({
    [calls.rosterPreview.path]: () => ok({ lines: ['移出2人。'], changes: [], total: 2, candidates: 1, version: 3 }),
    [calls.changeRoster.path]: () => ok({ version: 4 }),
  })
  await show(<RosterScreen />, at)
  await expect.element(page.getByText('考生1')).toBeVisible()
  await userEvent.click(page.getByRole('checkbox').nth(1))
  const out = page.getByRole('button', { name: '移出考试' })
  await userEvent.click(out)
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '取消' }))
  await expect.element(page.getByText('已选 1 项')).toBeVisible()
  await userEvent.click(out)
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '更新' }))
  await expect.element(page.getByText('已选 1 项')).not.toBeInTheDocument()
  expect(sent.filter((s) => s.path === calls.changeRoster.path)).toHaveLength(1)
})

it.each([
  ['marking has begun', { furthest: 5, mayManage: true }],
  ['the viewer may not', { furthest: 1, mayManage: false }],
])('opens nothing by its address where %s', async (_, of) => {
  roster({}, of)
  await show(<RosterScreen />, { at: `/class-add?examId=${examId}`, path: '/class-add' })
  await expect.element(page.getByText('考生1')).toBeVisible()
  const update = page.getByRole('button', { name: '按学校名单更新' })
  if (of.mayManage) await expect.element(update).toHaveAttribute('aria-disabled', 'true')
  else await expect.element(update).not.toBeInTheDocument()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

it('asks for the table before numbers are looked at by it, and hands out the one to fill in', async () => {
  const sent = roster({ [calls.numbersPreview.path]: () => ok(numbers) })
  await show(<RosterScreen />, at)
  await expect.element(page.getByText('考生1')).toBeVisible()
  await choose('按表格编排考号')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: '下载模板' })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '预览' }))
  await expect.element(dialog.getByText('请先上传表格')).toBeVisible()
  expect(sent.filter((s) => s.path === calls.numbersPreview.path)).toEqual([])
})
