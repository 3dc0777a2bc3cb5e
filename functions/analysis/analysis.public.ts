/** What other rooms may ask of results. */
import type { StudentResult } from '#shared/analysis/publication.types.ts'
import { publications, resultKey } from './analysis.store.ts'
import { getIfThere } from './snapshot.ts'

/** What the student has been shown of a paper; null where nothing is published. */
export const resultOf = async (
  paper: { paperId: string; owner: string },
  studentId: string,
): Promise<StudentResult | null> => {
  const publication = await publications.get({ paperId: paper.paperId })
  if (!publication || publication.current === null) return null
  return getIfThere<StudentResult>(resultKey(paper, publication.current, studentId))
}
