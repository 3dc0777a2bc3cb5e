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
import { childlessTypes, sensitiveTypes, supporters } from '#shared/identity/accounts/account.people.ts'
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
    help: [
      '老师或学生登录不上时，在这里查账号状态。',
      '输错密码被锁的，点“解除锁定”；忘记密码的，到教师或学生页重置。',
      '只能帮助本校的账号，所有操作都有记录。',
    ],
    calls: [accountState, cancelDisable],
    acts: [pretend],
  },
  {
    ...allTypes,
    path: identityPaths.security,
    name: '安全验证',
    load: async () => (await import('./accounts/SecurityScreen.tsx')).SecurityScreen,
    help: [
      '这个账号开启了登录验证。',
      '获取发到绑定手机的验证码，输入后继续。',
      '收不到时请检查手机号，或联系学校管理员。',
    ],
    calls: [securityState, securitySend, securityValidate, schoolIp, signOut],
  },
  {
    ...allTypes,
    path: settingsPath('modify-password'),
    also: [identityPaths.settings],
    name: '修改密码',
    load: async () => (await import('./accounts/PasswordTab.tsx')).PasswordTab,
    help: [
      '在这里修改登录密码。',
      '先填当前密码，再填两次新密码：8到30位，字母和数字都要有。',
      '改完后，其他设备会自动退出。',
    ],
    calls: [changePassword],
  },
  {
    ...allTypes,
    path: settingsPath('binding'),
    name: '账号管理',
    load: async () => (await import('./accounts/BindingTab.tsx')).BindingTab,
    help: [
      '绑定手机和邮箱，用于登录和找回密码。',
      '获取验证码后填写；更换时先验证原来的。',
      '开启登录验证后，每次登录都要手机验证码。',
    ],
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
    help: [
      '在这里关联或解除自己的孩子。',
      '填孩子的姓名、学号和学校的邀请码；没有邀请码时由学校审核。',
      '一年内解除的次数有限，最多关联10个孩子。',
    ],
    calls: [childList, findStudent, bindChild, unbindCount, unbindChild, ownRequests],
  },
  {
    ...only(sensitiveTypes),
    path: settingsPath('sensitive-info'),
    name: '敏感信息',
    load: async () => (await import('./accounts/SensitiveTab.tsx')).SensitiveTab,
    help: [
      '这是查看身份证号、手机等信息的开关。',
      '打开后，查看时要再输一次密码。',
      '每次查看都会记下时间和原因，学校管理员看得到。',
    ],
    calls: [sensitiveInfo, enableSensitive, disableSensitive],
  },
  {
    ...only(userTypes.filter((t) => t !== 4)),
    path: settingsPath('role-manage'),
    name: '身份管理',
    load: async () => (await import('./accounts/RolesTab.tsx')).RolesTab,
    help: [
      '这里列出您的全部身份。',
      '点一个身份切换过去，页面会按新身份重新打开。',
      '少了身份，请联系该校的管理员添加。',
    ],
    calls: [identityList, switchIdentity],
  },
  {
    ...only([4, 5]),
    path: settingsPath('vip'),
    name: '会员中心',
    load: async () => (await import('./accounts/VipTab.tsx')).VipTab,
    help: [
      '这里是会员状态和到期时间。',
      '学校开通会员后，学生和家长可以使用会员内容。',
      '成绩和自己的试卷不需要会员。',
    ],
    calls: [vipInfo],
  },
]
