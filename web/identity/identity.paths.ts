/** Addresses of this room. */
import type { SettingsTab } from '#shared/identity/signIn/guard.rules.ts'

export const identityPaths = {
  entry: '/',
  signIn: '/login',
  systemSignIn: '/v2/system/login',
  thirdParty: '/third-party-login',
  register: '/v2/system/reg',
  agreement: '/v2/system/agreement',
  reset: '/v2/system/reset-password',
  resetThirdParty: '/v2/system/reset-password-third-party',
  settings: '/v2/account-setting',
  security: '/v2/account-setting/security-check',
  /** Codes that a school hands out to parents; `?schoolId=` names another school than one's own. */
  invites: '/v2/school/manage/parent-invite',
  addInvite: '/v2/school/manage/parent-invite/add',
  /** Parents who ask for a child; `?schoolId=` as above. */
  requests: '/v2/school/manage/parent-request',
  /** A user cannot sign in; `?accountName=` names the account. */
  support: '/v2/school/manage/account-help',
  /** The demo's messages. */
  outbox: '/outbox',
} as const

/** The state of an account, where its person is helped. */
export const supportPath = (accountName: string): string =>
  `${identityPaths.support}?accountName=${encodeURIComponent(accountName)}`

export const settingsPath = (tab: SettingsTab): string => `${identityPaths.settings}/${tab}`
