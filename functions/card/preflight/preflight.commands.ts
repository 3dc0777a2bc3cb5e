import { cardPreflight } from '#shared/card/card.jobs.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { liveManaged } from '../live.ts'
import type * as preflightCalls from '#shared/card/preflight/preflight.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const startPreflight = async (
  input: InputOf<typeof preflightCalls.startPreflight>,
  caller: Caller,
): Promise<AnswerOf<typeof preflightCalls.startPreflight>> => {
  const card = await liveManaged(input.cardId, caller)
  if (card.publishedVersion === 0) return refuse(cardProblemList.notPublished)
  if (tenantOfUpload(input.key) !== caller.tenant) return refuse(cardProblemList.foreignUpload)
  const { cardId, key, fileName } = input
  return startJob(
    cardPreflight,
    { cardId, key, fileName, publishedVersion: card.publishedVersion, testedBy: caller.userName },
    caller,
    { about: `${card.title} ${card.courseName}` },
  )
}
