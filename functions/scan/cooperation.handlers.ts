/** Several people at one pile: who they are, how far they are, and which items are whose just now. */
import * as calls from '#shared/scan/exception.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { actOnRecord } from './act.store.ts'
import { ensureCounted, sheetCounts } from './counts.ts'
import { doubtRows, queueFrom } from './doubt.read.ts'
import { cooperations, freeAll, groupOf, heldIn, itemOf, leaseMs, members, take } from './lease.ts'
import { managedPaper, seenPages, seenPaper, uploadedPaper } from './managed.ts'
import type { Seen } from './managed.ts'

const statusOf = async (paperId: PaperId, caller: Caller) => {
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

/** So many waiting pages are looked at for free ones by one request. */
const looks = 5
const atOnce = 100

/** Takes up to `count` pages of the own group, then of the others; nobody else gets them while they are held. */
const claim = async (seen: Seen, groups: number, group: number, count: number, caller: Caller): Promise<ScanPage[]> => {
  const { paperId } = seen.paper
  const mine: ScanPage[] = []
  for (const own of [true, false]) {
    let after: string | undefined
    for (let look = 0; look < looks && mine.length < count; look++) {
      const { list, next } = await queueFrom(paperId, after, atOnce)
      for (const page of (await seenPages(seen, list)).list) {
        if (mine.length >= count) break
        if ((groupOf(itemOf(page), groups) === group) !== own) continue
        if (await take(paperId, itemOf(page), caller)) mine.push(page)
      }
      if (next === undefined) break
      after = next
    }
    if (mine.length >= count) break
  }
  return mine
}

export const cooperationHandlers = [
  implement(calls.cooperationStatus, ({ input, caller }) => statusOf(input.paperId, caller)),
  implement(calls.cooperationSchedule, ({ input, caller }) => statusOf(input.paperId, caller)),

  implement(calls.openCooperation, async ({ input, caller }) => {
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
  }),

  implement(calls.closeCooperation, async ({ input, caller }) => {
    const { paper } = await managedPaper(input.paperId, caller)
    const before = await cooperations.get(paper)
    if (before?.open) {
      const of = { actId: newId<string>('attempt'), act: 'endCooperation' as const, note: '', reason: '' }
      const done = await actOnRecord(input.paperId, of, caller, [cooperations.saving({ ...before, open: false })])
      if (!done) return refuseStale(cooperations, paper)
    }
    // What a claim took meanwhile is free when its time is over.
    await freeAll(input.paperId)
    for (const m of await members.query(`cooperation#${input.paperId}`, { prefix: 'member#' })) await members.remove(m)
    return statusOf(input.paperId, caller)
  }),

  implement(calls.joinCooperation, async ({ input, caller }) => {
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
  }),

  implement(calls.claimDoubts, async ({ input, caller }) => {
    const seen = await uploadedPaper(input.paperId, caller)
    const [row, me] = await Promise.all([
      cooperations.get(input),
      members.get({ paperId: input.paperId, userId: caller.userId }),
    ])
    if (!row?.open || !me) return refuse(scanProblems.groupClosed)
    const found = await claim(seen, row.groups, me.groupIndex, input.count, caller)
    const sums = await sheetCounts.read(input.paperId)
    return { list: await doubtRows(seen, found), left: sums.get('queue') ?? 0, until: now() + leaseMs }
  }),
]
