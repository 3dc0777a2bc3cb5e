/** What other rooms may ask of marking. A room that does lists `marking` in its `reads`. */
import type { Paper, RosterSlice } from '#shared/exam/exam.types.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { entryKeyOf } from '#shared/marking/journal/journal.rules.ts'
import type { JournalScores } from '#shared/marking/journal/journal.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import type { Unlikely } from '#shared/marking/quality/unlikely.rules.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { fenceMs } from './desk/desk.ts'
import { groupOf, schoolsIn, scriptCounts, unlikelyIn } from './counts.ts'
import { journal, journalScores, journalScoresOfStudents } from './journal/journal.ts'
import type { JournalDigests } from './journal/journal.ts'
import { jobOf } from './again/again.jobs.ts'
import { againRounds, arrangements, fixes, lateChoices } from './marking.store.ts'
import { headsOfStudents, scriptsOf, tableOf } from './scripts.ts'

/** The scores of these students' scripts, from the answers as they are now. Rows by student id; hundredths; −1 where none stands. */
export const scoresIn = async (paper: Paper, studentIds: readonly string[]): Promise<PaperScores> =>
  tableOf(paper, await scriptsOf(paper, await headsOfStudents(paper.paperId, studentIds)))

/**
 * The same from the journal alone, by other code: both must agree before scores are published (I11). Every student the
 * journal tells of in this stretch of ids is in it, on the roster or not.
 */
export const journalScoresIn = (
  paper: Paper,
  slice: Pick<RosterSlice, 'from' | 'before'>,
): Promise<JournalScores & { digests: JournalDigests }> => journalScores(paper, slice)

/** The same of these students alone, where others lie among them. */
export const journalScoresOf = (
  paper: Paper,
  studentIds: readonly string[],
): Promise<JournalScores & { digests: JournalDigests }> => journalScoresOfStudents(paper, studentIds)

/**
 * Whether the journal does not yet tell everything that is stored of these students: the stream is on its way, and what
 * differs until then says nothing.
 */
export const journalFollows = async (paper: Paper, studentIds: readonly string[]): Promise<boolean> => {
  const { paperId } = paper
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

/** How many scores and choices of a paper were corrected after this moment, as far as `most`. */
export const correctedSince = async ({ paperId }: Pick<Paper, 'paperId'>, since: number, most: number) => {
  const newest = { reverse: true, limit: most }
  const of = await Promise.all([
    fixes.query(`fixes#${paperId}`, newest),
    lateChoices.query(`lateChoices#${paperId}`, newest),
  ])
  return Math.min(most, of.flat().filter(({ at }) => at > since).length)
}

/** Whether marking was ended by force, and when the last marks that were on their way then have come in; null: it was not. */
export const cutOf = async ({ paperId }: Pick<Paper, 'paperId'>): Promise<{ settledAt: number } | null> => {
  const cut = (await arrangements.get({ paperId }))?.cut
  return cut ? { settledAt: cut.at + fenceMs } : null
}

/** Whether marks, or the scores of a file, were taken back after this moment, or are about to be: what was scored by then is not what stands. */
export const takenBackSince = async ({ paperId }: Pick<Paper, 'paperId'>, since: number): Promise<boolean> => {
  const emptied = (await arrangements.get({ paperId }))?.emptied
  if (emptied && (!emptied.whole || emptied.at > since)) return true
  const begun = (await againRounds.query(`again#${paperId}`, { consistent: true })).filter((r) => r.begunAt)
  if (begun.some((r) => Math.max(r.begunAt!, r.doneAt ?? 0) > since)) return true
  const open = begun.filter((r) => r.doneAt === undefined).map((r) => ({ jobId: jobOf(r) }))
  // Of another room's execution nothing can be asked: of a job whose end was not told, who looks at the acts asks.
  return (await jobRecords.getMany(open)).some((job) => job.status < jobStatus.failed || job.lastTimestamps > since)
}

export { journalRowsOf } from './journal/journal.ts'
export { markerNames } from './markerNames.ts'

/** The corrections of one candidate's scores, the oldest first: as many as people have made by hand. */
export const correctionsOf = async ({ paperId }: Pick<Paper, 'paperId'>, studentId: string) =>
  (await fixes.query(`fixes#${paperId}`, { consistent: true })).filter((f) => f.studentId === studentId)

export type ScriptCounts = {
  present: number
  absent: number
  missing: number
  void: number
  unfinished: number
  undecided: number
}

/** The schools of a joint exam of which a script has all its scores, sheets or none; null until all are counted. */
export const finishedSchools = async (paper: Paper): Promise<string[] | null> => {
  const group = groupOf(paper)
  if ((await scriptCounts.wholeSince(group)) === null) return null
  const schools = await schoolsIn(paper)
  return schools.flatMap(({ name, counts }) => ((counts.get('finished') ?? 0) > 0 ? [name] : []))
}

/** How many scripts of a paper are in which state, and how many lack a score, by the counters; null until all are counted. */
export const scriptCountsOf = async (paper: Paper): Promise<ScriptCounts | null> => {
  if ((await scriptCounts.wholeSince(groupOf(paper))) === null) return null
  const of = await scriptCounts.read(groupOf(paper))
  const n = (key: string): number => of.get(key) ?? 0
  return {
    present: n('present'),
    absent: n('absent'),
    missing: n('missing'),
    void: n('void'),
    unfinished: n('unfinished'),
    undecided: n('undecided'),
  }
}

/** How many scripts lack a score, by what is counted so far. */
export const unfinishedScripts = async (paper: Paper): Promise<number> =>
  (await scriptCounts.read(groupOf(paper))).get('unfinished') ?? 0

/** Questions of which nearly all answers stand at nothing, by the counters: sixteen small rows at any number of students. */
export const unlikelyQuestionsOf = async (paper: Paper): Promise<Unlikely[]> =>
  unlikelyIn(paper, await scriptCounts.read(groupOf(paper)))
