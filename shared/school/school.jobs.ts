import * as z from 'zod'
import {
  CardId,
  ClassId,
  CourseId,
  ExamId,
  GradeId,
  JobId,
  PaperId,
  SchoolId,
  StudentId,
  TeacherId,
  Tenant,
} from '#shared/kit/ids.ts'
import { FileMode, FileProblem } from '#shared/kit/checkedFile.ts'
import { each, job, step, when } from '#shared/kit/job.ts'
import { recordFilter } from './record.filter.ts'

export const importKinds = ['students', 'teachers', 'classes', 'parents', 'oneroster'] as const
export const ImportKind = z.enum(importKinds)
export type ImportKind = z.infer<typeof ImportKind>

export const ImportInput = z.object({
  schoolId: SchoolId,
  kind: ImportKind.default('students'),
  key: z.string(),
  fileName: z.string(),
  gradeId: GradeId.optional(),
  mode: FileMode,
  createClasses: z.boolean(),
  /** Given: accounts are opened, each with a first password made from this secret, which stands here sealed. */
  firstSecret: z.string().optional(),
  /** In the demo alone: one hash for all. */
  passwordHash: z.string().optional(),
  mustChangePassword: z.boolean().default(true),
})

export const ImportRead = z.object({
  go: z.boolean(),
  manifestKey: z.string(),
  rows: z.int(),
  good: z.int(),
  existing: z.int(),
  problemCount: z.int(),
  newClasses: z.int(),
  /** The first problems; the whole list is the job's file. */
  problems: z.array(FileProblem),
})

export const ImportResult = ImportRead.omit({ go: true, manifestKey: true }).extend({
  kind: ImportKind,
  mode: FileMode,
  added: z.int(),
  /** False: the rows are there, and the numbers that lists of a large school show still follow. */
  counted: z.boolean().default(true),
  /** First passwords to be taken, once (`takeSlips`). */
  slips: z.int().default(0),
})
export type ImportResult = z.infer<typeof ImportResult>

/** ID card and phone of a row, sealed for this job: a manifest holds no number that can be read. */
export const SealedTexts = z.object({ idCard: z.string().optional(), phone: z.string().optional() })
export type SealedTexts = z.infer<typeof SealedTexts>
const sealed = SealedTexts.optional()

export const StudentItem = z.object({
  studentId: StudentId,
  gradeId: GradeId,
  className: z.string(),
  studentName: z.string(),
  studentNumber: z.string(),
  gender: z.union([z.literal(1), z.literal(2)]).optional(),
  sealed,
})
export type StudentItem = z.infer<typeof StudentItem>
export const TeacherItem = z.object({
  teacherId: TeacherId,
  teacherName: z.string(),
  accountName: z.string(),
  taught: z.array(
    z.object({ gradeId: GradeId, className: z.string(), courseId: CourseId.optional(), isHead: z.boolean() }),
  ),
})
export type TeacherItem = z.infer<typeof TeacherItem>
export const ClassItem = z.object({ gradeId: GradeId, className: z.string() }).strict()
export type ClassItem = z.infer<typeof ClassItem>
/** A student who is there, of whom an ID card or a phone is noted. */
export const FillItem = z.object({ fills: z.string(), sealed: SealedTexts })
export type FillItem = z.infer<typeof FillItem>
export const ParentItem = z.object({ childNumber: z.string(), parentName: z.string(), accountName: z.string(), sealed })
export type ParentItem = z.infer<typeof ParentItem>
export const ImportItem = z.union([StudentItem, TeacherItem, ParentItem, FillItem, ClassItem])
export type ImportItem = z.infer<typeof ImportItem>

/** Reads the file and checks every row before anything is written; a repeat of the same file adds nothing. */
export const importStudentsJob = job('school.importStudents', {
  title: '导入名单',
  input: () => ImportInput,
  flow: [
    step('read', () => ImportRead, 880),
    when('go', {
      from: 'read',
      field: 'go',
      then: [
        step('classes', () => z.object({ created: z.array(ClassId) })),
        each('add', { from: 'read', item: () => ImportItem, batch: 100, concurrency: 10 }),
        step('count', () => z.object({ counted: z.boolean() }), 880),
      ],
    }),
    step('finish', () => ImportResult),
  ],
})

/** The first passwords of an import as a file to print: afterwards they are kept nowhere. */
export const printSlipsJob = job('school.printSlips', {
  title: '初始密码条',
  input: () => z.object({ schoolId: SchoolId, importId: JobId }),
  flow: [step('write', () => z.object({ size: z.int() }), 880)],
})

/** What a file says of a school: code, place, order. */
export const PlaceItem = z.object({
  schoolId: SchoolId,
  version: z.int(),
  schoolCode: z.string().optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  sort: z.int().optional(),
})
export type PlaceItem = z.infer<typeof PlaceItem>

export const PlacesResult = ImportRead.omit({ go: true, manifestKey: true }).extend({
  mode: FileMode,
  added: z.int(),
})
export type PlacesResult = z.infer<typeof PlacesResult>

/** As the import of people: the whole file is judged before a row is written; the same file again changes nothing. */
export const importPlacesJob = job('school.importPlaces', {
  title: '导入学校代码与位置',
  input: () => z.object({ key: z.string(), fileName: z.string(), mode: FileMode, userType: z.int() }),
  flow: [
    step('read', () => ImportRead, 880),
    when('go', {
      from: 'read',
      field: 'go',
      then: [each('add', { from: 'read', item: () => PlaceItem, batch: 50, concurrency: 2 })],
    }),
    step('finish', () => PlacesResult),
  ],
})

/** That a student learns a course in the class of a name. */
export const TeachingItem = z.object({ studentId: StudentId, courseId: CourseId, className: z.string() })
export type TeachingItem = z.infer<typeof TeachingItem>

/** As the import of people: judged whole, and again it changes nothing. */
export const importTeachingJob = job('school.importTeaching', {
  title: '导入教学班',
  input: () =>
    z.object({ schoolId: SchoolId, gradeId: GradeId, key: z.string(), fileName: z.string(), mode: FileMode }),
  flow: [
    step('read', () => ImportRead, 880),
    when('go', {
      from: 'read',
      field: 'go',
      then: [
        step('classes', () => z.object({ term: z.string() }), 300),
        each('add', { from: 'read', item: () => TeachingItem, batch: 100, concurrency: 4 }),
      ],
    }),
    step('finish', () => PlacesResult),
  ],
})

export const ExportInput = z.object({
  schoolId: SchoolId,
  kind: z.enum(['students', 'teachers', 'classes', 'oneroster', 'courses', 'records']),
  format: z.enum(['xlsx', 'csv']),
  gradeId: GradeId.optional(),
  /** Of records: as the list was filtered. */
  records: z.object(recordFilter).optional(),
})

export const exportRosterJob = job('school.exportRoster', {
  title: '导出名单',
  again: true,
  input: () => ExportInput,
  flow: [step('write', () => z.object({ rows: z.int(), size: z.int() }), 880)],
})

/** A stretch of a school's numbers, both ends among them. */
export const RosterStretch = z.object({ from: z.string(), to: z.string() })
export type RosterStretch = z.infer<typeof RosterStretch>

/** Counters and finding rows of a school made anew from its students: for rows from before there were any. */
export const followRosterJob = job('school.followRoster', {
  title: '更新名单索引',
  again: true,
  input: () => z.object({ schoolId: SchoolId }),
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), any: z.boolean(), atRest: z.boolean() }), 880),
    when('any', {
      from: 'plan',
      field: 'any',
      then: [
        each('follow', { from: 'plan', item: () => RosterStretch, batch: 1, concurrency: 2, timeoutSeconds: 880 }),
      ],
    }),
    step('finish', () => z.object({ students: z.int() })),
  ],
})

const OfStudent = z.object({ studentId: StudentId, schoolId: SchoolId })

/** All that is kept of one student, as one zip. */
export const exportStudentJob = job('school.exportStudent', {
  title: '导出学生数据',
  again: true,
  input: () => OfStudent,
  flow: [step('write', () => z.object({ files: z.int(), size: z.int() }), 880)],
})

export const ErasePaper = z.object({
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  cardId: CardId.optional(),
})
export type ErasePaper = z.infer<typeof ErasePaper>

/**
 * Takes a student out of every table and object. Each step may run again; the student's own row goes last, so that a
 * job that was stopped can be asked for again.
 */
export const eraseStudentJob = job('school.eraseStudent', {
  title: '清除学生数据',
  again: true,
  input: () => OfStudent,
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), papers: z.int() })),
    each('papers', { from: 'plan', item: () => ErasePaper, batch: 1, concurrency: 4, timeoutSeconds: 880 }),
    step('people', () => z.object({ exams: z.int() }), 880),
    step('files', () => z.object({ removed: z.int() }), 880),
    step('finish', () => z.object({ papers: z.int(), exams: z.int(), files: z.int() })),
  ],
})
