/** A school's leaders, directors and administrators: who they are and what they are entrusted with. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { SchoolId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { schoolProblems } from '../school.problems.ts'
import { Leader } from '../roster/school.types.ts'
import { acts, rosterManagers } from '../roster/scope.rules.ts'

export const LeaderRow = Leader.omit({ schema: true, deletedAt: true, pinyin: true })
export type LeaderRow = z.infer<typeof LeaderRow>

export const listLeaders = call('GET /api/school/leader/list', {
  summary: 'Leaders, directors and administrators of a school, by user type and name',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => z.array(LeaderRow),
  feeds: ['leaders'],
})

export const updateLeader = call('POST /api/school/leader/update', {
  summary: "Change a leader's name, grades and subjects",
  userTypes: acts.staff.types,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      userId: UserId,
      userName: line('姓名', 40),
      gradeIds: Leader.shape.gradeIds,
      subjects: Leader.shape.subjects,
      version: z.int(),
    }),
  output: () => LeaderRow,
  problems: [schoolProblems.notOfSchool, commonProblems.notFound, commonProblems.stale],
  refreshes: ['leaders'],
})

export const deleteLeader = call('POST /api/school/leader/delete', {
  summary: "Close a leader's identity, or take it back",
  userTypes: acts.staff.types,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, userId: UserId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.ownIdentity, commonProblems.notFound, commonProblems.stale],
  refreshes: ['leaders'],
})
