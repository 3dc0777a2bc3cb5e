/**
 * Scores on paper as a person types them: under the page's version, with a name, in the page's journal, and with their
 * audit record in one transaction (I16).
 */
import { scoreMarkFor } from '#shared/scan/results/marks.rules.ts'
import * as calls from '#shared/scan/results/score.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { managedBatch } from '../managed.ts'
import { pages } from '../scan.store.ts'
import { settledAs } from '../doubts/settle.ts'
import { sheetOf, scoreOn, write, scoreOf } from './score.commands.ts'
import * as commands from './score.commands.ts'

export const scoreHandlers = [
  implement(calls.scorePage, async ({ input, caller }) => {
    const at = await managedBatch(input.batchId, caller)
    const [exam, paper] = await Promise.all([examOf(at.examId), paperOf(at.paperId)])
    if (!exam || !paper) return refuse(commonProblems.notFound)
    const page = (await pages.get(input)) ?? refuse(commonProblems.notFound)
    const sheet = await sheetOf(page)
    const repeated = input.scores.every((t) => scoreOn(page, scoreMarkFor(t.questionId, sheet.marks)) === t.score)
    if (page.version !== input.version && !repeated) return refuseStale(pages, page)
    const { first } = await write({ exam, paper }, [sheet], input.scores, caller)
    return settledAs(first ?? page)
  }),

  implement(calls.scoreStudent, ({ input, caller }) => scoreOf(input, input.scores, caller)),
  implement(calls.scoreItem, ({ input, caller }) => scoreOf(input, [input], caller)),

  implement(calls.scoreAbsent, ({ input, caller }) => commands.scoreAbsent(input, caller)),
]
