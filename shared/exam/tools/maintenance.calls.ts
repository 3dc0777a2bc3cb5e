/** Maintenance of an exam: deleting it although it has sheets or results. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { examMaintainers, examManagers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { prose } from '#shared/kit/text.ts'
import { examProblems } from '../exam.problems.ts'
import { Exam, ExamPaper } from '../exam.types.ts'
import { ForcedDeletion } from './maintenance.types.ts'

const ofExam = { ...examMaintainers, scope: on('exam', 'examId') }
const Reason = prose('请填写原因', 2, 200)
/** It is proved anew who acts. */
const acting = {
  ...ofExam,
  fresh: true,
  refreshes: ['maintenance', 'exam', 'exams', 'report', 'publication', 'markingTasks'],
} as const

export const maintenance = call('GET /api/exam/plan/maintenance', {
  summary: 'What would go with an exam that is deleted by force, who asked for it, and until when it can be had back',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    Exam.pick({
      examId: true,
      examName: true,
      candidateCount: true,
      schoolCount: true,
      status: true,
      deletedAt: true,
      version: true,
    }).extend({
      papers: z.array(ExamPaper.pick({ courseName: true, furthest: true })),
      needsSecond: z.boolean(),
      /** Asked for, and not done yet; `mayConfirm`: the caller is another than who asked. */
      asked: ForcedDeletion.pick({ reason: true, askedByName: true, askedAt: true, version: true })
        .extend({ mayConfirm: z.boolean() })
        .optional(),
      done: ForcedDeletion.pick({ reason: true, askedByName: true, doneByName: true, doneAt: true })
        .extend({ until: z.int() })
        .optional(),
    }),
  problems: [examProblems.notFound],
  feeds: ['maintenance', 'exam'],
})

export const askedDeletions = call('GET /api/exam/plan/maintenance/asked', {
  summary: 'Exams of several schools of which one person has asked that they be deleted, and another is waited for',
  ...examMaintainers,
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      ForcedDeletion.pick({ examId: true, reason: true, askedByName: true, askedAt: true }).extend({
        examName: z.string(),
        mayConfirm: z.boolean(),
      }),
    ),
  feeds: ['maintenance', 'exam'],
})

export const deletedExams = call('GET /api/exam/plan/deleted', {
  summary: 'Exams that were deleted and can be had back, the last first',
  ...examManagers,
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      Exam.pick({ examId: true, examName: true, gradeName: true, examDate: true, candidateCount: true }).extend({
        deletedAt: z.int(),
        until: z.int(),
        /** It is had back with a reason, by its administration. */
        byForce: z.boolean(),
      }),
    ),
  feeds: ['exams', 'maintenance'],
})

export const forceDelete = call('POST /api/exam/plan/maintenance/delete', {
  summary: 'Delete an exam although it has sheets or results; of several schools, ask another to agree',
  ...acting,
  input: () => z.object({ examId: ExamId, version: z.int(), reason: Reason }),
  output: () => z.object({ deleted: z.boolean() }),
  problems: [examProblems.notFound, examProblems.forceAsked, commonProblems.stale],
})

export const confirmForceDelete = call('POST /api/exam/plan/maintenance/confirm', {
  summary: 'Agree, as another person, that an exam of several schools is deleted',
  ...acting,
  input: () => z.object({ examId: ExamId, version: z.int() }),
  output: () => z.object({ deleted: z.boolean() }),
  problems: [examProblems.notFound, examProblems.forceGone, examProblems.forceSame, commonProblems.stale],
})

export const cancelForceDelete = call('POST /api/exam/plan/maintenance/cancel', {
  summary: 'Take back, or refuse, that an exam of several schools is to be deleted',
  ...ofExam,
  input: () => z.object({ examId: ExamId, version: z.int() }),
  output: () => z.object({ cancelled: z.boolean() }),
  problems: [examProblems.notFound, examProblems.forceGone, commonProblems.stale],
  refreshes: ['maintenance'],
})

export const undoForceDelete = call('POST /api/exam/plan/maintenance/undo', {
  summary: 'Have an exam back that was deleted by force, with its sheets and results, within ninety days',
  ...acting,
  input: () => z.object({ examId: ExamId, reason: Reason }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.forceGone, commonProblems.stale],
})
