import * as z from 'zod'
import { AccountId, AreaId, SchoolId, SessionId, StudentId, TeacherId, Tenant, UserId } from '#shared/kit/ids.ts'
import { pii } from '#shared/kit/pii.ts'

/** A person's way in: a name and a password. One account has many identities (users). */
export const Account = z.object({
  schema: z.literal(1),
  accountId: AccountId,
  accountName: z.string(),
  userName: z.string(),
  /** 1: a first password that must be changed before anything else. */
  passwordStatus: z.int().default(1),
  disabled: z.boolean().default(false),
  phone: pii('phone', z.string()).optional(),
  email: pii('email', z.string()).optional(),
  /** 0 never set, 2 off, 3 on: a code to the bound phone is asked for at sign-in. */
  securityStatus: z.int().default(0),
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
  alias: z.string().optional(),
  dutyType: z.int().optional(),
  employeeAuthStatus: z.int().optional(),
  /** Of data-entry staff (type 6): trains others; is certified for entrusted work. */
  trainerFlag: z.boolean().optional(),
  /** Of a channel's person (type 22): how the referrer manages schools. */
  referrerManageType: z.int().optional(),
  typistCertified: z.boolean().optional(),
  tenant: Tenant,
  schoolId: SchoolId.optional(),
  schoolName: z.string().optional(),
  areaId: AreaId.optional(),
  areaName: z.string().optional(),
  /** 1 high school, 2 junior, 3 primary, 4 university; 0 none. */
  stage: z.int().min(0).max(4),
  teacherId: TeacherId.optional(),
  studentId: StudentId.optional(),
  membershipStatus: z.int().optional(),
  vipStartTime: z.int().optional(),
  vipEndTime: z.int().optional(),
  /** The identity is over: its teacher or student was deleted, the child was unlinked. */
  closedAt: z.int().optional(),
  createdAt: z.int(),
  version: z.int(),
})
export type User = z.infer<typeof User>

/** One of the account's identities as the identity dialogue shows it. */
export const IdentityEntry = User.pick({
  userId: true,
  userType: true,
  userName: true,
  nickname: true,
  alias: true,
  dutyType: true,
  employeeAuthStatus: true,
  schoolName: true,
  areaName: true,
}).extend({
  gradeName: z.string().optional(),
  courseName: z.string().optional(),
  hzyFlag: z.boolean().default(false),
})
export type IdentityEntry = z.infer<typeof IdentityEntry>

/** What the shell knows of who is signed in. Phone and e-mail are masked. */
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
}).extend({
  accountName: z.string(),
  sessionId: SessionId,
  /** `-1` is a parent without a child. */
  studentId: z.union([StudentId, z.literal('-1')]).optional(),
  /** 1: must be changed first. */
  passwordStatus: z.int(),
  /** 1 unbound, 2 bound. */
  phoneBindStatus: z.int(),
  accountPhone: z.string(),
  accountEmail: z.string(),
  /** 0 never set, 2 off, 3 on. */
  securityStatus: z.int(),
  /** What this session must do before it reaches anything else: a code to the phone, then a new password. */
  pending: z.enum(['security', 'password']).optional(),
  /** An operator's name, when this is a pretended sign-in. */
  pretendedBy: z.object({ accountId: AccountId, userName: z.string() }).optional(),
  membershipStatus: z.int(),
  vipStartTime: z.int().optional(),
  vipEndTime: z.int().optional(),
  clientSystemType: z.enum(['web', 'alipay']),
  userList: z.array(IdentityEntry),
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

/** A live session of the account, for the list of devices. */
export const SessionEntry = z.object({
  sessionId: SessionId,
  current: z.boolean(),
  /** The browser and its system, in a few words. */
  device: z.string(),
  ip: z.string(),
  createdAt: z.int(),
})
export type SessionEntry = z.infer<typeof SessionEntry>
