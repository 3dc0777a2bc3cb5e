import * as calls from '#shared/school/operations/refund.calls.ts'
import { refundActs, sumsOf } from '#shared/school/operations/refund.rules.ts'
import type { RefundAct } from '#shared/school/operations/refund.rules.ts'
import { page, sorted } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import { historyOf } from './registerHistory.ts'
import * as commands from './refund.commands.ts'
import { refundsFound, rowsOfRefunds } from './refund.read.ts'

export const refundHandlers = [
  implement(calls.listRefunds, async ({ input, caller }) => {
    const found = await refundsFound(input, caller)
    const inOrder = sorted(found, input.sort, {
      notedAt: (a, b) => a.notedAt - b.notedAt,
      amount: (a, b) => a.amount - b.amount,
    })
    const { list, ...rest } = page(inOrder, input)
    return { ...rest, list: await rowsOfRefunds(list, caller), sums: sumsOf(found) }
  }),

  implement(calls.exportRefunds, ({ input, caller }) => commands.exportRefunds(input, caller)),

  implement(calls.refundDetail, async ({ input, caller }) => {
    const refund = await commands.ownRefund(input.refundId, caller)
    const [[row], history] = await Promise.all([
      rowsOfRefunds([refund], caller),
      historyOf(caller.tenant, `refund:${input.refundId}`),
    ])
    const bars = Object.fromEntries(refundActs.map((act) => [act, commands.barOf(act, refund, caller)])) as Record<
      RefundAct,
      string | null
    >
    return { ...row!, bars, history }
  }),

  implement(calls.saveRefund, ({ input, caller }) => commands.saveRefund(input, caller)),
  implement(calls.withdrawRefund, ({ input, caller }) => commands.withdrawRefund(input, caller)),
  implement(calls.decideRefund, ({ input, caller }) => commands.decideRefund(input, caller)),
  implement(calls.payRefund, ({ input, caller }) => commands.payRefund(input, caller)),
]
