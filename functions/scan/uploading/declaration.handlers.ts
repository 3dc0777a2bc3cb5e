import * as calls from '#shared/scan/uploading/declaration.calls.ts'
import { Barred } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { declarations, orderOf } from './declaration.store.ts'
import { seenPaper } from '../managed.ts'
import * as commands from './declaration.commands.ts'
import { found } from './declaration.commands.ts'

export const declarationHandlers = [
  implement(calls.declare, ({ input, caller }) => commands.declare(input, caller)),

  implement(calls.declarationList, async ({ input, caller }) => {
    const { manages } = (await seenPaper(input.paperId, caller)).sight
    const [index, key] = input.state
      ? (['gsi2', `declarations#${input.paperId}#${input.state}`] as const)
      : (['gsi1', `declarations#${input.paperId}`] as const)
    const to = input.after ?? '~'
    const all = await declarations.queryIndex(index, key, { to, reverse: true, limit: input.pageSize + 1 })
    const rest = all.filter((d) => orderOf(d) !== input.after).slice(0, input.pageSize)
    const own = rest.filter((d) => (manages && input.mine !== 'true') || d.declaredBy === caller.userId)
    return {
      list: own,
      total: own.length,
      ...(rest.length === input.pageSize ? { next: orderOf(rest.at(-1)!) } : {}),
      mayManage: manages,
    }
  }),

  implement(calls.declarationDetail, async ({ input, caller }) => {
    const { manages } = (await seenPaper(input.paperId, caller)).sight
    const row = await found(input)
    const own = row.declaredBy === caller.userId
    if (!manages && !own) throw new Barred(403)
    return { ...row, mayManage: manages, own }
  }),

  implement(calls.reviewDeclaration, ({ input, caller }) => commands.reviewDeclaration(input, caller)),

  implement(calls.amendDeclaration, ({ input, caller }) => commands.amendDeclaration(input, caller)),

  implement(calls.withdrawDeclaration, ({ input, caller }) => commands.withdrawDeclaration(input, caller)),
]
