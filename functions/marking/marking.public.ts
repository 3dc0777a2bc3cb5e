/** What other rooms may ask of marking. A room that does lists `marking` in its `reads`. */
import type { JournalScores } from '#shared/marking/journal.rules.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { journalScores } from './journal.ts'
import { headsOf, scriptsOf, tableOf } from './scripts.ts'

const paperNow = async (paperId: string) => {
  const paper = await paperOf(paperId)
  if (!paper) throw new Error(`there is no paper ${paperId}`)
  return paper
}

/** Every script's scores, from the answers as they are now. Rows by student id; hundredths; −1 where none stands. */
export const scoresOf = async (paperId: string): Promise<PaperScores> => {
  const paper = await paperNow(paperId)
  return tableOf(paper, await scriptsOf(paper, await headsOf(paper)))
}

/** The same from the journal alone, by other code: both must agree before scores are published (I11). */
export const journalScoresOf = async (paperId: string): Promise<JournalScores> => journalScores(await paperNow(paperId))
