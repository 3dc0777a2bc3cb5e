import { paperMismatch } from '#shared/card/card.match.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { cardProblems } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { linkCard } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { cards } from './card.store.ts'
import { live, managed, unlocked, stale } from './live.ts'

/** Whether the paper has scans in some school. */
export const scanned = (exam: Exam, { paperId }: Pick<Paper, 'paperId'>): boolean =>
  paperProgress(exam, paperId).furthest >= markingProgress.cardExceptions

/** Into the recycle bin, at the version that the caller has seen. */
export const putAway = async (cardId: string, version: number, caller: Caller): Promise<{ version: number }> => {
  const card = await live(cardId)
  const exam = await managed(card.examId, caller)
  unlocked(card)
  if (card.publishedVersion > 0 && scanned(exam, card)) return refuse(cardProblemList.hasScans)
  const saved = await cards.save({ ...card, deletedAt: now(), deletedBy: caller.userId, version })
  if (!saved) return stale(card.cardId)
  await linkCard(card.paperId, undefined)
  return { version: saved.version }
}

/** What keeps a design from being published: its own mistakes, and how it differs from its paper. */
export const warningsOf = (design: CardDesign, paper: Paper | null): string[] => [
  ...cardProblems(design),
  ...(paper ? paperMismatch(design, paper.questions) : []),
]
