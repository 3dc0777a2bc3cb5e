/** Rows of an exam that one act changes together: their writes, and the record of it, told by school. */
import type { AuditAct, Change } from '#shared/kit/acts.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { auditRecord } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { Rows, WriteItem } from '#functions/kit/table.ts'

export type Changed<T> = { before: T | undefined; after: T }

export const writing =
  <T, K>(store: Pick<Rows<T, K>, 'saving' | 'creating'>) =>
  ({ before, after }: Changed<T>): WriteItem =>
    before ? store.saving(after) : store.creating(after)

/** `say` tells of the rows of one school what became of them, without a name: a record is never erased. */
export const recordOf = <T extends { schoolName: string }>(
  { caller, act, exam, reason }: { caller: Caller; act: AuditAct; exam: Exam; reason?: string },
  changed: readonly Changed<T>[],
  say: (own: readonly Changed<T>[]) => Omit<Change, 'field'>,
): AuditRecord =>
  auditRecord(caller, act, exam.examId, {
    before: changed.map((c) => c.before ?? null),
    after: changed.map((c) => c.after),
    told: {
      name: exam.examName,
      count: changed.length,
      changes: [...Map.groupBy(changed, (c) => c.after.schoolName)].map(([field, own]) => ({ field, ...say(own) })),
    },
    tenant: exam.owner,
    ...(reason ? { reason } : {}),
  })
