import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ExamId, SchoolId } from '#shared/kit/ids.ts'
import { jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line, optionalLine } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { phoneTyped } from './part.rules.ts'
import { Contact, Reminder } from './part.types.ts'
import { mostGroupedAtOnce } from './school.calls.ts'

const ofSchools = {
  ...jointOrganisers,
  scope: on('exam', 'examId'),
  /** Those that stood otherwise before: an undo is theirs. */
  output: () => z.object({ schools: z.int(), schoolIds: z.array(SchoolId) }),
  problems: [examProblems.notFound, examProblems.areaOnly, commonProblems.stale],
  refreshes: ['jointSchools'],
} as const
const chosen = {
  examId: ExamId,
  schoolIds: z.array(SchoolId).min(1, '请选择学校').max(mostGroupedAtOnce, `一次最多选${mostGroupedAtOnce}所学校`),
}

export const remindSchools = call('POST /api/exam/union/plan/school/remind', {
  ...ofSchools,
  summary:
    "Send schools of a joint exam a reminder; its words stand on their people's own page of the exam, and go to their telephones where that is wished",
  input: () =>
    z.object({
      ...chosen,
      text: line('提醒内容', 200),
      /** To the contacts' mobile phones too, once a day. */
      message: z.boolean().default(false),
    }),
  output: () =>
    z.object({
      schools: z.int(),
      schoolIds: z.array(SchoolId),
      /** Of messages that were wished: on their way, without a mobile number, sent on this day before, not taken. */
      messages: z.object({ sent: z.int(), noNumber: z.int(), today: z.int(), failed: z.int() }).optional(),
    }),
  problems: [...ofSchools.problems, examProblems.messageNoNumber, examProblems.messageMany],
})

export const extendSchools = call('POST /api/exam/union/plan/school/due', {
  ...ofSchools,
  summary: 'Give schools of a joint exam until another time to hand in; without a time until the exam’s own',
  input: () => z.object({ ...chosen, dueAt: z.int().optional() }),
  problems: [...ofSchools.problems, examProblems.dueBefore],
})

export const closeSchools = call('POST /api/exam/union/plan/school/close', {
  ...ofSchools,
  summary: 'Close the handing in of schools of a joint exam with a reason, or open it again',
  input: () => z.object({ ...chosen, closed: z.boolean(), reason: optionalLine('原因', 100) }),
})

export const takeOverSchools = call('POST /api/exam/union/plan/school/scanner', {
  ...ofSchools,
  summary: 'Take over the scanning of schools of a joint exam, or give it back to their own people',
  input: () => z.object({ ...chosen, takenOver: z.boolean() }),
})

export const OwnPart = z.object({
  examId: ExamId,
  examName: z.string(),
  examDate: z.int(),
  organiser: z.string(),
  courses: z.array(z.string()),
  classCount: z.int(),
  candidateCount: z.int(),
  answer: z.enum(['none', 'accepted', 'declined']),
  answeredAt: z.int().optional(),
  reason: z.string(),
  dueAt: z.int(),
  /** Why the school hands in nothing now. */
  barred: z.string().nullable(),
  /** Of its papers: of so many its own answers came, so many are over for all schools. */
  papers: z.int(),
  begun: z.int(),
  over: z.int(),
  reminders: z.array(Reminder),
  contact: Contact.optional(),
  contactVersion: z.int(),
  /** Of the answer. */
  version: z.int(),
})

export type OwnPart = z.infer<typeof OwnPart>

export const listOwnParts = call('GET /api/exam/union/plan/part/list', {
  summary: "The joint exams that the caller's school takes part in, with what their organisers said to it",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({}),
  output: () => z.array(OwnPart),
  feeds: ['exam', 'ownParts'],
})

export const answerPart = call('POST /api/exam/union/plan/part/answer', {
  summary: "Say whether the caller's school takes part in a joint exam; until its first sheets it may say otherwise",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({ examId: ExamId, accepts: z.boolean(), reason: optionalLine('原因', 100), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.reasonNeeded, examProblems.partBegun, commonProblems.stale],
  refreshes: ['ownParts'],
})

export const sayContact = call('POST /api/exam/union/plan/part/contact', {
  summary: "Say who is asked for by telephone of the caller's school in a joint exam; its organiser reads it",
  ...jointSchoolPeople,
  scope: caller,
  input: () =>
    z.object({
      examId: ExamId,
      name: line('联系人', 20),
      phone: phoneTyped(),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, commonProblems.stale],
  refreshes: ['ownParts'],
})
