import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refused, serve, show } from '#web/kit/browser.testing.tsx'
import { SignInBox } from './SignInBox.tsx'

it('a sign-in that is refused leaves the focus in the password', async () => {
  // Long enough for the browser to take the focus from the form that is shut while it is sent.
  serve(async () => {
    await new Promise((go) => setTimeout(go, 400))
    return refused(10_001, '账号或密码错误，请重新输入')
  })
  await show(<SignInBox onSignedIn={() => undefined} demo={null} />)
  await userEvent.fill(page.getByLabelText('账号'), 'jiaowu_wang')
  await userEvent.fill(page.getByPlaceholder('请输入密码'), 'wrong')
  await userEvent.click(page.getByRole('button', { name: '登录' }))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('password')
})
