/**
 * An exam is deleted by force: hidden with its sheets and results at once, and had back whole for ninety days. Effect and
 * record are one transaction (I16); of several schools it takes two people.
 */
import type * as calls from '#shared/exam/tools/maintenance.calls.ts'
import type { AnswerOf } from '#shared/kit/call.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { accountsOf, isSecond, needsSecond, openAsk, standingDeletion } from '#shared/exam/tools/maintenance.rules.ts'
import type { ForcedDeletion } from '#shared/exam/tools/maintenance.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { keptDeletedMs } from '#functions/kit/table.ts'
import { examOf } from '../exam.public.ts'
import { askedPlace, deletedPlace, exams, forcedDeletions, purgesDue } from '../exam.store.ts'
import { savingExam } from '../listed.ts'

/** The exam, deleted or not, for who manages it. @throws Barred; Refused notFound */
export const maintained = async (
  examId: string,
  caller: Caller,
): Promise<{ exam: Exam; row: ForcedDeletion | null }> => {
  const [exam, row] = await Promise.all([examOf(examId), forcedDeletions.get({ examId })])
  if (!exam) return refuse(examProblems.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return { exam, row }
}

const recordOf = (act: 'ask' | 'delete' | 'cancel' | 'undo', exam: Exam, reason: string, caller: Caller) =>
  auditRecord(
    caller,
    ({ ask: 'exam.forceAsk', delete: 'exam.forceDelete', cancel: 'exam.forceCancel', undo: 'exam.forceUndo' } as const)[
      act
    ],
    exam.examId,
    { before: exam, after: { deleted: act === 'delete' }, reason, told: { name: exam.examName }, tenant: exam.owner },
  )

const remove = async (exam: Exam, row: ForcedDeletion, caller: Caller): Promise<{ deleted: boolean }> => {
  const deletedAt = now()
  const gone = { ...exam, deletedAt, deletedBy: caller.userId }
  const done = { ...row, doneBy: caller.userId, doneByName: caller.userName, doneAt: deletedAt }
  const due = purgesDue.putting({ schema: 1, examId: exam.examId, owner: exam.owner, since: deletedAt })
  const record = recordOf('delete', exam, row.reason, caller)
  if (await audited([...savingExam(gone), forcedDeletions.saving(done), due], record)) return { deleted: true }
  // A "no" may be our own write whose answer was lost.
  const there = await exams.get(exam)
  if (there?.deletedAt === deletedAt && there.deletedBy === caller.userId) return { deleted: true }
  return refuseStale(exams, exam)
}

/** @throws Barred; Refused notFound, forceAsked, stale */
export const askOrDelete = async (
  { examId, version, reason }: { examId: Exam['examId']; version: number; reason: string },
  caller: Caller,
): Promise<{ deleted: boolean }> => {
  const { exam, row: last } = await maintained(examId, caller)
  if (exam.deletedAt !== undefined) return refuse(examProblems.notFound)
  if (exam.version !== version) return refuseStale(exams, exam)
  if (openAsk(last)) return refuse(examProblems.forceAsked)
  const row: ForcedDeletion = {
    schema: 1,
    examId,
    owner: exam.owner,
    reason,
    askedBy: caller.userId,
    askedByName: caller.userName,
    askedAs: accountsOf(caller) as ForcedDeletion['askedAs'],
    askedAt: now(),
    version: last?.version ?? 0,
  }
  if (!needsSecond(exam)) return remove(exam, row, caller)
  const done = await audited([forcedDeletions.saving(row)], recordOf('ask', exam, reason, caller))
  return done ? { deleted: false } : refuseStale(forcedDeletions, { examId })
}

/** What is asked for, as it was seen. @throws Barred; Refused notFound, forceGone, stale */
const asked = async (examId: string, version: number, caller: Caller): Promise<{ exam: Exam; row: ForcedDeletion }> => {
  const { exam, row } = await maintained(examId, caller)
  const open = exam.deletedAt === undefined ? openAsk(row) : null
  if (!open) return refuse(examProblems.forceGone)
  return open.version === version ? { exam, row: open } : refuseStale(forcedDeletions, { examId })
}

/** @throws as `asked`, forceSame */
export const confirm = async (examId: string, version: number, caller: Caller): Promise<{ deleted: boolean }> => {
  const { exam, row } = await asked(examId, version, caller)
  return isSecond(row, caller) ? remove(exam, row, caller) : refuse(examProblems.forceSame)
}

/** @throws as `asked` */
export const cancel = async (examId: string, version: number, caller: Caller): Promise<{ cancelled: boolean }> => {
  const { exam, row } = await asked(examId, version, caller)
  const over = { ...row, overAt: now(), overByName: caller.userName }
  const done = await audited([forcedDeletions.saving(over)], recordOf('cancel', exam, row.reason, caller))
  return done ? { cancelled: true } : refuseStale(forcedDeletions, { examId })
}

/** @throws Barred; Refused notFound, forceGone, stale */
export const undo = async (examId: string, reason: string, caller: Caller): Promise<{ version: number }> => {
  const { exam, row } = await maintained(examId, caller)
  if (exam.deletedAt === undefined || !row || !standingDeletion(row)) return refuse(examProblems.forceGone)
  const { deletedAt: _at, deletedBy: _by, ...kept } = exam
  const over = { ...row, overAt: now(), overByName: caller.userName }
  const done = await audited(
    [...savingExam(kept), forcedDeletions.saving(over)],
    recordOf('undo', exam, reason, caller),
  )
  return done ? { version: exam.version + 1 } : refuseStale(exams, exam)
}

/** What waits for a second person, of the exams that the caller manages. */
export const askedDeletions = async (caller: Caller): Promise<AnswerOf<typeof calls.askedDeletions>> => {
  const rows = await forcedDeletions.queryIndex('gsi1', askedPlace(caller.tenant))
  const found = new Map((await exams.getMany(rows)).map((e) => [e.examId as string, e]))
  return rows.flatMap((row) => {
    const exam = found.get(row.examId)
    if (!exam || exam.deletedAt !== undefined || !mayManage(exam, caller)) return []
    const { examId, examName } = exam
    const { reason, askedByName, askedAt } = row
    return [{ examId, examName, reason, askedByName, askedAt, mayConfirm: isSecond(row, caller) }]
  })
}

/** So many are listed, those deleted last. */
const mostDeleted = 100

/** What can be had back still, of the exams that the caller manages: the last deleted first. */
export const deletedExams = async (caller: Caller): Promise<AnswerOf<typeof calls.deletedExams>> => {
  const place = deletedPlace(caller.tenant)
  const due = await purgesDue.queryIndex('gsi1', place, { reverse: true, limit: mostDeleted })
  const [there, forced] = await Promise.all([exams.getMany(due), forcedDeletions.getMany(due)])
  const rows = new Map(forced.map((row) => [row.examId as string, row]))
  return there
    .flatMap((exam) => {
      const { examId, examName, gradeName, examDate, candidateCount, deletedAt } = exam
      if (deletedAt === undefined || !mayManage(exam, caller)) return []
      const byForce = standingDeletion(rows.get(examId) ?? null) !== null
      return [
        { examId, examName, gradeName, examDate, candidateCount, deletedAt, until: deletedAt + keptDeletedMs, byForce },
      ]
    })
    .sort((a, b) => b.deletedAt - a.deletedAt)
}
