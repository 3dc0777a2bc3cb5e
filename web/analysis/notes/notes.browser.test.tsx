/** Notes on questions on their screen: what is written is sent once, what is locked says so and is left alone. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as calls from '#shared/analysis/notes/note.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { analysisPaths, notesPath } from '../analysis.paths.ts'
import { NotesScreen } from './NotesScreen.tsx'

const questions = [
  { questionId: 'qu_1', number: '1', notes: 1, locked: true },
  { questionId: 'qu_2', number: '2', notes: 1, locked: false },
]
const note = (n: number, more: object = {}) => ({
  ...{ noteId: `00000000-0000-4000-8000-00000000000${n}`, questionId: `qu_${n}`, number: String(n) },
  ...{ text: `第${n}条`, userName: '刘老师', at: 1_795_000_000_000, version: 1, lockVersion: 1 },
  ...{ mine: true, mayDelete: true, mayLock: true },
  ...more,
})
const list = [note(1, { locked: { userId: 'us_2', userName: '金老师', at: 1_795_000_000_000 } }), note(2)]

const open = async () => {
  const sent = serve(({ path }) =>
    ok(
      path === calls.listNotes.path
        ? { list, total: 2, pageNumber: 1, pageSize: 20, examName: '期中', courseName: '语文', questions }
        : { version: 2 },
    ),
  )
  await show(<NotesScreen />, { at: notesPath('ex_1', 'pa_1'), path: analysisPaths.notes })
  await expect.element(page.getByText('第2条')).toBeVisible()
  return sent
}

it('sends what is written under one id, and refuses an empty note before it is sent', async () => {
  const sent = await open()
  await page.getByRole('button', { name: /^写笔记/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(dialog.getByText('笔记不能为空')).toBeVisible()
  await userEvent.selectOptions(dialog.getByRole('combobox'), 'qu_2')
  await dialog.getByRole('textbox').fill('讲审题')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect
    .poll(() => sent.filter((s) => s.path === calls.saveNote.path).map((s) => s.body))
    .toEqual([
      expect.objectContaining({
        paperId: 'pa_1',
        questionId: 'qu_2',
        text: '讲审题',
        noteId: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      }),
    ])
})

it('bars changing and deleting what is locked, and opens it over the version that was read', async () => {
  const sent = await open()
  const rows = page.getByRole('row')
  const [locked, free] = ['第1条', '第2条'].map((text) => rows.filter({ hasText: text }))
  await expect.element(locked!.getByText(/金老师于.*锁定/)).toBeVisible()
  await expect.element(locked!.getByRole('button', { name: '修改' })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(free!.getByRole('button', { name: '修改' })).not.toHaveAttribute('aria-disabled', 'true')
  await locked!.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: '解锁这道题' }).click()
  await expect
    .poll(() => sent.find((s) => s.path === calls.lockNotes.path)?.body)
    .toEqual({
      ...{ paperId: 'pa_1', questionId: 'qu_1', locked: false, version: 1 },
    })
})
