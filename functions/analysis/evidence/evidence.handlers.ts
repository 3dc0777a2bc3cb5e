import { makeEvidence, mostRoots, publishedRoot, rootsOfDay } from '#shared/analysis/evidence.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { roots } from '../analysis.store.ts'
import * as commands from './evidence.commands.ts'

export const evidenceHandlers = [
  implement(publishedRoot, async ({ input: { root } }) => {
    const known = await roots.get({ root })
    return known
      ? { found: true, kind: known.kind, at: known.at, ...(known.file ? { file: known.file } : {}) }
      : { found: false }
  }),
  implement(rootsOfDay, async ({ input: { day, after } }) => {
    const found = await roots.queryIndex('gsi1', `roots#${day}`, {
      ...(after === undefined ? {} : { from: `${after}~` }),
      limit: mostRoots,
    })
    const last = found.length === mostRoots ? found.at(-1) : undefined
    return {
      list: found.map(({ root, kind, at }) => ({ root, kind, at })),
      ...(last ? { after: `${last.at}#${last.root}` } : {}),
    }
  }),
  implement(makeEvidence, ({ input, caller }) => commands.makeEvidence(input, caller)),
]
