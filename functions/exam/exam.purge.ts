/** What hangs on an exam and goes with it. Never called while the exam is there, or can be had back. */
import { now } from '#functions/kit/ports.ts'
import type { Rows } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import {
  candidates,
  examClasses,
  exams,
  examSchools,
  examTeachers,
  papers,
  paperSteps,
  purgesDue,
} from './exam.store.ts'

/** Rows read, and then removed, at a time. */
const together = 200

type Removable<T> = Pick<Rows<T, never>, 'query'> & { remove: (row: T) => Promise<void> }

const removeAll = async <T>(rows: Removable<T>, partition: string, prefix?: string): Promise<void> => {
  const some = { limit: together, consistent: true, ...(prefix ? { prefix } : {}) }
  const read = () => rows.query(partition, some)
  for (let found = await read(); found.length > 0; found = await read()) {
    await inTurns(found, 16, rows.remove)
  }
}

/** Removes the rosters, the schools, the teachers and the papers of an exam that is gone; again is harmless. */
export const purgeExam = async (examId: string): Promise<void> => {
  if (await exams.get({ examId })) return
  const partition = `exam#${examId}`
  for (const { schoolId } of await examSchools.query(partition, { prefix: 'school#', consistent: true }))
    await removeAll(candidates, `cand#${examId}#${schoolId}`)
  await removeAll(examClasses, partition, 'class#')
  await removeAll(examTeachers, partition, 'teacher#')
  await removeAll(paperSteps, partition, 'step#')
  // Last: they say whose rosters there are.
  await removeAll(examSchools, partition, 'school#')
  // The papers are found by the index, which follows a little later than the rows: each is removed once.
  for (const paper of await papers.queryIndex('gsi1', partition, { prefix: 'paper#' })) await papers.remove(paper)
  await purgesDue.remove({ examId })
}

/** So long an exam may be in the making, ms: what hangs on it then is not purged. */
const makingMs = 2 * 86_400_000

/** Purges what the stream did not tell; answers how many exams that were. One that is there again is due no more. */
export const purgeLeft = async (): Promise<number> => {
  let purged = 0
  for (const due of await purgesDue.query('purges-due', { consistent: true })) {
    const there = await exams.get(due)
    if (there?.deletedAt !== undefined) continue
    if (there) await purgesDue.remove(due)
    else if (due.since < now() - makingMs) {
      await purgeExam(due.examId)
      purged++
    }
  }
  return purged
}
