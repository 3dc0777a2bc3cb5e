import type { UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { canonical } from '#shared/marking/journal.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { standing } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { Mark, AnswerItem, MarkRole } from '#shared/marking/marking.types.ts'
import { memo } from '#functions/kit/memo.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { journal } from './journal.ts'
import { bundles, answers } from './marking.store.ts'

/**
 * The bundle of a claim. An epoch has one holder and a bundle one set of answers for ever, so what was once read of a
 * claim stays true; whether it was overtaken is for the write's condition to say.
 */
export const claimed = memo(
  600,
  async (paperId: string, bundleId: string, epoch: number) => {
    const row = await bundles.get({ paperId, bundleId })
    return row && row.epoch === epoch && row.holder !== undefined ? row : null
  },
  { keep: (row) => row !== null },
)

/** Forgets the claims that were seen: tests. */
export const forgetClaims = (): void => claimed.forget()

const sameValue = (a: Mark['value'], b: Mark['value']): boolean => canonical(a) === canonical(b)

const markedByMe = (item: AnswerItem, role: MarkRole, me: UserId): boolean =>
  markRoles.some((other) => {
    if (other === role || (role !== 'final' && other === 'final')) return false
    return standing(item[other], item.imageVersion)?.by === me
  })

/** Why the condition failed: nothing when this very attempt has been stored before (I2). */
export const whyNot = async (
  role: MarkRole,
  mark: Mark,
  at: { paperId: string; studentId: string; questionId: string },
) => {
  const item = (await answers.get(at)) ?? refuse(commonProblems.notFound)
  const there = item[role]
  const entryKey = `${at.questionId}#${role}#${mark.attemptId}`
  const own = [there, ...(item.past ?? []).map((p) => p.mark)].find((m) => m?.attemptId === mark.attemptId)
  // One attempt whose mark was replaced long ago is still known to the journal.
  const told = own ? undefined : (await journal.get({ ...at, entryKey }))?.entry
  const stored = own ?? (told?.kind === 'mark' ? told.mark : undefined)
  if (stored?.by === mark.by) return sameValue(stored.value, mark.value) ? undefined : refuse(markingProblems.conflict)
  if (item.imageVersion !== mark.imageVersion) return refuse(markingProblems.imageReplaced)
  if (markedByMe(item, role, mark.by)) return refuse(markingProblems.sameMarker)
  return refuse(
    there?.by === mark.by && there.epoch === mark.epoch ? markingProblems.superseded : markingProblems.taken,
  )
}
