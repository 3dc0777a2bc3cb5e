/** Who acts: what a token claims of its caller, and what a job keeps of whom it works for. */
import * as z from 'zod'
import { AccountId, AreaId, SchoolId, SessionId, StudentId, TeacherId, Tenant, UserId } from './ids.ts'

/** Tenant is what the person belongs to: a school, an area or the platform. */
export const Actor = z.object({
  sessionId: SessionId,
  accountId: AccountId,
  userId: UserId,
  userType: z.int(),
  userName: z.string(),
  tenant: Tenant,
  stage: z.int(),
  schoolId: SchoolId.optional(),
  areaId: AreaId.optional(),
  teacherId: TeacherId.optional(),
  studentId: StudentId.optional(),
  /** The account that pretends to be this user. */
  pretendedBy: AccountId.optional(),
})
export type Actor = z.infer<typeof Actor>
