import { cardProblemList } from '#shared/card/card.problems.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { cardPdfs } from '../card.store.ts'
import { liveManaged } from '../live.ts'
import type * as printCalls from '#shared/card/print/print.calls.ts'

export const deletePdf = async (
  input: InputOf<typeof printCalls.deletePdf>,
  caller: Caller,
): Promise<AnswerOf<typeof printCalls.deletePdf>> => {
  const card = await liveManaged(input.cardId, caller)
  const found = await cardPdfs.get({ examId: card.examId, jobId: input.jobId })
  if (!found?.cardIds.includes(card.cardId)) return refuse(cardProblemList.noSuchPdf)
  const deletedAt = input.restore ? undefined : now()
  if ((found.deletedAt === undefined) === (deletedAt === undefined)) return {}
  const { deletedAt: _, ...kept } = found
  const record = auditRecord(caller, input.restore ? 'card.restorePdf' : 'card.deletePdf', input.jobId, {
    before: found,
  })
  await audited([cardPdfs.putting({ ...kept, ...(deletedAt === undefined ? {} : { deletedAt }) })], record)
  return {}
}
