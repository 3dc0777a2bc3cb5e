import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import {
  AreaId,
  AttemptId,
  ClassId,
  CourseId,
  GradeId,
  JobId,
  SchoolId,
  StudentId,
  TeacherId,
  UserId,
} from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool, queryInt } from '#shared/kit/query.ts'
import { line } from '#shared/kit/text.ts'
import { account, mustChange, OpenedAccount, password } from './account.fields.ts'
import { ImportKind, ImportMode } from './school.jobs.ts'
import { schoolProblems } from './school.problems.ts'
import {
  Area,
  Course,
  Grade,
  knowledgeSubjects,
  Leader,
  School,
  SchoolClass,
  Student,
  Teacher,
} from './school.types.ts'
import { acts, rosterManagers as managers } from './scope.rules.ts'

const leaders = [8, 9, 10, 11, 12, 14, 20]
const staff = [...managers, ...leaders, 3, 19]
const operators = [1, 18, 19]
export const listAreas = call('GET /api/school/area/list', {
  summary: 'Areas that the caller may see',
  userTypes: [...operators, 13, 14],
  scope: caller,
  input: () => z.object({}),
  output: () => z.array(Area.pick({ areaId: true, areaName: true, areaCode: true, version: true })),
  feeds: ['areas'],
})

export const createArea = call('POST /api/school/area/create', {
  summary: 'Create an area',
  userTypes: [1],
  scope: caller,
  input: () =>
    z.object({ areaName: line('区域名称', 40), areaCode: z.string().regex(/^\d{2,12}$/, '区域代码应为2到12位数字') }),
  output: () => z.object({ areaId: AreaId }),
  problems: [schoolProblems.areaTaken],
  refreshes: ['areas'],
})

export const SchoolRow = School.omit({ schema: true, deletedAt: true }).extend({ areaName: z.string() })
export type SchoolRow = z.infer<typeof SchoolRow>

export const listSchools = call('GET /api/school/school/list', {
  summary: 'Schools that the caller may see',
  userTypes: [...operators, ...managers, 9, 14],
  scope: caller,
  input: () => z.object({ ...pageFields, name: z.string().max(60).optional(), areaId: AreaId.optional() }),
  output: () => pageOf(SchoolRow),
  feeds: ['schools'],
  timeoutMs: 120_000,
})

export const schoolCount = call('GET /api/base/data/school/schoolCount', {
  summary: 'How many schools the caller may see',
  userTypes: [...operators, ...managers, 9, 14],
  scope: caller,
  input: () => z.object({}),
  output: () => z.int(),
  feeds: ['schools'],
})

export const createSchool = call('POST /api/school/school/create', {
  summary: "Create a school with its stage's grades and courses and an administrator's account",
  userTypes: [1],
  scope: on('area', 'areaId'),
  input: () =>
    z.object({
      areaId: AreaId,
      schoolName: line('学校名称', 60),
      stage: z.int().min(1).max(4),
      turnMonth: z.int().min(1).max(12).default(8),
      accountName: account(),
      password: password().optional(),
      mustChangePassword: mustChange(),
    }),
  output: () => OpenedAccount.extend({ schoolId: SchoolId }),
  problems: [schoolProblems.schoolTaken, schoolProblems.accountTaken],
  refreshes: ['schools'],
})

export const schoolDetail = call('GET /api/base/data/school/detail', {
  summary: 'One school with its counts',
  userTypes: staff,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () =>
    SchoolRow.extend({
      gradeCount: z.int(),
      classCount: z.int(),
      teacherCount: z.int(),
      studentCount: z.int(),
      mayManage: z.boolean(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['schools', 'roster'],
})

export const updateSchool = call('POST /api/school/school/update', {
  summary: 'Rename a school or set when its year turns',
  userTypes: [1, 2],
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      schoolName: line('学校名称', 60),
      turnMonth: z.int().min(1).max(12),
      version: z.int(),
    }),
  output: () => SchoolRow,
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['schools'],
})

export const openStaff = call('POST /api/school/staff/create', {
  summary: 'Open an account of a leader, director or administrator of a school',
  userTypes: acts.staff.types,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      userType: z.int().refine((t) => [2, 8, 9, 10, 11, 12, 15, 20].includes(t), '请选择身份'),
      userName: line('姓名', 40),
      accountName: account(),
      /** Grades led (type 11) and subjects directed (types 8, 12, 20): what such a person sees. */
      gradeIds: Leader.shape.gradeIds,
      subjects: Leader.shape.subjects,
      password: password().optional(),
      mustChangePassword: mustChange(),
    }),
  output: () => OpenedAccount.extend({ userId: UserId }),
  problems: [schoolProblems.accountTaken, schoolProblems.notOfSchool],
  refreshes: ['leaders'],
})

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
  userTypes: staff,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, counts: queryBool().default(false) }),
  output: () => z.array(GradeRow),
  feeds: ['roster'],
})

export const createGrade = call('POST /api/school/grade/create', {
  summary: 'Add a year of enrolment',
  userTypes: managers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      stage: z.int().min(1).max(4),
      enrolmentYear: z
        .int('请填写入学年份')
        .min(2000, '入学年份应在2000到2100之间')
        .max(2100, '入学年份应在2000到2100之间'),
    }),
  output: () => z.object({ gradeId: GradeId }),
  problems: [schoolProblems.gradeTaken, commonProblems.notFound],
  refreshes: ['roster'],
})

export const ClassRow = SchoolClass.omit({ schema: true, deletedAt: true }).extend({
  gradeName: z.string(),
  studentCount: z.int(),
  headTeachers: z.array(z.string()),
})
export type ClassRow = z.infer<typeof ClassRow>

export const listClasses = call('GET /api/school/class/list', {
  summary: 'Classes of a school or of one grade',
  userTypes: staff,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, gradeId: GradeId.optional() }),
  output: () => z.array(ClassRow),
  feeds: ['roster'],
})

export const createClass = call('POST /api/school/class/create', {
  summary: 'Add a class to a grade',
  userTypes: managers,
  scope: on('grade', 'gradeId'),
  input: () => z.object({ gradeId: GradeId, className: line('班级名称', 40) }),
  output: () => z.object({ classId: ClassId }),
  problems: [schoolProblems.classTaken, commonProblems.notFound],
  refreshes: ['roster'],
})

export const updateClass = call('POST /api/school/class/update', {
  summary: 'Rename a class',
  userTypes: managers,
  scope: on('class', 'classId'),
  input: () => z.object({ classId: ClassId, className: line('班级名称', 40), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.classTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['roster'],
})

export const deleteClass = call('POST /api/school/class/delete', {
  summary: 'Delete a class without students, or take the deletion back',
  userTypes: managers,
  scope: on('class', 'classId'),
  input: () => z.object({ classId: ClassId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.classHasStudents, schoolProblems.classTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['roster'],
})

export const listCourses = call('GET /api/school/course/list', {
  summary: 'Courses of a school',
  userTypes: staff,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId }),
  output: () => z.array(Course.omit({ schema: true, deletedAt: true })),
  feeds: ['courses'],
})

export const createCourse = call('POST /api/school/course/create', {
  summary: 'Add a course',
  userTypes: managers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, courseName: line('课程名称', 20) }),
  output: () => z.object({ courseId: CourseId }),
  problems: [schoolProblems.courseTaken],
  refreshes: ['courses'],
})

export const updateCourse = call('POST /api/school/course/update', {
  summary: 'Rename a course, set its place among the others and whose knowledge points it goes by',
  userTypes: managers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      courseId: CourseId,
      courseName: line('课程名称', 20).optional(),
      courseSort: z.int('请填写排序').min(1, '排序应在1到999之间').max(999, '排序应在1到999之间').optional(),
      /** '' takes it away. */
      knowledgeOf: z.union([z.enum(knowledgeSubjects), z.literal('')]).optional(),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.courseTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['courses'],
})

export const deleteCourse = call('POST /api/school/course/delete', {
  summary: 'Delete a course that nobody teaches, or take the deletion back; exams keep its name',
  userTypes: managers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, courseId: CourseId, undo: z.boolean().default(false) }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.courseInUse, schoolProblems.courseTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['courses'],
})

const teaches = () => Teacher.shape.teaches
const { gradeIds, subjects, tutees } = Teacher.shape
/** Left out, it stays as it is; empty, it is taken away. */
const entrusted = { gradeIds, subjects, tutees }
export const TeacherRow = Teacher.omit({ schema: true, deletedAt: true, pinyin: true, userId: true, accountId: true })
export type TeacherRow = z.infer<typeof TeacherRow>

export const listTeachers = call('GET /api/school/teacher/list', {
  summary: 'Teachers of a school: by name, pinyin, initials or account',
  userTypes: staff,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      ...pageFields,
      schoolId: SchoolId,
      name: z.string().max(60).optional(),
      classId: ClassId.optional(),
      courseId: CourseId.optional(),
    }),
  output: () => pageOf(TeacherRow),
  feeds: ['teachers'],
})

export const teacherDetail = call('GET /api/school/teacher/detail', {
  summary: 'One teacher with what he teaches',
  userTypes: staff,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, teacherId: TeacherId }),
  output: () => TeacherRow,
  problems: [commonProblems.notFound],
  feeds: ['teachers'],
})

export const createTeacher = call('POST /api/school/teacher/create', {
  summary: 'Add a teacher with an account; a generated password is answered this once',
  userTypes: managers,
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
  userTypes: managers,
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
  userTypes: managers,
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
  input: () => z.object({ schoolId: SchoolId, teacherId: TeacherId }),
  output: () => OpenedAccount,
  problems: [commonProblems.notFound],
})

export const StudentRow = Student.omit({ schema: true, deletedAt: true, pinyin: true, userId: true }).extend({
  className: z.string(),
  gradeName: z.string(),
})
export type StudentRow = z.infer<typeof StudentRow>

export const listStudents = call('GET /api/school/student/list', {
  summary: 'Students of a grade: by name, pinyin, initials or number',
  userTypes: staff,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      ...pageFields,
      schoolId: SchoolId,
      gradeId: GradeId.optional(),
      classId: ClassId.optional(),
      name: z.string().max(60).optional(),
      gender: queryInt(z.int()).optional(),
      tag: z.string().max(12).optional(),
      /** Those who are away now, or those who are not. */
      away: queryBool().optional(),
    }),
  output: () => pageOf(StudentRow),
  feeds: ['students'],
})

export const studentDetail = call('GET /api/school/student/detail', {
  summary: 'One student',
  userTypes: staff,
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
  userTypes: managers,
  scope: on('class', 'classId'),
  input: () => z.object({ classId: ClassId, ...studentFields }),
  output: () => z.object({ studentId: StudentId }),
  problems: [schoolProblems.numberTaken, commonProblems.notFound],
  refreshes: ['students', 'roster'],
})

export const updateStudent = call('POST /api/school/student/update', {
  summary: 'Change a student; exams that were created keep the name and class of then',
  userTypes: managers,
  scope: on('student', 'studentId'),
  input: () => z.object({ studentId: StudentId, classId: ClassId, ...studentFields, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [schoolProblems.numberTaken, schoolProblems.notOfSchool, commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster'],
})

const chosen = () => z.array(StudentId).min(1, '请选择学生').max(500, '一次最多选择500名学生')

export const moveStudents = call('POST /api/school/student/move', {
  summary: 'Move students to another class of their school',
  userTypes: managers,
  scope: on('student', 'studentIds'),
  input: () => z.object({ studentIds: chosen(), classId: ClassId }),
  /** `actId` is what `undoAct` takes back. */
  output: () => z.object({ moved: z.int(), actId: AttemptId.optional() }),
  problems: [schoolProblems.notOfSchool, commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster', 'acts'],
})

export const deleteStudents = call('POST /api/school/student/delete', {
  summary: 'Delete students; results of past exams stay',
  userTypes: managers,
  scope: on('student', 'studentIds'),
  input: () => z.object({ studentIds: chosen() }),
  output: () => z.object({ deleted: z.int() }),
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster'],
})

export const restoreStudents = call('POST /api/school/student/restore', {
  summary: 'Take the deletion of students back',
  userTypes: managers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, studentIds: chosen() }),
  output: () => z.object({ restored: z.int() }),
  problems: [commonProblems.notFound, commonProblems.stale],
  refreshes: ['students', 'roster'],
})

export const importStudents = call('POST /api/school/student/import', {
  summary: 'Import students, teachers or classes from an uploaded xlsx or csv file, or a school from a OneRoster zip',
  userTypes: managers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      kind: ImportKind.default('students'),
      key: z.string().min(1, '请先上传文件').max(400),
      fileName: line('文件名', 200),
      gradeId: GradeId.optional(),
      mode: ImportMode,
      createClasses: z.boolean().default(false),
      initialPassword: password().optional(),
      mustChangePassword: mustChange(),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [schoolProblems.notYourUpload, schoolProblems.notOfSchool, schoolProblems.passwordNeeded],
})

export const studentTemplate = call('GET /api/school/student/template', {
  summary: 'A signed URL of the import template',
  userTypes: managers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, kind: z.enum(['students', 'teachers', 'classes']).default('students') }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
})
