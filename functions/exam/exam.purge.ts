/** What hangs on an exam and goes with it. Never called while the exam is there, or can be had back. */
import { candidates, exams, examTeachers, papers, purgesDue } from './exam.store.ts'

/** Rows read, and then removed, at a time. */
const together = 200

const removeAll = async <T>(read: () => Promise<T[]>, remove: (row: T) => Promise<void>): Promise<void> => {
  for (let found = await read(); found.length > 0; found = await read()) {
    for (let at = 0; at < found.length; at += 16) await Promise.all(found.slice(at, at + 16).map(remove))
  }
}

/** Removes the roster, the teachers and the papers of an exam that is gone; again is harmless. */
export const purgeExam = async ({ examId, schoolId }: { examId: string; schoolId: string }): Promise<void> => {
  if (await exams.get({ examId })) return
  await removeAll(
    () => candidates.query(`cand#${examId}#${schoolId}`, { limit: together, consistent: true }),
    (c) => candidates.remove(c),
  )
  await removeAll(
    () => examTeachers.query(`exam#${examId}`, { prefix: 'teacher#', limit: together, consistent: true }),
    (t) => examTeachers.remove(t),
  )
  // The papers are found by the index, which follows a little later than the rows: each is removed once.
  for (const paper of await papers.queryIndex('gsi1', `exam#${examId}`, { prefix: 'paper#' }))
    await papers.remove(paper)
  await purgesDue.remove({ examId })
}

/** Purges what the stream did not tell; answers how many exams that were. One that was had back is due no more. */
export const purgeLeft = async (): Promise<number> => {
  let purged = 0
  for (const due of await purgesDue.query('purges-due', { consistent: true })) {
    const there = await exams.get(due)
    if (there?.deletedAt !== undefined) continue
    if (there) await purgesDue.remove(due)
    else {
      await purgeExam(due)
      purged++
    }
  }
  return purged
}
