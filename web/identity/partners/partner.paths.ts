/** Addresses through which people come from partners. */
export const partnerPaths = {
  sso: '/auth/sso',
  jwt: '/auth/jwt',
  dingtalk: '/auth/dingtalk',
  tencent: '/auth/tencent',
  redirect: '/auth/redirect',
  /** Every other partner or region, by its configuration's name. */
  other: '/auth/:partnerId',
  /** The own account's links; within the settings, so that the sign-in leads back to it. */
  links: '/v2/account-setting/partner-link',
  /** Configuring partners. */
  list: '/v2/school/manage/partner',
  add: '/v2/school/manage/partner/add',
  edit: '/v2/school/manage/partner/edit/:partnerId',
} as const
