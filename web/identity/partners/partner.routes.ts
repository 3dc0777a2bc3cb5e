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
    calls: [linkPartner, linkedPartners, unlinkPartner],
  },
  {
    path: partnerPaths.list,
    name: '合作平台',
    userTypes: partnerManagers,
    hide: true,
    load: async () => (await import('./PartnerListScreen.tsx')).PartnerListScreen,
    calls: [partnerList, disablePartner, testPartner],
  },
  {
    path: partnerPaths.add,
    under: partnerPaths.list,
    name: '新建合作平台',
    userTypes: partnerManagers,
    hide: true,
    load: async () => (await import('./PartnerFormScreens.tsx')).AddPartnerScreen,
    calls: [savePartner],
  },
  {
    path: partnerPaths.edit,
    under: partnerPaths.list,
    name: '修改合作平台',
    userTypes: partnerManagers,
    hide: true,
    load: async () => (await import('./PartnerFormScreens.tsx')).EditPartnerScreen,
    calls: [partnerList, savePartner],
  },
]
