import { showScore } from '#shared/kit/score.ts'
import type { proposals } from '#shared/marking/reader/reader.calls.ts'
import type { OutputOf } from '#web/kit/ask.ts'

export type Proposed = OutputOf<typeof proposals>[number]

const sure = ({ confidence }: Pick<Proposed, 'confidence'>): string => `把握${Math.floor(100 * confidence)}%`

/** What a reader makes of one answer, in one line: what it read, what it would give, and why. */
export const proposalText = (p: Omit<Proposed, 'studentId'>): string =>
  [
    p.text === undefined ? '' : `读作“${p.text}”`,
    p.score === undefined ? '' : `建议${showScore(p.score)}分`,
    p.reason ?? '',
    sure(p),
  ]
    .filter((part) => part !== '')
    .join('，')

/** What it makes of a group: one score where it would give all of them the same, else what it read otherwise. */
export const groupProposal = (
  ids: readonly string[],
  of: ReadonlyMap<string, Proposed>,
): { score: number | null; text: string } => {
  const own = ids.flatMap((id) => of.get(id) ?? [])
  if (own.length === 0) return { score: null, text: '' }
  const kinds = [...Map.groupBy(own, (p) => p.text ?? `${showScore(p.score ?? 0)}分`)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const scores = new Set(own.map((p) => p.score))
  const [score] = scores
  const same = scores.size === 1 && score !== undefined && own.length === ids.length
  const told = kinds.slice(0, 4).map(([text, all]) => (kinds.length > 1 ? `“${text}”${all.length}份` : `“${text}”`))
  return {
    score: same ? score : null,
    text: `阅读器读作${told.join('、')}${kinds.length > 4 ? '等' : ''}${same ? `，建议${showScore(score)}分` : ''}`,
  }
}
