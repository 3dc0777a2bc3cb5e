/** Exams, their papers, and the roster copied when an exam was created. */
import * as z from 'zod'
import { Creation } from '#shared/exam/creation/creation.calls.ts'
import { Disclosure } from '#shared/exam/tools/disclosure.types.ts'
import { openAsk } from '#shared/exam/tools/maintenance.rules.ts'
import { ForcedDeletion } from '#shared/exam/tools/maintenance.types.ts'
import { KnowledgeTree, PaperKnowledge } from '#shared/exam/tools/knowledge.calls.ts'
import { PaperFile } from '#shared/exam/tools/paperFile.calls.ts'
import { anonymousName, anonymousNumber } from '#shared/kit/anonymous.ts'
import { ExamId, JobId, PaperId, SchoolId, Tenant, UserId } from '#shared/kit/ids.ts'
import {
  examStatus,
  Candidate,
  Exam,
  ExamClass,
  ExamSchool,
  ExamTeacher,
  ExamTeachingClass,
  ExamTemplate,
  ListedExam,
  Paper,
  PaperStep,
} from '#shared/exam/exam.types.ts'
import { inTime, stays, under } from '#functions/kit/kinds.ts'
import { folderOf } from '#functions/kit/objects.ts'
import type { Personal } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

export const table = 'TABLE_EXAM'

export const atWorkIndex = 'exams-at-work'
/** A time as text that sorts as it does. */
export const dayKey = (at: number): string => String(Math.max(0, at)).padStart(14, '0')

/** Where an exam lies in the order of lists. */
export const listPlace = ({ examId, examDate }: Pick<Exam, 'examId' | 'examDate'>): string =>
  `${dayKey(examDate)}#${examId}`

export const exams = rows({
  table,
  schema: Exam,
  hangsOn: stays('others hang on it'),
  personal: 'nothing',
  key: (of: { examId: string }) => ({ pk: `exam#${of.examId}`, sk: 'exam' }),
  index: (e) => ({
    gsi1pk: `owner#${e.owner}`,
    gsi1sk: e.examId,
    // Until they are published, by their day: for those who look after all schools. An exam's row changes a few times only.
    ...(e.status === examStatus.released || e.deletedAt !== undefined
      ? {}
      : { gsi2pk: atWorkIndex, gsi2sk: `${dayKey(e.examDate)}#${e.examId}` }),
  }),
})

/**
 * What lists read, in their order: small, so that thousands are looked through by a few requests. Written in the transaction
 * of what it says of its exam (`listed.ts`); of a deleted exam there is none.
 */
export const listedExams = rows({
  table,
  schema: ListedExam,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'listed' })),
  personal: 'nothing',
  key: (of: { examId: string }) => ({ pk: `exam#${of.examId}`, sk: 'listed' }),
  index: (e) => ({
    gsi1pk: `listed#${e.owner}`,
    gsi1sk: listPlace(e),
    gsi2pk: `made#${e.creatorId}`,
    gsi2sk: listPlace(e),
  }),
})

/** Whose exams are all listed: what was made before there were such rows is laid down where it is first asked for. */
const Listing = z.object({
  schema: z.literal(1),
  owner: Tenant,
  at: z.int(),
  /** Up to where in their order they are kept by their names as well: `all` once every one is. */
  named: z.string().optional(),
})
export const listings = rows({
  table,
  schema: Listing,
  hangsOn: stays('a school or an area has one'),
  personal: 'nothing',
  key: (of: { owner: string }) => ({ pk: `listed#${of.owner}`, sk: 'whole' }),
})

/**
 * An exam at one run of its name (`named.rules.ts`), in the order of lists. Written before the name is: what was refused then, and
 * a former name, stays until the exam goes, and what is found by it is held against the exam's listed row (`naming`).
 */
const NamedExam = z.object({
  schema: z.literal(1),
  examId: ExamId,
  owner: Tenant,
  run: z.string(),
  examDate: z.int(),
  naming: z.string(),
  names: z.array(z.string()),
})
export type NamedExam = z.infer<typeof NamedExam>
export const namedPlace = (owner: string, run: string): string => `named#${owner}#${run}`
export const namedExams = rows({
  table,
  schema: NamedExam,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'named#' })),
  personal: 'nothing',
  key: (of: { examId: string; naming: string; run: string }) => ({
    pk: `exam#${of.examId}`,
    sk: `named#${of.naming}#${of.run}`,
  }),
  index: (e) => ({ gsi1pk: namedPlace(e.owner, e.run), gsi1sk: listPlace(e) }),
})

export const papers = rows({
  table,
  schema: Paper,
  hangsOn: under('exam', ({ examId }) => ({ index: 'gsi1', pk: `exam#${examId}`, prefix: 'paper#' })),
  personal: 'nothing',
  owns: 'paper',
  // Published versions, change sets, files made of them; and the key as it was printed.
  objects: ({ paperId, owner }) => [
    { tenant: owner, folder: ['analysis', paperId] },
    { prefix: folderOf(paperId, owner, 'card', 'answers', paperId) },
  ],
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'paper' }),
  index: (p) => ({ gsi1pk: `exam#${p.examId}`, gsi1sk: `paper#${p.paperId}` }),
})

/** Where an exam's rows of a kind lie by when they were last written: for who has seen them before. */
export const changedPlace = (kind: 'school' | 'part' | 'step', examId: string): string => `changed#${kind}#${examId}`

/** A school's rows in another's exam are found from either end: the exam's partition, and by the school. */
export const examSchools = rows({
  table,
  schema: ExamSchool,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'school#' })),
  personal: 'nothing',
  owns: 'examSchool',
  key: (of: { examId: string; schoolId: string }) => ({ pk: `exam#${of.examId}`, sk: `school#${of.schoolId}` }),
  index: (s) => (s.own ? {} : { gsi1pk: `school#${s.schoolId}`, gsi1sk: s.examId }),
  latest: (of) => changedPlace('school', of.examId),
})

/** Which job gives an exam's candidates their numbers from a file: of two at once neither would know those of the other. */
const NumbersHeld = z.object({ schema: z.literal(1), examId: ExamId, jobId: z.string(), version: z.int() })
export const numbersHeld = rows({
  table,
  schema: NumbersHeld,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'numbers-held' })),
  personal: 'nothing',
  key: (of: { examId: string }) => ({ pk: `exam#${of.examId}`, sk: 'numbers-held' }),
})

/** Of a paper's schools they lie together. */
export const paperSteps = rows({
  table,
  schema: PaperStep,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'step#' })),
  personal: 'nothing',
  key: (of: { examId: string; paperId: string; schoolId: string }) => ({
    pk: `exam#${of.examId}`,
    sk: `step#${of.paperId}#${of.schoolId}`,
  }),
  latest: (of) => changedPlace('step', of.examId),
})

export const examClasses = rows({
  table,
  schema: ExamClass,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'class#' })),
  personal: 'nothing',
  key: (of: { examId: string; schoolId: string; classId: string }) => ({
    pk: `exam#${of.examId}`,
    sk: `class#${of.schoolId}#${of.classId}`,
  }),
})

/** A paper's lie together, school by school. */
export const examTeachingClasses = rows({
  table,
  schema: ExamTeachingClass,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'teaching#' })),
  personal: 'nothing',
  key: (of: { examId: string; paperId: string; schoolId: string; classId: string }) => ({
    pk: `exam#${of.examId}`,
    sk: `teaching#${of.paperId}#${of.schoolId}#${of.classId}`,
  }),
})

/** The copy of the roster keeps the place and loses the person. */
const withoutStudent: Personal<Candidate> = {
  lies: ({ personId }) => ({ index: 'gsi1', pk: `student#${personId}` }),
  clean: (c) => {
    if (c.studentName === anonymousName) return c
    const { ownNumber: _own, tags: _tags, ...kept } = c
    return { ...kept, studentName: anonymousName, pinyin: '', studentNumber: anonymousNumber(c.studentNumber) }
  },
}

/**
 * An exam's candidates by number lie in ten parts, by the number's last sign: half a million that are made at once spread, and
 * who knows the number knows where it lies.
 */
const numberParts = 10
const placeOfNumber = (examId: string, part: number): string => `number#${examId}#${part}`
/** Where all of them lay before they were spread: a row of then stays there until it is written again. */
export const formerNumberPlace = (examId: string): string => `number#${examId}`
export const numberPlaces = (examId: string): string[] => [
  ...Array.from({ length: numberParts }, (_, part) => placeOfNumber(examId, part)),
  formerNumberPlace(examId),
]
export const numberPlace = ({ examId }: { examId: string }, studentNumber: string): string =>
  placeOfNumber(examId, (studentNumber.charCodeAt(studentNumber.length - 1) || 0) % numberParts)

/** One partition a school, so that a joint exam's roster spreads. */
export const candidates = rows({
  table,
  schema: Candidate,
  hangsOn: under('examSchool', ({ examId, schoolId }) => ({ pk: `cand#${examId}#${schoolId}` })),
  personal: withoutStudent,
  key: (of: { examId: string; schoolId: string; studentId: string }) => ({
    pk: `cand#${of.examId}#${of.schoolId}`,
    sk: of.studentId,
  }),
  index: (c) => ({
    gsi1pk: `student#${c.studentId}`,
    gsi1sk: c.examId,
    gsi2pk: numberPlace(c, c.studentNumber),
    gsi2sk: c.studentNumber,
  }),
})

export const examTeachers = rows({
  table,
  schema: ExamTeacher,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'teacher#' })),
  personal: 'staff',
  key: (of: { examId: string; teacherId: string }) => ({ pk: `exam#${of.examId}`, sk: `teacher#${of.teacherId}` }),
  index: (t) => ({ gsi1pk: `teacher#${t.teacherId}`, gsi1sk: t.examId }),
})

export const disclosures = rows({
  table,
  schema: Disclosure,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'disclosure' })),
  personal: 'staff',
  key: (of: { examId: string }) => ({ pk: `exam#${of.examId}`, sk: 'disclosure' }),
})

/** A tool given in an exam, or taken (`tool.rules.ts`); of whom it is given to they are found as well, exam after exam. */
const ToolGrant = z.object({
  schema: z.literal(1),
  examId: ExamId,
  owner: Tenant,
  tool: z.string(),
  to: z.string(),
  /** Of a person, as named then. */
  name: z.string().optional(),
  /** Of which school of a joint exam the person is. */
  schoolId: SchoolId.optional(),
  allows: z.boolean(),
  byName: z.string(),
  at: z.int(),
  version: z.int(),
})
export type ToolGrant = z.infer<typeof ToolGrant>
export const toolGrants = rows({
  table,
  schema: ToolGrant,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'grant#' })),
  personal: 'staff',
  key: (of: { examId: string; tool: string; to: string }) => ({
    pk: `exam#${of.examId}`,
    sk: `grant#${of.tool}#${of.to}`,
  }),
  index: (g) => ({ gsi1pk: `granted#${g.owner}#${g.to}`, gsi1sk: `${g.examId}#${g.tool}` }),
})

export const paperFiles = rows({
  table,
  schema: PaperFile,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'file#' })),
  personal: 'staff',
  key: (of: { paperId: string; fileId: string }) => ({ pk: `paper#${of.paperId}`, sk: `file#${of.fileId}` }),
})

export const paperKnowledges = rows({
  table,
  schema: PaperKnowledge,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'knowledge' })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'knowledge' }),
})

/** A school's own; an area's stays with the area. */
export const knowledgeTrees = rows({
  table,
  schema: KnowledgeTree,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `knowledge#s:${schoolId}` })),
  personal: 'staff',
  key: (of: { owner: string; courseName: string }) => ({ pk: `knowledge#${of.owner}`, sk: of.courseName }),
})

export const examTemplates = rows({
  table,
  schema: ExamTemplate,
  hangsOn: under('school', ({ schoolId }) => ({ pk: `templates#${schoolId}` })),
  personal: 'staff',
  key: (of: { schoolId: string; examTemplateId: string }) => ({
    pk: `templates#${of.schoolId}`,
    sk: of.examTemplateId,
  }),
})

/** Beside the records of their jobs, and as long as these: what is being made, of a tenant the latest first. */
const keptCreationDays = 30
export const creations = rows({
  table,
  schema: Creation,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { owner: string; creationId: string }) => ({ pk: `creations#${of.owner}`, sk: of.creationId }),
  ttl: (c) => Math.ceil(c.createdAt / 1000) + keptCreationDays * 86_400,
})

/** What was asked for under a name that its asker gave it, for a day: asked again, the answer is the same. */
export const ExamRequest = z.object({
  schema: z.literal(1),
  userId: UserId,
  requestId: z.uuid(),
  /** Of what was wished, and its name. */
  digest: z.string(),
  examName: z.string(),
  answer: z.object({ examId: ExamId, paperIds: z.array(PaperId), candidateCount: z.int() }),
  /** The job that makes a large one, as it is listed. */
  creationId: JobId.optional(),
  at: z.int(),
})
export type ExamRequest = z.infer<typeof ExamRequest>
export const examRequests = rows({
  table,
  schema: ExamRequest,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: Pick<ExamRequest, 'userId' | 'requestId'>) => ({ pk: `exam-asked#${of.userId}`, sk: of.requestId }),
  ttl: (r) => Math.ceil(r.at / 1000) + 86_400,
})

/** Deletions by force of an owner's exams that wait for a second person. */
export const askedPlace = (owner: string): string => `forced-asked#${owner}`
export const forcedDeletions = rows({
  table,
  schema: ForcedDeletion,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'forced' })),
  personal: 'staff',
  key: (of: { examId: string }) => ({ pk: `exam#${of.examId}`, sk: 'forced' }),
  // While another is waited for.
  index: (d) => (d.owner && openAsk(d) ? { gsi1pk: askedPlace(d.owner), gsi1sk: d.examId } : {}),
})

/**
 * What is to go with an exam that was deleted, or was begun and never came to be: noted before, and kept until it is gone,
 * so that a purge which the table's stream did not tell is made up for.
 */
const PurgeDue = z.object({
  schema: z.literal(1),
  examId: ExamId,
  /** In whose folders the exam's own objects lie. */
  owner: Tenant.optional(),
  since: z.int(),
})
export type PurgeDue = z.infer<typeof PurgeDue>
/** Exams of an owner that were deleted. */
export const deletedPlace = (owner: string): string => `deleted#${owner}`
export const purgesDue = rows({
  table,
  schema: PurgeDue,
  hangsOn: stays('the purge itself removes it, as the last of all'),
  personal: 'nothing',
  key: (of: { examId: string }) => ({ pk: 'purges-due', sk: of.examId }),
  // Whose they are, in the order of their deletion: until then they can be had back.
  index: (d) => (d.owner ? { gsi1pk: deletedPlace(d.owner), gsi1sk: `${dayKey(d.since)}#${d.examId}` } : {}),
})
