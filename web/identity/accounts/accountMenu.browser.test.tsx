import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { AccountMenu } from './AccountMenu.public.tsx'

it('under the own name, which a click copies, the way out is found as under the settings', async () => {
  serve(() => ok(null))
  const user = { userName: '王老师', userType: 3, userList: [], pending: false } as unknown as SessionUser
  await show(<AccountMenu user={user} theme="system" onTheme={() => undefined} onSwitched={() => undefined} />)
  await page.getByRole('button', { name: '王老师' }).click()
  await expect.element(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible()
})

const parent = (more: object): SessionUser =>
  ({
    ...{ userName: '王女士', userType: 5, nickname: '王小明', studentId: `st_${'1'.repeat(26)}`, pending: false },
    userList: [],
    ...more,
  }) as unknown as SessionUser
const menuOf = (user: SessionUser) =>
  show(<AccountMenu user={user} theme="system" onTheme={() => undefined} onSwitched={() => undefined} />)

it('a parent of two children reads whose exams are shown, and changes it there', async () => {
  serve(() => ok(null))
  await menuOf(parent({ userList: [{ userId: 'us_1' }, { userId: 'us_2' }] }))
  const child = page.getByRole('button', { name: '孩子：王小明' })
  await expect.element(child).toBeVisible()
  await child.click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

it('a parent of one child reads the name, and there is nothing to change', async () => {
  serve(() => ok(null))
  await menuOf(parent({}))
  await expect.element(page.getByRole('button', { name: '王女士' })).toBeVisible()
  expect(document.querySelector('main')!.textContent).toContain('孩子：王小明')
  expect(page.getByRole('button', { name: /王小明/ }).elements()).toEqual([])
})

it.each([{ studentId: '-1' }, { userType: 3 }])('no child is named of %j', async (more) => {
  serve(() => ok(null))
  await menuOf(parent(more))
  await expect.element(page.getByRole('button', { name: '王女士' })).toBeVisible()
  expect(page.getByText('王小明').elements()).toEqual([])
})
