import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ExamGroupId, SchoolId, Tenant } from '#shared/kit/ids.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { pii } from '#shared/kit/pii.ts'
import { line, optionalLine } from '#shared/kit/text.ts'
import { mostSchools } from '../exam.calls.ts'
import { examProblems } from '../exam.problems.ts'
import { phoneTyped } from './part.rules.ts'

/** So many groups has an area at most. */
export const mostGroups = 200

/** Whom an area's organisers ask for of a school, as they know it themselves. */
export const GroupContact = z.object({
  schoolId: SchoolId,
  name: z.string(),
  role: z.string(),
  phone: pii('phone', z.string()),
})
export type GroupContact = z.infer<typeof GroupContact>

/** Schools that often sit an exam together, named once by an area's organisers. */
export const ExamGroup = z.object({
  schema: z.literal(1),
  groupId: ExamGroupId,
  owner: Tenant,
  groupName: z.string(),
  /** At most `mostSchools`, so that the row stays below 12 KB, with contacts 60; no figure and no exam hangs on it. */
  schoolIds: z.array(SchoolId),
  /** Of some of its schools: they go over into the exams that are made of it, and with the row. */
  contacts: z.array(GroupContact).max(mostSchools).optional(),
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

export const listGroupContacts = call('GET /api/exam/group/contact/list', {
  summary: 'The schools of a group, and whom one asks for of each, with masked numbers',
  ...jointOrganisers,
  scope: caller,
  input: () => z.object({ groupId: ExamGroupId }),
  output: () =>
    z.array(
      z.object({
        schoolId: SchoolId,
        schoolName: z.string(),
        contact: GroupContact.omit({ schoolId: true }).optional(),
        /** The group's. */
        version: z.int(),
      }),
    ),
  problems: [examProblems.groupNotFound],
  feeds: ['examGroups'],
})

export const saveGroupContact = call('POST /api/exam/group/contact/save', {
  summary: 'Say whom one asks for of a school of the group, or of none; without a number the one that is there stays',
  ...jointOrganisers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      groupId: ExamGroupId,
      schoolId: SchoolId,
      contact: z
        .object({
          name: line('联系人', 20),
          role: optionalLine('职务', 20),
          phone: phoneTyped().optional(),
        })
        .optional(),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.groupNotFound, examProblems.contactNumber, commonProblems.notFound, commonProblems.stale],
  refreshes: ['examGroups'],
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
