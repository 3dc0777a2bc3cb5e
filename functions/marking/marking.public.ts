/** What other rooms may ask of marking. A room that does lists `marking` in its `reads`. */
import { entryKeyOf } from '#shared/marking/journal.rules.ts'
import type { JournalScores } from '#shared/marking/journal.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { journal, journalScores } from './journal.ts'
import { headsOf, headsOfStudents, scriptsOf, tableOf } from './scripts.ts'

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

/**
 * Whether the journal does not yet tell everything that is stored of these students: the stream is on its way, and what
 * differs meanwhile says nothing.
 */
export const journalFollows = async (paperId: string, studentIds: readonly string[]): Promise<boolean> => {
  const paper = await paperNow(paperId)
  const scripts = await scriptsOf(paper, await headsOfStudents(paperId, studentIds))
  const wanted = scripts.flatMap(({ head, objective, answers }) =>
    [
      entryKeyOf({ kind: 'script', version: head.version, state: head.state, imageVersion: head.imageVersion }),
      ...(objective ? [entryKeyOf({ kind: 'choices', version: objective.version, chosen: {} })] : []),
      ...[...answers.values()].flatMap((item) =>
        markRoles.flatMap((role) => {
          const mark = item[role]
          return mark ? [entryKeyOf({ kind: 'mark', questionId: item.questionId, role, mark })] : []
        }),
      ),
    ].map((entryKey) => ({ paperId, studentId: head.studentId, entryKey })),
  )
  return (await journal.getMany(wanted)).length < wanted.length
}

/** The same from the journal alone, by other code: both must agree before scores are published (I11). */
export const journalScoresOf = async (paperId: string): Promise<JournalScores> => journalScores(await paperNow(paperId))
