/** Who acts, as a job needs it to write the audit record and to judge what may be seen. */
import * as z from 'zod'
import { AccountId, AreaId, SchoolId, SessionId, StudentId, TeacherId, Tenant, UserId } from './ids.ts'

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
  pretendedBy: AccountId.optional(),
})
export type Actor = z.infer<typeof Actor>
