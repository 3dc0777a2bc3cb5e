/** How many answers of each question there are to mark, by what was scanned: before marking opens, when none is counted yet. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'

/**
 * Of an optional question the answers of those who chose it on the card; where no card says that, its share of the group.
 * Who lacks all pages of a question has no answer of it.
 */
export const answersThere = (
  questions: readonly PaperQuestion[],
  { candidates, missingOn = {}, picked = {} }: Pick<SheetLedger, 'candidates' | 'missingOn' | 'picked'>,
  pagesOf: ReadonlyMap<string, ReadonlySet<number>>,
): ReadonlyMap<string, number> => {
  const seen = (q: PaperQuestion): number => {
    const lacking = [...(pagesOf.get(q.questionId) ?? [])].map((page) => missingOn[String(page)] ?? 0)
    return Math.max(0, candidates.present - (lacking.length > 0 ? Math.min(...lacking) : 0))
  }
  return new Map(
    questions.map((q) => {
      const { optional } = q
      if (!optional) return [q.questionId as string, seen(q)]
      const group = questions.filter((other) => other.optional?.group === optional.group)
      if (group.some((other) => picked[other.questionId])) return [q.questionId as string, picked[q.questionId] ?? 0]
      return [q.questionId as string, Math.ceil((seen(q) * optional.count) / group.length)]
    }),
  )
}
