/** A student in what was published: the figures stay, the name goes; files that were made from them go whole. */
import type { Known } from '#shared/kit/anonymous.ts'
import type { StudentResult } from '#shared/analysis/publication.types.ts'
import { anonymiseObject, keysUnder, removeObjects } from '#functions/kit/erase.ts'
import { publications, resultKey } from './analysis.store.ts'
import { getIfThere } from './snapshot.ts'

/** Made from the snapshot for somebody to download, and made again when it is asked for. */
const derived = (key: string): boolean => key.includes('/export/') || /\.(parquet|xlsx|csv|pdf|zip)$/.test(key)

export const eraseResults = async (paper: { paperId: string; owner: string }, known: Known): Promise<void> => {
  const keys = await keysUnder(paper.owner, 'analysis', paper.paperId)
  const own = (key: string): boolean => key.endsWith(`/${known.studentId}.json`)
  await removeObjects(keys.filter((k) => derived(k) || own(k)))
  for (const key of keys.filter((k) => !derived(k) && !own(k))) await anonymiseObject(key, known)
}

/** What the student has been shown of a paper; null where nothing is published. */
export const ownResultOf = async (
  paper: { paperId: string; owner: string },
  studentId: string,
): Promise<StudentResult | null> => {
  const publication = await publications.get({ paperId: paper.paperId })
  if (!publication || publication.current === null) return null
  return getIfThere<StudentResult>(resultKey(paper, publication.current, studentId))
}
