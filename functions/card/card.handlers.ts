/** Making, editing, publishing and deleting cards. */
import {
  cardDetail,
  createCard,
  defaultTemplate,
  deleteCard,
  publishCard,
  restoreCard,
  saveCard,
} from '#shared/card/card.calls.ts'
import { softDeleteCard } from '#shared/card/designer/desk.calls.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { examOf, mayManage, paperOf } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { versionsOf } from './card.store.ts'
import { cardOfPaper, firstDesign } from './designer/newCard.ts'
import { live, managed } from './live.ts'
import { scanned, putAway } from './card.commands.ts'
import * as commands from './card.commands.ts'

export const cardHandlers = [
  implement(createCard, async ({ input, caller }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(cardProblemList.notFound)
    const exam = await managed(paper.examId, caller)
    const { card, created } = await cardOfPaper(paper, exam, caller)
    return { cardId: card.cardId, created }
  }),

  implement(defaultTemplate, async ({ input }) => {
    const paper = (await paperOf(input.paperId)) ?? refuse(cardProblemList.notFound)
    const exam = (await examOf(paper.examId)) ?? refuse(cardProblemList.notFound)
    return firstDesign(paper, exam)
  }),

  implement(cardDetail, async ({ input, caller }) => {
    const card = await live(input.cardId)
    const [exam, paper, versions] = await Promise.all([
      examOf(card.examId),
      paperOf(card.paperId),
      versionsOf(card.code),
    ])
    if (!exam || !paper) return refuse(cardProblemList.notFound)
    return {
      ...card,
      courseName: paper.courseName,
      examName: exam.examName,
      questions: paper.questions,
      mayManage: mayManage(exam, caller),
      scanned: scanned(exam, card),
      versions,
    }
  }),

  implement(saveCard, ({ input, caller }) => commands.saveCard(input, caller)),

  implement(publishCard, ({ input, caller }) => commands.publishCard(input, caller)),

  implement(deleteCard, async ({ input, caller }) => putAway(input.cardId, input.version, caller)),
  implement(softDeleteCard, async ({ input, caller }) => putAway(input.cardId, input.version, caller)),

  implement(restoreCard, ({ input, caller }) => commands.restoreCard(input, caller)),
]
