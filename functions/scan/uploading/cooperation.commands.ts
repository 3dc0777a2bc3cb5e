import type * as calls from '#shared/scan/doubts/exception.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { actOnRecord } from '../act.store.ts'
import { ensureCounted, sheetCounts } from '../counts.ts'
import { cooperations, freeAll, heldIn, members } from '../batches/lease.ts'
import { managedPaper, seenPaper, uploadedPaper } from '../managed.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const statusOf = async (paperId: PaperId, caller: Caller) => {
  const seen = await seenPaper(paperId, caller)
  await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
  const [row, all, held, sums] = await Promise.all([
    cooperations.get({ paperId }),
    members.query(`cooperation#${paperId}`, { prefix: 'member#', consistent: true }),
    heldIn(paperId),
    sheetCounts.read(paperId),
  ])
  const open = row?.open ?? false
  return {
    open,
    groups: row?.groups ?? 0,
    openedBy: row?.openedBy ?? '',
    members: all.map((m) => ({
      userId: m.userId,
      userName: m.userName,
      groupIndex: m.groupIndex,
      settled: m.settled,
      holds: held.filter((h) => h.userId === m.userId).length,
    })),
    joined: open ? (all.find((m) => m.userId === caller.userId)?.groupIndex ?? null) : null,
    left: sums.get('queue') ?? 0,
    mayManage: seen.sight.manages,
  }
}

export const openCooperation = async (
  input: InputOf<typeof calls.openCooperation>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.openCooperation>> => {
  const { paper } = await managedPaper(input.paperId, caller)
  const before = await cooperations.get(paper)
  if (before?.open && before.groups === input.groups) return statusOf(input.paperId, caller)
  const row = {
    schema: 1 as const,
    paperId: input.paperId,
    open: true,
    groups: input.groups,
    openedBy: caller.userName,
    version: before?.version ?? 1,
  }
  const of = { actId: newId<string>('attempt'), act: 'cooperate' as const, note: `${input.groups}组`, reason: '' }
  const write = before ? cooperations.saving(row) : cooperations.creating(row)
  if (!(await actOnRecord(input.paperId, of, caller, [write]))) return refuseStale(cooperations, paper)
  return statusOf(input.paperId, caller)
}

export const closeCooperation = async (
  input: InputOf<typeof calls.closeCooperation>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.closeCooperation>> => {
  const { paper } = await managedPaper(input.paperId, caller)
  const before = await cooperations.get(paper)
  if (before?.open) {
    const of = { actId: newId<string>('attempt'), act: 'endCooperation' as const, note: '', reason: '' }
    const done = await actOnRecord(input.paperId, of, caller, [cooperations.saving({ ...before, open: false })])
    if (!done) return refuseStale(cooperations, paper)
  }
  // What a claim took since is free when its time is over.
  await freeAll(input.paperId)
  for (const m of await members.query(`cooperation#${input.paperId}`, { prefix: 'member#' })) await members.remove(m)
  return statusOf(input.paperId, caller)
}

export const joinCooperation = async (
  input: InputOf<typeof calls.joinCooperation>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.joinCooperation>> => {
  await uploadedPaper(input.paperId, caller)
  const row = await cooperations.get(input)
  if (!row?.open || input.groupIndex > row.groups) return refuse(scanProblems.groupClosed)
  const at = { paperId: input.paperId, userId: caller.userId }
  await members.edit(at, (known) => {
    if (known?.groupIndex === input.groupIndex) return null
    const { userName } = caller
    return { schema: 1, ...at, userName, groupIndex: input.groupIndex, settled: known?.settled ?? 0, version: 1 }
  })
  return statusOf(input.paperId, caller)
}
