/** What stands around a sign-in: sealing keys, the slide check, the security check, tickets, pretending, a lost password. */
import * as z from 'zod'
import { call, caller, publicly, self } from '#shared/kit/call.ts'
import { UserId } from '#shared/kit/ids.ts'
import { line } from '#shared/kit/text.ts'
import { supporters } from '../accounts/account.people.ts'
import { NewPassword, Phone, PhoneCode } from '../accounts/account.rules.ts'
import { identityProblems as p } from '../identity.problems.ts'
import { SignedIn } from '../identity.types.ts'
import { partnerProblems } from '../partners/partner.problems.ts'
import { SealKey, SecurityState, SlidePuzzle, SlideTry } from './signIn.types.ts'

const AccountName = z.string({ error: '请输入账号' }).trim().min(1, '请输入账号').max(60, '账号不超过60个字')

export const sealKey = call('GET /api/identity/sign-in/key', {
  summary: 'A key to seal a password with, and a stamp that is good for one sign-in within ten minutes',
  userTypes: [],
  scope: publicly,
  input: () => z.object({}),
  output: () => SealKey,
})

export const slideNeed = call('GET /api/base/data/login/verify/need', {
  summary: 'Whether a slide check comes before the sign-in: after wrong passwords of this name or from this network',
  userTypes: [],
  scope: publicly,
  /** Without a name the network alone is judged: a name in a query reaches logs, so our own pages send none. */
  input: () => z.object({ accountName: AccountName.optional() }),
  output: () => z.object({ need: z.boolean() }),
})

export const slidePuzzle = call('GET /api/base/data/login/verify/slide', {
  summary: 'A puzzle whose answer stays on the server, and the work beside it; one try, five minutes',
  userTypes: [],
  scope: publicly,
  /** What a refused sign-in said of the work that it wants (`data.work` of slideNeeded). */
  input: () => z.object({ work: z.string().max(80).optional() }),
  output: () => SlidePuzzle,
  effect: true,
})

export const slideValidate = call('POST /api/base/data/login/verify/slide/validate', {
  summary: 'Where the piece was put and the work that was done: a token for one sign-in, or the puzzle is spent',
  userTypes: [],
  scope: publicly,
  input: () => SlideTry,
  output: () => z.object({ slideToken: z.string() }),
  problems: [p.slideWrong, p.slideGone],
})

export const securityState = call('GET /api/base/data/login/security/status', {
  summary: 'Whether a code to the bound phone is asked for at sign-in, and whether this session still owes it',
  userTypes: [],
  scope: self,
  early: 'security',
  input: () => z.object({}),
  output: () => SecurityState,
  feeds: ['security'],
})

export const securitySend = call('POST /api/base/data/login/security', {
  summary: 'Send the code of the security check to the bound phone',
  userTypes: [],
  scope: self,
  early: 'security',
  input: () => z.object({}),
  output: () => z.object({ phone: z.string() }),
  problems: [
    p.codeTooSoon,
    p.codeTooMany,
    p.codeNotSent,
    p.phoneNotBound,
    p.pretending,
    partnerProblems.partnerOnlyThere,
  ],
})

export const securityValidate = call('POST /api/base/data/login/security/validate', {
  summary: 'Pass the security check; the next refresh of the session is whole',
  userTypes: [],
  scope: self,
  early: 'security',
  input: () => z.object({ validateCode: PhoneCode }),
  output: () => z.object({}),
  problems: [p.codeWrong, p.codeGone, p.pretending, partnerProblems.partnerOnlyThere],
  refreshes: ['sessionUser', 'security'],
})

export const cancelDisable = call('POST /api/base/data/login/cancel/disable', {
  summary:
    "Clear an account's wrong-password counts: for an administrator of the account's school, area or the platform",
  userTypes: supporters,
  scope: caller,
  input: () => z.object({ accountName: AccountName }),
  output: () => z.object({}),
  problems: [p.noSuchUser, p.accountBeyond],
  refreshes: ['accountState'],
})

export const pretend = call('POST /api/base/data/login/pretend', {
  summary: "Go on as another user within the operator's own school, area or platform; audited with its reason",
  userTypes: [1, 18, 19],
  scope: caller,
  fresh: true,
  input: () => z.object({ userId: UserId, reason: line('原因', 200) }),
  output: () => SignedIn,
  problems: [p.noSuchUser, p.pretendRefused],
})

export const endPretend = call('POST /api/identity/session/pretend/end', {
  summary: "End a pretended session and go on in the operator's own, while that lives; audited",
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  output: () => SignedIn,
  problems: [p.refreshRefused],
})

export const loginTicket = call('GET /api/base/data/auth/token/jwt', {
  summary: 'A ticket of one minute and one use with which this user signs in at another client of the family',
  userTypes: [],
  scope: self,
  effect: true,
  input: () => z.object({}),
  output: () => z.object({ token: z.string() }),
})

export const ticketSignIn = call('POST /api/base/data/login/token', {
  summary: 'Exchange a ticket for a session',
  userTypes: [],
  scope: publicly,
  input: () =>
    z.object({ token: z.string().min(20).max(2000), clientSystemType: z.enum(['web', 'alipay']).default('web') }),
  output: () => SignedIn,
  problems: [p.ticketRefused],
})

export const resetSend = call('POST /api/identity/password/reset/code', {
  summary: 'Send a code to a bound phone to choose a new password; answers the same for a phone that no account has',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ phone: Phone, slideToken: z.string({ error: '请先完成滑块验证' }).max(200) }),
  output: () => z.object({}),
  problems: [p.slideNeeded, p.codeTooSoon, p.codeTooMany, p.codeNotSent],
})

export const resetPassword = call('POST /api/identity/password/reset', {
  summary: 'Choose a new password with the code sent to the bound phone; every session of the account ends',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ phone: Phone, validateCode: PhoneCode, newPassword: NewPassword }),
  output: () => z.object({}),
  problems: [p.codeWrong, p.codeGone],
})
