/** What a publication is held to: it is refused where its standing says no. */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { cutOf } from '#functions/marking/marking.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { whoOf, namesOf, ledgerCheck, scoreChecks } from './standing.ts'
import type { Check, Figures, Standing } from './standing.ts'

const bar = (checks: readonly Check[], override?: string): void => {
  const bars = checks.filter((c) => c.state === 'failed' && !(c.key === 'ledger' && override))
  if (bars.length > 0) refuse(analysisProblems.notReady, { detail: bars.map((c) => c.detail).join('；') })
}

/**
 * Refuses unless everything holds. The ledger alone may be overridden, by a named person with a reason; scores that are
 * still on their way to the journal are not refused: the job waits for them.
 * @throws Refused notReady, scoresDiffer, outOfBounds
 */
export const requireReady = (standing: Standing, override?: string): void => {
  requireSame(standing)
  requireBounds(standing)
  bar(standing.checks, override)
}

const requireSame = (of: Figures): void => {
  if (of.differing > 0 && !of.following)
    refuse(analysisProblems.scoresDiffer, { count: of.differing, who: namesOf(of) })
}

/** What no score may break, by a third piece of code: nothing overrides it. */
const requireBounds = (of: Figures): void => {
  if (of.broken > 0) refuse(analysisProblems.outOfBounds, { count: of.broken, who: whoOf(of.brokenNamed, of.broken) })
}

/** Refuses unless every sheet has its place, or a named person gave a reason. */
export const requireLedger = async (paperId: string, override?: string): Promise<void> =>
  bar(
    [ledgerCheck(await ledgerOf(paperId), (await cutOf({ paperId: paperId as Paper['paperId'] })) !== null)],
    override,
  )

/** Refuses scores that may not be published: what the shards of a job found. */
export const requireScores = (figures: Figures, questions: number): void => {
  requireSame(figures)
  requireBounds(figures)
  bar(scoreChecks(figures, questions))
}
