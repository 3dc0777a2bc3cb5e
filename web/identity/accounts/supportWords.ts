/** What an account's state means to the person who helps. Pure. */
import type { AccountState } from '#shared/identity/accounts/support.calls.ts'

type Words = { intent: 'success' | 'warning' | 'error'; text: string }

export const stateWords = (
  state: Pick<AccountState, 'disabled' | 'lockedMinutes' | 'wrongPasswords' | 'mustChangePassword'>,
): Words => {
  if (state.disabled) return { intent: 'error', text: '账号已停用，不能登录。' }
  if (state.lockedMinutes > 0)
    return {
      intent: 'warning',
      text: `多次输错密码，已被锁定，${state.lockedMinutes}分钟后自动解除。核实本人后可以现在解除；忘记密码请重置。`,
    }
  if (state.wrongPasswords > 0)
    return { intent: 'warning', text: `最近输错密码${state.wrongPasswords}次，还没有锁定，登录时需要完成滑块验证。` }
  return {
    intent: 'success',
    text: state.mustChangePassword ? '账号正常，下次登录须修改初始密码。' : '账号正常，可以登录。',
  }
}
