/** Areas, schools and their people. Everything hangs on this roster. */
import * as z from 'zod'
import {
  AccountId,
  AreaId,
  AttemptId,
  ClassId,
  CourseId,
  GradeId,
  SchoolId,
  StudentId,
  TeacherId,
  UserId,
} from '#shared/kit/ids.ts'

const row = { schema: z.literal(1), createdAt: z.int(), deletedAt: z.int().optional(), version: z.int() }

export const Area = z.object({
  ...row,
  areaId: AreaId,
  areaName: z.string(),
  areaCode: z.string().regex(/^\d{2,12}$/),
  /** Of a county: the city above it. A city has none, and the platform stands for the province (`areas/area.rules.ts`). */
  cityId: AreaId.optional(),
  /** Of a city: how many counties name it. */
  counties: z.int().min(0).optional(),
})
export type Area = z.infer<typeof Area>

export const School = z.object({
  ...row,
  schoolId: SchoolId,
  areaId: AreaId,
  /** The city above its area: kept here too, so that who sees a school is told by its row alone (`areas/area.follow.ts`). */
  cityId: AreaId.optional(),
  schoolName: z.string(),
  /** 1 high school, 2 junior, 3 primary, 4 university. */
  stage: z.int().min(1).max(4),
  schoolStageList: z.array(z.enum(['01', '02', '03', '04'])),
  /** Month in which the school year turns. */
  turnMonth: z.int().min(1).max(12).default(8),
  /** Month in which the second term begins; February unless the school says otherwise. */
  secondTermMonth: z.int().min(1).max(12).optional(),
  /** What registers call it (学校标识码); one school's alone. */
  schoolCode: z.string().optional(),
  /** Where it stands in lists of schools: lower first, those without behind. */
  sort: z.int().min(0).max(99_999).optional(),
  /** Degrees: north and east of zero. */
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
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
  /** Sent off by an act, before or after its year. */
  graduatedAt: z.int().optional(),
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

/** The subjects whose trees of knowledge points there are. */
export const knowledgeSubjects = [
  '语文',
  '数学',
  '英语',
  '物理',
  '化学',
  '生物',
  '政治',
  '历史',
  '地理',
  '道德与法治',
  '信息技术',
  '通用技术',
] as const

export const Course = z.object({
  ...row,
  courseId: CourseId,
  schoolId: SchoolId,
  courseName: z.string(),
  courseSort: z.int(),
  /** The subject whose knowledge points its questions go by; without one, that of its name. */
  knowledgeOf: z.enum(knowledgeSubjects).optional(),
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

/** Away from school, and until when: exams that are created until then do not expect the student. */
export const leaveKinds = ['休学', '转出', '请假'] as const
export const Leave = z.object({
  kind: z.enum(leaveKinds),
  from: z.int(),
  until: z.int().optional(),
  reason: z.string().max(100).optional(),
})
export type Leave = z.infer<typeof Leave>

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
  tags: z.array(z.string().min(1).max(12)).max(10).optional(),
  leave: Leave.optional(),
  /** The courses chosen beside those of all students. */
  courseIds: z.array(CourseId).max(20).optional(),
})
export type Student = z.infer<typeof Student>

/** 2026-1: a school year and its term. */
export const Term = z.string().regex(/^\d{4}-[12]$/)
/** So many teachers has a teaching class at most. */
export const mostTeachersOfClass = 3

/**
 * A teaching class (教学班) of an elective course in a term: its students come from several administrative classes. Its
 * teachers stand here, not with the teacher, since a term ends.
 */
export const TeachingClass = z.object({
  ...row,
  classId: ClassId,
  schoolId: SchoolId,
  gradeId: GradeId,
  term: Term,
  courseId: CourseId,
  className: z.string(),
  teacherIds: z.array(TeacherId).max(mostTeachersOfClass),
})
export type TeachingClass = z.infer<typeof TeachingClass>

/** In which teaching class a student learns a course in a term: one a course. */
export const TeachingMember = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  gradeId: GradeId,
  term: Term,
  courseId: CourseId,
  studentId: StudentId,
  classId: ClassId,
  since: z.int(),
})
export type TeachingMember = z.infer<typeof TeachingMember>

/** That a grade has teaching classes of its own in a term; until then those of the term before go on. */
export const TeachingTerm = z.object({
  schema: z.literal(1),
  schoolId: SchoolId,
  gradeId: GradeId,
  term: Term,
  /** The term whose classes it began with. */
  from: Term.optional(),
  begunAt: z.int(),
})
export type TeachingTerm = z.infer<typeof TeachingTerm>

const ClassPlace = z.object({ gradeId: GradeId, classId: ClassId })
/** An act on many people at once, kept so that it can be taken back: who stood where before it. */
export const RosterAct = z.object({
  ...row,
  actId: AttemptId,
  schoolId: SchoolId,
  kind: z.enum(['move', 'graduate']),
  /** 12名学生调到高一(2)班 */
  title: z.string(),
  by: z.object({ userId: UserId, userName: z.string() }),
  gradeId: GradeId.optional(),
  to: ClassPlace.optional(),
  moves: z.array(z.object({ studentId: StudentId, studentNumber: z.string(), from: ClassPlace })).optional(),
  undone: z.object({ at: z.int(), userName: z.string() }).optional(),
})
export type RosterAct = z.infer<typeof RosterAct>
