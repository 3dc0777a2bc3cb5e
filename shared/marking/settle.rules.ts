/**
 * How the marks of one answer become its score: a rule is a value of the question, and this is the one function of it.
 * The journal's fold says the same by code of its own (I11).
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { Sha256 } from '#shared/kit/sha256.ts'
import { showScore } from '#shared/kit/score.ts'
import { utf8 } from '#shared/kit/text.ts'
import type { MarkRole } from './marking.types.ts'

export type SettleRule = {
  /** Markers of every answer. */
  marks: 1 | 2 | 3
  /** Percent of the answers that a second one marks though they are marked once. */
  sample: number
  /** A zero and a full score are marked by a second one. */
  extremes: boolean
  /** What two marks may differ by, hundredths. */
  tolerance: number
  two: 'mean' | 'higher' | 'up'
  beyond: 'final' | 'third' | 'thirdFinal'
  full: number
  step: number
}
export type Ruled = Pick<PaperQuestion, 'markers' | 'tolerance' | 'settle' | 'fullScore' | 'markStep'>

/** A question's rule, with all that it does not say. */
export const ruleOf = (q: Ruled): SettleRule => {
  const { settle = {}, markers: marks = 1 } = q
  const step = q.markStep ?? 100
  const tolerance =
    settle.share === undefined ? (q.tolerance ?? 0) : Math.floor((q.fullScore * settle.share) / 100 / step) * step
  return {
    marks,
    sample: marks === 1 ? (settle.sample ?? 0) : 0,
    extremes: marks === 1 && settle.extremes === true,
    tolerance,
    two: settle.two ?? 'mean',
    beyond: settle.beyond ?? 'final',
    full: q.fullScore,
    step,
  }
}

/** Hundredths by role; null is a mark that hands the answer on. */
export type GivenScores = Partial<Record<MarkRole, number | null>>
export type Settled =
  /** `roles`: the marks that it waits for. */
  | { kind: 'waiting'; roles: readonly [MarkRole, ...MarkRole[]] }
  /** Hundredths. */
  | { kind: 'scored'; score: number; by: 'first' | 'two' | 'nearest' | 'middle' | 'final' }

const waits = (...roles: [MarkRole, ...MarkRole[]]): Settled => ({ kind: 'waiting', roles })
const scored = (score: number, by: Extract<Settled, { kind: 'scored' }>['by']): Settled => ({
  kind: 'scored',
  score,
  by,
})

const isExtreme = ({ full }: SettleRule, score: number | null | undefined): boolean => score === 0 || score === full

/** Of two marks: steps are multiples of ten hundredths, so their mean is a whole number. */
const ofTwo = ({ two, step }: SettleRule, a: number, b: number): number => {
  const mean = (a + b) / 2
  return two === 'higher' ? Math.max(a, b) : two === 'up' ? Math.ceil(mean / step) * step : mean
}

/** The two of three that differ least; of pairs that differ alike the higher one. */
const nearestPair = (a: number, b: number, c: number): [number, number] => {
  const pairs: [number, number][] = [
    [a, b],
    [a, c],
    [b, c],
  ]
  return pairs.sort((x, y) => Math.abs(x[0] - x[1]) - Math.abs(y[0] - y[1]) || y[0] + y[1] - x[0] - x[1])[0]!
}

/** Marks that an answer needs before any of them is looked at. */
export const rolesBegun = ({ marks }: SettleRule, twice: boolean): [MarkRole, ...MarkRole[]] =>
  marks === 3 ? ['first', 'second', 'third'] : marks === 2 || twice ? ['first', 'second'] : ['first']

/**
 * Where an answer stands. Who decides at last is the arbitrator, also where a mark hands the answer on; a decision that
 * does so too keeps it waiting. `twice`: a second mark is wanted of this answer though its question is marked once.
 */
export const settle = (rule: SettleRule, given: GivenScores, twice = false): Settled => {
  const { first, second, third, final } = given
  if (final !== undefined) return final === null ? waits('final') : scored(final, 'final')
  // A second mark that was given stands, though the first is no zero any more.
  const looked = rule.extremes && (isExtreme(rule, first) || typeof second === 'number' || second === null)
  const roles = rolesBegun(rule, twice || looked)
  const [lacking, ...more] = roles.filter((role) => given[role] === undefined)
  if (lacking) return waits(lacking, ...more)
  const [a, b, c] = roles.map((role) => given[role]!)
  if (a === null || b === null || c === null) return waits('final')
  if (b === undefined) return scored(a!, 'first')
  if (c !== undefined) return scored([a!, b, c].sort((x, y) => x - y)[1]!, 'middle')
  if (Math.abs(a! - b) <= rule.tolerance) return scored(ofTwo(rule, a!, b), 'two')
  if (rule.beyond === 'final') return waits('final')
  if (third === undefined) return waits('third')
  if (third === null) return waits('final')
  const [x, y] = nearestPair(a!, b, third)
  if (rule.beyond === 'thirdFinal' && Math.abs(x - y) > rule.tolerance) return waits('final')
  return scored(ofTwo(rule, x, y), 'nearest')
}

/** A second mark may be wanted of some answer. */
const mayBeTwo = (rule: SettleRule): boolean => rule.marks === 2 || rule.sample > 0 || rule.extremes

/** The marks that an answer may need of different markers: so many there must be. */
export const rolesEver = (rule: SettleRule, twice = false): Exclude<MarkRole, 'final'>[] =>
  rule.marks === 3
    ? ['first', 'second', 'third']
    : !mayBeTwo(rule) && !twice
      ? ['first']
      : rule.beyond === 'final'
        ? ['first', 'second']
        : ['first', 'second', 'third']

/**
 * Whether an answer is among those that are marked twice by the share. By the student, so that bundles of one question
 * keep together what is marked alike, and a larger share holds the smaller one.
 */
export const isSampled = (
  { sample }: Pick<SettleRule, 'sample'>,
  of: { paperId: string; studentId: string },
): boolean => sample > 0 && placeOf(of) < sample / 100

/** A student's place by chance in a paper, 0 to 1: the order in which answers are put into bundles, too. */
export const placeOf = ({ paperId, studentId }: { paperId: string; studentId: string }): number =>
  Number.parseInt(
    new Sha256()
      .update(utf8(`${paperId}|${studentId}`))
      .digest()
      .slice(0, 8),
    16,
  ) /
  2 ** 32

/** The rule in one sentence. */
export const settleText = (rule: SettleRule): string => {
  const { marks, sample, extremes, tolerance, two, beyond } = rule
  if (marks === 3) return '三人各评一次，取中间的分；有问题的由组长处理'
  const again = [...(sample > 0 ? [`随机${sample}%`] : []), ...(extremes ? ['零分和满分'] : [])]
  const who = marks === 2 ? '两人各评一次' : `一人评一次${again.length > 0 ? `，${again.join('、')}由第二人再评` : ''}`
  if (!mayBeTwo(rule)) return `${who}；有问题的由组长处理`
  const within = two === 'higher' ? '取较高的分' : two === 'up' ? '取平均并向上进到给分间隔' : '取平均'
  const of = tolerance === 0 ? '两分相同即定，不同' : `相差不超过${showScore(tolerance)}分${within}，超过`
  const then =
    beyond === 'final'
      ? '由组长仲裁'
      : `由第三人评，按最接近的两个分算${beyond === 'thirdFinal' ? '，仍相差太大由组长仲裁' : ''}`
  return `${who}；${of}${then}`
}

/** The rule in a word, for a list. */
export const settleName = (rule: SettleRule): string => {
  const { marks, sample, extremes, beyond } = rule
  const more = beyond === 'final' || !mayBeTwo(rule) || marks === 3 ? '' : beyond === 'third' ? '+三评' : '+三评+仲裁'
  const again = sample > 0 ? `，抽${sample}%` : extremes ? '，复看' : ''
  return `${['单评', '双评', '三评'][marks - 1]!}${again}${more}`
}
