/** ID cards and phones: masked by default, each look audited; all that is kept of one student, and its erasure. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { JobId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { idCardText, phoneText } from './personal.rules.ts'
import {
  EraseReason,
  PersonalField,
  PersonalTexts,
  PersonKind,
  PersonOf,
  Reveal,
  RevealReason,
} from './personal.types.ts'
import { schoolProblems } from '../school.problems.ts'
import { acts } from '../roster/scope.rules.ts'

/** The password of the caller's own sensitive-information switch, where it is on (spec 1 §5). */
const password = () => z.string().max(72).optional()

export const personalOf = call('GET /api/school/personal/detail', {
  summary: 'What is kept of a person that is sealed, masked',
  userTypes: acts.personal.types,
  scope: on('school', 'schoolId'),
  input: () => PersonOf,
  output: () =>
    PersonalTexts.extend({
      version: z.int(),
      /** The caller's sensitive-information switch is on: a look asks for its password. */
      guarded: z.boolean(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['personal'],
})

export const savePersonal = call('POST /api/school/personal/update', {
  summary: 'Set a person’s ID card or phone; left out, it stays; empty, it is taken away',
  userTypes: acts.personal.types,
  scope: on('school', 'schoolId'),
  input: () =>
    PersonOf.extend({ idCard: idCardText().optional(), phone: phoneText().optional(), version: z.int().min(0) }),
  output: () =>
    z.object({
      version: z.int(),
      /** Another school keeps a student with this ID card: which one is not told. */
      elsewhere: z.boolean(),
    }),
  problems: [schoolProblems.idCardTaken, commonProblems.notFound, commonProblems.stale],
  refreshes: ['personal'],
})

export const revealPersonal = call('POST /api/school/personal/reveal', {
  summary: 'Show one field whole: on record with who, whose, which and why, and so many an hour',
  userTypes: acts.personal.types,
  scope: on('school', 'schoolId'),
  input: () => PersonOf.extend({ field: PersonalField, reason: RevealReason, password: password() }),
  output: () => z.object({ value: z.string() }),
  problems: [
    schoolProblems.sensitivePassword,
    schoolProblems.sensitiveWrong,
    schoolProblems.looksUsedUp,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['reveals'],
})

export const FoundPerson = PersonOf.extend({ name: z.string(), number: z.string(), place: z.string() })
export type FoundPerson = z.infer<typeof FoundPerson>

/** A POST, so that the number stands in no address and no log. */
export const findPersonal = call('POST /api/school/personal/find', {
  summary: 'Who has exactly this ID card or phone',
  userTypes: acts.personal.types,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, text: line('身份证号或手机号', 30) }),
  output: () => z.array(FoundPerson),
  problems: [schoolProblems.noPersonalNumber, schoolProblems.looksUsedUp],
})

export const listReveals = call('GET /api/school/personal/reveal/list', {
  summary: 'Who looked at whose field when and why, latest first',
  userTypes: acts.personal.types,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, ...pageFields, kind: PersonKind.optional() }),
  output: () => pageOf(Reveal.omit({ schema: true }).extend({ name: z.string() })),
  feeds: ['reveals'],
})

export const exportStudentData = call('POST /api/school/student/personal/export', {
  summary: 'All that is kept of one student, as a file',
  userTypes: acts.personal.types,
  scope: on('student', 'studentId'),
  input: () => z.object({ studentId: StudentId, password: password() }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    schoolProblems.sensitivePassword,
    schoolProblems.sensitiveWrong,
    schoolProblems.looksUsedUp,
    commonProblems.notFound,
  ],
})

export const eraseStudent = call('POST /api/school/student/erase', {
  summary: 'Erase a student everywhere; scores of published exams stay without a name. Cannot be undone',
  userTypes: acts.erase.types,
  scope: on('school', 'schoolId'),
  fresh: true,
  input: () =>
    z.object({
      schoolId: SchoolId,
      studentId: StudentId,
      /** Typed again by the caller who erases. */
      studentName: line('学生姓名', 40),
      reason: EraseReason,
      password: password(),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    schoolProblems.nameDiffers,
    schoolProblems.examsOpen,
    schoolProblems.sensitivePassword,
    schoolProblems.sensitiveWrong,
    schoolProblems.looksUsedUp,
    commonProblems.notFound,
  ],
  refreshes: ['students', 'roster', 'personal'],
})
