import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ExamId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { keyset, keysetOf, pageFields, pageOf } from '#shared/kit/paging.ts'
import { applicationDeciders, jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { optionalLine, sought } from '#shared/kit/text.ts'
import {
  Application,
  applicationKinds,
  applicationStates,
  decision,
  mostAppliedAtOnce,
  PersonId,
} from './application.types.ts'
import { examProblems } from '../exam.problems.ts'
import { mostPapers } from '../exam.types.ts'

const ofKind = { examId: ExamId, kind: z.enum(applicationKinds) }
const Subject = z.object({ paperId: PaperId, courseName: z.string() })
const some = (what: string) =>
  z.array(PersonId).min(1, `请选择${what}`).max(mostAppliedAtOnce, `一次最多选${mostAppliedAtOnce}人`)

const decisionProblems = [
  examProblems.notFound,
  examProblems.areaOnly,
  examProblems.applyDecided,
  examProblems.applyReview,
  commonProblems.notFound,
  commonProblems.stale,
]

/** So many of one kind are counted in one exam; so many exams are asked, the latest. */
export const mostWaitingCounted = 99
export const mostExamsWaiting = 8

export const waitingApplications = call('GET /api/exam/union/plan/application/waiting', {
  summary:
    "What schools have applied for in the caller's joint exams and is not decided yet, of the latest that are at work",
  ...jointOrganisers,
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      z.object({
        examId: ExamId,
        examName: z.string(),
        kind: z.enum(applicationKinds),
        /** At most so many are counted. */
        count: z.int().max(mostWaitingCounted),
      }),
    ),
  feeds: ['applications'],
})

export const ownApplications = call('GET /api/exam/union/plan/application/own', {
  summary: "The people of the caller's school for whom it may apply in a joint exam, each with what was applied for",
  ...jointSchoolPeople,
  scope: caller,
  input: () =>
    z.object({
      ...ofKind,
      ...pageFields,
      name: sought(),
      state: z.enum(['none', ...applicationStates]).optional(),
    }),
  output: () =>
    pageOf(
      z.object({
        personId: PersonId,
        personName: z.string(),
        /** Of a teacher, the subjects of the exam that are taught in it; of a candidate the number. */
        says: z.string(),
        /** Why nothing can be applied for. */
        barred: z.string().nullable(),
        application: Application.pick({
          paperIds: true,
          note: true,
          state: true,
          byName: true,
          at: true,
          review: true,
          version: true,
        }).optional(),
      }),
    ).extend({
      examName: z.string(),
      papers: z.array(Subject),
      pending: z.int(),
      /** Why the school applies for nothing now. */
      barred: z.string().nullable(),
    }),
  problems: [examProblems.notFound],
  feeds: ['applications', 'ownParts'],
})

export const apply = call('POST /api/exam/union/plan/application/save', {
  summary: 'Apply for people of the own school in a joint exam; again it is applied for anew',
  ...jointSchoolPeople,
  scope: caller,
  input: () =>
    z.object({
      ...ofKind,
      personIds: some('人员'),
      paperIds: z.array(PaperId).min(1, '请选择科目').max(mostPapers),
      note: optionalLine('说明', 100),
    }),
  /** Of them so many stood otherwise before. */
  output: () => z.object({ applied: z.int() }),
  problems: [
    examProblems.notFound,
    examProblems.applyClosed,
    examProblems.applyDecided,
    examProblems.applyNoAccount,
    examProblems.applyFull,
    commonProblems.notFound,
  ],
  refreshes: ['applications'],
})

export const withdrawApplications = call('POST /api/exam/union/plan/application/withdraw', {
  summary: 'Withdraw what the own school applied for, until it is approved',
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({ ...ofKind, personIds: some('人员') }),
  output: () => z.object({ withdrawn: z.int() }),
  problems: [examProblems.notFound, examProblems.applyDecided, commonProblems.notFound],
  refreshes: ['applications'],
})

export const applications = call('GET /api/exam/union/plan/application/list', {
  summary: 'What the schools of a joint exam apply for, in one state; of one school or of all, the latest first',
  ...applicationDeciders,
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      ...ofKind,
      ...keyset,
      state: z.enum(applicationStates).default('pending'),
      schoolId: SchoolId.optional(),
    }),
  output: () =>
    keysetOf(
      Application.omit({ schema: true, owner: true }).extend({
        /** Of a candidate, number and class. */
        says: z.string(),
      }),
    ).extend({
      examName: z.string(),
      papers: z.array(Subject),
    }),
  problems: [examProblems.notFound, examProblems.areaOnly],
  feeds: ['applications'],
})

export const decideApplications = call('POST /api/exam/union/plan/application/check', {
  summary: 'Approve what schools applied for, or return it with a reason; what was approved is taken back so',
  ...applicationDeciders,
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      examId: ExamId,
      /** Who is absent is decided where scripts are. */
      kind: z.enum(['teacher', 'transient']),
      ...decision,
    }),
  output: () => z.object({ decided: z.int() }),
  problems: [...decisionProblems, examProblems.applyNoAccount, examProblems.badTags],
  refreshes: ['applications', 'arrangement', 'markingTasks', 'tags'],
})
