/** The pile of doubts in larger steps: a kind of them thrown out at once, a back given to its front, an absence settled. */
import * as calls from '#shared/scan/fed.calls.ts'
import { assignStudent, confirmReading } from '#shared/scan/scan.calls.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { AnyCall, InputOf, OutputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Refused, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Context, Implementation } from '#functions/kit/serve.ts'
import { actOnRecord } from './act.store.ts'
import { takeOut } from './bin.ts'
import { countChanged, sheetCounts } from './counts.ts'
import { queueOfKind } from './doubt.handlers.ts'
import { followMarking } from './followMarking.ts'
import { mayHold } from './lease.ts'
import { managedBatch, managedPaper } from './managed.ts'
import { pageBefore, pages } from './scan.store.ts'
import { markAbsent } from './script.handlers.ts'
import { settleHandlers } from './settle.handlers.ts'

/** What another call of the room does, for a call that is the same act under another name. */
export const actOf = <C extends AnyCall>(
  handlers: readonly Implementation[],
  call: C,
): ((context: Context<InputOf<C>>) => Promise<OutputOf<C>>) => {
  const found = handlers.find((h) => h.call === (call as AnyCall))
  if (!found) throw new Error(`${call.method} ${call.path} has no handler here`)
  return found.run as unknown as (context: Context<InputOf<C>>) => Promise<OutputOf<C>>
}
const assign = actOf(settleHandlers, assignStudent)
const confirm = actOf(settleHandlers, confirmReading)

const atOnce = 200

export const pileHandlers = [
  implement(calls.ignoreDoubts, async ({ input, caller }) => {
    await managedPaper(input.paperId, caller)
    const { list } = await queueOfKind(input.paperId, input.kind, atOnce)
    const by = { by: caller.userId, byName: caller.userName, at: now() }
    let ignored = 0
    for (const page of list) {
      try {
        await mayHold(page, caller)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        continue
      }
      if (await takeOut(page, 'void', input.reason, by)) ignored++
    }
    const left = (await sheetCounts.read(input.paperId)).get(`kind.${input.kind}`) ?? 0
    if (ignored > 0) {
      const note = `${doubtTexts[input.kind].name} ${ignored}页`
      const of = { actId: newId<string>('attempt'), act: 'ignore' as const, note, reason: input.reason }
      await actOnRecord(input.paperId, of, caller)
      await followMarking(input.paperId, caller, { settled: true })
    }
    return { ignored, left }
  }),

  implement(calls.joinBack, async (context) => {
    const { input } = context
    await managedBatch(input.batchId, context.caller)
    const page = (await pages.get(input)) ?? refuse(commonProblems.notFound)
    const before = await pageBefore(page)
    const studentId = before && before.state !== 'voided' ? before.studentId : undefined
    if (!studentId) return refuse(scanProblems.noFront)
    return assign({ ...context, input: { ...input, studentId } })
  }),

  implement(calls.settleAbsent, async (context) => {
    const { input, caller } = context
    const at = await managedBatch(input.batchId, caller)
    const page = (await pages.get(input)) ?? refuse(commonProblems.notFound)
    const { studentId } = page
    if (!studentId || page.state !== 'matched') return refuse(scanProblems.notMatched)
    const done = await confirm({ ...context, input: { ...input, answers: [], accept: ['absentMark'] } })
    await markAbsent({ paperId: at.paperId, studentId }, input.absent, '核对缺考标记', caller)
    await countChanged(at.paperId, [], [studentId])
    return done
  }),
]
