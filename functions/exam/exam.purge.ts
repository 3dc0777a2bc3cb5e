/**
 * What hangs on an exam goes with it (`functions/kit/kinds.ts`), rows and objects, of all rooms. Never called while the exam
 * is there, or can be had back.
 */
import { removeAt } from '#functions/kit/erase.ts'
import { removeUnder } from '#functions/kit/kinds.ts'
import { now } from '#functions/kit/ports.ts'
import { pagesOf } from '#functions/kit/table.query.ts'
import type { Item } from '#functions/kit/table.query.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { exams, purgesDue } from './exam.store.ts'

/** Some rows of a partition as they lie there: what is to go need not be of today's shape. */
const rowsOf = async function* (pk: string, prefix?: string, index: 'gsi1' | null = null): AsyncGenerator<Item[]> {
  yield* pagesOf(exams.tableName(), index, pk, { ...(prefix ? { prefix } : {}), consistent: true })
}

/** Sheets and marks are found by candidate and paper; the roster waits until there are none. */
const removeScripts = async (examId: string): Promise<number> => {
  const paperIds: string[] = []
  for await (const some of rowsOf(`exam#${examId}`, 'paper#', 'gsi1'))
    paperIds.push(...some.map((p) => String(p['paperId'])))
  let removed = 0
  for await (const schools of rowsOf(`exam#${examId}`, 'school#'))
    for (const { schoolId } of schools)
      for await (const some of rowsOf(`cand#${examId}#${String(schoolId)}`)) {
        const scripts = some.flatMap((c) => paperIds.map((paperId) => ({ paperId, studentId: String(c['studentId']) })))
        for (const n of await inTurns(scripts, 32, (script) => removeUnder('script', script))) removed += n
      }
  return removed
}

/** What rooms keep of an exam as a whole: printed cards with names, lists of seats, files that were handed out or laid down. */
const foldersOf = (examId: string): string[][] => [
  ['card', examId],
  ['scan', 'export', examId],
  // Reports and certificates of marking, and plans of second marks.
  ['marking', examId],
]

/**
 * One pass over what hangs on an exam that is gone; answers how many rows went. What others hang on goes at a later one,
 * and again is harmless. That it is due is forgotten when nothing is left, so that a purge which was cut off goes on.
 */
export const purgeExam = async (examId: string): Promise<number> => {
  if (await exams.get({ examId })) return 0
  const removed = (await removeScripts(examId)) || (await removeUnder('exam', { examId }))
  if (removed > 0) return removed
  const due = await purgesDue.get({ examId })
  if (due?.owner) await removeAt(foldersOf(examId).map((folder) => ({ tenant: due.owner!, folder })))
  if (due) await purgesDue.remove({ examId })
  return 0
}

/** So long an exam may be in the making, ms: what hangs on it then is not purged. */
const makingMs = 2 * 86_400_000

/**
 * Purges to the end what the stream did not tell or has begun, by night, when the readers of streams have written what
 * follows from it; answers how many exams that were. One that is there again is due no more.
 */
export const purgeLeft = async (): Promise<number> => {
  let purged = 0
  for (const due of await purgesDue.query('purges-due', { consistent: true })) {
    const there = await exams.get(due)
    if (there?.deletedAt !== undefined) continue
    if (there) await purgesDue.remove(due)
    else if (due.since < now() - makingMs) {
      while ((await purgeExam(due.examId)) > 0);
      purged++
    }
  }
  return purged
}
