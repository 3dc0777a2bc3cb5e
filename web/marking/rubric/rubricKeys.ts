/** What keys do where a question is marked by its rubric. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import { choiceOf, offered, scoreBy, toggled } from '#shared/marking/rubric/rubric.rules.ts'
import type { Rubric } from '#shared/marking/rubric/rubric.types.ts'

/** A key a point: digits, then letters that mean nothing else on the desk. */
export const pointKeys = [...'123456789', ...'qetyuiopadh'] as const

type Of = { rubric: Pick<Rubric, 'kind' | 'points'>; full: PaperQuestion['fullScore'] }

/** The mark that a choice comes to; null for one that is none yet. */
export const markBy = ({ rubric, full }: Of, chosen: string): MarkValue | null => {
  const score = scoreBy(rubric, { fullScore: full }, chosen)
  return score === null ? null : { kind: 'score', score, points: chosen }
}

/** All of it, or nothing, as a choice of points; null where there is no such choice. */
export const wholeBy = (of: Of, wanted: 'full' | 'zero'): MarkValue | null => {
  const chosen = choiceOf(of.rubric, { fullScore: of.full }, wanted)
  return chosen === null ? null : markBy(of, chosen)
}

/**
 * What a key does to what is chosen (null: nothing is, yet): another choice, or a mark to be given. Of levels one key is the
 * mark; of points Enter gives it. Null: the key is none of the rubric's.
 */
export const rubricKey = (
  of: Of,
  chosen: string | null,
  before: string,
  key: string,
): { chosen: string | null } | { give: MarkValue } | null => {
  const point = offered(of.rubric)[(pointKeys as readonly string[]).indexOf(key)]
  if (point) {
    const next = toggled(of.rubric, chosen ?? before, point.id)
    const mark = of.rubric.kind === 'levels' ? markBy(of, next) : null
    return mark ? { give: mark } : { chosen: next }
  }
  const whole = key === 'f' ? wholeBy(of, 'full') : key === '0' ? wholeBy(of, 'zero') : null
  if (whole) return { give: whole }
  const mark = key === 'Enter' && chosen !== null ? markBy(of, chosen) : null
  if (mark) return { give: mark }
  if (key === 'Backspace' && chosen !== null) return { chosen: null }
  // Digits are points here and never a score.
  return /^[0-9.f]$/.test(key) ? { chosen } : null
}
