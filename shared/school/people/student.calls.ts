/** Students one by one and by file. */
import * as z from 'zod'
import { FileMode } from '#shared/kit/checkedFile.ts'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, ClassId, GradeId, JobId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { pageFields, pageOf, sortField } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool, queryInt } from '#shared/kit/query.ts'
import { line, optionalLine, sought } from '#shared/kit/text.ts'
import { mustChange, password } from './account.fields.ts'
import { ImportKind } from '../school.jobs.ts'
import { schoolProblems } from '../school.problems.ts'
import { Student } from '../roster/school.types.ts'
import { rosterManagers, rosterReaders } from '../roster/scope.rules.ts'

export const StudentRow = Student.omit({ schema: true, deletedAt: true, pinyin: true, userId: true }).extend({
  className: z.string(),
  gradeName: z.string(),
})
export type StudentRow = z.infer<typeof StudentRow>

export const listStudents = call('GET /api/school/student/list', {
  summary: 'Students of a grade: by name, pinyin, initials or number',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      ...pageFields,
      schoolId: SchoolId,
      gradeId: GradeId.optional(),
      classId: ClassId.optional(),
      name: sought(),
      gender: queryInt(z.int()).optional(),
      tag: optionalLine('标签', 12),
      /** Those who are away now, or those who are not. */
      away: queryBool().optional(),
      sort: sortField('studentName', 'studentNumber', 'gradeName', 'className'),
    }),
  /** `fixed`: so many that they stay in the order of their numbers. */
  output: () => pageOf(StudentRow).extend({ fixed: z.boolean().optional() }),
  feeds: ['students'],
})

export const studentsCounting = call('GET /api/school/student/counting', {
  summary: 'How many students a large import is writing, whom lists and their totals may not know yet',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => z.object({ coming: z.int() }),
  feeds: ['students'],
})

export const studentDetail = call('GET /api/school/student/detail', {
  summary: 'One student',
  userTypes: rosterReaders,
  scope: on('student', 'studentId'),
  input: () => z.object({ studentId: StudentId }),
  output: () => Student.omit({ schema: true, deletedAt: true, pinyin: true, userId: true }),
  problems: [commonProblems.notFound],
  feeds: ['students'],
})

const studentFields = {
  studentName: line('姓名', 40),
  studentNumber: line('学号', 18).pipe(z.string().regex(/^\d{4,18}$/, '学号应为4到18位数字')),
  gender: z.union([z.literal(1), z.literal(2)]).optional(),
}

export const createStudent = call('POST /api/school/student/create', {
  summary: 'Add one student to a class',
  userTypes: rosterManagers,
  scope: on('class', 'classId'),
  input: () => z.object({ classId: ClassId, ...studentFields }),
  output: () => z.object({ studentId: StudentId }),
  problems: [schoolProblems.gradeGraduated, schoolProblems.numberTaken, commonProblems.notFound],
  refreshes: ['students', 'roster'],
})

export const updateStudent = call('POST /api/school/student/update', {
  summary: 'Change a student; exams that were created keep the name and class of then',
  userTypes: rosterManagers,
  scope: on('student', 'studentId'),
  input: () => z.object({ studentId: StudentId, classId: ClassId, ...studentFields, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [
    schoolProblems.gradeGraduated,
    schoolProblems.numberTaken,
    schoolProblems.notOfSchool,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['students', 'roster'],
})

const chosen = () => z.array(StudentId).min(1, '请选择学生').max(500, '一次最多选择500名学生')

export const moveStudents = call('POST /api/school/student/move', {
  summary: 'Move students to another class of their school',
  userTypes: rosterManagers,
  scope: on('student', 'studentIds'),
  input: () => z.object({ studentIds: chosen(), classId: ClassId }),
  /** `actId` is what `undoAct` takes back. */
  output: () => z.object({ moved: z.int(), actId: AttemptId.optional() }),
  problems: [schoolProblems.gradeGraduated, schoolProblems.notOfSchool, commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster', 'acts'],
})

export const deleteStudents = call('POST /api/school/student/delete', {
  summary: 'Delete students; results of past exams stay',
  userTypes: rosterManagers,
  scope: on('student', 'studentIds'),
  input: () => z.object({ studentIds: chosen() }),
  output: () => z.object({ deleted: z.int() }),
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster'],
})

export const restoreStudents = call('POST /api/school/student/restore', {
  summary: 'Take the deletion of students back',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, studentIds: chosen() }),
  output: () => z.object({ restored: z.int() }),
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster'],
})

export const importStudents = call('POST /api/school/student/import', {
  summary:
    'Import students, teachers, classes or parents from an uploaded xlsx or csv file, or a school from a OneRoster zip',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      kind: ImportKind.default('students'),
      key: z.string().min(1, '请先上传文件').max(400),
      fileName: line('文件名', 200),
      gradeId: GradeId.optional(),
      mode: FileMode,
      createClasses: z.boolean().default(false),
      /** Students get accounts; teachers and parents always do. Each has a first password of its own (`takeSlips`). */
      openAccounts: z.boolean().default(false),
      /** In the demo alone: one password for all. */
      initialPassword: password().optional(),
      mustChangePassword: mustChange(),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [schoolProblems.notYourUpload, schoolProblems.notOfSchool],
})

export const takeSlips = call('POST /api/school/import/slips', {
  summary: 'The first passwords that an import made, as a file: once',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, importId: JobId }),
  output: () => z.object({ uuid: JobId }),
  problems: [schoolProblems.slipsTaken, commonProblems.notFound],
})

export const studentTemplate = call('GET /api/school/student/template', {
  summary: 'A signed URL of the import template',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({ schoolId: SchoolId, kind: z.enum(['students', 'teachers', 'classes', 'parents']).default('students') }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
})
