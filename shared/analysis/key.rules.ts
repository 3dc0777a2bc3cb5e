/** A key that the students' choices speak against: told before it is published, and no bar. Pure. */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { SnapshotColumns } from './publication.types.ts'
import { optionName } from './report.words.ts'

export type DoubtfulKey = {
  questionId: string
  number: string
  /** What most chose, as it is shown, and of how many what share did. */
  chosen: string
  share: number
  /** The share that earned the full score. */
  right: number
}

/** So many must have answered, and so many of them alike, before a key is doubted. */
const [fewest, most] = [20, 0.5]

/**
 * Questions of which more than half gave one and the same answer that earns less than the full score, and of which at
 * most half as many gave one that earns it, the plainest first. What counts is what was earned: alternatives and voided
 * questions need no rule of their own.
 */
export const doubtfulKeys = (
  questions: readonly Pick<PaperQuestion, 'questionId' | 'number' | 'unitType' | 'fullScore'>[],
  parts: readonly Pick<SnapshotColumns, 'state' | 'scores' | 'chosen'>[],
): DoubtfulKey[] =>
  questions
    .flatMap((q, column) => {
      if (!isObjective(q)) return []
      const answers = new Map<string, { count: number; right: number }>()
      for (const { state, scores, chosen } of parts)
        state.forEach((s, row) => {
          const letters = chosen[row]?.[column] ?? ''
          if (s !== 'present' || !/^[A-Z]+$/.test(letters)) return
          const known = answers.get(letters) ?? { count: 0, right: 0 }
          const full = scores[row]![column] === q.fullScore ? 1 : 0
          answers.set(letters, { count: known.count + 1, right: known.right + full })
        })
      const all = [...answers.values()].reduce((sum, a) => sum + a.count, 0)
      const [top] = [...answers].sort((a, b) => b[1].count - a[1].count)
      if (!top || all < fewest || top[1].right > 0) return []
      const share = top[1].count / all
      const right = [...answers.values()].reduce((sum, a) => sum + a.right, 0) / all
      if (share <= most || right > share / 2) return []
      const { questionId, number } = q
      return [{ questionId, number, chosen: optionName(top[0], q.unitType === 3), share, right }]
    })
    .sort((a, b) => b.share - b.right - (a.share - a.right))

const percent = (share: number): string => `${Math.round(share * 100)}%`

export const doubtfulKeyText = (found: readonly DoubtfulKey[]): string => {
  const named = found
    .slice(0, 3)
    .map((k) => `第${k.number}题${percent(k.share)}选${k.chosen}，只有${percent(k.right)}得满分`)
  return `${named.join('；')}${found.length > 3 ? `；等${found.length}题` : ''}`
}
