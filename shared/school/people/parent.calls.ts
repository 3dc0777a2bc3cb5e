/** Parents as the school keeps them: who is linked to which child. Parents link and part by themselves too (identity). */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, GradeId, SchoolId, StudentId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, sought } from '#shared/kit/text.ts'
import { account, mustChange, OpenedAccount, password } from './account.fields.ts'
import { phoneText } from './personal.rules.ts'
import { schoolProblems } from '../school.problems.ts'
import { rosterManagers } from '../roster/scope.rules.ts'

export const ParentRow = z.object({
  userId: UserId,
  userName: z.string(),
  accountName: z.string(),
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
  since: z.int(),
})
export type ParentRow = z.infer<typeof ParentRow>

export const listParents = call('GET /api/school/parent/list', {
  summary: 'Parents that are linked to students of the school: by their own, their account’s or the child’s name',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      ...pageFields,
      schoolId: SchoolId,
      studentId: StudentId.optional(),
      gradeId: GradeId.optional(),
      classId: ClassId.optional(),
      name: sought(),
    }),
  output: () => pageOf(ParentRow),
  feeds: ['parents'],
})

export const bindParent = call('POST /api/school/parent/bind', {
  summary: 'Link a parent to a student: a new account, or one more child of an account of that very name and person',
  userTypes: rosterManagers,
  scope: on('student', 'studentId'),
  input: () =>
    z.object({
      studentId: StudentId,
      parentName: line('家长姓名', 40),
      accountName: account(),
      phone: phoneText().optional(),
      password: password().optional(),
      mustChangePassword: mustChange(),
    }),
  output: () => OpenedAccount.extend({ userId: UserId }),
  problems: [
    schoolProblems.accountTaken,
    schoolProblems.parentBound,
    schoolProblems.parentFull,
    commonProblems.notFound,
  ],
  refreshes: ['parents'],
})

export const unbindParent = call('POST /api/school/parent/unbind', {
  summary: 'Part a parent and a child, or take it back; it does not use up what parents may unlink in a year',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, userId: UserId, undo: z.boolean().default(false) }),
  output: () => z.object({ bound: z.boolean() }),
  problems: [schoolProblems.parentBound, commonProblems.notFound, commonProblems.stale],
  refreshes: ['parents'],
})
