import {
  bindEmail,
  bindPhone,
  changePassword,
  changePhone,
  disableSensitive,
  enableSensitive,
  identityList,
  sendEmailCode,
  sendPhoneCode,
  sensitiveInfo,
  setSecurity,
  vipInfo,
} from '#shared/identity/accounts/account.calls.ts'
import { ownRequests } from '#shared/identity/accounts/childRequest.calls.ts'
import {
  bindChild,
  childList,
  findStudent,
  unbindChild,
  unbindCount,
} from '#shared/identity/accounts/children.calls.ts'
import { childlessTypes, sensitiveTypes, supporters } from '#shared/identity/accounts/account.rules.ts'
import { demoAccounts, signIn, switchIdentity, signOut } from '#shared/identity/identity.calls.ts'
import { beginPartner, shownPartners } from '#shared/identity/partners/partner.calls.ts'
import { cleanSessions, demoOutbox, kickSession, sessionList, schoolIp } from '#shared/identity/signIn/session.calls.ts'
import { registerByInvite, registerByPhone, registerSend } from '#shared/identity/registration/register.calls.ts'
import {
  cancelDisable,
  resetPassword,
  resetSend,
  sealKey,
  securitySend,
  securityState,
  securityValidate,
  slidePuzzle,
  slideValidate,
  pretend,
} from '#shared/identity/signIn/signIn.calls.ts'
import { accountState } from '#shared/identity/accounts/support.calls.ts'
import { userTypes } from '#shared/kit/userType.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { identityPaths, settingsPath } from './identity.paths.ts'

/** Public: no session, no header of the product. */
const publicly = { userTypes: [], white: true, hideHeader: true, hide: true } as const
/** For every signed-in user, universities too. */
const allTypes = { userTypes: [], universityTypes: [], hide: true, account: true } as const
const only = (types: readonly number[]) =>
  ({ userTypes: types, universityTypes: types, hide: true, account: true }) as const

export const identityRoutes: readonly ScreenRoute[] = [
  {
    ...publicly,
    path: identityPaths.signIn,
    also: [identityPaths.entry, identityPaths.systemSignIn],
    name: '登录',
    load: async () => (await import('./signIn/SignInScreen.public.tsx')).SignInScreen,
    calls: [signIn, demoAccounts, sealKey, slidePuzzle, slideValidate],
  },
  {
    ...publicly,
    path: identityPaths.thirdParty,
    name: '第三方登录',
    load: async () => (await import('./partners/ThirdPartyScreen.tsx')).ThirdPartyScreen,
    calls: [shownPartners, beginPartner],
  },
  {
    ...publicly,
    path: identityPaths.register,
    name: '开通账号',
    load: async () => (await import('./registration/RegisterScreen.tsx')).RegisterScreen,
    calls: [registerByInvite, registerByPhone, registerSend, slidePuzzle, slideValidate, signIn, sealKey],
    acts: [schoolIp],
  },
  {
    ...publicly,
    path: identityPaths.reset,
    name: '重设密码',
    load: async () => (await import('./accounts/ResetScreens.tsx')).resetScreens.own,
    calls: [resetSend, resetPassword, slidePuzzle, slideValidate],
  },
  {
    ...publicly,
    path: identityPaths.resetThirdParty,
    name: '重设密码',
    load: async () => (await import('./accounts/ResetScreens.tsx')).resetScreens.thirdParty,
    calls: [resetSend, resetPassword, slidePuzzle, slideValidate],
  },
  {
    ...publicly,
    path: identityPaths.outbox,
    name: '演示发件箱',
    load: async () => (await import('./OutboxScreen.tsx')).OutboxScreen,
    calls: [demoOutbox],
  },
  {
    userTypes: supporters,
    hide: true,
    path: identityPaths.support,
    name: '登录求助',
    load: async () => (await import('./accounts/SupportScreen.tsx')).SupportScreen,
    calls: [accountState, cancelDisable],
    acts: [pretend],
  },
  {
    ...allTypes,
    path: identityPaths.security,
    name: '安全验证',
    load: async () => (await import('./accounts/SecurityScreen.tsx')).SecurityScreen,
    calls: [securityState, securitySend, securityValidate, schoolIp, signOut],
  },
  {
    ...allTypes,
    path: settingsPath('modify-password'),
    also: [identityPaths.settings],
    name: '修改密码',
    load: async () => (await import('./accounts/PasswordTab.tsx')).PasswordTab,
    calls: [changePassword],
  },
  {
    ...allTypes,
    path: settingsPath('binding'),
    name: '账号管理',
    load: async () => (await import('./accounts/BindingTab.tsx')).BindingTab,
    calls: [
      sendPhoneCode,
      bindPhone,
      changePhone,
      sendEmailCode,
      bindEmail,
      setSecurity,
      sessionList,
      kickSession,
      cleanSessions,
    ],
  },
  {
    ...only(userTypes.filter((t) => !childlessTypes.includes(t))),
    path: settingsPath('my-children'),
    name: '我的孩子',
    load: async () => (await import('./accounts/ChildrenTab.tsx')).ChildrenTab,
    calls: [childList, findStudent, bindChild, unbindCount, unbindChild, ownRequests],
  },
  {
    ...only(sensitiveTypes),
    path: settingsPath('sensitive-info'),
    name: '敏感信息',
    load: async () => (await import('./accounts/SensitiveTab.tsx')).SensitiveTab,
    calls: [sensitiveInfo, enableSensitive, disableSensitive],
  },
  {
    ...only(userTypes.filter((t) => t !== 4)),
    path: settingsPath('role-manage'),
    name: '身份管理',
    load: async () => (await import('./accounts/RolesTab.tsx')).RolesTab,
    calls: [identityList, switchIdentity],
  },
  {
    ...only([4, 5]),
    path: settingsPath('vip'),
    name: '会员中心',
    load: async () => (await import('./accounts/VipTab.tsx')).VipTab,
    calls: [vipInfo],
  },
]
