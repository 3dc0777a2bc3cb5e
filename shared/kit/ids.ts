import * as z from 'zod'

/**
 * Ids are time-sortable texts from the id port, `<kind>_<26 characters of Crockford base 32>`; the kind is in the type.
 * They reach keys of tables and objects, so nothing else is let in.
 */
const id = <K extends string>(prefix: string, _kind: K) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`), '编号格式不正确')
    .brand<K>()

export const idPrefixes = {
  account: 'ac',
  user: 'us',
  session: 'se',
  area: 'ar',
  school: 'sc',
  grade: 'gr',
  class: 'cl',
  course: 'co',
  teacher: 'te',
  student: 'st',
  exam: 'ex',
  examTemplate: 'et',
  paper: 'pa',
  question: 'qu',
  card: 'ca',
  template: 'tm',
  batch: 'ba',
  scan: 'sn',
  script: 'sp',
  bundle: 'bu',
  upload: 'up',
  job: 'jo',
  attempt: 'at',
  snapshot: 'sh',
  file: 'fi',
  change: 'cg',
  examGroup: 'eg',
} as const
export type IdKind = keyof typeof idPrefixes
export type IdOf<K extends IdKind> = string & z.$brand<K>

export const AccountId = id(idPrefixes.account, 'account')
export const UserId = id(idPrefixes.user, 'user')
export const SessionId = id(idPrefixes.session, 'session')
export const AreaId = id(idPrefixes.area, 'area')
export const SchoolId = id(idPrefixes.school, 'school')
export const GradeId = id(idPrefixes.grade, 'grade')
export const ClassId = id(idPrefixes.class, 'class')
export const CourseId = id(idPrefixes.course, 'course')
export const TeacherId = id(idPrefixes.teacher, 'teacher')
export const StudentId = id(idPrefixes.student, 'student')
export const ExamId = id(idPrefixes.exam, 'exam')
export const ExamTemplateId = id(idPrefixes.examTemplate, 'examTemplate')
export const PaperId = id(idPrefixes.paper, 'paper')
export const QuestionId = id(idPrefixes.question, 'question')
export const CardId = id(idPrefixes.card, 'card')
export const TemplateId = id(idPrefixes.template, 'template')
export const BatchId = id(idPrefixes.batch, 'batch')
export const ScanId = id(idPrefixes.scan, 'scan')
export const BundleId = id(idPrefixes.bundle, 'bundle')
export const UploadId = id(idPrefixes.upload, 'upload')
export const JobId = id(idPrefixes.job, 'job')
export const AttemptId = id(idPrefixes.attempt, 'attempt')
export const ChangeId = id(idPrefixes.change, 'change')
export const ExamGroupId = id(idPrefixes.examGroup, 'examGroup')
export type AccountId = z.infer<typeof AccountId>
export type UserId = z.infer<typeof UserId>
export type SessionId = z.infer<typeof SessionId>
export type AreaId = z.infer<typeof AreaId>
export type SchoolId = z.infer<typeof SchoolId>
export type GradeId = z.infer<typeof GradeId>
export type ClassId = z.infer<typeof ClassId>
export type CourseId = z.infer<typeof CourseId>
export type TeacherId = z.infer<typeof TeacherId>
export type StudentId = z.infer<typeof StudentId>
export type ExamId = z.infer<typeof ExamId>
export type ExamTemplateId = z.infer<typeof ExamTemplateId>
export type PaperId = z.infer<typeof PaperId>
export type QuestionId = z.infer<typeof QuestionId>
export type CardId = z.infer<typeof CardId>
export type TemplateId = z.infer<typeof TemplateId>
export type BatchId = z.infer<typeof BatchId>
export type ScanId = z.infer<typeof ScanId>
export type BundleId = z.infer<typeof BundleId>
export type UploadId = z.infer<typeof UploadId>
export type JobId = z.infer<typeof JobId>
export type AttemptId = z.infer<typeof AttemptId>
export type ChangeId = z.infer<typeof ChangeId>
export type ExamGroupId = z.infer<typeof ExamGroupId>

const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time and 80 random bits, as ULID, in lower case. `random` must give 10 bytes. */
export const composeId = <K extends IdKind>(kind: K, ms: number, random: Uint8Array): IdOf<K> => {
  let n = BigInt(ms)
  for (const b of random.subarray(0, 10)) n = (n << 8n) | BigInt(b)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = digits[Number(n & 31n)]! + text
    n >>= 5n
  }
  return `${idPrefixes[kind]}_${text}` as IdOf<K>
}

/** The time that an id was made with, ms. */
export const timeOfId = (id: string): number =>
  [...id.slice(-26, -16)].reduce((ms, digit) => 32 * ms + digits.indexOf(digit), 0)

/** Who owns a row: a school, an area, or the platform. */
export const Tenant = z.string().regex(/^(s:sc_[0-9a-z]{26}|a:ar_[0-9a-z]{26}|p)$/)
export type Tenant = z.infer<typeof Tenant>
export const schoolTenant = (schoolId: string): Tenant => `s:${schoolId}`
export const areaTenant = (areaId: string): Tenant => `a:${areaId}`
