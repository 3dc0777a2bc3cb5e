/** Account settings (spec 1 §7, account calls). */
import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { AccountId } from '#shared/kit/ids.ts'
import { sought } from '#shared/kit/text.ts'
import { sensitiveTypes } from './account.people.ts'
import { CurrentPassword, Email, EmailCode, NewPassword, OwnPassword, Phone, PhoneCode } from './account.rules.ts'
import { identityProblems as p } from '../identity.problems.ts'
import { IdentityEntry } from '../identity.types.ts'
import { partnerProblems } from '../partners/partner.problems.ts'

/** The own account; another one's id is refused. */
const accountId = AccountId.optional()
/** Whose account may not be changed: a pretended one's, and what lies beyond the partner through which one came. */
const changeProblems = [p.pretending, partnerProblems.partnerOnlyThere]
const codeProblems = [p.codeTooSoon, p.codeTooMany, p.codeNotSent, ...changeProblems]
const bindProblems = [p.codeWrong, p.codeGone, ...changeProblems]

export const changePassword = call('POST /api/identity/account/password', {
  summary: 'Choose a new password: every other session of the account ends; the next refresh of this one is whole',
  userTypes: [],
  scope: self,
  early: 'password',
  input: () => z.object({ accountId, oldPassword: CurrentPassword, newPassword: NewPassword }),
  output: () => z.object({}),
  problems: [p.currentPasswordWrong, p.passwordSame, p.locked, ...changeProblems],
  refreshes: ['sessionUser', 'sessions', 'start'],
})

export const sendPhoneCode = call('POST /api/identity/account/phone/code', {
  summary: "Send a code to a phone that is to be bound ('7' the first one, '4' another one)",
  userTypes: [],
  scope: self,
  input: () => z.object({ accountName: Phone, originType: z.enum(['7', '4']) }),
  output: () => z.object({}),
  problems: [...codeProblems, p.phoneBound, p.phoneNotBound],
})

export const sendEmailCode = call('POST /api/identity/account/email/code', {
  summary: 'Send a code to an e-mail address that is to be bound',
  userTypes: [],
  scope: self,
  input: () => z.object({ emailAddress: Email }),
  output: () => z.object({}),
  problems: codeProblems,
})

export const bindPhone = call('POST /api/identity/account/phone/bind', {
  summary: 'Bind the first phone (accountName is the phone)',
  userTypes: [],
  scope: self,
  fresh: true,
  input: () => z.object({ accountName: Phone, accountId, identifyCode: PhoneCode }),
  output: () => z.object({}),
  problems: [...bindProblems, p.phoneTaken, p.phoneBound],
  refreshes: ['sessionUser', 'start', 'security'],
})

export const changePhone = call('POST /api/identity/account/phone/change', {
  summary: 'Bind another phone; the code goes to the new one',
  userTypes: [],
  scope: self,
  input: () =>
    z.object({
      accountId,
      accountName: sought(),
      newPhone: Phone,
      password: OwnPassword,
      validateCode: PhoneCode,
    }),
  output: () => z.object({}),
  problems: [...bindProblems, p.phoneTaken, p.phoneNotBound, p.currentPasswordWrong, p.locked],
  refreshes: ['sessionUser', 'start', 'security'],
})

export const bindEmail = call('POST /api/identity/account/email/bind', {
  summary: 'Bind an e-mail address, or another one',
  userTypes: [],
  scope: self,
  fresh: true,
  input: () => z.object({ newEmail: Email, validateCode: EmailCode }),
  output: () => z.object({}),
  problems: [...bindProblems, p.emailTaken],
  refreshes: ['sessionUser', 'start'],
})

export const setSecurity = call('POST /api/identity/account/security', {
  summary: 'Switch the security check at sign-in off (2) or on (3); on needs a bound phone',
  userTypes: [],
  scope: self,
  fresh: true,
  input: () => z.object({ accountId, securityStatus: z.union([z.literal(2), z.literal(3)]) }),
  output: () => z.object({ securityStatus: z.int() }),
  problems: [p.securityNeedsPhone, ...changeProblems],
  refreshes: ['sessionUser', 'start', 'security'],
})

export const identityList = call('GET /api/identity/account/identities', {
  summary: "The account's identities",
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  output: () => z.array(IdentityEntry),
  feeds: ['identities', 'sessionUser'],
})

export const vipInfo = call('GET /api/identity/account/vip', {
  summary: 'Whether the membership is in force, until when, and whether the school has switched it on',
  userTypes: [4, 5],
  scope: self,
  input: () => z.object({}),
  output: () =>
    z.object({
      membershipStatus: z.int(),
      vipStartTime: z.int().optional(),
      vipEndTime: z.int().optional(),
      /** Status 1 and an end in the future. */
      active: z.boolean(),
      vipEnable: z.boolean(),
    }),
  feeds: ['vip'],
})

const sensitiveUserTypes = sensitiveTypes.filter((t) => t !== -1)
const Sensitive = z.object({ status: z.union([z.literal(0), z.literal(1)]) })

export const sensitiveInfo = call('GET /api/identity/account/sensitive', {
  summary: 'Whether sensitive information is protected by a password of its own',
  userTypes: sensitiveUserTypes,
  scope: self,
  input: () => z.object({}),
  output: () => Sensitive,
  feeds: ['sensitiveInfo'],
})

export const enableSensitive = call('POST /api/identity/account/sensitive/enable', {
  summary: 'Protect sensitive information by a password',
  userTypes: sensitiveUserTypes,
  scope: self,
  fresh: true,
  input: () =>
    z.object({
      password: z.string({ error: '密码不能为空' }).trim().min(1, '密码不能为空').max(30, '密码最大为30位数'),
    }),
  output: () => Sensitive,
  problems: [p.pretending],
  refreshes: ['sensitiveInfo', 'start'],
})

export const disableSensitive = call('POST /api/identity/account/sensitive/disable', {
  summary: 'Take the protection of sensitive information away',
  userTypes: sensitiveUserTypes,
  scope: self,
  fresh: true,
  input: () => z.object({}),
  output: () => Sensitive,
  problems: [p.pretending],
  refreshes: ['sensitiveInfo', 'start'],
})
