/**
 * The one way in which a mark comes to an answer. The first one of a role is one write; one that takes the place of
 * another leaves that beside it, in the same write, until the journal tells it: the stream alone would know it otherwise,
 * and a reader may miss what the stream says.
 */
import type { AnswerItem, Mark, MarkRole } from '#shared/marking/marking.types.ts'
import { mayReplace } from '#shared/marking/marking.rules.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { missingOf } from '../journal/journal.missing.ts'
import { answers } from '../marking.store.ts'
import { mayPut, sameMarks } from './mayPut.ts'

type At = Pick<AnswerItem, 'paperId' | 'studentId' | 'questionId'>

/** So many marks may lie beside an answer before the journal is asked which of them it tells. */
const mostPast = 8

/** The marks that an answer has had; a mark that takes another's place must leave them there. */
export const pastWith = async (item: AnswerItem, role: MarkRole): Promise<NonNullable<AnswerItem['past']>> => {
  const there = item[role]
  const past = [...(item.past ?? []), ...(there ? [{ role, mark: there }] : [])]
  if (past.length <= mostPast) return past
  const { paperId, studentId, questionId } = item
  const told = (of: { role: MarkRole; mark: Mark }) => ({
    paperId,
    studentId,
    entry: { kind: 'mark' as const, questionId, ...of },
  })
  const owed = new Set(
    (await missingOf(past.map(told))).map(({ entry }) => entry.kind === 'mark' && entry.mark.attemptId),
  )
  return past.filter(({ mark }) => owed.has(mark.attemptId))
}

/** Puts the mark where its condition holds; false where it does not, or where this very attempt is there already. */
export const putMark = async (
  at: At,
  role: MarkRole,
  mark: Mark,
  over?: string | null,
  sealed?: number,
): Promise<boolean> => {
  const { imageVersion } = mark
  const condition = mayPut(role, mark, over, sealed)
  if (await answers.amend(at, { [role]: mark }, { imageVersion, [role]: undefined }, condition)) return true
  return edit(`the ${role} mark of ${at.studentId}`, async () => {
    const item = await answers.get(at)
    const there = item?.[role]
    if (!item || !there || item.imageVersion !== imageVersion || !mayReplace(there, mark, over, sealed)) return false
    const past = await pastWith(item, role)
    if (await answers.amend(at, { [role]: mark, past }, { imageVersion, past: item.past }, condition)) return true
    // Another mark was faster, or the condition says no for good: the row as it is then tells which.
    const after = await answers.get(at)
    return JSON.stringify(after) === JSON.stringify(item) ? false : beaten
  })
}

/** Puts marks in the places of those that were seen, which lie beside them from then on; false where one is another since. */
export const putInPlace = async (
  item: AnswerItem,
  next: readonly { role: MarkRole; mark: Mark }[],
  more: Pick<AnswerItem, 'asked'> = {},
): Promise<boolean> => {
  let past = item.past
  for (const { role } of next) if (item[role]) past = await pastWith({ ...item, past }, role)
  const set = {
    ...Object.fromEntries(next.map(({ role, mark }) => [role, mark])),
    ...(past ? { past } : {}),
    ...more,
  }
  return answers.amend(item, set, { imageVersion: item.imageVersion, past: item.past }, sameMarks(item))
}
