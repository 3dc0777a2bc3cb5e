import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on, self } from '#shared/kit/call.ts'
import { ClassId, ExamId, PaperId, StudentId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryInt } from '#shared/kit/query.ts'
import { analysisProblems } from './analysis.problems.ts'
import { reading } from './analysis.scope.ts'
import { tutorRules } from './tutors/tutor.rules.ts'

const tutors = { ...ofTool('tutor'), scope: on('paper', 'paperId') }

/** By which rule, of which class. */
const Asked = {
  classId: ClassId,
  rule: z.enum(tutorRules),
  /** critical: the line (the passing line unless said) and how far below it, in hundredths. */
  line: queryInt(z.int().min(1).max(1_000_000)).optional(),
  distance: queryInt(z.int().min(1).max(100_000)).default(500),
  /** weak, falling: so many places in a hundred. */
  gap: queryInt(z.int().min(1).max(99)).default(20),
}
const Person = { studentId: StudentId, studentName: z.string(), studentNumber: z.string(), className: z.string() }

export const tutorStart = call('GET /api/analysis/tutor/start', {
  summary: 'What lists for tutoring are made of: the classes, the teachers, and how many of each class are on one',
  ...tutors,
  /** `studentId`: to whom this one may be handed; of a joint exam that is the own school's to teach. */
  input: () => z.object({ paperId: PaperId, studentId: StudentId.optional() }),
  output: () =>
    z.object({
      courseName: z.string(),
      classes: z.array(z.object({ classId: ClassId, className: z.string(), listed: z.int() })),
      teachers: z.array(z.object({ userId: UserId, name: z.string() })),
    }),
  problems: reading,
  feeds: ['tutors'],
})

export const tutorSuggest = call('GET /api/analysis/tutor/suggest', {
  summary: 'Students of a class who may be tutored in a subject: near a line, weak in it alone, or fallen behind',
  ...tutors,
  input: () => z.object({ ...pageFields, paperId: PaperId, ...Asked }),
  output: () =>
    pageOf(
      z.object({
        ...Person,
        total: z.int().nullable(),
        why: z.string(),
        /** On the list already. */
        listed: z.boolean(),
      }),
    ).extend({
      /** What it was held against, or why that is not there. */
      against: z.string(),
    }),
  problems: reading,
  feeds: ['tutors'],
})

const Tutored = z.object({
  ...Person,
  why: z.string(),
  rule: z.enum([...tutorRules, 'hand']),
  teacherName: z.string().optional(),
  at: z.int(),
  /** The share of candidates (per cent) who stood lower, then and in the newest exam of the subject since. */
  before: z.number().nullable(),
  since: z.object({ examName: z.string(), examDate: z.int(), percentile: z.number().nullable() }).optional(),
})

export const tutorList = call('GET /api/analysis/tutor/list', {
  summary: 'Who is tutored in a subject since an exam, by whom, and where each stands in the newest exam since',
  ...tutors,
  input: () => z.object({ ...pageFields, paperId: PaperId, classId: ClassId.optional() }),
  output: () => pageOf(Tutored),
  problems: reading,
  feeds: ['tutors'],
})

/** So many at once, named and by numbers together: with the audit record they are one transaction. */
export const mostTutored = 90
const Students = z.array(StudentId).min(1, '请选择学生').max(mostTutored, `一次最多${mostTutored}人`)

export const putTutor = call('POST /api/analysis/tutor/put', {
  summary: 'Put students on the list for tutoring, by a rule or by hand, and hand them to a teacher',
  ...tutors,
  input: () =>
    z.object({
      paperId: PaperId,
      studentIds: Students.optional(),
      /** By their numbers in the exam instead, as they are pasted. */
      numbers: z.string().trim().min(1, '请填写考号').max(4000).optional(),
      /** Without it they are put there by hand. */
      by: z.object(Asked).optional(),
      teacher: UserId.optional(),
    }),
  output: () => z.object({ put: z.int() }),
  problems: [
    ...reading,
    commonProblems.notFound,
    analysisProblems.noTutor,
    analysisProblems.noNumber,
    analysisProblems.manyTutored,
    commonProblems.stale,
  ],
  refreshes: ['tutors'],
})

export const removeTutor = call('POST /api/analysis/tutor/remove', {
  summary: 'Take students off the list for tutoring',
  ...tutors,
  input: () => z.object({ paperId: PaperId, studentIds: Students }),
  output: () => z.object({ removed: z.int() }),
  problems: [...reading, commonProblems.notFound, commonProblems.stale],
  refreshes: ['tutors'],
})

export const myTutored = call('GET /api/analysis/tutor/mine', {
  summary: 'The students who were handed to the caller for tutoring, the newest first',
  ...examOverseers,
  scope: self,
  input: () => z.object(pageFields),
  output: () =>
    pageOf(
      z.object({
        ...Person,
        paperId: PaperId,
        examId: ExamId,
        examName: z.string(),
        courseName: z.string(),
        why: z.string(),
        at: z.int(),
        /** Whether the caller sees the paper's transcript: one of another course is handed without it. */
        opens: z.boolean(),
      }),
    ),
  feeds: ['tutors'],
})
