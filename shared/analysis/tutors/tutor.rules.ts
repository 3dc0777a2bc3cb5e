/** Who of a class may be tutored in a subject, by a rule over what was published of them. Pure. */
import { showScore } from '#shared/kit/score.ts'

export const tutorRules = ['critical', 'weak', 'falling'] as const
export type TutorRule = (typeof tutorRules)[number]
export const tutorRuleNames: Readonly<Record<TutorRule | 'hand', string>> = {
  critical: '临界',
  weak: '偏科',
  falling: '退步',
  hand: '手动',
}

/** What is known of a candidate: the total, and the share of candidates (per cent) who stand lower. */
export type Standing = { studentId: string; total: number | null; percentile: number | null }
export type TutorAsked = {
  rule: TutorRule
  /** critical: the line, and how far below it; hundredths. */
  line: number
  distance: number
  /** weak, falling: by so many places in a hundred. */
  gap: number
}
export type Suggested = { studentId: string; why: string }

const places = (n: number): string => String(Math.round(n))
const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

/** Below the line, by no more than the distance: those who lack least come first. */
const critical = (own: readonly Standing[], { line, distance }: TutorAsked): Suggested[] =>
  own
    .flatMap(({ studentId, total }) =>
      total !== null && total < line && line - total <= distance ? [{ studentId, lacks: line - total }] : [],
    )
    .sort((a, b) => a.lacks - b.lacks)
    .map(({ studentId, lacks }) => ({ studentId, why: `距${showScore(line)}分线差${showScore(lacks)}分` }))

/** Lower than `than` says by at least the gap: those who are lowest against it come first. */
const lower = (
  own: readonly Standing[],
  gap: number,
  than: (studentId: string) => number | null,
  words: (before: number, now: number) => string,
): Suggested[] =>
  own
    .flatMap(({ studentId, percentile }) => {
      const before = than(studentId)
      return percentile !== null && before !== null && before - percentile >= gap
        ? [{ studentId, before, percentile }]
        : []
    })
    .sort((a, b) => b.before - b.percentile - (a.before - a.percentile))
    .map(({ studentId, before, percentile }) => ({ studentId, why: words(before, percentile) }))

/** `others`: the same class in the exam's other subjects. `former`: in the same subject of the exam before. */
export const suggested = (
  asked: TutorAsked,
  own: readonly Standing[],
  { others = [], former = [] }: { others?: readonly (readonly Standing[])[]; former?: readonly Standing[] },
): Suggested[] => {
  if (asked.rule === 'critical') return critical(own, asked)
  const by = (of: readonly Standing[]) => new Map(of.map((s) => [s.studentId, s.percentile]))
  if (asked.rule === 'falling') {
    const before = by(former)
    return lower(
      own,
      asked.gap,
      (id) => before.get(id) ?? null,
      (was, is) => `上次超过${places(was)}%的考生，这次${places(is)}%`,
    )
  }
  const elsewhere = others.map(by)
  const mean = (id: string): number | null => {
    const there = elsewhere.flatMap((of) => of.get(id) ?? [])
    return there.length > 0 ? meanOf(there) : null
  }
  return lower(own, asked.gap, mean, (rest, here) => `其他科目平均超过${places(rest)}%的考生，这科${places(here)}%`)
}
