/** Areas, schools and their people. Everything hangs on this roster. */
import * as z from 'zod'
import {
  AccountId,
  AreaId,
  ClassId,
  CourseId,
  GradeId,
  SchoolId,
  StudentId,
  TeacherId,
  UserId,
} from '#shared/kit/ids.ts'

const row = { schema: z.literal(1), createdAt: z.int(), deletedAt: z.int().optional(), version: z.int() }

export const Area = z.object({ ...row, areaId: AreaId, areaName: z.string(), areaCode: z.string().regex(/^\d{2,12}$/) })
export type Area = z.infer<typeof Area>

export const School = z.object({
  ...row,
  schoolId: SchoolId,
  areaId: AreaId,
  schoolName: z.string(),
  /** 1 high school, 2 junior, 3 primary, 4 university. */
  stage: z.int().min(1).max(4),
  schoolStageList: z.array(z.enum(['01', '02', '03', '04'])),
  /** Month in which the school year turns. */
  turnMonth: z.int().min(1).max(12).default(8),
})
export type School = z.infer<typeof School>

/** What a person is entrusted with beside the user type: classes and courses, grades led, subjects directed, students tutored. */
export const Teaches = z.object({ classId: ClassId, courseId: CourseId.optional(), isHead: z.boolean() })
/** A subject of one grade, or of the whole school. */
export const Subject = z.object({ courseId: CourseId, gradeId: GradeId.optional() })
export type Subject = z.infer<typeof Subject>

/** A grade is its enrolment year against the school year: it does not age in the table. gradeType 1–9 are 一年级 to 九年级, 10–12 高一 to 高三, 13–16 大一 to 大四. */
export const Grade = z.object({
  ...row,
  gradeId: GradeId,
  schoolId: SchoolId,
  stage: z.int().min(1).max(4),
  enrolmentYear: z.int().min(2000).max(2100),
})
export type Grade = z.infer<typeof Grade>

export const SchoolClass = z.object({
  ...row,
  classId: ClassId,
  schoolId: SchoolId,
  gradeId: GradeId,
  className: z.string(),
  sort: z.int(),
})
export type SchoolClass = z.infer<typeof SchoolClass>

export const Course = z.object({
  ...row,
  courseId: CourseId,
  schoolId: SchoolId,
  courseName: z.string(),
  courseSort: z.int(),
})
export type Course = z.infer<typeof Course>

export const Teacher = z.object({
  ...row,
  teacherId: TeacherId,
  schoolId: SchoolId,
  userId: UserId.optional(),
  accountId: AccountId.optional(),
  teacherName: z.string(),
  /** For sorting and search: full pinyin and initials, lower case. */
  pinyin: z.string(),
  accountName: z.string(),
  /** What the teacher teaches where; isHead: head teacher of that class. */
  teaches: z.array(Teaches).max(60),
  /** Grades that the teacher leads, subjects directed, students tutored. */
  gradeIds: z.array(GradeId).max(20).optional(),
  subjects: z.array(Subject).max(40).optional(),
  tutees: z.array(StudentId).max(200).optional(),
})
export type Teacher = z.infer<typeof Teacher>

/** Who leads or administers without teaching: an account of a school with what it is entrusted with. */
export const Leader = z.object({
  ...row,
  userId: UserId,
  schoolId: SchoolId,
  userType: z.int(),
  userName: z.string(),
  pinyin: z.string(),
  accountName: z.string(),
  gradeIds: z.array(GradeId).max(20).optional(),
  subjects: z.array(Subject).max(40).optional(),
})
export type Leader = z.infer<typeof Leader>

export const Student = z.object({
  ...row,
  studentId: StudentId,
  schoolId: SchoolId,
  gradeId: GradeId,
  classId: ClassId,
  userId: UserId.optional(),
  studentName: z.string(),
  pinyin: z.string(),
  /** Digits, unique in the school; what is blackened on the card. */
  studentNumber: z.string().regex(/^\d{4,18}$/),
  gender: z.union([z.literal(1), z.literal(2)]).optional(),
})
export type Student = z.infer<typeof Student>
