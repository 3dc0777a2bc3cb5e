/**
 * The journal compared with the truth that it tells of: what a reader of the stream has missed is told again from the rows
 * as they are now. A mark that was replaced before it was told is not in them; only the stream knew it.
 */
import type { Paper } from '#shared/exam/exam.types.ts'
import { entryKeyOf } from '#shared/marking/journal.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import { appendJournal, journal } from './journal.ts'
import type { Told } from './journal.ts'
import { headsOfStudents, scriptsOf } from './scripts.ts'
import type { Script } from './scripts.ts'

/** What the journal must hold of a script, as its rows are now. */
export const owedBy = ({ head, objective, answers }: Script): Told[] => {
  const { paperId, studentId, version, state, imageVersion } = head
  const of = { paperId, studentId }
  const choices = ({ chosen, paperType, picks, decided, unseen }: NonNullable<typeof objective>) => ({
    chosen,
    ...(paperType ? { paperType } : {}),
    ...(picks ? { picks } : {}),
    ...(decided ? { decided } : {}),
    ...(unseen ? { unseen } : {}),
  })
  return [
    { ...of, entry: { kind: 'script', version, state, imageVersion } },
    ...(objective
      ? [{ ...of, entry: { kind: 'choices' as const, version: objective.version, ...choices(objective) } }]
      : []),
    ...[...answers.values()].flatMap((item) =>
      markRoles.flatMap((role) => {
        const mark = item[role]
        return mark ? [{ ...of, entry: { kind: 'mark' as const, questionId: item.questionId, role, mark } }] : []
      }),
    ),
  ]
}

/** Those of them that the journal does not hold. */
export const missingOf = async (owed: readonly Told[]): Promise<Told[]> => {
  const keyOf = ({ paperId, studentId, entry }: Told) => ({ paperId, studentId, entryKey: entryKeyOf(entry) })
  const there = new Set((await journal.getMany(owed.map(keyOf))).map((r) => `${r.studentId}#${r.entryKey}`))
  return owed.filter((t) => !there.has(`${t.studentId}#${entryKeyOf(t.entry)}`))
}

/** Tells the journal what it lacks of these students; answers how much that was. Done again, it is nothing. */
export const mendJournal = async (paper: Paper, studentIds: readonly string[]): Promise<number> => {
  const scripts = await scriptsOf(paper, await headsOfStudents(paper.paperId, studentIds))
  const missing = await missingOf(scripts.flatMap(owedBy))
  await appendJournal(missing)
  return missing.length
}
