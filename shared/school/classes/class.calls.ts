/** Grades and classes. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, GradeId, SchoolId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool } from '#shared/kit/query.ts'
import { line } from '#shared/kit/text.ts'
import { whole } from '../roster/list.fields.ts'
import { schoolProblems } from '../school.problems.ts'
import { Grade, SchoolClass } from '../roster/school.types.ts'
import { rosterManagers, rosterReaders } from '../roster/scope.rules.ts'

export const GradeRow = Grade.omit({ schema: true, deletedAt: true }).extend({
  gradeName: z.string(),
  gradeType: z.int().nullable(),
  graduated: z.boolean(),
  classCount: z.int(),
  studentCount: z.int(),
})
export type GradeRow = z.infer<typeof GradeRow>

export const listGrades = call('GET /api/school/grade/list', {
  summary: 'Grades of a school, lowest first, those that left last',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, counts: queryBool().default(false) }),
  output: () => z.array(GradeRow),
  feeds: ['roster'],
})

export const createGrade = call('POST /api/school/grade/create', {
  summary: 'Add a year of enrolment',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      stage: z.int().min(1).max(4),
      enrolmentYear: whole('入学年份', 2000, 2100),
    }),
  output: () => z.object({ gradeId: GradeId }),
  problems: [
    schoolProblems.gradeTaken,
    schoolProblems.yearTooLate,
    schoolProblems.notOfSchool,
    commonProblems.notFound,
  ],
  refreshes: ['roster'],
})

export const deleteGrade = call('POST /api/school/grade/delete', {
  summary: 'Delete a grade without classes, or take the deletion back',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.gradeHasClasses, schoolProblems.gradeTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['roster'],
})

export const ClassRow = SchoolClass.omit({ schema: true, deletedAt: true }).extend({
  gradeName: z.string(),
  /** Its grade has left: no student comes to it any more. */
  graduated: z.boolean(),
  studentCount: z.int(),
  headTeachers: z.array(z.string()),
})
export type ClassRow = z.infer<typeof ClassRow>

export const listClasses = call('GET /api/school/class/list', {
  summary: 'Classes of a school or of one grade',
  userTypes: rosterReaders,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, gradeId: GradeId.optional() }),
  output: () => z.array(ClassRow),
  feeds: ['roster'],
})

export const createClass = call('POST /api/school/class/create', {
  summary: 'Add a class to a grade',
  userTypes: rosterManagers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId, className: line('班级名称', 40) }),
  output: () => z.object({ classId: ClassId }),
  problems: [schoolProblems.classTaken, schoolProblems.gradeGraduated, commonProblems.notFound],
  refreshes: ['roster'],
})

export const updateClass = call('POST /api/school/class/update', {
  summary: 'Rename a class',
  userTypes: rosterManagers,
  scope: on('class', 'classId'),
  input: () => z.object({ classId: ClassId, className: line('班级名称', 40), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.classTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['roster'],
})

export const deleteClass = call('POST /api/school/class/delete', {
  summary: 'Delete a class without students, or take the deletion back',
  userTypes: rosterManagers,
  scope: on('class', 'classId'),
  input: () => z.object({ classId: ClassId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.classHasStudents, schoolProblems.classTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['roster'],
})
