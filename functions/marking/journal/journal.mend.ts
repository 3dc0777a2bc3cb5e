/**
 * The journal compared with the truth that it tells of: what a reader of the stream has missed is told again from the rows
 * as they are now. A mark that another took the place of lies beside it until the journal tells it (`putMark.ts`).
 */
import type { Paper } from '#shared/exam/exam.types.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, Mark, MarkRole } from '#shared/marking/marking.types.ts'
import { missingOf } from './journal.missing.ts'
import { appendJournal } from './journal.ts'
import type { Told } from './journal.ts'
import { headsOfStudents, scriptsOf } from '../scripts.ts'
import type { Script } from '../scripts.ts'

/** The marks that a row knows of: those that others took the place of, and those in their places. */
const marksOf = (item: AnswerItem): { role: MarkRole; mark: Mark }[] => [
  ...(item.past ?? []),
  ...markRoles.flatMap((role) => (item[role] ? [{ role, mark: item[role] }] : [])),
]

/** What the journal must hold of a script, as its rows are now. */
export const owedBy = ({ head, objective, answers }: Script): Told[] => {
  const { paperId, studentId, version, state, imageVersion } = head
  const key = { paperId, studentId }
  const choices = ({ chosen, paperType, picks, decided, unseen }: NonNullable<typeof objective>) => ({
    chosen,
    ...(paperType ? { paperType } : {}),
    ...(picks ? { picks } : {}),
    ...(decided ? { decided } : {}),
    ...(unseen ? { unseen } : {}),
  })
  return [
    { ...key, entry: { kind: 'script', version, state, imageVersion } },
    ...(objective
      ? [{ ...key, entry: { kind: 'choices' as const, version: objective.version, ...choices(objective) } }]
      : []),
    ...[...answers.values()].flatMap((item) =>
      marksOf(item).map((told) => ({ ...key, entry: { kind: 'mark' as const, questionId: item.questionId, ...told } })),
    ),
  ]
}

/** Tells the journal what it lacks of these students; answers how much that was. Done again, it is nothing. */
export const mendJournal = async (paper: Paper, studentIds: readonly string[]): Promise<number> => {
  const scripts = await scriptsOf(paper, await headsOfStudents(paper.paperId, studentIds))
  const missing = await missingOf(scripts.flatMap(owedBy))
  await appendJournal(missing)
  return missing.length
}
