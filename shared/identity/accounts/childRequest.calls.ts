/** Parents who ask to be linked to a child without a code: the child's school settles it. */
import * as z from 'zod'
import { call, on, self } from '#shared/kit/call.ts'
import { AccountId, ClassId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { optionalLine } from '#shared/kit/text.ts'
import { userTypes } from '#shared/kit/userType.ts'
import { childlessTypes } from './account.people.ts'
import { identityProblems as p } from '../identity.problems.ts'

export const requestStates = ['pending', 'approved', 'refused'] as const
export const ChildRequest = z.object({
  schema: z.literal(1),
  accountId: AccountId,
  studentId: StudentId,
  schoolId: SchoolId,
  schoolName: z.string(),
  classId: ClassId,
  /** As the school knows them when it is asked. */
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  parentName: z.string(),
  /** The bound phone, masked; empty without one. */
  phone: z.string(),
  state: z.enum(requestStates),
  askedAt: z.int(),
  settledAt: z.int().optional(),
  settledBy: UserId.optional(),
  settledByName: z.string().optional(),
  reason: z.string().optional(),
  version: z.int(),
})
export type ChildRequest = z.infer<typeof ChildRequest>
const Row = ChildRequest.omit({ schema: true, settledBy: true })
export type ChildRequestRow = z.infer<typeof Row>

const parentTypes = userTypes.filter((t) => t !== -1 && !childlessTypes.includes(t))

export const ownRequests = call('GET /api/identity/child/request/own', {
  summary: 'The children whom the caller has asked for, the latest first',
  userTypes: parentTypes,
  scope: self,
  input: () => z.object({}),
  output: () =>
    z.array(
      Row.pick({ studentId: true, studentName: true, schoolName: true, state: true, askedAt: true, reason: true }),
    ),
  feeds: ['children'],
})

/** The school's administration, and head teachers for the own classes. */
const settlers = { userTypes: [1, 2, 3, 13, 15, 18], scope: on('school', 'schoolId') } as const

export const childRequests = call('GET /api/identity/child/request/list', {
  summary:
    'Parents who ask to be linked to children of the school, those who wait first; a head teacher sees the own classes’',
  ...settlers,
  input: () => z.object({ ...pageFields, schoolId: SchoolId, state: z.enum(requestStates).optional() }),
  output: () => pageOf(Row),
  feeds: ['childRequests'],
})

export const settleRequest = call('POST /api/identity/child/request/settle', {
  summary: 'Link a parent who asked for a child, or refuse it with a reason; both sides are told',
  ...settlers,
  input: () =>
    z.object({
      schoolId: SchoolId,
      accountId: AccountId,
      studentId: StudentId,
      version: z.int(),
      approve: z.boolean(),
      reason: optionalLine('原因', 100),
    }),
  output: () => Row,
  problems: [p.requestGone, p.tooManyChildren, commonProblems.stale],
  refreshes: ['childRequests', 'parents'],
})

export const askerPhone = call('POST /api/identity/child/request/phone', {
  summary: 'The whole bound phone of a parent who waits, for who decides: to ask whether it is the parent. On record',
  ...settlers,
  input: () => z.object({ schoolId: SchoolId, accountId: AccountId, studentId: StudentId }),
  /** Empty where none is bound. */
  output: () => z.object({ phone: z.string() }),
  problems: [p.requestGone],
})
