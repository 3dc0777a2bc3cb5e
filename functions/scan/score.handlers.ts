/**
 * Scores on paper as a person types them: under the page's version, with a name, in the page's journal, and with their
 * audit record in one transaction (I16).
 */
import { scoreMarkFor } from '#shared/scan/marks.rules.ts'
import * as calls from '#shared/scan/score.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { candidateOf, examOf, paperOf } from '#functions/exam/exam.public.ts'
import { countChanged } from './counts.ts'
import { managedBatch, managedPaper } from './managed.ts'
import { absents, pages } from './scan.store.ts'
import { settledAs } from './settle.ts'
import { sheetOf, scoreOn, write, scoreOf, sheetsOf } from './score.commands.ts'

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

  implement(calls.scoreAbsent, async ({ input, caller }) => {
    const { paperId, studentId, reason } = input
    const seen = await managedPaper(paperId, caller)
    if (!(await candidateOf(seen.exam, studentId))) return refuse(commonProblems.notFound)
    const mark = await absents.get({ paperId, studentId })
    const here = { ...mark, absent: false, by: caller.userName, at: now(), reason }
    const writes = mark?.absent ? [absents.saving({ ...mark, ...here })] : []
    const { changed } = await write(seen, await sheetsOf(paperId, studentId), input.scores, caller, {
      writes,
      reason,
      studentId,
      repeated: mark !== null && !mark.absent && mark.by === caller.userName && mark.reason === reason,
    })
    await countChanged(paperId, [], [studentId])
    return { changed }
  }),
]
