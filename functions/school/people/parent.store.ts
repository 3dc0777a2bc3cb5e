/** Parents of a school's students: the identities lie in identity, what the child is called here. */
import { schoolTenant } from '#shared/kit/ids.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { accountNamesOf, parentUser } from '#functions/identity/accounts/parents.public.ts'
import type { ParentUser } from '#functions/identity/accounts/parents.public.ts'
import { studentNow } from './student.row.ts'

export type ParentOfChild = ParentUser & { accountName: string; childName: string }

/** A parent of the school, by the user id. */
export const parentOf = async (schoolId: SchoolId, userId: string): Promise<ParentOfChild | null> => {
  const user = await parentUser(userId)
  if (!user || user.tenant !== schoolTenant(schoolId)) return null
  const [names, child] = await Promise.all([accountNamesOf([user.accountId]), studentNow(user.studentId)])
  return { ...user, accountName: names.get(user.accountId) ?? '', childName: child?.studentName ?? user.nickname ?? '' }
}
