/** Who acts in another's place sees so on every screen, and gets out without signing out. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { endPretend } from '#shared/identity/signIn/signIn.calls.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { supportPath } from '../identity.paths.ts'
import { Pretending } from './Pretending.public.tsx'

const user = {
  ...{ userId: `us_${'1'.repeat(26)}`, userName: '王老师', accountName: 'qhyz_t1', userType: 3, userList: [] },
  pretendedBy: { userId: `us_${'9'.repeat(26)}`, userName: '运营小李' },
} as unknown as SessionUser
const operator = { userId: `us_${'9'.repeat(26)}`, userName: '运营小李', userType: 19, userList: [] }

it('names both, and leads back to the account that was looked for, as oneself', async () => {
  const sent = serve(({ path }) =>
    ok(path === endPretend.path ? { token: 't', refreshToken: 'r', user: operator } : null),
  )
  const { address } = await show(<Pretending user={user} />, { at: '/v2/exam/list' })
  await expect.element(page.getByText('运营小李正在以王老师的身份查看，所有操作都会记录。')).toBeVisible()
  await page.getByRole('button', { name: '结束代为登录' }).click()
  await expect.poll(address).toBe(supportPath('qhyz_t1'))
  expect(sent.map((s) => s.path)).toContain(endPretend.path)
})
