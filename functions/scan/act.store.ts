/** The record of what was done to a paper's scans as a whole, and how the paper is recognised. */
import { PaperAct, ScanConfig } from '#shared/scan/act.types.ts'
import type { PaperActKind } from '#shared/scan/act.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'

const table = 'TABLE_SCAN'

export const acts = rows({
  table,
  schema: PaperAct,
  hangsOn: under('paper', ({ paperId }) => ({ index: 'gsi1', pk: `acts#${paperId}` })),
  personal: 'staff',
  key: (of: { paperId: string; actId: string }) => ({ pk: `act#${of.paperId}#${of.actId}`, sk: 'act' }),
  index: (a) => ({ gsi1pk: `acts#${a.paperId}`, gsi1sk: `${a.at}#${a.actId}` }),
})

/** Whether the last act on a paper is this one, by this person. */
export const lastAct = async (paperId: string, act: PaperActKind, who: Pick<Caller, 'userId'>): Promise<boolean> => {
  const [last] = await acts.queryIndex('gsi1', `acts#${paperId}`, { reverse: true, limit: 1 })
  return last?.act === act && last.by === who.userId
}

export const configs = rows({
  table,
  schema: ScanConfig,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `config#${paperId}` })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: `config#${of.paperId}`, sk: 'config' }),
})
export const configOf = async (paper: Pick<Paper, 'paperId' | 'examId' | 'owner'>): Promise<ScanConfig> =>
  (await configs.get(paper)) ?? {
    schema: 1,
    paperId: paper.paperId,
    examId: paper.examId,
    owner: paper.owner,
    mode: 'standard',
    version: 0,
  }

/**
 * Puts an act on record, in the paper's own list and in the audit trail, in one transaction with what it changes (I16).
 * null when something of it changed since it was read; the act that is there already when it was asked for before.
 */
export const actOnRecord = async (
  paperId: PaperId,
  of: { actId: string; act: PaperActKind; note: string; reason: string },
  caller: Caller,
  writes: readonly WriteItem[] = [],
): Promise<{ act: PaperAct; repeated: boolean } | null> => {
  const known = await acts.get({ paperId, actId: of.actId })
  if (known) return { act: known, repeated: true }
  const act: PaperAct = {
    schema: 1,
    paperId,
    ...of,
    at: now(),
    by: caller.userId,
    byName: caller.userName,
  }
  const record = auditRecord(caller, `scan.${of.act}`, paperId, { after: of.note, reason: of.reason })
  if (await audited([acts.creating(act), ...writes], record)) return { act, repeated: false }
  const there = await acts.get({ paperId, actId: of.actId })
  return there && { act: there, repeated: true }
}
