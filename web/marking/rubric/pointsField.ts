/** The points of a rubric as a field of a form. Pure. */
import { showScore } from '#shared/kit/score.ts'
import { offered, toggled } from '#shared/marking/rubric/rubric.rules.ts'
import type { RubricPoint, RubricShown } from '#shared/marking/rubric/rubric.types.ts'
import { markBy } from './rubricKeys.ts'

const optionsOf = (rubric: RubricShown) =>
  offered(rubric).map((p) => ({ value: p.id, label: `${p.name} ${showScore(p.score)}分` }))

export const pointsField = (rubric: RubricShown, label: string) =>
  rubric.kind === 'levels'
    ? { kind: 'radio' as const, name: 'points', label, required: true, options: optionsOf(rubric) }
    : {
        ...{ kind: 'multi' as const, name: 'points', label, options: optionsOf(rubric) },
        hint: rubric.kind === 'add' ? '选答到的点，都没有答到就不选' : '选要扣的点，不扣就不选',
      }

/** What the field begins with: points that are offered no more are not among them. */
export const pointsStart = (rubric: RubricShown, points: string | undefined): string | string[] => {
  const own = [...(points ?? '')].filter((id) => offered(rubric).some((p) => p.id === id))
  return rubric.kind === 'levels' ? (own[0] ?? '') : own
}

/** What was chosen there and what it comes to; null where that is no mark. */
export const pointsTyped = (rubric: RubricShown, full: number, typed: unknown) => {
  const ids = (Array.isArray(typed) ? typed : [typed]).filter((id) => typeof id === 'string' && id !== '') as string[]
  const value = markBy(
    { rubric, full },
    ids.reduce((chosen, id) => toggled(rubric, chosen, id), ''),
  )
  return value?.kind === 'score'
    ? { score: value.score, ...(value.points === undefined ? {} : { points: value.points }) }
    : null
}

/** The names of chosen points. */
export const pointNames = (points: readonly Pick<RubricPoint, 'id' | 'name'>[], chosen: string): string =>
  points
    .filter((p) => chosen.includes(p.id))
    .map((p) => p.name)
    .join('、') || '无'
