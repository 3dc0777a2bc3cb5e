import { cardProblemList } from '#shared/card/card.problems.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { cards } from '../card.store.ts'
import { liveManaged, managed, stale } from '../live.ts'
import { dropPictures } from './picture.commands.ts'
import type * as deskCalls from '#shared/card/designer/desk.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

const administrators = [-1, 1, 2, 15, 18]

export const lockCard = async (
  input: InputOf<typeof deskCalls.lockCard>,
  caller: Caller,
): Promise<AnswerOf<typeof deskCalls.lockCard>> => {
  const card = await liveManaged(input.cardId, caller)
  if (input.locked === (card.lock !== undefined)) return { version: card.version, lock: card.lock }
  if (card.lock && card.lock.userId !== caller.userId && !administrators.includes(caller.userType))
    return refuse(cardProblemList.notYourLock, { who: card.lock.userName })
  const { lock, ...open } = card
  const next = {
    ...open,
    ...(input.locked ? { lock: { userId: caller.userId, userName: caller.userName, at: now() } } : {}),
    version: input.version,
  }
  const record = auditRecord(caller, input.locked ? 'card.lock' : 'card.unlock', card.cardId, { before: lock })
  if (!(await audited([cards.saving(next)], record))) return stale(card.cardId)
  return { version: input.version + 1, lock: 'lock' in next ? next.lock : undefined }
}

export const purgeCard = async (
  input: InputOf<typeof deskCalls.purgeCard>,
  caller: Caller,
): Promise<AnswerOf<typeof deskCalls.purgeCard>> => {
  const card = (await cards.get({ cardId: input.cardId })) ?? refuse(cardProblemList.notFound)
  await managed(card.examId, caller)
  if (card.deletedAt === undefined) return refuse(cardProblemList.notDeleted)
  if (card.publishedVersion > 0) return refuse(cardProblemList.everPublished)
  // The code stays taken: it may have been read aloud or written down.
  if (!(await audited([cards.removing(card)], auditRecord(caller, 'card.purge', card.cardId, { before: card }))))
    return stale(card.cardId)
  await dropPictures(card.cardId)
  return {}
}
