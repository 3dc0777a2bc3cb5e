/** The account's settings: a menu at the side of what this user has of them. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { settingsTabsOf } from '#shared/identity/signIn/guard.rules.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { meetUser } from '#web/kit/viewer.ts'
import { settingsPath } from '../identity.paths.ts'
import { SettingsFrame } from './SettingsFrame.tsx'
import { tabNames } from './settingsTabs.ts'

const as = (userType: number, more: object = {}): void => {
  meetUser({ userId: 'us_1', accountId: 'ac_1', userName: '王老师', stage: 1, userType, ...more } as SessionUser)
  onTestFinished(() => meetUser(undefined))
}

it.each([3, 5, 19])('of type %i names at the side what this user has, and which one is here', async (userType) => {
  as(userType)
  serve(() => ok(null))
  await show(<SettingsFrame tab="binding">账号内容</SettingsFrame>, { at: settingsPath('binding') })
  const menu = page.getByRole('navigation', { name: '账号设置' })
  await expect.element(menu).toBeVisible()
  const tabs = settingsTabsOf({ userType, vip: false })
  const links = [...menu.element().querySelectorAll('a')]
  expect(links.map((a) => [a.textContent, a.getAttribute('href')])).toEqual(
    tabs.map((tab) => [tabNames[tab], settingsPath(tab)]),
  )
  expect(links.filter((a) => a.getAttribute('aria-current')).map((a) => a.textContent)).toEqual([tabNames.binding])
  // A column at the left of what it leads to.
  const content = page.getByText('账号内容').element().getBoundingClientRect()
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(content.left)
})

it('a first password comes before all else', async () => {
  as(3, { pending: 'password' })
  serve(() => ok(null))
  await show(<SettingsFrame tab="modify-password">新密码</SettingsFrame>, { at: settingsPath('modify-password') })
  await expect.element(page.getByText(/请先修改，再继续使用/)).toBeVisible()
  expect(page.getByRole('link', { name: tabNames.binding }).elements()).toEqual([])
})
