/** Pre-flights: starting one, and what they have found. */
import { cardPreflight } from '#shared/card/card.jobs.ts'
import { cardProblemList } from '#shared/card/card.problems.ts'
import { preflightList, startPreflight } from '#shared/card/preflight.calls.ts'
import { examOf, mayManage } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { cardVersions, preflights } from './card.store.ts'
import { live, managed } from './live.ts'

export const preflightHandlers = [
  implement(startPreflight, async ({ input, caller }) => {
    const card = await live(input.cardId)
    await managed(card.examId, caller)
    if (card.publishedVersion === 0) return refuse(cardProblemList.notPublished)
    if (tenantOfUpload(input.key) !== caller.tenant) return refuse(cardProblemList.foreignUpload)
    const { cardId, key, fileName } = input
    return startJob(
      cardPreflight,
      { cardId, key, fileName, publishedVersion: card.publishedVersion, testedBy: caller.userName },
      caller,
      { about: `${card.title} ${card.courseName}` },
    )
  }),

  implement(preflightList, async ({ input, caller }) => {
    const card = await live(input.cardId)
    const [exam, version, found] = await Promise.all([
      examOf(card.examId),
      card.publishedVersion > 0
        ? cardVersions.get({ code: card.code, publishedVersion: card.publishedVersion })
        : Promise.resolve(null),
      preflights.query(`preflight#${card.cardId}`, { reverse: true, limit: 20, consistent: true }),
    ])
    if (!exam) return refuse(cardProblemList.notFound)
    return {
      title: card.title,
      courseName: card.courseName,
      examName: exam.examName,
      publishedVersion: card.publishedVersion,
      pageCount: version?.pageCount ?? 0,
      mayManage: mayManage(exam, caller),
      preflights: found,
    }
  }),
]
