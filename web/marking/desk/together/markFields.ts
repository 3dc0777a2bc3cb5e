/** What stands in the fields of a desk that shows several questions at once. Pure. */
import { showScore } from '#shared/kit/score.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'
import type { Entry } from '../entries.ts'

type Asked = Pick<Entry['question'], 'fullScore' | 'step'>
/** `value` is what would be given; `problem` is why what is typed cannot be. */
export type Field = { text: string; value: MarkValue | null; problem: string | null }

export const emptyField: Field = { text: '', value: null, problem: null }

/** As its mark says, or empty. */
export const fieldOf = ({ value }: Pick<Entry, 'value'>): Field =>
  value ? { text: value.kind === 'score' ? showScore(value.score) : '', value, problem: null } : emptyField

export const scoreField = (score: number): Field => ({
  text: showScore(score),
  value: { kind: 'score', score },
  problem: null,
})

/** A number as it is typed: on the grid it is a mark, and what could still become one is no problem yet. */
export const fieldTyped = ({ fullScore, step }: Asked, typed: string): Field => {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return emptyField
  const value = /^\d{1,4}(\.\d{0,2})?$/.test(text) ? Math.round(Number(text) * 100) : null
  if (value === null) return { text, value: null, problem: '请输入数字' }
  if (value > fullScore) return { text, value: null, problem: `超过满分${showScore(fullScore)}分` }
  if (value % step !== 0) return { text, value: null, problem: `每${showScore(step)}分一档` }
  return { text, value: { kind: 'score', score: value }, problem: null }
}

/** The next field that wants a value behind a place, else any before it; -1 where all have one. */
export const wanting = (fields: readonly Field[], from = 0): number => {
  const behind = fields.findIndex((f, i) => i >= from && f.value === null)
  return behind >= 0 ? behind : fields.findIndex((f) => f.value === null)
}

const placeOf = (url: string): string => url.replace(/\?[^#]*/, '')
const picturesOf = ({ answer }: Pick<Entry, 'answer'>): string =>
  answer.images.map((i) => placeOf(i.url)).join(' ') || answer.studentId

/** Parts that stand on the same pictures are looked at once. */
export const areasOf = <E extends Pick<Entry, 'answer'>>(parts: readonly E[]): E[][] => [
  ...Map.groupBy(parts, picturesOf).values(),
]
