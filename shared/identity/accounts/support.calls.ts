/** Helping a user who cannot sign in: how an account stands, for operators who may act for one of its identities. */
import * as z from 'zod'
import { call, caller } from '#shared/kit/call.ts'
import { UserId } from '#shared/kit/ids.ts'
import { supporters } from './account.people.ts'
import { identityProblems as p } from '../identity.problems.ts'

export const SupportedUser = z.object({
  userId: UserId,
  userType: z.int(),
  userName: z.string(),
  place: z.string(),
  /** Whether the caller may go on as this user. */
  mayPretend: z.boolean(),
})
export type SupportedUser = z.infer<typeof SupportedUser>

export const AccountState = z.object({
  accountName: z.string(),
  disabled: z.boolean(),
  /** Wrong passwords that still count. */
  wrongPasswords: z.int(),
  /** Minutes until the last address that is locked for this name may try again; 0: none is. */
  lockedMinutes: z.int(),
  mustChangePassword: z.boolean(),
  devices: z.int(),
  /** The identities that the caller reaches, and no others. */
  users: z.array(SupportedUser),
})
export type AccountState = z.infer<typeof AccountState>

export const signInTroubles = call('GET /api/identity/account/troubles', {
  summary: 'Accounts that are locked at this moment by wrong passwords, within the caller’s reach, the latest first',
  userTypes: [-1, 1, 18, 19],
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      z.object({
        accountName: z.string(),
        userName: z.string(),
        userType: z.int(),
        place: z.string(),
        lockedMinutes: z.int(),
      }),
    ),
  feeds: ['accountState'],
})

export const accountState = call('GET /api/identity/account/state', {
  summary: 'How an account stands: locked or not, its identities within the caller’s reach',
  userTypes: supporters,
  scope: caller,
  input: () =>
    z.object({
      accountName: z.string({ error: '请输入账号' }).trim().min(1, '请输入账号').max(60, '账号不超过60个字'),
    }),
  output: () => AccountState,
  problems: [p.noSuchUser],
  feeds: ['accountState'],
})
