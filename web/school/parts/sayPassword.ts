import type { OpenedAccount } from '#shared/school/people/account.fields.ts'
import { dialogue } from '#web/kit/notices.ts'

/** Shows a generated first password, this once. */
export const sayPassword = (opened: OpenedAccount): void => {
  if (!opened.initialPassword) return
  const text = `账号 ${opened.accountName}，初始密码 ${opened.initialPassword}`
  dialogue({
    title: '请记下初始密码',
    text: `${text}。密码只显示这一次，首次登录后须修改。`,
    firm: true,
    buttons: [
      { name: '复制并关闭', run: () => navigator.clipboard?.writeText(text).catch(() => undefined), primary: true },
      { name: '关闭' },
    ],
  })
}
