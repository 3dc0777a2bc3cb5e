import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ExamId, JobId, SchoolId } from '#shared/kit/ids.ts'
import { jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { optionalLine } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { ExamInvite, SchoolCodeTyped } from './invite.types.ts'

const organising = { ...jointOrganisers, scope: on('exam', 'examId') } as const
const comes = [
  examProblems.notFound,
  examProblems.rosterFixed,
  examProblems.schoolThere,
  examProblems.withoutGrade,
  examProblems.tooManySchools,
  examProblems.oneSchool,
]

export const invites = call('GET /api/exam/union/plan/invite/list', {
  summary: 'The schools of other areas that were asked to take part in a joint exam, and what they answered',
  ...organising,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.array(
      ExamInvite.pick({
        schoolId: true,
        schoolName: true,
        areaName: true,
        state: true,
        reason: true,
        at: true,
        version: true,
      }).extend({
        byName: z.string(),
        /** Not answered while the exam's cards came: it cannot be any more. */
        lapsed: z.boolean(),
      }),
    ),
  problems: [examProblems.notFound, examProblems.areaOnly],
  feeds: ['jointSchools', 'invites'],
})

export const inviteSchool = call('POST /api/exam/union/plan/invite/save', {
  summary: 'Ask a school of another area, by its code, to take part in a joint exam; or once more one that was asked',
  ...organising,
  input: () =>
    z.union([
      z.strictObject({ examId: ExamId, schoolCode: SchoolCodeTyped }),
      /** Only one that was asked before. */
      z.strictObject({ examId: ExamId, schoolId: SchoolId }),
    ]),
  output: () => z.object({ schoolName: z.string() }),
  problems: [
    ...comes,
    examProblems.areaOnly,
    examProblems.inviteUnknown,
    examProblems.inviteOwn,
    examProblems.inviteLapsed,
  ],
  refreshes: ['invites'],
})

export const withdrawInvite = call('POST /api/exam/union/plan/invite/withdraw', {
  summary: 'Ask a school of another area no more; what it has accepted stays',
  ...organising,
  input: () => z.object({ examId: ExamId, schoolId: SchoolId, version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.areaOnly, examProblems.inviteGone, commonProblems.stale],
  refreshes: ['invites'],
})

/** `coming`: accepted, and its roster is being copied; `stopped`: accepted, and that broke off. */
export const entries = ['asked', 'coming', 'stopped'] as const

export const OwnInvite = z.object({
  examId: ExamId,
  examName: z.string(),
  examDate: z.int(),
  gradeName: z.string(),
  courses: z.array(z.string()),
  organiser: z.string(),
  byName: z.string(),
  entry: z.enum(entries),
  version: z.int(),
})
export type OwnInvite = z.infer<typeof OwnInvite>

export const ownInvites = call('GET /api/exam/union/plan/invite/own', {
  summary:
    "The joint exams of other areas in which the caller's school is asked to take part, or has accepted and is not in yet",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({}),
  output: () => z.array(OwnInvite),
  feeds: ['invites', 'ownParts'],
})

export const answerInvite = call('POST /api/exam/union/plan/invite/answer', {
  summary:
    "Say whether the caller's school takes part in another area's joint exam; if so its roster is copied by a job",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({ examId: ExamId, accepts: z.boolean(), reason: optionalLine('原因', 100), version: z.int() }),
  /** The job is its organiser's. */
  output: () => z.object({ version: z.int(), uuid: JobId.optional() }),
  problems: [
    ...comes,
    examProblems.inviteGone,
    examProblems.inviteLapsed,
    examProblems.reasonNeeded,
    commonProblems.stale,
  ],
  refreshes: ['invites', 'ownParts'],
})
