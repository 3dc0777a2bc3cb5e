import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ExamGroupId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { mostSchools } from '../exam.calls.ts'
import { examProblems } from '../exam.problems.ts'

/** So many groups has an area at most. */
export const mostGroups = 200

/** Schools that often sit an exam together, named once by an area's organisers. */
export const ExamGroup = z.object({
  schema: z.literal(1),
  groupId: ExamGroupId,
  owner: Tenant,
  groupName: z.string(),
  /** At most `mostSchools`, so that the row stays below 12 KB; no figure and no exam hangs on it. */
  schoolIds: z.array(SchoolId),
  editedBy: z.string(),
  editedAt: z.int(),
  deletedAt: z.int().optional(),
  version: z.int(),
})
export type ExamGroup = z.infer<typeof ExamGroup>

const GroupRow = ExamGroup.pick({ groupId: true, groupName: true, editedBy: true, editedAt: true, version: true })

export const listExamGroups = call('GET /api/exam/group/list', {
  summary: "The groups of schools of the caller's area, by name",
  ...jointOrganisers,
  scope: caller,
  input: () => z.object({}),
  output: () => z.array(GroupRow.extend({ schoolCount: z.int() })),
  feeds: ['examGroups'],
})

export const examGroup = call('GET /api/exam/group/detail', {
  summary: "A group of the caller's area with its schools; one that has closed since is not in it",
  ...jointOrganisers,
  scope: caller,
  input: () => z.object({ groupId: ExamGroupId }),
  output: () => GroupRow.extend({ schools: z.array(z.object({ schoolId: SchoolId, schoolName: z.string() })) }),
  problems: [examProblems.groupNotFound],
  feeds: ['examGroups'],
})

export const saveExamGroup = call('POST /api/exam/group/save', {
  summary: 'Make a group of schools, or change one over the version that was read',
  ...jointOrganisers,
  scope: on('school', 'schoolIds'),
  input: () =>
    z.object({
      /** Without it a new one is made. */
      groupId: ExamGroupId.optional(),
      groupName: line('名称', 30),
      schoolIds: z.array(SchoolId).min(1, '请选择学校').max(mostSchools, `最多选择${mostSchools}所学校`),
      version: z.int().default(0),
    }),
  output: () => z.object({ groupId: ExamGroupId, version: z.int() }),
  problems: [
    examProblems.areaOnly,
    examProblems.groupNotFound,
    examProblems.groupTaken,
    examProblems.groupsFull,
    commonProblems.stale,
  ],
  refreshes: ['examGroups'],
})

export const deleteExamGroup = call('POST /api/exam/group/delete', {
  summary: 'Delete a group of schools, or take the deletion back; exams that were made of it stay as they are',
  ...jointOrganisers,
  scope: caller,
  input: () => z.object({ groupId: ExamGroupId, undo: z.boolean().default(false) }),
  output: () => z.object({ deleted: z.boolean() }),
  problems: [examProblems.groupNotFound, examProblems.groupTaken, commonProblems.stale],
  refreshes: ['examGroups'],
})
