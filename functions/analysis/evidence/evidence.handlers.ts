import { makeEvidence, mostRoots, publishedRoot, rootsOfDay } from '#shared/analysis/evidence.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { publications, roots } from '../analysis.store.ts'
import * as commands from './evidence.commands.ts'

const standOf = (current: number | null, v: number | undefined): 'current' | 'superseded' | 'withdrawn' => {
  if (current === null) return 'withdrawn'
  return current === v ? 'current' : 'superseded'
}

export const evidenceHandlers = [
  implement(publishedRoot, async ({ input: { root } }) => {
    const known = await roots.get({ root })
    if (!known) return { found: false }
    const { kind, at, file, paperId, v } = known
    const shown = paperId ? await publications.get({ paperId }) : null
    const stands = shown && standOf(shown.current, v)
    return { found: true, kind, at, ...(file ? { file } : {}), ...(stands ? { stands } : {}) }
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
