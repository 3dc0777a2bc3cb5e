/** Whose numbers are typed: names beside them, and which are no candidate's, before anything is made of them. Pure. */
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { numbersOfLines } from '#shared/analysis/changes/scoreLines.rules.ts'
import type { Values } from '#web/kit/screens/screen.types.ts'
import type { Typed } from './changeFields.ts'

/** By number; null is no candidate of the exam. */
export type Names = ReadonlyMap<string, { studentName: string; className: string } | null>
type Asked = { number: string; at?: number }

export const numbersIn = (edits: readonly ChangeWish[]): string[] =>
  edits.flatMap((e) => ('numbers' in e ? e.numbers : 'number' in e ? [e.number] : []))

/** The numbers of what is typed; of a pasted table with their lines, also where other lines are wrong. */
export const numbersTyped = (values: Values, typed: Typed): Asked[] =>
  values['how'] === 'many'
    ? numbersOfLines(String(values['table'] ?? ''))
    : numbersIn('edits' in typed ? typed.edits : []).map((number) => ({ number }))

/** So many are told. */
const most = 20
const lineOf = (text: string): number => Number(/^第(\d+)行/.exec(text)?.[1] ?? Infinity)

/** What is wrong with what is typed, numbers of no candidate among it, line by line. */
export const faultsWith = (typed: Typed, asked: readonly Asked[], names: Names): string[] => {
  const strange = asked
    .filter(({ number }) => names.get(number) === null)
    .map(({ number, at }) => `${at === undefined ? '' : `第${at}行：`}考号${number}不是本场考试的考生`)
  const all = [...('faults' in typed ? typed.faults : []), ...new Set(strange)].sort((a, b) => {
    const [x, y] = [lineOf(a), lineOf(b)]
    return x === y ? 0 : x - y
  })
  return all.length > most ? [...all.slice(0, most), `等${all.length}处`] : all
}

/** So many of one edit are named. */
const fewNamed = 3
/** 学生1（1班）、学生2（1班）等5人 */
export const whoIn = (wish: ChangeWish, names: Names): string => {
  const numbers = numbersIn([wish])
  const known = numbers.flatMap((n) => names.get(n) ?? [])
  if (known.length === 0) return ''
  const named = known.slice(0, fewNamed).map((c) => `${c.studentName}（${c.className}）`)
  return `${named.join('、')}${numbers.length > named.length ? `等${numbers.length}人` : ''}`
}
