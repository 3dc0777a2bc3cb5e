/** A student in what was published: the figures stay, the name goes; files that were made from them go whole. */
import { anonymiseObject, keysUnder, removeObjects } from '#functions/kit/erase.ts'
import type { Holding } from '#functions/kit/holding.ts'
import { resultOf } from './analysis.public.ts'

/** Made from the snapshot as a download, and made again when it is asked for. */
const derived = (key: string): boolean =>
  key.includes('/export/') ||
  /\.(parquet|xlsx|csv|pdf|zip)$/.test(key) ||
  // Of a change set the numbers that people gave, not read any more once it is replayed: its edits have ids.
  key.endsWith('/numbers.json')

export const analysisHolding: Holding = {
  room: 'analysis',
  erasePaper: async (paper, known) => {
    const keys = await keysUnder(paper.owner, 'analysis', paper.paperId)
    await removeObjects(keys.filter(derived))
    for (const key of keys.filter((k) => !derived(k))) await anonymiseObject(key, known)
  },
  give: async (paper, studentId) => {
    const result = await resultOf(paper, studentId)
    return result && { state: result.state, result }
  },
}
