/**
 * What the demo claims, checked against the truth by code of its own: readings, scores, means and α are computed here
 * a second time from what the students wrote and the markers gave. The truth is read only after the system has answered.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { HandedIn } from './exam.ts'
import { expectedMark } from './mark.ts'
import type { Given } from './mark.ts'

export type Claimed = {
  studentId: string
  studentNumber: string
  state: string
  total: number | null
  scores: number[]
  /** Letters by question id, as the student sees them. */
  chosen: Map<string, string>
}

export type Verdict = {
  cells: number
  wrongReadings: string[]
  wrongScores: string[]
  mean: number
  alpha: number
  present: number
  absent: number
}

/** What the student meant, by question, over all of the student's pages. */
const intendedBy = (handed: HandedIn): { letters: Map<string, Map<string, string>>; absent: Set<string> } => {
  const letters = new Map<string, Map<string, string>>()
  const absent = new Set<string>()
  for (const truth of handed.truthOf.values()) {
    if (truth.absent) absent.add(truth.studentNumber)
    const own = letters.get(truth.studentNumber) ?? new Map<string, string>()
    for (const c of truth.choices) own.set(c.questionId, c.intended.join(''))
    letters.set(truth.studentNumber, own)
  }
  return { letters, absent }
}

const objective = (q: PaperQuestion, letters: string): number => {
  const key = q.answer ?? ''
  if (letters === '') return 0
  if (letters === key) return q.fullScore
  const inside = [...letters].every((l) => key.includes(l))
  return q.unitType === 2 && inside ? (q.halfScore ?? 0) : 0
}

const variance = (values: readonly number[]): number => {
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  return values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length
}

export const verify = (
  questions: readonly PaperQuestion[],
  handed: HandedIn,
  given: Given,
  claims: readonly Claimed[],
): Verdict => {
  const { letters, absent } = intendedBy(handed)
  const wrongReadings: string[] = []
  const wrongScores: string[] = []
  const matrix: number[][] = []
  let cells = 0
  for (const claim of claims) {
    const isAbsent = absent.has(claim.studentNumber)
    if ((claim.state === 'absent') !== isAbsent) wrongReadings.push(`${claim.studentNumber} ${claim.state}`)
    if (isAbsent || claim.state !== 'present') continue
    const meant = letters.get(claim.studentNumber)
    const row = questions.map((q, i) => {
      if (q.unitType > 3) {
        const mark = expectedMark(given, claim.studentId, q)
        if (mark !== claim.scores[i])
          wrongScores.push(`${claim.studentNumber} ${q.number}: ${String(claim.scores[i])} instead of ${String(mark)}`)
        return mark ?? 0
      }
      const want = meant?.get(q.questionId) ?? ''
      const read = claim.chosen.get(q.questionId)
      cells += q.optionCount ?? 2
      if (read !== undefined && read !== want)
        wrongReadings.push(`${claim.studentNumber} ${q.number}: ${read || '-'} instead of ${want || '-'}`)
      const score = objective(q, want)
      if (score !== claim.scores[i])
        wrongScores.push(`${claim.studentNumber} ${q.number}: ${String(claim.scores[i])} instead of ${score}`)
      return score
    })
    const total = row.reduce((a, b) => a + b, 0)
    if (total !== claim.total) wrongScores.push(`${claim.studentNumber}: ${String(claim.total)} instead of ${total}`)
    matrix.push(row)
  }
  const totals = matrix.map((r) => r.reduce((a, b) => a + b, 0))
  const k = questions.length
  const items = questions.map((_, i) => variance(matrix.map((r) => r[i]!))).reduce((a, b) => a + b, 0)
  return {
    cells,
    wrongReadings,
    wrongScores,
    mean: totals.reduce((a, b) => a + b, 0) / Math.max(1, totals.length),
    alpha: (k / (k - 1)) * (1 - items / variance(totals)),
    present: matrix.length,
    absent: absent.size,
  }
}
