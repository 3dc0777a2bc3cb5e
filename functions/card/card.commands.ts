import { paperMismatch } from '#shared/card/card.match.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { cardProblems, mostQuestions } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { linkCard, paperOf } from '#functions/exam/exam.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { cards, cardVersions, paperCards } from './card.store.ts'
import { changeable, live, managed, stale, unlocked } from './live.ts'
import { versionProblem } from '#shared/card/card.version.ts'
import { layOut, layOutAuto } from '#shared/card/layout/layOut.ts'
import { pictureProblems } from '#shared/card/layout/cardPictures.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { transact } from '#functions/kit/table.ts'
import { knowsPictures } from './designer/picture.commands.ts'
import { nextVersion } from './designer/nextVersion.ts'
import { templateUses } from './template/template.store.ts'
import type * as cardCalls from '#shared/card/card.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

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
  // Laid out for its pictures alone.
  ...(design.pictures?.length ? pictureProblems(design, layOut(design)).map((p) => p.text) : []),
]

export const saveCard = async (
  input: InputOf<typeof cardCalls.saveCard>,
  caller: Caller,
): Promise<AnswerOf<typeof cardCalls.saveCard>> => {
  const card = await changeable(input.cardId, caller)
  const newer = versionProblem(input.design) ?? versionProblem(card.design)
  if (newer) return refuse(cardProblemList.newerVersion, { detail: newer })
  const count = input.design.units.reduce((n, u) => n + u.questions.length, 0)
  if (count > mostQuestions) return refuse(cardProblemList.tooMany, { most: mostQuestions, count })
  const paper = await paperOf(card.paperId)
  const known = new Set([
    ...(paper?.questions ?? []).map((q) => q.questionId as string),
    ...card.design.units.flatMap((u) => u.questions.map((q) => q.questionId)),
  ])
  const strange = input.design.units.flatMap((u) => u.questions).find((q) => !known.has(q.questionId))
  if (strange) return refuse(cardProblemList.strangeQuestion, { number: strange.number })
  await knowsPictures(card, input.design)
  const saved = await cards.save({
    ...card,
    design: input.design,
    title: input.design.title,
    status: 1,
    editedBy: caller.userName,
    editedAt: now(),
    version: input.version,
  })
  if (!saved) return stale(card.cardId)
  return { ...saved, warnings: warningsOf(input.design, paper) }
}

export const publishCard = async (
  input: InputOf<typeof cardCalls.publishCard>,
  caller: Caller,
): Promise<AnswerOf<typeof cardCalls.publishCard>> => {
  const card = await changeable(input.cardId, caller)
  if (card.version !== input.version) return stale(card.cardId)
  const wrong = warningsOf(card.design, await paperOf(card.paperId))
  if (wrong.length > 0) return refuse(cardProblemList.notReady, { detail: bracketed(wrong.slice(0, 20)) })
  const laid = layOutAuto(card.design, input.pages)
  if ('refusal' in laid) return refuse(cardProblemList.noLayout, { detail: laid.refusal })
  // The layout may have taken another sheet than the author's.
  const laidOver = pictureProblems(laid.design, laid.geometry).map((p) => p.text)
  if (laidOver.length > 0) return refuse(cardProblemList.notReady, { detail: bracketed(laidOver) })
  const { cardId, paperId } = card
  const { row, attempt } = await nextVersion(card, { geometry: laid.geometry }, caller)
  const { publishedVersion } = row
  // From now on the paper is read by its own card.
  const { templateId, ...own } = card
  const use = templateId ? await templateUses.get({ templateId, paperId }) : null
  const done = await transact(
    [
      cardVersions.creating(row),
      ...(use ? [templateUses.removing(use)] : []),
      cards.saving({
        ...own,
        design: laid.design,
        status: 2,
        publishedVersion,
        editedBy: caller.userName,
        editedAt: row.publishedAt,
      }),
    ],
    attempt,
  )
  if (!done) return stale(cardId)
  return {
    publishedVersion,
    version: card.version + 1,
    hash: row.hash,
    pageCount: row.pageCount,
    design: laid.design,
    notices: laid.notices,
  }
}

export const restoreCard = async (
  input: InputOf<typeof cardCalls.restoreCard>,
  caller: Caller,
): Promise<AnswerOf<typeof cardCalls.restoreCard>> => {
  const card = (await cards.get({ cardId: input.cardId })) ?? refuse(cardProblemList.notFound)
  await managed(card.examId, caller)
  const of = await paperCards.get({ paperId: card.paperId })
  if (of?.cardId !== card.cardId) return refuse(cardProblemList.otherCard)
  const { deletedAt: _at, deletedBy: _by, ...kept } = card
  const saved = card.deletedAt === undefined ? card : await cards.save(kept)
  if (!saved) return stale(card.cardId)
  await linkCard(card.paperId, card.cardId)
  return { version: saved.version }
}
