import {
  classContrast,
  criticalStudents,
  itemAnalysis,
  optionRates,
  ownResult,
  paperReport,
  paperScoreRate,
  questionTypes,
  rankSections,
  scoreRates,
  scoreSections,
  summary,
  topStudents,
  transcript,
} from '#shared/analysis/analysis.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { questionTypeRates } from '#shared/analysis/publication.rules.ts'
import type { StudentResult } from '#shared/analysis/publication.types.ts'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import { criticalBounds } from '#shared/analysis/stats/lines.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { publications, resultKey } from './analysis.store.ts'
import { dataOf, policy } from './report.data.ts'
import { classRows, figuresOfClasses, itemRows, reportHead, seenBy } from './sight.ts'
import { sizes } from './sizes.ts'
import { getIfThere, versionFor } from './snapshot.ts'
import { examAndPaper } from './standing.ts'
import { linesBetween, listLines } from './transcript.ts'

/** A newer version is on its way, and not only planned: the reader's screen asks again. */
const beingMade = async ({ paperId }: { paperId: string }): Promise<boolean> => {
  const pending = (await publications.get({ paperId }))?.pending
  return pending !== undefined && pending.at === undefined
}

/** What is seen, and its lines as they are asked for. */
const linesSeen = async (paperId: string, caller: Caller) => {
  const seen = await seenBy(paperId, caller)
  return { seen, of: { ...seen, v: seen.version.v } }
}

export const reportHandlers = [
  implement(paperReport, async ({ input, caller }) => {
    const { report: id, paperId, ...params } = input
    const seen = await seenBy(paperId, caller)
    const report = reportNamed(id)
    const value = report.value(await dataOf(seen, report, params), policy, params)
    return { ...value, computing: await beingMade(seen.paper) }
  }),

  implement(transcript, async ({ input, caller }) => {
    const { seen, of } = await linesSeen(input.paperId, caller)
    const { present, mean } = seen.report.overall
    return {
      ...(await listLines(of, input, { present, mean })),
      head: reportHead(seen),
      questions: seen.head.questions.map((q) => ({ ...q, objective: isObjective(q) })),
      classes: seen.classes,
      totalRank: seen.sight.totalRank,
    }
  }),

  implement(summary, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    const { overall, reliability, settings } = seen.report
    return { head: reportHead(seen), overall, classes: await classRows(seen), reliability, settings }
  }),

  implement(classContrast, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    return {
      head: reportHead(seen),
      overall: seen.report.overall,
      classes: await classRows(seen),
      questions: seen.report.items.map((i) => ({ ...i, scoreRate: i.difficulty })),
      settings: seen.report.settings,
    }
  }),

  implement(itemAnalysis, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    const { overall, reliability } = seen.report
    return { head: reportHead(seen), present: overall.present, items: itemRows(seen), reliability }
  }),

  implement(questionTypes, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    return questionTypeRates(seen.head, { ...seen.report, classes: await figuresOfClasses(seen) })
  }),

  implement(optionRates, async ({ input, caller }) =>
    itemRows(await seenBy(input.paperId, caller)).filter((i) => i.objective),
  ),

  implement(scoreRates, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    return { thresholds: seen.report.settings.rates, overall: seen.report.overall, classes: await classRows(seen) }
  }),

  implement(paperScoreRate, async ({ input, caller }) => {
    const { report } = await seenBy(input.paperId, caller)
    return { scoreRate: report.overall.scoreRate, questions: report.items }
  }),

  implement(scoreSections, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    return { overall: seen.report.overall, classes: await classRows(seen), standings: seen.report.standings }
  }),

  implement(topStudents, async ({ input, caller }) => {
    const { of } = await linesSeen(input.paperId, caller)
    return linesBetween(of, 0, Number.MAX_SAFE_INTEGER, input.count)
  }),

  implement(criticalStudents, async ({ input, caller }) => {
    const { of } = await linesSeen(input.paperId, caller)
    const { line, distance, bothSides } = input
    const [low, high] = criticalBounds(line, distance, bothSides ? 'both' : 'below')
    return linesBetween(of, low, high, sizes.lines)
  }),

  implement(rankSections, async ({ input, caller }) => await classRows(await seenBy(input.paperId, caller))),

  implement(ownResult, async ({ input, caller }) => {
    const { studentId } = caller
    if (!studentId) return refuse(analysisProblems.notYourResult)
    const { paper } = await examAndPaper(input.paperId)
    const version = (await versionFor(paper, false)) ?? refuse(analysisProblems.notPublished)
    const result = await getIfThere<StudentResult>(resultKey(paper, version.v, studentId))
    if (!result) return refuse(analysisProblems.notYourResult)
    const pages = await Promise.all(result.pages.map(async ({ key, ...p }) => ({ ...p, url: await signedUrl(key) })))
    return { ...result, pages }
  }),
]
