/** The condition under which a mark is stored: a marker's, and one that was given on paper. */
import { otherRoles } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, Mark, MarkRole } from '#shared/marking/marking.types.ts'
import type { Where } from '#functions/kit/table.ts'

/** `mayReplace` in the store's words, and that the marker is not one of the others (I5). */
export const mayPut = (role: MarkRole, mark: Mark, over?: string | null, sealed = 0): Where => {
  const others = otherRoles(role)
  const seen = over === undefined ? '' : ' AND #role.#attempt = :over'
  const open = sealed === 0 ? '' : ' AND #role.#at >= :sealed'
  return {
    expression: [
      `(attribute_not_exists(#role) OR #role.#iv < :iv OR (#role.#iv = :iv${open} AND (#role.#epoch < :epoch OR (#role.#epoch = :epoch AND #role.#by = :me AND #role.#attempt < :attempt${seen}))))`,
      ...others.map((o) => `(attribute_not_exists(#${o}) OR #${o}.#by <> :me OR #${o}.#iv < :iv)`),
    ].join(' AND '),
    names: {
      '#role': role,
      '#iv': 'imageVersion',
      '#epoch': 'epoch',
      '#by': 'by',
      '#attempt': 'attemptId',
      ...(sealed === 0 ? {} : { '#at': 'at' }),
      ...Object.fromEntries(others.map((o) => [`#${o}`, o])),
    },
    values: {
      ...{ ':iv': mark.imageVersion, ':epoch': mark.epoch, ':me': mark.by, ':attempt': mark.attemptId },
      // No attempt has an empty name: where none was seen, none is replaced.
      ...(over === undefined ? {} : { ':over': over ?? '' }),
      ...(sealed === 0 ? {} : { ':sealed': sealed }),
    },
  }
}

/** The store's condition that the marks are those that were seen. */
export const sameMarks = (item: AnswerItem): Where => ({
  expression: markRoles
    .map((role) => (item[role] ? `#${role}.#attempt = :${role}` : `attribute_not_exists(#${role})`))
    .join(' AND '),
  names: {
    ...Object.fromEntries(markRoles.map((role) => [`#${role}`, role])),
    ...(markRoles.some((role) => item[role]) ? { '#attempt': 'attemptId' } : {}),
  },
  values: Object.fromEntries(
    markRoles.flatMap((role) => (item[role] ? [[`:${role}`, item[role].attemptId] as const] : [])),
  ),
})
