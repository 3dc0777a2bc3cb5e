/** A parent's children: identities of type 5 of the own account, one a student (spec 1 §4, §7). */
import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { AccountId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { queryInt } from '#shared/kit/query.ts'
import { userTypes } from '#shared/kit/userType.ts'
import { childlessTypes } from './account.people.ts'
import { ChildName, ChildNumber } from './account.rules.ts'
import { tidyInviteCode } from '../registration/register.rules.ts'
import { identityProblems as p } from '../identity.problems.ts'

const parentTypes = userTypes.filter((t) => t !== -1 && !childlessTypes.includes(t))

export const ChildRecord = z.object({
  userName: z.string(),
  userId: UserId,
  userType: z.int(),
  accountId: AccountId,
  /** The student. */
  relativeId: StudentId,
  schoolName: z.string(),
})
export type ChildRecord = z.infer<typeof ChildRecord>

export const childList = call('GET /api/identity/child/list', {
  summary: "The account's children",
  userTypes: parentTypes,
  scope: self,
  input: () => z.object({ pUserType: queryInt(z.literal(5)).default(5), accountId: AccountId.optional() }),
  output: () => z.object({ user: z.array(ChildRecord) }),
  feeds: ['children'],
})

export const findStudent = call('POST /api/identity/child/find', {
  summary: 'Students of this very name and number, by school; several schools want a choice',
  userTypes: parentTypes,
  scope: self,
  input: () => z.object({ studentName: ChildName, studentNum: ChildNumber }),
  output: () =>
    z.object({
      multiSchoolFlag: z.boolean(),
      studentInfoList: z.array(z.object({ schoolId: SchoolId, schoolName: z.string(), studentId: StudentId })),
    }),
  problems: [p.studentUnknown, p.tooOften],
})

export const bindChild = call('POST /api/identity/child/bind', {
  summary:
    'Link a child: name and number must be those of the student. With a code of the school at once; without one the school is asked',
  userTypes: parentTypes,
  scope: self,
  input: () =>
    z.object({
      studentName: ChildName,
      studentNum: ChildNumber,
      accountId: AccountId.optional(),
      parentId: UserId.optional(),
      targetStudentId: StudentId.optional(),
      schoolId: SchoolId.optional(),
      inviteCode: z.string().max(60).transform(tidyInviteCode).optional(),
    }),
  /** `pending`: the school was asked; nothing is linked yet. */
  output: () => z.object({ hzyFlag: z.boolean(), userId: UserId.optional(), pending: z.boolean().optional() }),
  problems: [
    p.studentUnknown,
    p.childMismatch,
    p.severalSchools,
    p.childBound,
    p.tooManyChildren,
    p.tooOften,
    p.pretending,
    p.registerRefused,
    p.requestRefused,
    p.tooManyRequests,
  ],
  refreshes: ['children', 'sessionUser', 'identities', 'start'],
})

export const unbindCount = call('GET /api/identity/child/unbind/count', {
  summary: 'How many children were unlinked this year; five minus it are left',
  userTypes: parentTypes,
  scope: self,
  input: () => z.object({ accountId: AccountId.optional() }),
  output: () => z.int(),
  feeds: ['children'],
})

export const unbindChild = call('POST /api/identity/child/unbind', {
  summary: 'Unlink children while more than one is linked; the other sessions of the account end',
  userTypes: parentTypes,
  scope: self,
  input: () =>
    z.object({
      userIds: z.array(UserId).min(1, '数据不完整，无法提交。').max(5),
      otherUserType: z.literal(5).default(5),
      otherAccountId: AccountId.optional(),
      otherRelativeId: StudentId.optional(),
    }),
  output: () => z.object({ unbound: z.int() }),
  problems: [p.noSuchUser, p.lastChild, p.unbindExhausted, p.pretending],
  refreshes: ['children', 'sessionUser', 'identities', 'start'],
})
