/** A student's result cut down to what the exam's policy shows. Pure. */
import type { OwnShows } from '#shared/exam/disclosure.types.ts'
import type { ReportSettings } from './analysis.types.ts'
import type { StudentResult } from './publication.types.ts'

export type DisclosedResult = StudentResult & { level: string | null; scored: boolean }

const levelOf = ({ total, fullScore }: StudentResult, levels: ReportSettings['levels']): string | null =>
  total === null || fullScore === 0 ? null : (levels.find((l) => total / fullScore >= l.from)?.name ?? null)

export const disclosed = (
  { unanswered, ...result }: StudentResult,
  shows: Omit<OwnShows, 'visible' | 'from'>,
  levels: ReportSettings['levels'],
): DisclosedResult => ({
  ...result,
  scored: shows.score,
  level: shows.level ? levelOf(result, levels) : null,
  total: shows.score ? result.total : null,
  rank: shows.rank ? result.rank : null,
  candidates: shows.rank ? result.candidates : null,
  items: shows.questions
    ? result.items.map(({ answer, scoreRate, ...item }) => ({
        ...item,
        ...(shows.key && answer !== undefined ? { answer } : {}),
        scoreRate: shows.rates ? scoreRate : null,
      }))
    : [],
  // What names questions goes with them.
  ...(shows.questions ? (unanswered ? { unanswered } : {}) : { wentWell: [], doNext: [] }),
})
