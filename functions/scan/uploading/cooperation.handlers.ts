/** Several people at one pile: who they are, how far they are, and which items are whose just now. */
import * as calls from '#shared/scan/doubts/exception.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { sheetCounts } from '../counts.ts'
import { doubtRows, queueFrom } from '../doubts/doubt.read.ts'
import { cooperations, groupOf, itemOf, leaseMs, members, take } from '../batches/lease.ts'
import { seenPages, uploadedPaper } from '../managed.ts'
import type { Seen } from '../managed.ts'
import * as commands from './cooperation.commands.ts'
import { statusOf } from './cooperation.commands.ts'

/** So many waiting pages are looked at for free ones by one request. */
const looks = 5
const atOnce = 100

/** Takes up to `count` pages of the own group, then of the others; no other caller gets them while they are held. */
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

  implement(calls.openCooperation, ({ input, caller }) => commands.openCooperation(input, caller)),

  implement(calls.closeCooperation, ({ input, caller }) => commands.closeCooperation(input, caller)),

  implement(calls.joinCooperation, ({ input, caller }) => commands.joinCooperation(input, caller)),

  implement(calls.claimDoubts, async ({ input, caller }) => {
    const seen = await uploadedPaper(input.paperId, caller)
    const [row, me] = await Promise.all([
      cooperations.get(input),
      members.get({ paperId: input.paperId, userId: caller.userId }),
    ])
    if (!row?.open || !me) return refuse(scanProblems.groupClosed)
    const found = await claim(seen, row.groups, me.groupIndex, input.count, caller)
    const sums = await sheetCounts.read(input.paperId)
    return { list: await doubtRows(seen, found, caller), left: sums.get('queue') ?? 0, until: now() + leaseMs }
  }),
]
