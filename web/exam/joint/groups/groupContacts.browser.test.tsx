/** Whom the organisers ask for of a group's schools. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { examGroup, listGroupContacts, saveGroupContact } from '#shared/exam/joint/group.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { examPaths, groupContactsPath } from '../../exam.paths.ts'
import { GroupContactsScreen } from './GroupContactsScreen.tsx'

it('a number that is none is told at its field and not sent; one that is left empty stays', async () => {
  const groupId = `eg_${'1'.repeat(26)}`
  const contact = { name: '李老师', role: '', phone: '138****1111' }
  const row = { schoolId: `sc_${'2'.repeat(26)}`, schoolName: '育才中学', contact, version: 1 }
  const sent = serve(({ path }) =>
    ok(path === listGroupContacts.path ? [row] : path === examGroup.path ? { groupName: '城区', schools: [] } : {}),
  )
  await show(<GroupContactsScreen />, { at: groupContactsPath(groupId), path: examPaths.groupContacts })
  await page.getByRole('button', { name: '修改', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('电话').fill('办公室')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(dialog.getByText(/请输入正确的电话/)).toBeVisible()
  expect(sent.some((s) => s.path === saveGroupContact.path)).toBe(false)
  await dialog.getByLabelText('电话').fill('')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => sent.some((s) => s.path === saveGroupContact.path)).toBe(true)
})
