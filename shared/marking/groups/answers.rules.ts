/** How many answers of each question there are to mark, by what was scanned: before marking opens, when none is counted yet. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'

/**
 * Of an optional question the answers of those who chose it on the card; where no card says that, or only those of few
 * scripts do (the others were counted before choices were), its share of the group.
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
      const chosen = group.reduce((n, other) => n + (picked[other.questionId] ?? 0), 0)
      const wanted = seen(q) * optional.count
      if (chosen > 0 && chosen * 2 >= wanted) return [q.questionId as string, picked[q.questionId] ?? 0]
      return [q.questionId as string, Math.ceil(wanted / group.length)]
    }),
  )
}
