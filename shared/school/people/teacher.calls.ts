/** Teachers, what they teach and are entrusted with. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, CourseId, SchoolId, TeacherId } from '#shared/kit/ids.ts'
import { pageFields, pageOf, sortField } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, sought } from '#shared/kit/text.ts'
import { account, mustChange, OpenedAccount, password } from './account.fields.ts'
import { schoolProblems } from '../school.problems.ts'
import { Teacher } from '../roster/school.types.ts'
import { rosterManagers, rosterReaders } from '../roster/scope.rules.ts'

const teaches = () => Teacher.shape.teaches
const { gradeIds, subjects, tutees } = Teacher.shape
/** Left out, it stays as it is; empty, it is taken away. */
const entrusted = { gradeIds, subjects, tutees }
export const TeacherRow = Teacher.omit({ schema: true, deletedAt: true, pinyin: true, userId: true, accountId: true })
export type TeacherRow = z.infer<typeof TeacherRow>

export const listTeachers = call('GET /api/school/teacher/list', {
  summary: 'Teachers of a school: by name, pinyin, initials or account',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      ...pageFields,
      schoolId: SchoolId,
      name: sought(),
      classId: ClassId.optional(),
      courseId: CourseId.optional(),
      sort: sortField('teacherName', 'accountName'),
    }),
  output: () => pageOf(TeacherRow),
  feeds: ['teachers'],
})

export const teacherDetail = call('GET /api/school/teacher/detail', {
  summary: 'One teacher with what he teaches',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, teacherId: TeacherId }),
  output: () => TeacherRow,
  problems: [commonProblems.notFound],
  feeds: ['teachers'],
})

export const createTeacher = call('POST /api/school/teacher/create', {
  summary: 'Add a teacher with an account; a generated password is answered this once',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      teacherName: line('姓名', 40),
      accountName: account(),
      password: password().optional(),
      mustChangePassword: mustChange(),
      teaches: teaches().default([]),
      ...entrusted,
    }),
  output: () => OpenedAccount.extend({ teacherId: TeacherId }),
  problems: [schoolProblems.notOfSchool, schoolProblems.accountTaken],
  refreshes: ['teachers', 'roster'],
})

export const updateTeacher = call('POST /api/school/teacher/update', {
  summary: "Change a teacher's name and what he teaches",
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      teacherId: TeacherId,
      teacherName: line('姓名', 40),
      teaches: teaches(),
      ...entrusted,
      version: z.int(),
    }),
  output: () => TeacherRow,
  problems: [schoolProblems.notOfSchool, commonProblems.notFound, commonProblems.stale],
  refreshes: ['teachers', 'roster'],
})

export const deleteTeacher = call('POST /api/school/teacher/delete', {
  summary: "Delete a teacher and close the account's identity, or take it back",
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, teacherId: TeacherId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['teachers', 'roster'],
})

export const resetTeacherPassword = call('POST /api/school/teacher/password/reset', {
  summary: "Give a teacher's account a new first password, answered this once",
  userTypes: [1, 2, 18],
  scope: on('school', 'schoolId'),
  fresh: true,
  input: () => z.object({ schoolId: SchoolId, teacherId: TeacherId }),
  output: () => OpenedAccount,
  problems: [commonProblems.notFound, commonProblems.stale, schoolProblems.accountBeyond],
  refreshes: ['teachers'],
})
