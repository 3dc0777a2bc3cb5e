/**
 * Marking again, before scores are released: back to the queue (重置阅卷), or by others (重评). What it would do is shown
 * first, by the same rules.
 */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, JobId, PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { line, prose } from '#shared/kit/text.ts'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { AgainRound, AgainScope, againRules, againStates, mostAgain } from './again.types.ts'
import type { AgainRule, AgainState } from './again.types.ts'
import { markingProblems } from '../marking.problems.ts'

const resets = { ...ofTool('reset-read'), scope: on('paper', 'paperId') }
const remarks = { ...ofTool('remark'), scope: on('paper', 'paperId') }

const problems = [
  markingProblems.notManager,
  markingProblems.notOpen,
  markingProblems.noQuestion,
  markingProblems.noCandidate,
  markingProblems.againReleased,
  markingProblems.againTwice,
  markingProblems.againAlone,
  markingProblems.againBusy,
  markingProblems.againImported,
]

/** Which marks, as people say it; without markers all, without a number every candidate. */
const Wish = AgainScope.omit({ studentIds: true, since: true }).extend({
  paperId: PaperId,
  studentNumbers: z.array(line('考号', 40)).max(mostAgain.students).optional(),
})
const Remark = Wish.extend({ rule: z.enum(Object.keys(againRules) as [AgainRule, ...AgainRule[]]) })
const Act = { reason: prose('请填写原因', 2, 200), attemptId: AttemptId }

const Look = z.object({
  /** Marks that would be taken back, or second marks that would be asked for, and by question. */
  marks: z.int(),
  questions: z.array(z.object({ number: z.string(), marks: z.int() })),
  /** Of them decisions of arbitrators. */
  finals: z.int(),
  /** Counted and not looked at one by one: of a large exam. */
  about: z.boolean(),
  /** Marking is closed, and would be open again. */
  reopens: z.boolean(),
  /** Nothing is left to take back, but an act of these questions that failed would go on. */
  resumes: z.boolean(),
})
export type AgainLook = z.infer<typeof Look>

const rounds = pageOf(
  AgainRound.omit({
    schema: true,
    paperId: true,
    studentIds: true,
    second: true,
    begunAt: true,
    doneAt: true,
    jobId: true,
  }).extend({
    stands: z.enum(Object.keys(againStates) as [AgainState, ...AgainState[]]),
    numbers: z.array(z.string()),
    markerNames: z.array(z.string()),
    /** Candidates that it is of; null: all. */
    students: z.int().nullable(),
    /** Second marks of so many percent, near lines. */
    share: z.int().optional(),
  }),
).extend({
  questions: z.array(z.object({ questionId: QuestionId, number: z.string(), twice: z.boolean() })),
  markers: z.array(z.object({ userId: UserId, markerName: z.string(), marked: z.int() })),
  state: z.enum(['draft', 'open', 'closing', 'closed']),
  released: z.boolean(),
})

export const repeatRead = call('POST /api/exam/mark/handle/repeatRead', {
  summary: 'What putting marks back to the queue would take back; changes nothing',
  ...resets,
  input: () => Wish,
  output: () => Look,
  problems,
})

export const repeatStart = call('POST /api/exam/mark/handle/repeatStart', {
  summary: 'Take marks back and queue their answers again: of questions, of markers, of candidates',
  ...resets,
  input: () => Wish.extend(Act),
  output: () => z.object({ uuid: JobId }),
  problems: [...problems, markingProblems.againNothing, markingProblems.conflict],
  refreshes: ['againRounds', 'markingProgress', 'markingTasks', 'arrangement', 'jobs'],
})

export const repeatRecord = call('GET /api/exam/mark/handle/repeatRecord', {
  summary: 'What was put back to the queue, newest first: who did it, why, and how many marks',
  ...resets,
  input: () => z.object({ ...pageFields, paperId: PaperId }),
  output: () => rounds,
  problems: [markingProblems.notManager],
  feeds: ['againRounds'],
})

export const remarkRead = call('POST /api/exam/mark/remark/read', {
  summary: 'What marking by others would take back or ask for; changes nothing',
  ...remarks,
  input: () => Remark,
  output: () => Look,
  problems,
})

export const remarkStart = call('POST /api/exam/mark/remark/start', {
  summary: 'Have answers marked again by others: the new marks count, or both by the rule of double marking',
  ...remarks,
  input: () => Remark.extend(Act),
  output: () => z.object({ uuid: JobId }),
  problems: [...problems, markingProblems.againNothing, markingProblems.conflict],
  refreshes: ['againRounds', 'markingProgress', 'markingTasks', 'arrangement', 'jobs'],
})

export const remarkRecord = call('GET /api/exam/mark/remark/record', {
  summary: 'What was given to others to mark again, newest first',
  ...remarks,
  input: () => z.object({ ...pageFields, paperId: PaperId }),
  output: () => rounds,
  problems: [markingProblems.notManager],
  feeds: ['againRounds'],
})
