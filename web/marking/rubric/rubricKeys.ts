/** What keys do where a question is marked by its rubric. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
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

/** Gives what is chosen of a rubric's points. */
export const chosenKey = 'g'

type PointChoice = { key: string; name: string; value: Extract<MarkValue, { kind: 'score' }> }

/** Where one answer after another is given one of some choices: a level by its key, the chosen points, all and nothing. */
export const rubricChoices = (rubric: Of['rubric'], full: number, chosen: string): PointChoice[] => {
  const of = { rubric, full }
  const named = (key: string, what: string, value: MarkValue | null): PointChoice[] =>
    value?.kind === 'score' ? [{ key, name: `${what} ${showScore(value.score)} 分`, value }] : []
  if (rubric.kind === 'levels') return offered(rubric).flatMap((p, i) => named(pointKeys[i]!, p.name, markBy(of, p.id)))
  return [
    ...(chosen === '' ? [] : named(chosenKey, '所选', markBy(of, chosen))),
    ...named('f', '满分', wholeBy(of, 'full')),
    ...named('0', rubric.kind === 'add' ? '都没有' : '扣完', wholeBy(of, 'zero')),
  ]
}
