/** Pre-flights: starting one, and what they have found. */
import { cardProblemList } from '#shared/card/card.problems.ts'
import { preflightList, startPreflight } from '#shared/card/preflight/preflight.calls.ts'
import { examOf, mayManage } from '#functions/exam/exam.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { cardVersions, preflights } from '../card.store.ts'
import { live } from '../live.ts'
import * as commands from './preflight.commands.ts'

export const preflightHandlers = [
  implement(startPreflight, ({ input, caller }) => commands.startPreflight(input, caller)),

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
