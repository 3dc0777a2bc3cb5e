import { settingsTabsOf, vipEnabled } from '#shared/identity/signIn/guard.rules.ts'
import type { SettingsTab } from '#shared/identity/signIn/guard.rules.ts'
import { may } from '#web/kit/sessionConfig.ts'
import { useSession } from '#web/kit/viewer.ts'

export const tabNames: Readonly<Record<SettingsTab, string>> = {
  'modify-password': '修改密码',
  binding: '账号管理',
  'my-children': '我的孩子',
  'sensitive-info': '敏感信息',
  'role-manage': '身份管理',
  vip: '会员中心',
}

/** Whether VIP modules are shown to who is signed in: the school has switched VIP on, and this deployment does not hide it. */
export const useVip = (): boolean => {
  const { user, start } = useSession()
  const system = start?.systemConfig
  return user !== undefined && vipEnabled(user.userType, may('vip', system)) && may('vipModules', system)
}

/** The tabs of account settings that this user has. A first password is changed before anything else. */
export const useSettingsTabs = (): SettingsTab[] => {
  const { user } = useSession()
  const vip = useVip()
  if (!user) return []
  return user.pending ? ['modify-password'] : settingsTabsOf({ userType: user.userType, vip })
}
