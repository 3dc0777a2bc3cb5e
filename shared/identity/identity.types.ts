import * as z from 'zod'
import { AccountId, AreaId, SchoolId, SessionId, StudentId, TeacherId, Tenant, UserId } from '#shared/kit/ids.ts'

/** A person's way in: a name and a password. One account has many identities (users). */
export const Account = z.object({
  schema: z.literal(1),
  accountId: AccountId,
  accountName: z.string(),
  userName: z.string(),
  /** 1: must be changed at the next sign-in. */
  passwordStatus: z.int().default(1),
  disabled: z.boolean().default(false),
  wrongPasswords: z.int().default(0),
  lockedUntil: z.int().default(0),
  createdAt: z.int(),
  version: z.int(),
})
export type Account = z.infer<typeof Account>

/** An identity: what an account is in one school or area. */
export const User = z.object({
  schema: z.literal(1),
  userId: UserId,
  accountId: AccountId,
  userType: z.int(),
  userName: z.string(),
  nickname: z.string().optional(),
  tenant: Tenant,
  schoolId: SchoolId.optional(),
  schoolName: z.string().optional(),
  areaId: AreaId.optional(),
  areaName: z.string().optional(),
  /** 1 high school, 2 junior, 3 primary, 4 university; 0 none. */
  stage: z.int().min(0).max(4),
  teacherId: TeacherId.optional(),
  studentId: StudentId.optional(),
  createdAt: z.int(),
  version: z.int(),
})
export type User = z.infer<typeof User>

/** What the shell knows of who is signed in. */
export const SessionUser = User.pick({
  accountId: true,
  userId: true,
  userType: true,
  userName: true,
  nickname: true,
  schoolId: true,
  schoolName: true,
  areaId: true,
  areaName: true,
  stage: true,
  teacherId: true,
  studentId: true,
}).extend({
  accountName: z.string(),
  sessionId: SessionId,
  passwordStatus: z.int(),
  userList: z.array(
    User.pick({ userId: true, userType: true, userName: true, nickname: true, schoolName: true, areaName: true }),
  ),
})
export type SessionUser = z.infer<typeof SessionUser>

export const SignedIn = z.object({
  /** A signed JWT, minutes old at most. */
  accessToken: z.string(),
  /** Opaque, rotates at each use. */
  refreshToken: z.string(),
  /** Milliseconds that the access token lives from now. */
  expiresIn: z.int(),
  user: SessionUser,
})
export type SignedIn = z.infer<typeof SignedIn>
