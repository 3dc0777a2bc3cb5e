/**
 * What no published score may break, from either computation: every score between 0 and its full mark, of optional
 * questions no more earning than count, a group within its points, a total within the paper's. A third piece of code
 * beside the two computations of I11; it takes only the table and imports neither.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'

type Bounded = Pick<PaperQuestion, 'number' | 'fullScore' | 'optional'>
type Row = { name: string; present: boolean; scores: readonly number[] }

/** What is wrong with one candidate's scores; [] when nothing is. An unfinished score (−1) is refused elsewhere. */
export const brokenBounds = (questions: readonly Bounded[], scores: readonly number[]): string[] => {
  const faults: string[] = []
  if (scores.length !== questions.length) return [`${scores.length}个得分，${questions.length}道题`]
  let [total, most] = [0, 0]
  const groups: Record<string, { got: number[]; full: number[]; count: number; numbers: string[] }> = {}
  for (let i = 0; i < questions.length; i++) {
    const { number, fullScore, optional } = questions[i]!
    const score = scores[i]!
    if (!Number.isInteger(score) || score < -1 || score > fullScore) faults.push(`第${number}题得分超出满分`)
    const points = Math.max(0, score)
    total += points
    if (optional) {
      const own = (groups[optional.group] ??= { got: [], full: [], count: optional.count, numbers: [] })
      own.got.push(points)
      own.full.push(fullScore)
      own.numbers.push(number)
    } else most += fullScore
  }
  for (const { got, full, count, numbers } of Object.values(groups)) {
    const named = `选做题第${numbers.join('、')}题`
    const worth = [...full]
      .sort((a, b) => b - a)
      .slice(0, count)
      .reduce((a, b) => a + b, 0)
    most += worth
    if (got.filter((n) => n > 0).length > count) faults.push(`${named}计了超过${count}题`)
    if (got.reduce((a, b) => a + b, 0) > worth) faults.push(`${named}合计超出满分`)
  }
  if (total > most) faults.push('总分超出满分')
  return faults
}

/** Who has scores that must not be published, with what is wrong. */
export const rowsOutOfBounds = (
  questions: readonly Bounded[],
  rows: Iterable<Row>,
): { name: string; why: string[] }[] => {
  const found: { name: string; why: string[] }[] = []
  for (const { name, present, scores } of rows) {
    const why = present ? brokenBounds(questions, scores) : []
    if (why.length > 0) found.push({ name, why })
  }
  return found
}
