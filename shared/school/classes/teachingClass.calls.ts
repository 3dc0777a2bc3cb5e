/** Teaching classes (教学班) of a grade in a term: the classes, who is in which, and both by file. */
import * as z from 'zod'
import { FileMode } from '#shared/kit/checkedFile.ts'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, CourseId, GradeId, JobId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { pageFields, pageOf, sortField } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool } from '#shared/kit/query.ts'
import { line, sought } from '#shared/kit/text.ts'
import { mostTeachersOfClass, TeachingClass, Term } from '../roster/school.types.ts'
import { rosterManagers } from '../roster/scope.rules.ts'
import { schoolProblems } from '../school.problems.ts'

const of = { gradeId: GradeId, term: Term.optional() }

export const TeachingClassRow = TeachingClass.omit({ schema: true, deletedAt: true }).extend({
  courseName: z.string(),
  teachers: z.array(z.string()),
  studentCount: z.int(),
})
export type TeachingClassRow = z.infer<typeof TeachingClassRow>

export const listTeachingClasses = call('GET /api/school/teachingClass/list', {
  summary: 'Teaching classes of a grade in a term, those that the caller teaches or all',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ ...of, courseId: CourseId.optional() }),
  output: () => z.array(TeachingClassRow),
  problems: [commonProblems.notFound],
  feeds: ['teaching'],
})

export const teachingTerms = call('GET /api/school/teachingClass/term', {
  summary: 'The terms in which a grade had teaching classes of its own, the latest first',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId }),
  output: () =>
    z.object({
      terms: z.array(z.object({ term: Term, name: z.string() })),
      /** The term of today, and the one whose classes are taught in it; null where there are none. */
      today: Term,
      inForce: Term.nullable(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['teaching'],
})

export const TeachingStudentRow = z.object({
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  homeName: z.string(),
  courseId: CourseId,
  courseName: z.string(),
  /** Absent: chose the course, and is in no class of it. */
  classId: ClassId.optional(),
  className: z.string(),
  teachers: z.array(z.string()),
})
export type TeachingStudentRow = z.infer<typeof TeachingStudentRow>

export const listTeachingStudents = call('GET /api/school/teachingClass/student', {
  summary: 'Who learns which course in which teaching class, a line a course; with those who chose it and are in none',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () =>
    z.object({
      ...pageFields,
      ...of,
      courseId: CourseId.optional(),
      classId: ClassId.optional(),
      /** Those in a class, or those in none. */
      placed: queryBool().optional(),
      name: sought(),
      sort: sortField('studentName', 'studentNumber', 'homeName', 'courseName', 'className'),
    }),
  output: () => pageOf(TeachingStudentRow),
  problems: [commonProblems.notFound],
  feeds: ['teaching', 'students'],
})

const fields = {
  className: line('教学班名称', 40),
  teacherIds: z.array(TeacherId).max(mostTeachersOfClass, `一个教学班最多${mostTeachersOfClass}名教师`).default([]),
}

export const createTeachingClass = call('POST /api/school/teachingClass/create', {
  summary: 'Add a teaching class of a course, in the term of today',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId, courseId: CourseId, ...fields }),
  output: () => z.object({ classId: ClassId }),
  problems: [
    schoolProblems.teachingClassTaken,
    schoolProblems.gradeGraduated,
    schoolProblems.notOfSchool,
    commonProblems.notFound,
  ],
  refreshes: ['teaching'],
})

export const updateTeachingClass = call('POST /api/school/teachingClass/update', {
  summary: 'Name and teachers of a teaching class',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId, classId: ClassId, ...fields, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [
    schoolProblems.teachingClassTaken,
    schoolProblems.notOfSchool,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['teaching'],
})

export const deleteTeachingClass = call('POST /api/school/teachingClass/delete', {
  summary: 'Delete a teaching class without students, or take the deletion back',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId, classId: ClassId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [
    schoolProblems.teachingHasStudents,
    schoolProblems.teachingClassTaken,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['teaching'],
})

/** So many at once: each is a write, within one request. */
export const mostPlaced = 300

export const placeStudents = call('POST /api/school/teachingClass/place', {
  summary: 'Put students into a teaching class of a course, or take them out of the one that they are in',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () =>
    z.object({
      gradeId: GradeId,
      courseId: CourseId,
      /** Null: out of it. */
      classId: ClassId.nullable(),
      studentIds: z.array(StudentId).min(1, '请选择学生').max(mostPlaced, `一次最多${mostPlaced}名学生`),
    }),
  /** Where each was before, for taking it back. */
  output: () =>
    z.object({ placed: z.int(), before: z.array(z.object({ studentId: StudentId, classId: ClassId.nullable() })) }),
  problems: [schoolProblems.notOfSchool, schoolProblems.gradeGraduated, commonProblems.notFound],
  refreshes: ['teaching'],
})

export const importTeaching = call('POST /api/school/teachingClass/import', {
  summary: 'Teaching classes, their teachers and students from an uploaded xlsx or csv file, in the term of today',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () =>
    z.object({
      gradeId: GradeId,
      key: z.string().min(1, '请先上传文件').max(400),
      fileName: line('文件名', 200),
      mode: FileMode,
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [schoolProblems.notYourUpload, schoolProblems.gradeGraduated, commonProblems.notFound],
  refreshes: ['teaching'],
})

export const teachingTemplate = call('GET /api/school/teachingClass/template', {
  summary: 'A signed URL of the template of teaching classes',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [commonProblems.notFound],
})
