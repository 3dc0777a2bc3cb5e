import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ownBoard } from '#shared/exam/joint/board.calls.ts'
import { sayContact } from '#shared/exam/joint/part.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { examPaths, ownPartPath } from '../exam.paths.ts'
import { OwnPartScreen } from './OwnPartScreens.tsx'

const examId = `ex_${'1'.repeat(26)}`
const of = (contact?: { name: string; phone: string }) => ({
  part: {
    ...{ examId, examName: '区联考', examDate: 0, organiser: '东区', courses: ['语文'], classCount: 1 },
    ...{ candidateCount: 2, answer: 'accepted', reason: '', dueAt: 0, barred: null, papers: 1, begun: 0, over: 0 },
    ...{ reminders: [], contactVersion: contact ? 1 : 0, version: 1, ...(contact ? { contact } : {}) },
  },
  papers: [],
  school: {
    ...{ schoolId: `sc_${'1'.repeat(26)}`, schoolName: '一中', classCount: 1, candidateCount: 2, answer: 'accepted' },
    ...{ reason: '', closed: false, takenOver: false, cells: [] },
  },
})

it.each([1440, 390])('at %i wide a school says whom to telephone, and no nonsense', async (width) => {
  let now = of()
  const sent = serve(({ path }) => {
    if (path === ownBoard.path) return ok(now)
    now = of({ name: '王老师', phone: '0592-5551234' })
    return ok({ version: 1 })
  })
  await show(<OwnPartScreen />, { at: ownPartPath(examId as never), path: examPaths.ownPart, width })
  await expect.element(page.getByText('未填写')).toBeVisible()
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '填写联系人' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /姓名/ }).fill('王老师')
  await dialog.getByRole('textbox', { name: /电话/ }).fill('请打给我')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(dialog.getByText(/请输入正确的电话/)).toBeVisible()
  expect(sent.filter((s) => s.path === sayContact.path)).toEqual([])
  await dialog.getByRole('textbox', { name: /电话/ }).fill('0592-5551234')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(page.getByText('王老师 0592-5551234')).toBeVisible()
  expect(sent.find((s) => s.path === sayContact.path)?.body).toEqual({
    ...{ examId, name: '王老师', phone: '0592-5551234', version: 0 },
  })
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
