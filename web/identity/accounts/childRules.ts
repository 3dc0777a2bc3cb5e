/** What stands in the way of unlinking a child, in the specification's words. Pure. */
import { unbindAllowance } from '#shared/identity/accounts/account.rules.ts'

type Bar = { kind: 'last'; text: string } | { kind: 'exhausted'; text: (phone: string) => string }

export const childListBar = ({ bound, used }: { bound: number; used: number }): Bar | null => {
  if (bound <= 1) return { kind: 'last', text: '至少保留一个已关联的孩子' }
  if (used >= unbindAllowance)
    return {
      kind: 'exhausted',
      text: (phone) => `系统检测到多次绑定学生，为保障学生信息安全，本年度暂不支持解绑，如有疑问请联系客服${phone}`,
    }
  return null
}
