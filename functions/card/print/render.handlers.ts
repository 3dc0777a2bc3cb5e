/** Pages without a session: a ticket names one card and version, opens once, for ten minutes. */
import { cardProblemList } from '#shared/card/card.problems.ts'
import { htmlToPdf, openRender, renderTicket } from '#shared/card/print/render.calls.ts'
import { shownCard } from '#shared/card/print/render.rules.ts'
import { renderPaths } from '#shared/card/print/render.paths.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Implementation } from '#functions/kit/serve.ts'
import { printedCardByCode } from '../card.public.ts'
import { cards } from '../card.store.ts'
import { pictureUrlsIn } from '../designer/picture.commands.ts'
import { live, managed } from '../live.ts'
import { studentDraws } from './print.prefill.ts'
import { scoredCopies } from '../scored.public.ts'
import type { ScoreSource } from '../scored.public.ts'
import { studentsOf, redeem, shownCopy } from './render.commands.ts'
import * as commands from './render.commands.ts'

export const renderHandlers = (source: ScoreSource): Implementation[] => [
  implement(renderTicket, async ({ input, caller }) => {
    const card = await live(input.cardId)
    const exam = await managed(card.examId, caller)
    const { kind } = input
    const printed =
      (card.publishedVersion > 0 ? await printedCardByCode(card.code, card.publishedVersion) : null) ??
      refuse(cardProblemList.notPublished)
    const page = kind === 'image' ? (input.page ?? 1) : undefined
    if (page !== undefined && page > printed.geometry.pages.length) refuse(cardProblemList.noSuchPage, { page })
    if (kind === 'file' && ((await studentsOf(input, exam.examId)) ?? []).length === 0)
      refuse(cardProblemList.noStudents)
    if (kind === 'score' && (await scoredCopies(source, { ...card, classId: input.classId }, printed)).length === 0)
      refuse(cardProblemList.noResults)
    const of = {
      kind,
      cardId: card.cardId,
      publishedVersion: card.publishedVersion,
      examId: card.examId,
      owner: card.owner,
      ...(page === undefined ? {} : { page }),
      ...((kind === 'file' || kind === 'score') && input.classId ? { classId: input.classId } : {}),
    }
    const { ticket, expiresAt } = await commands.makeTicket(of, caller)
    return { ticket, path: `${renderPaths[kind]}#ticket=${ticket}`, expiresAt }
  }),

  implement(openRender, async ({ input }) => {
    const redeemed = await redeem(input.ticket)
    const card = (await cards.get({ cardId: redeemed.cardId })) ?? refuse(cardProblemList.ticketSpent)
    const printed =
      (await printedCardByCode(card.code, redeemed.publishedVersion)) ?? refuse(cardProblemList.ticketSpent)
    const students = await studentsOf(redeemed, redeemed.examId)
    const scored =
      redeemed.kind === 'score'
        ? await scoredCopies(source, { ...card, classId: redeemed.classId }, printed)
        : undefined
    return {
      kind: redeemed.kind,
      title: `${card.title} ${card.courseName}答题卡`,
      card: shownCard(printed, redeemed),
      pictures: await pictureUrlsIn(card.cardId, printed.geometry),
      ...(scored ? { copies: await Promise.all(scored.map((c) => shownCopy(c, printed))) } : {}),
      ...(students
        ? {
            copies: students.map((s) => ({
              name: s.name,
              studentNumber: s.studentNumber,
              draws: printed.geometry.pages.map((p) => studentDraws(p, s)),
            })),
          }
        : {}),
    }
  }),

  implement(htmlToPdf, ({ input, caller }) => commands.htmlToPdf(input, caller)),
]
