/**
 * A picture's marks stay with it. Where an answer's script gets another version and the answer shows the picture that it was
 * marked on, also long ago, its marks are given again under the version of now, in the write that raises it: they reach the
 * journal as any mark does, and both computations know them. Nothing is taken away: marks of another picture stay beside.
 */
import { createHash } from 'node:crypto'
import { composeId, timeOfId } from '#shared/kit/ids.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, Mark, MarkRole, ShownPicture } from '#shared/marking/marking.types.ts'
import { askedOf, keptOf, mayLack, showedThis } from '#shared/marking/shown.rules.ts'
import { missingOf } from '../journal/journal.missing.ts'
import { journalRowsOf } from '../journal/journal.ts'
import { answers } from '../marking.store.ts'
import { sameMarks } from '../desk/mayPut.ts'

type Given = { role: MarkRole; mark: Mark }

/** The same mark under another version: of one mark and version it is one attempt, made when the mark was. */
const again = (mark: Mark, imageVersion: number): Mark => {
  const digest = createHash('sha256').update(`${mark.attemptId}#${imageVersion}`).digest()
  const attemptId = composeId('attempt', timeOfId(mark.attemptId), digest.subarray(0, 10))
  return { ...mark, attemptId, imageVersion }
}

export const marksBeside = (item: AnswerItem): Given[] => [
  ...(item.past ?? []),
  ...markRoles.flatMap((role) => (item[role] ? [{ role, mark: item[role] }] : [])),
]

export const marksTold = async ({ paperId, studentId, questionId }: AnswerItem): Promise<Given[]> =>
  (await journalRowsOf(paperId, studentId, Infinity)).flatMap(({ entry }) =>
    entry.kind === 'mark' && entry.questionId === questionId ? [{ role: entry.role, mark: entry.mark }] : [],
  )

/** Raises the version of an answer, with the marks of the picture that it shows; false where the answer is another since. */
export const raiseTo = async (
  item: AnswerItem,
  imageVersion: number,
  shown: readonly ShownPicture[],
): Promise<boolean> => {
  const isAsked = item.asked !== undefined && showedThis(shown, item.asked, imageVersion)
  const beside = marksBeside(item)
  const lacks = mayLack(item, shown, imageVersion) || (isAsked && !askedOf(beside, shown, imageVersion))
  const given = lacks ? [...beside, ...(await marksTold(item))] : beside
  const kept = keptOf(given, shown, imageVersion)
  const asked = askedOf(given, shown, imageVersion)
  // What stood in these places is in the journal already, but for what the stream has not told yet.
  const { paperId, studentId, questionId } = item
  const replaced = kept.flatMap(({ role }) => (item[role] ? [{ role, mark: item[role] }] : []))
  const told = replaced.map((of) => ({ paperId, studentId, entry: { kind: 'mark' as const, questionId, ...of } }))
  const owed = (await missingOf(told)).flatMap(({ entry }) =>
    entry.kind === 'mark' ? [{ role: entry.role, mark: entry.mark }] : [],
  )
  let past = owed.length > 0 ? [...(item.past ?? []), ...owed] : item.past
  // Who asked for a second mark asked of this picture, also where it was given: the journal knows by this mark alone.
  const isGiven = kept.some((k) => k.mark.attemptId === asked?.mark.attemptId)
  if (asked && !isGiven) past = [...(past ?? []), { role: asked.role, mark: again(asked.mark, imageVersion) }]
  const set = {
    imageVersion,
    ...Object.fromEntries(kept.map(({ role, mark }) => [role, again(mark, imageVersion)])),
    ...(past ? { past } : {}),
    ...(asked ? { asked: imageVersion } : {}),
  }
  return answers.amend(item, set, { imageVersion: item.imageVersion, past: item.past }, sameMarks(item))
}
