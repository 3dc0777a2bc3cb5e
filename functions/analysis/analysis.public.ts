/** What other rooms may ask of results. */
import type { StudentResult } from '#shared/analysis/publication.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { publications } from './analysis.store.ts'
import { resultIn } from './snapshot.ts'

/** What the student has been shown of a paper; null where nothing is published. */
export const resultOf = async (
  paper: Pick<Paper, 'paperId' | 'owner'>,
  studentId: string,
): Promise<StudentResult | null> => {
  const publication = await publications.get({ paperId: paper.paperId })
  if (!publication || publication.current === null) return null
  return resultIn(paper, publication.current, studentId)
}
