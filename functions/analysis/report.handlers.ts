import {
  classContrast,
  criticalStudents,
  itemAnalysis,
  optionRates,
  ownResult,
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
import { questionTypeRates, seenRows, sortRows } from '#shared/analysis/publication.rules.ts'
import type { StudentResult } from '#shared/analysis/publication.types.ts'
import { criticalStudents as criticalRows } from '#shared/analysis/stats/lines.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import { page } from '#shared/kit/paging.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { resultKey } from './analysis.store.ts'
import { classRows, headOf, itemRows, seenBy } from './sight.ts'
import { getIfThere, transcriptOf, versionFor } from './snapshot.ts'
import { examAndPaper } from './standing.ts'

const rowsSeen = async (paperId: string, caller: Caller) => {
  const seen = await seenBy(paperId, caller)
  return { seen, rows: seenRows(await transcriptOf(seen.paper, seen.version.v), seen.sight) }
}

export const reportHandlers = [
  implement(transcript, async ({ input, caller }) => {
    const { seen, rows } = await rowsSeen(input.paperId, caller)
    const name = input.name?.trim()
    const chosen = sortRows(
      rows
        .filter((r) => input.classId === undefined || r.classId === input.classId)
        .filter((r) => !name || r.studentName.includes(name) || r.studentNumber.startsWith(name)),
      input.sort,
    )
    const totals = chosen.flatMap((r) => (r.total === null ? [] : [r.total]))
    return {
      ...page(chosen, input),
      head: headOf(seen),
      questions: seen.data.questions.map((q) => ({ ...q, objective: isObjective(q) })),
      classes: seen.classes,
      totalRank: seen.sight.totalRank,
      present: totals.length,
      mean: totals.length ? totals.reduce((a, b) => a + b, 0) / totals.length : null,
    }
  }),

  implement(summary, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    const { overall, reliability, settings } = seen.report
    return { head: headOf(seen), overall, classes: classRows(seen), reliability, settings }
  }),

  implement(classContrast, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    return {
      head: headOf(seen),
      overall: seen.report.overall,
      classes: classRows(seen),
      questions: seen.report.items.map((i) => ({ ...i, scoreRate: i.difficulty })),
      settings: seen.report.settings,
    }
  }),

  implement(itemAnalysis, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    const { overall, reliability } = seen.report
    return { head: headOf(seen), present: overall.present, items: itemRows(seen), reliability }
  }),

  implement(questionTypes, async ({ input, caller }) => {
    const { data, report, classes } = await seenBy(input.paperId, caller)
    const shown = new Set(classes.map((c) => c.classId as string))
    return questionTypeRates(data, report).map((t) => ({
      ...t,
      classes: t.classes.filter((c) => shown.has(c.classId)),
    }))
  }),

  implement(optionRates, async ({ input, caller }) =>
    itemRows(await seenBy(input.paperId, caller)).filter((i) => i.objective),
  ),

  implement(scoreRates, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    return { thresholds: seen.report.settings.rates, overall: seen.report.overall, classes: classRows(seen) }
  }),

  implement(paperScoreRate, async ({ input, caller }) => {
    const { report } = await seenBy(input.paperId, caller)
    return { scoreRate: report.overall.scoreRate, questions: report.items }
  }),

  implement(scoreSections, async ({ input, caller }) => {
    const seen = await seenBy(input.paperId, caller)
    return { overall: seen.report.overall, classes: classRows(seen), standings: seen.report.standings }
  }),

  implement(topStudents, async ({ input, caller }) => {
    const { rows } = await rowsSeen(input.paperId, caller)
    return sortRows(rows.filter((r) => r.total !== null)).slice(0, input.count)
  }),

  implement(criticalStudents, async ({ input, caller }) => {
    const { rows } = await rowsSeen(input.paperId, caller)
    const { line, distance, bothSides } = input
    const near = criticalRows(
      Int32Array.from(rows, (r) => r.total ?? 0),
      Uint8Array.from(rows, (r) => (r.total === null ? 0 : 1)),
      line,
      distance,
      bothSides ? 'both' : 'below',
    )
    return sortRows(near.map((i) => rows[i]!))
  }),

  implement(rankSections, async ({ input, caller }) => classRows(await seenBy(input.paperId, caller))),

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
