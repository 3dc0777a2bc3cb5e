/** Locking, the recycle bin's end, another card's settings, checks of what is not saved yet. */
import { withSettingsOf } from '#shared/card/card.match.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { designFromPaper } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import {
  drawCheck,
  lockCard,
  paperCardStatus,
  purgeCard,
  questionCard,
  questionMarks,
  referenceCard,
} from '#shared/card/designer/desk.calls.ts'
import { layOut, layOutAuto } from '#shared/card/layout/layOut.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { warningsOf } from '../card.commands.ts'
import { printedCardOfPaper } from '../card.public.ts'
import { cards, paperCards } from '../card.store.ts'
import { live, liveManaged } from '../live.ts'
import { longNumbers } from '../longNumbers.ts'
import * as commands from './desk.commands.ts'

/** Where a question stands: its choices' cells or its blocks, page by page. */
const placesOf = (geometry: CardGeometry, questionId: string) =>
  geometry.pages.flatMap(({ page, choices, blocks }) => {
    const cells = choices.find((c) => c.questionId === questionId)?.cells.map((c) => c.rect) ?? []
    const rects = [...blocks.filter((b) => b.questionIds.includes(questionId)).map((b) => b.rect)]
    if (cells.length > 0) {
      const [x, y] = [Math.min(...cells.map((r) => r.x)), Math.min(...cells.map((r) => r.y))]
      const [e, b] = [Math.max(...cells.map((r) => r.x + r.w)), Math.max(...cells.map((r) => r.y + r.h))]
      rects.push({ x, y, w: e - x, h: b - y })
    }
    return rects.map((r) => ({ page, ...r }))
  })

export const deskHandlers = [
  implement(lockCard, ({ input, caller }) => commands.lockCard(input, caller)),

  implement(purgeCard, ({ input, caller }) => commands.purgeCard(input, caller)),

  implement(referenceCard, async ({ input, caller }) => {
    await liveManaged(input.cardId, caller)
    const other = await live(input.fromCardId)
    return { design: withSettingsOf(input.design, other.design) }
  }),

  implement(questionCard, async ({ input, caller }) => {
    const card = await liveManaged(input.cardId, caller)
    const paper = (await paperOf(card.paperId)) ?? refuse(cardProblemList.notFound)
    const chosen = paper.questions.filter((q) => input.questionIds?.includes(q.questionId) ?? true)
    if (chosen.length === 0) return refuse(cardProblemList.noQuestions)
    const made = designFromPaper({ title: input.design.title, questions: chosen })
    return { design: withSettingsOf({ ...made, ...keptOf(input.design, made) }, input.design) }
  }),

  implement(drawCheck, async ({ input, caller }) => {
    const card = await liveManaged(input.cardId, caller)
    const warnings = warningsOf(input.design, await paperOf(card.paperId))
    const long = await longNumbers(input.design, card.examId)
    const laid = layOutAuto(input.design, input.pages)
    return 'refusal' in laid
      ? { warnings, notices: [], long, pageCount: layOut(input.design).pages.length, refusal: laid.refusal }
      : { warnings, notices: laid.notices, long, pageCount: laid.geometry.pages.length }
  }),

  implement(paperCardStatus, async ({ input }) => {
    const links = await paperCards.getMany(input.paperIds.map((paperId) => ({ paperId })))
    const found = await cards.getMany(links.map((l) => ({ cardId: l.cardId })))
    const byPaper = new Map(found.filter((c) => c.deletedAt === undefined).map((c) => [c.paperId as string, c]))
    return input.paperIds.map((paperId) => {
      const card = byPaper.get(paperId)
      return card
        ? {
            paperId,
            cardId: card.cardId,
            status: card.status,
            publishedVersion: card.publishedVersion,
            locked: card.lock !== undefined,
          }
        : { paperId, publishedVersion: 0, locked: false }
    })
  }),

  implement(questionMarks, async ({ input }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(cardProblemList.notFound)
    const printed = await printedCardOfPaper(input.paperId)
    return {
      publishedVersion: printed?.version ?? 0,
      questions: paper.questions.map(({ questionId, number, unitType, fullScore }) => ({
        questionId,
        number,
        unitType,
        fullScore,
        readType: isObjective({ unitType }) ? (1 as const) : (2 as const),
        places: printed ? placesOf(printed.geometry, questionId) : [],
      })),
    }
  }),
]

/** What a card made anew keeps of the old one: its subtitle, and the pictures that still have their question. */
const keptOf = ({ subtitle, pictures }: CardDesign, { units }: CardDesign): Partial<CardDesign> => {
  const ids = new Set(units.flatMap((u) => u.questions.map((q) => q.questionId)))
  const kept = pictures?.filter((p) => p.questionId === undefined || ids.has(p.questionId))
  return { ...(subtitle === undefined ? {} : { subtitle }), ...(kept?.length ? { pictures: kept } : {}) }
}
