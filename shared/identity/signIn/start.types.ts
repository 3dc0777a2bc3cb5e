import * as z from 'zod'
import { ClassId, CourseId, GradeId, SchoolId, AreaId } from '#shared/kit/ids.ts'
import { HiddenColumns, SystemConfig } from '../config.types.ts'
import { SessionUser } from '../identity.types.ts'

const CourseOfUser = z.object({
  courseId: CourseId,
  courseName: z.string(),
  stage: z.int(),
  courseSort: z.int(),
  /** Whether the user teaches it. */
  isMyself: z.boolean(),
})

/** Where the user belongs (guard step 2). */
export const RelativeInfo = z.object({
  schoolList: z.array(
    z.object({
      schoolId: SchoolId,
      schoolName: z.string(),
      stage: z.int(),
      schoolStageList: z.array(z.string()),
      hzyFlag: z.boolean(),
    }),
  ),
  areaList: z.array(z.object({ areaId: AreaId, areaName: z.string() })),
  gradeId: GradeId.optional(),
  gradeName: z.string().optional(),
  classId: ClassId.optional(),
  className: z.string().optional(),
  courseList: z.array(CourseOfUser),
})

/** A class of a teacher (guard step 3); the comprehensive course comes first for its head. */
export const TeacherClass = z.object({
  classId: ClassId,
  className: z.string(),
  gradeId: GradeId,
  isHead: z.boolean(),
  courseList: z.array(
    z.object({
      courseId: z.union([CourseId, z.literal('comprehensive')]),
      courseName: z.string(),
      isMyself: z.boolean(),
    }),
  ),
})

export const SchoolGrade = z.object({ gradeId: GradeId, gradeType: z.int(), gradeName: z.string(), stage: z.int() })

/** 0 never subscribed, 1 in force, 2 ends soon, 3 forced for the regional bank's people (guard step 8), 4 expired. */
const ExpiryStatus = z.int().min(0).max(4)

/** Everything that the guard's eleven steps ask for (spec 1 §4), in one answer. */
export const Start = z.object({
  user: SessionUser,
  /** Step 1, types 21 and 26: whether they work here now. */
  partTime: z.object({ dutyType: z.int().optional(), active: z.boolean() }).nullable(),
  /** Step 2; null for type 6 and for a parent without a child. */
  relativeInfo: RelativeInfo.nullable(),
  /** Step 3, type 3. */
  teacherClasses: z.array(TeacherClass),
  /** Step 4, type 6. */
  isTrainer: z.boolean(),
  typistCertified: z.boolean(),
  /** Step 5. */
  expiry: z.object({
    jyeooExpireStatus: ExpiryStatus,
    xuekeExpireStatus: ExpiryStatus,
    yiqiExpireStatus: ExpiryStatus,
    wusanExpireStatus: ExpiryStatus,
    /** Step 6, type 3. */
    jinjuanExpireStatus: ExpiryStatus,
  }),
  isJinjuan: z.int(),
  /** Step 7, type 22. */
  referrerManageType: z.int().nullable(),
  /** Step 9: the courses that the school's exams may be of, by courseSort. */
  courseExams: z.array(z.object({ courseId: CourseId, courseName: z.string() })),
  /** Step 10, by gradeType. */
  schoolGrades: z.array(SchoolGrade),
  /** Step 11, for those who may set it; null otherwise. */
  sensitiveInfo: z.object({ status: z.union([z.literal(0), z.literal(1)]) }).nullable(),
  systemConfig: SystemConfig,
  userAction: z.record(z.string(), z.int()),
  /** Columns that the user hides, by table. */
  tables: z.record(z.string(), HiddenColumns),
  vipEnable: z.boolean(),
  virtualPaperReadUserFlag: z.boolean(),
  /** The address that the edge saw, and the server's clock. */
  ip: z.string(),
  serverTime: z.int(),
})
export type Start = z.infer<typeof Start>
