/** Doubts in bulk: a kind of them thrown out at once, a back given to its front, an absence settled. */
import * as calls from '#shared/scan/uploading/sheetCount.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { managedBatch } from '../managed.ts'
import { pageBefore, pages } from '../scan.store.ts'
import { assign } from './settle.commands.ts'
import * as commands from './bulk.commands.ts'

export const bulkHandlers = [
  implement(calls.ignoreDoubts, ({ input, caller }) => commands.ignoreDoubts(input, caller)),

  implement(calls.joinBack, async ({ input, caller }) => {
    await managedBatch(input.batchId, caller)
    const page = (await pages.get(input)) ?? refuse(commonProblems.notFound)
    const before = await pageBefore(page)
    const studentId = before && before.state !== 'voided' ? before.studentId : undefined
    if (!studentId) return refuse(scanProblems.noFront)
    return assign({ ...input, studentId }, caller)
  }),

  implement(calls.settleAbsent, ({ input, caller }) => commands.settleAbsent(input, caller)),
]
