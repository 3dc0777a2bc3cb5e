import type { AnswerView } from '#shared/marking/claimed.types.ts'
import type { Bundle } from '#shared/marking/marking.types.ts'
import { setsOf } from '#shared/marking/intelligent/sheet.rules.ts'

/** The groups of a sheet, of the answers that its holder is shown. */
export const setsShown = (b: Bundle, views: readonly AnswerView[]) => {
  const shown = new Set(views.map((v) => v.studentId))
  return setsOf(b, (id) => shown.has(id))
}
