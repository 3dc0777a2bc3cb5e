import { ownExam, ownResult, paperReport, reportViews, resultAs } from '#shared/analysis/analysis.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { DisclosedResult } from '#shared/analysis/disclosed.rules.ts'
import type { ReportId } from '#shared/analysis/reports/faces.ts'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import type { ReportParams } from '#shared/analysis/reports/report.params.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { publications } from './analysis.store.ts'
import { dataOf, policyOf } from './report.data.ts'
import { ownExamSeen, ownSeen, picturesOf } from './own.read.ts'
import { seenBy } from './sight.ts'
import { goingOf } from './standing/standing.ts'

/** A newer version is on its way, and not only planned: the reader's screen asks again. */
const beingMade = async ({ paperId }: { paperId: string }): Promise<boolean> => {
  const going = await goingOf(await publications.get({ paperId }))
  return going !== null && going.at === undefined
}

/** The one way from a paper to what a caller is told of it. */
const answer = async (id: ReportId, input: ReportParams & { paperId: PaperId }, caller: Caller) => {
  const { paperId, ...params } = input
  const seen = await seenBy(paperId, caller)
  const report = reportNamed(id)
  const data = await dataOf(seen, report, params)
  const value = report.value(data, policyOf(seen, data), params)
  return { ...value, computing: await beingMade(seen.paper) }
}

const withPages = async (of: Promise<DisclosedResult>) => {
  const result = await of
  // Of what the policy keeps back there is no place either.
  return { ...result, pages: await picturesOf(result.pages, new Set(result.items.map((i) => i.questionId))) }
}

export const reportHandlers = [
  implement(paperReport, ({ input: { report, ...input }, caller }) => answer(report, input, caller)),
  ...reportViews.map(([call, report]) => implement(call, ({ input, caller }) => answer(report, input, caller))),

  implement(ownResult, ({ input, caller }) =>
    caller.studentId
      ? withPages(ownSeen(input.paperId, caller.studentId, caller))
      : refuse(analysisProblems.notYourResult),
  ),

  implement(ownExam, ({ input, caller }) =>
    caller.studentId ? ownExamSeen(input.examId, caller.studentId, caller) : refuse(analysisProblems.notYourResult),
  ),

  implement(resultAs, ({ input: { paperId, studentId, as }, caller }) =>
    withPages(ownSeen(paperId, studentId, caller, as)),
  ),
]
