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
