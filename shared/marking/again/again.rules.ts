/** What marking again does to one answer. Pure: the look beforehand and the act are this one function. */
import { composeId } from '#shared/kit/ids.ts'
import type { AttemptId, UserId } from '#shared/kit/ids.ts'
import type { AgainRound } from './again.types.ts'
import { otherRoles, rolesPossible, standing } from '../marking.rules.ts'
import { markRoles } from '../marking.types.ts'
import type { AnswerItem, Mark, MarkRole } from '../marking.types.ts'
import { rolesEver, ruleOf } from '../settle.rules.ts'
import type { Ruled } from '../settle.rules.ts'

/** Who stands in the place of a marker where marks were taken back: an id that is no account, so that it bars no one. */
export const noMarker = composeId('user', 0, new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))

const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** The attempt that sorts next behind one; null behind the last there can be. */
export const attemptAfter = (attemptId: AttemptId): AttemptId | null => {
  const at = /[^z](?=z*$)/.exec(attemptId.slice(3))
  if (!at) return null
  const place = 3 + at.index
  const next = [...digits].find((d) => d > attemptId[place]!)!
  return (attemptId.slice(0, place) + next).padEnd(attemptId.length, '0') as AttemptId
}

type Of = Pick<AgainRound, 'rule' | 'others' | 'at' | 'markers' | 'since'>

/**
 * Stands in the place of a mark under the same claim: what that claim brings late does not undo it, and the next one does.
 * An attempt that nothing sorts behind ends its claim instead.
 */
const inPlaceOf = (mark: Mark, value: Mark['value'], at: number): Mark => {
  const attemptId = attemptAfter(mark.attemptId)
  return {
    value,
    by: noMarker,
    at,
    attemptId: attemptId ?? mark.attemptId,
    epoch: attemptId ? mark.epoch : mark.epoch + 1,
    imageVersion: mark.imageVersion,
  }
}

/** The marks that take the places of those there are; none where the act does not concern the answer, or has been done. */
export const marksAgain = (
  item: AnswerItem,
  { rule, others, at, markers, since = -1 }: Of,
): { role: MarkRole; mark: Mark }[] => {
  const mine = markRoles.flatMap((role) => {
    const mark = standing(item[role], item.imageVersion)
    return mark && mark.at <= at && mark.at > since && (markers ?? [mark.by]).includes(mark.by) ? [{ role, mark }] : []
  })
  if (rule === 'both') {
    const first = mine.find(({ role }) => role === 'first')
    const is = (role: MarkRole): boolean => item[role]?.imageVersion === item.imageVersion
    // What an arbitrator decided stands, and a second mark is asked for once.
    if (!first || is('second') || standing(item.final, item.imageVersion)) return []
    return [{ role: 'second', mark: { ...inPlaceOf(first.mark, { kind: 'void', asked: true }, at), epoch: 0 } }]
  }
  const not = [...new Set(mine.map(({ mark }) => mark.by))]
  return mine.map(({ role, mark }) => ({
    role,
    mark: inPlaceOf(mark, { kind: 'void', ...(others ? { not } : {}) }, at),
  }))
}

/** Who may not give the mark that an answer waits for in a role: by others was said when theirs was taken back. */
export const barredFrom = (item: Pick<AnswerItem, 'imageVersion' | MarkRole>, role: MarkRole): readonly UserId[] => {
  const mark = item[role]
  return mark?.imageVersion === item.imageVersion && mark.value.kind === 'void' ? (mark.value.not ?? []) : []
}

/**
 * Who may not be handed an answer in a role of marking: to whom it is barred, and whose other mark of it stands (I5).
 * Answers of a bundle have these in common, so that a bundle that no marker may take is never made.
 */
export const notFor = (item: Pick<AnswerItem, 'imageVersion' | MarkRole>, role: MarkRole): readonly UserId[] => {
  const others = otherRoles(role).flatMap((r) => standing(item[r], item.imageVersion)?.by ?? [])
  return [...new Set([...barredFrom(item, role), ...others])].sort()
}

/** How many markers a question needs for this, so that none marks an answer twice. */
export const markersNeeded = (q: Ruled, { rule, others }: Pick<Of, 'rule' | 'others'>) =>
  rule === 'both' ? rolesEver(ruleOf(q), true).length : rolesPossible(q).length * (others ? 2 : 1)
