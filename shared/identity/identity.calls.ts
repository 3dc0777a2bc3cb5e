import * as z from 'zod'
import { call, caller, publicly, self } from '#shared/kit/call.ts'
import { accountNameSent } from '#shared/kit/accountName.ts'
import { AreaId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { line } from '#shared/kit/text.ts'
import { userTypeLabels } from '#shared/kit/userType.ts'
import { identityProblems } from './identity.problems.ts'
import { SessionUser, SignedIn } from './identity.types.ts'

export const signIn = call('POST /api/base/data/encrypt/login', {
  summary: 'Sign in with an account name (or its bound phone or e-mail) and a sealed password',
  userTypes: [],
  scope: publicly,
  input: () =>
    z.object({
      accountName: z.string({ error: '请输入账号' }).trim().min(1, '请输入账号').max(60, '账号不超过60个字'),
      /** `sealPassword` of password.seal.ts, under a key of `sealKey`. */
      sealed: z.string({ error: '请输入密码' }).min(1, '请输入密码').max(4000),
      /** Of a solved puzzle, where one is needed. */
      slideToken: z.string().max(200).optional(),
      clientSystemType: z.enum(['web', 'alipay']).default('web'),
    }),
  output: () => SignedIn,
  problems: [
    identityProblems.wrongPassword,
    identityProblems.locked,
    identityProblems.sealRefused,
    identityProblems.slideNeeded,
  ],
  timeoutMs: 10_000,
})

export const refreshToken = call('POST /api/base/data/auth/token', {
  summary: 'Rotate the refresh token; a token used twice ends the session',
  userTypes: [],
  scope: publicly,
  input: () => z.object({ refreshToken: z.string().min(20).max(200) }),
  output: () => SignedIn,
  problems: [identityProblems.refreshRefused],
})

export const signOut = call('POST /api/base/data/logout', {
  summary: 'End this session',
  userTypes: [],
  scope: self,
  early: 'security',
  input: () => z.object({}),
  output: () => z.object({}),
})

export const sessionUser = call('GET /api/base/data/user/info', {
  summary: "Who is signed in, with the account's identities",
  userTypes: [],
  scope: self,
  early: 'security',
  input: () => z.object({}),
  output: () => SessionUser,
  feeds: ['sessionUser'],
})

export const switchIdentity = call('POST /api/base/data/login/switch', {
  summary: 'Go on as another identity of the same account',
  userTypes: [],
  scope: self,
  input: () => z.object({ userId: UserId }),
  output: () => SignedIn,
  problems: [identityProblems.noSuchUser],
  refreshes: ['sessionUser'],
})

export const demoAccounts = call('GET /api/identity/demo/accounts', {
  summary: "The demo's accounts with their passwords; answers an empty list outside the demo",
  userTypes: [],
  scope: publicly,
  input: () => z.object({}),
  output: () =>
    z.array(
      z.object({
        userType: z.int(),
        label: z.string(),
        accountName: z.string(),
        password: z.string(),
        schoolName: z.string().optional(),
      }),
    ),
})

export const openUser = call('POST /api/identity/user/create', {
  summary: "Open an account of any user type in a school, an area or the platform: an act of the platform's staff",
  userTypes: [1],
  scope: caller,
  input: () =>
    z.object({
      accountName: accountNameSent(),
      password: z.string().min(8, '密码至少8位').max(72, '密码不能超过72位'),
      userName: line('姓名', 40),
      userType: z.int().refine((t) => t !== -1 && t in userTypeLabels, '请选择身份'),
      stage: z.int().min(0).max(4).default(0),
      school: z.object({ schoolId: SchoolId, schoolName: line('学校名称', 60) }).optional(),
      area: z.object({ areaId: AreaId, areaName: line('区域名称', 40) }).optional(),
    }),
  output: () => z.object({ userId: UserId }),
  problems: [identityProblems.nameTaken],
})
