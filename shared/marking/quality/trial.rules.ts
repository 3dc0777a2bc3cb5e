/** What a trial comes to. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { offered } from '../rubric/rubric.rules.ts'
import type { Rubric } from '../rubric/rubric.types.ts'
import { agreementOfPairs, iccOf, pairsOfMarks } from './agreement.rules.ts'
import type { AgreementOfPairs, Pairs } from './agreement.rules.ts'
import type { TrialRule } from './rule.types.ts'
import { seedTolerance } from './seed.rules.ts'
import type { TrialSheet, TrialState } from './trial.types.ts'

type Right = { studentId: string; score: number }

/** A marker's marks beside the experts', of the answers that are in the trial now. */
export const trialPairs = (marks: TrialSheet['marks'], right: readonly Right[]): Pairs => {
  const own = new Map(marks.map((m) => [m.studentId as string, m.score]))
  return right.flatMap((r) => (own.has(r.studentId) ? [[own.get(r.studentId)!, r.score] as const] : []))
}

export const trialAgreement = (
  q: PaperQuestion,
  marks: TrialSheet['marks'],
  right: readonly Right[],
): AgreementOfPairs | null => agreementOfPairs(trialPairs(marks, right), seedTolerance(q))

/** Passed or not, once every answer is marked; null before. */
export const trialVerdict = (
  q: PaperQuestion,
  rule: Pick<TrialRule, 'within' | 'bias'>,
  marks: TrialSheet['marks'],
  right: readonly Right[],
): Extract<TrialState, 'passed' | 'failed'> | null => {
  const of = trialAgreement(q, marks, right)
  if (!of || of.n < right.length) return null
  const near = of.within * 100 >= rule.within
  return near && Math.abs(of.off) * 100 <= rule.bias * q.fullScore ? 'passed' : 'failed'
}

/** How often markers saw each point as the experts did: of a mark that chose points, of an answer whose points were agreed on. */
export const pointAgreement = (
  rubric: Pick<Rubric, 'points'> | null,
  sheets: readonly Pick<TrialSheet, 'marks'>[],
  right: readonly { studentId: string; points?: string | undefined }[],
) => {
  const agreed = new Map(right.flatMap((r) => (r.points === undefined ? [] : [[r.studentId, r.points]])))
  const pairs = sheets.flatMap(({ marks }) =>
    marks.flatMap(({ studentId, points }) => {
      const expert = agreed.get(studentId)
      return expert === undefined || points === undefined ? [] : [{ expert, points }]
    }),
  )
  if (!rubric || pairs.length === 0) return []
  return offered(rubric).map(({ id, name, score }) => {
    const count = (expert: boolean, marker: boolean): number =>
      pairs.filter((p) => p.expert.includes(id) === expert && p.points.includes(id) === marker).length
    const [missed, extra] = [count(true, false), count(false, true)]
    return { id, name, score, n: pairs.length, same: pairs.length - missed - extra, missed, extra }
  })
}

/** How alike all who have marked every answer of a trial mark: the pairs of every two of them, and what they share. */
export const trialOfAll = (q: PaperQuestion, sheets: readonly TrialSheet['marks'][], right: readonly Right[]) => {
  const whole = sheets
    .map((marks) => new Map(marks.map((m) => [m.studentId as string, m.score])))
    .filter((of) => right.every((r) => of.has(r.studentId)))
  const table = right.map((r) => whole.map((of) => of.get(r.studentId)!))
  return {
    markers: whole.length,
    agreement: agreementOfPairs(table.flatMap(pairsOfMarks), seedTolerance(q)),
    icc: iccOf(table),
    answers: right.map((r, i) => {
      const row = table[i]!
      const mean = row.length > 0 ? row.reduce((sum, x) => sum + x, 0) / row.length : null
      return { studentId: r.studentId, right: r.score, mean, low: Math.min(...row), high: Math.max(...row) }
    }),
  }
}
