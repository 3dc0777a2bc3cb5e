/** Maintenance of an exam: ending the marking of its papers although answers have no mark. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { examMaintainers } from '#shared/kit/people.ts'
import { ExamId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { prose } from '#shared/kit/text.ts'
import { markingProblems } from '../marking.problems.ts'
import { Arrangement } from '../marking.types.ts'
import { ForcedCompletion } from './cut.types.ts'

/** So many papers are ended together: one transaction holds them all. */
const mostPapers = 20
const ofExam = { ...examMaintainers, scope: on('exam', 'examId') }
const Reason = prose('请填写原因', 2, 200)
/** Papers with the version of what was seen of each. */
const Seen = z.object({
  examId: ExamId,
  papers: z
    .array(z.object({ paperId: PaperId, version: z.int() }))
    .min(1, '请选择科目')
    .max(mostPapers),
})
/** It is proved anew who acts. */
const acting = {
  ...ofExam,
  fresh: true,
  refreshes: ['marking', 'markingTasks', 'exam', 'exams', 'publication'],
} as const

export const cutStand = call('GET /api/exam/plan/maintenance/marking', {
  summary:
    'How many answers of each paper have no mark, who asked that its marking be ended, and until when it can be opened again',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      examId: ExamId,
      examName: z.string(),
      needsSecond: z.boolean(),
      papers: z.array(
        Arrangement.pick({ paperId: true, state: true, version: true }).extend({
          courseName: z.string(),
          released: z.boolean(),
          /** Counters are being made: figures are not whole yet. */
          counting: z.boolean(),
          /** Candidates with sheets, and those of them that lack a score. */
          present: z.int(),
          unfinished: z.int(),
          /** Pages that have no place yet. */
          openPages: z.int(),
          /** Questions with answers that have no final mark. */
          questions: z.array(z.object({ number: z.string(), left: z.int() })),
          asked: ForcedCompletion.pick({ reason: true, askedByName: true, askedAt: true, version: true })
            .extend({ mayConfirm: z.boolean() })
            .optional(),
          done: ForcedCompletion.pick({ reason: true, askedByName: true, doneByName: true, doneAt: true })
            .extend({ until: z.int() })
            .optional(),
        }),
      ),
    }),
  problems: [commonProblems.notFound],
  feeds: ['marking', 'exam', 'publication'],
})

export const askedCuts = call('GET /api/exam/plan/maintenance/marking/asked', {
  summary: 'Exams of several schools of which one person has asked that marking be ended, and another is waited for',
  ...examMaintainers,
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      ForcedCompletion.pick({ examId: true, reason: true, askedByName: true, askedAt: true }).extend({
        examName: z.string(),
        courseNames: z.array(z.string()),
        mayConfirm: z.boolean(),
      }),
    ),
  feeds: ['marking', 'exam'],
})

export const cutMarking = call('POST /api/exam/plan/maintenance/complete', {
  summary: 'End the marking of papers although answers have no mark; of several schools, ask another to agree',
  ...acting,
  input: () => Seen.extend({ reason: Reason }),
  output: () => z.object({ done: z.boolean() }),
  problems: [commonProblems.notFound, markingProblems.cutNotOpen, markingProblems.cutAsked, commonProblems.stale],
})

export const confirmCut = call('POST /api/exam/plan/maintenance/complete/confirm', {
  summary: 'Agree, as another person, that the marking of papers of several schools is ended',
  ...acting,
  input: () => Seen,
  output: () => z.object({ done: z.boolean() }),
  problems: [
    commonProblems.notFound,
    markingProblems.cutSame,
    markingProblems.cutNotOpen,
    markingProblems.cutGone,
    commonProblems.stale,
  ],
})

export const cancelCut = call('POST /api/exam/plan/maintenance/complete/cancel', {
  summary: 'Take back, or refuse, that the marking of papers is to be ended',
  ...ofExam,
  input: () => Seen,
  output: () => z.object({ cancelled: z.boolean() }),
  problems: [commonProblems.notFound, markingProblems.cutGone, commonProblems.stale],
  refreshes: ['marking'],
})

export const undoCut = call('POST /api/exam/plan/maintenance/complete/undo', {
  summary: 'Open marking again that was ended by force, as it was, within ninety days',
  ...acting,
  input: () => z.object({ examId: ExamId, paperIds: z.array(PaperId).min(1).max(mostPapers), reason: Reason }),
  output: () => z.object({ opened: z.boolean() }),
  problems: [commonProblems.notFound, markingProblems.cutGone, commonProblems.stale],
})
