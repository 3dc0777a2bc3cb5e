import { schoolIp } from '#shared/identity/signIn/session.calls.ts'
import { signOut } from '#shared/identity/identity.calls.ts'
import {
  beginPartner,
  dingtalkSignIn,
  disablePartner,
  jwtSignIn,
  linkPartner,
  linkedPartners,
  partnerList,
  partnerSignIn,
  savePartner,
  ssoSignIn,
  tencentSignIn,
  testPartner,
  unlinkPartner,
} from '#shared/identity/partners/partner.calls.ts'
import { partnerManagers } from '#shared/identity/signIn/guard.rules.ts'
import { ticketSignIn } from '#shared/identity/signIn/signIn.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { settingsPath } from '../identity.paths.ts'
import { partnerPaths } from './partner.paths.ts'

/** Where partners send people, and what an account is linked to. */
export const partnerRoutes: readonly ScreenRoute[] = [
  {
    path: partnerPaths.sso,
    also: [
      partnerPaths.jwt,
      partnerPaths.dingtalk,
      partnerPaths.tencent,
      partnerPaths.redirect,
      '/auth',
      partnerPaths.other,
    ],
    name: '单点登录',
    userTypes: [],
    white: true,
    hideHeader: true,
    hide: true,
    load: async () => (await import('../signIn/AuthScreen.tsx')).AuthScreen,
    calls: [beginPartner, ssoSignIn, jwtSignIn, dingtalkSignIn, tencentSignIn, partnerSignIn, ticketSignIn],
    acts: [signOut, schoolIp],
  },
  {
    path: partnerPaths.links,
    under: settingsPath('binding'),
    name: '关联平台',
    userTypes: [],
    universityTypes: [],
    hide: true,
    load: async () => (await import('./PartnerLinkScreen.tsx')).PartnerLinkScreen,
    help: [
      '把本账号与合作平台的账号关联。',
      '关联后，从该平台进入不用再输密码。',
      '可以随时解除，解除不影响两边的账号。',
    ],
    calls: [linkPartner, linkedPartners, unlinkPartner],
  },
  {
    path: partnerPaths.list,
    name: '合作平台',
    userTypes: partnerManagers,
    hide: true,
    load: async () => (await import('./PartnerListScreen.tsx')).PartnerListScreen,
    help: [
      '这里是可以单点登录的合作平台。',
      '点名称修改，或停用、启用；“测试”检查配置是否通。',
      '停用后，该平台的人要用账号密码登录。',
    ],
    calls: [partnerList, disablePartner, testPartner],
  },
  {
    path: partnerPaths.add,
    under: partnerPaths.list,
    name: '新建合作平台',
    userTypes: partnerManagers,
    hide: true,
    load: async () => (await import('./PartnerFormScreens.tsx')).AddPartnerScreen,
    help: [
      '添加一个合作平台。',
      '先选方式（OpenID、票据或授权码），再填对方给的参数。',
      '保存后先“测试”，通过再启用。',
    ],
    calls: [savePartner],
  },
  {
    path: partnerPaths.edit,
    under: partnerPaths.list,
    name: '修改合作平台',
    userTypes: partnerManagers,
    hide: true,
    load: async () => (await import('./PartnerFormScreens.tsx')).EditPartnerScreen,
    help: ['修改合作平台的参数。', '密钥不显示原值，留空就是不改。', '改完请再“测试”一次。'],
    calls: [partnerList, savePartner],
  },
]
