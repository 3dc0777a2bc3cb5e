/** A card and its exam, as the handlers of this room ask for them. */
import { cardProblemList } from '#shared/card/card.problems.ts'
import type { Card } from '#shared/card/card.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showTime } from '#shared/kit/time.ts'
import { examOf, mayManage } from '#functions/exam/exam.public.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { cards } from './card.store.ts'

/** The card unless it is deleted. */
export const live = async (cardId: string): Promise<Card> => {
  const card = await cards.get({ cardId })
  return card && card.deletedAt === undefined ? card : refuse(cardProblemList.notFound)
}

/** The exam, if the caller manages it. */
export const managed = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = (await examOf(examId)) ?? refuse(cardProblemList.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return exam
}

/** The card, if the caller manages its exam. */
export const liveManaged = async (cardId: string, caller: Caller): Promise<Card> => {
  const card = await live(cardId)
  await managed(card.examId, caller)
  return card
}

/** The card, if the caller may change it now. */
export const changeable = async (cardId: string, caller: Caller): Promise<Card> => {
  const card = await liveManaged(cardId, caller)
  unlocked(card)
  return card
}

/** Another user was faster: says who, and when. */
export const stale = async (cardId: string): Promise<never> => {
  const card = await cards.get({ cardId })
  return refuse(commonProblems.stale, card ? { who: card.editedBy, when: showTime(card.editedAt) } : {})
}

/** A locked card is not changed. */
export const unlocked = (card: Card): void => {
  if (card.lock) refuse(cardProblemList.locked, { who: card.lock.userName, when: showTime(card.lock.at) })
}
