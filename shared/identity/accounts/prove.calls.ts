/** Showing that the person is still there, for the calls that are `fresh`. */
import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { OwnPassword, PhoneCode } from './account.rules.ts'
import { identityProblems as p } from '../identity.problems.ts'

export const proveState = call('GET /api/identity/session/prove', {
  summary: 'How the caller may show to be there: always by the password, by a code where a phone is bound',
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  /** The bound phone, masked; empty without one. */
  output: () => z.object({ phone: z.string() }),
})

export const proveSend = call('POST /api/identity/session/prove/code', {
  summary: 'Send a code to the bound phone, in the place of the password',
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  output: () => z.object({ phone: z.string() }),
  problems: [p.phoneNotBound, p.codeTooSoon, p.codeTooMany, p.codeNotSent, p.pretending],
})

export const prove = call('POST /api/identity/session/prove', {
  summary: 'Show to be there by the password or a code: good for five minutes, for this session',
  userTypes: [],
  scope: self,
  input: () =>
    z
      .object({ password: OwnPassword.optional(), validateCode: PhoneCode.optional() })
      .refine((i) => (i.password === undefined) !== (i.validateCode === undefined), '请输入密码或验证码'),
  output: () => z.object({ until: z.int() }),
  problems: [p.currentPasswordWrong, p.locked, p.codeWrong, p.codeGone, p.phoneNotBound, p.pretending],
})
