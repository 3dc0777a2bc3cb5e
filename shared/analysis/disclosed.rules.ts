/** A student's result cut down to what the exam's policy shows. Pure. */
import type { PenNotes } from '#shared/kit/pen/pen.types.ts'
import type { OwnShows } from '#shared/exam/tools/disclosure.types.ts'
import type { ClassFigures, ReportSettings } from './analysis.types.ts'
import type { ToldCorrection } from './corrections.rules.ts'
import type { EarnedPoints } from '#shared/marking/rubric/rubric.types.ts'
import { smallestGroup } from './result.rules.ts'
import type { ResultItem, StudentResult } from './publication.types.ts'

export type DisclosedResult = Omit<StudentResult, 'corrected' | 'items'> & {
  /** `earned`: of a rubric, where the key is shown. `notes`: where the policy shows what markers wrote. */
  items: (ResultItem & { earned?: EarnedPoints; notes?: PenNotes })[]
  level: string | null
  scored: boolean
  /** Where the rank is kept and its band is shown. */
  rankBand: string | null
  /** The mean of the own class, where it is shown and the class is not too small to be told. */
  classMean?: number
  /** Its items are papers. */
  ofTotal?: true
  /** So many schools of a joint exam are not in the rank and the rates that are shown. */
  without?: number
  corrections?: ToldCorrection[]
}

const levelOf = ({ total, fullScore }: StudentResult, levels: ReportSettings['levels']): string | null =>
  total === null || fullScore === 0 ? null : (levels.find((l) => total / fullScore >= l.from)?.name ?? null)

/** A band says nothing if it is too narrow: less than these it is joined with the next. */
const narrowest = 5

/** Between which of `of` ranks one lies, in words; the last band too is wide enough, or it is joined with the one before. */
export const rankBandOf = (rank: number, ends: readonly number[], of: number): string => {
  let from = 1
  for (const end of ends) {
    if (end - from + 1 < narrowest || of - end < narrowest) continue
    if (rank <= end) return from === 1 ? `前${end}名` : `第${from}–${end}名`
    from = end + 1
  }
  return from === 1 ? '' : `${from - 1}名以后`
}

export const disclosed = (
  { unanswered, short, corrected: _corrected, ...result }: StudentResult,
  shows: Omit<OwnShows, 'visible' | 'from'>,
  { levels, rankSectionEnds }: Pick<ReportSettings, 'levels' | 'rankSectionEnds'>,
  ownClass: Pick<ClassFigures, 'present' | 'mean'> | null = null,
): DisclosedResult => ({
  ...result,
  pages: shows.paper ? result.pages : [],
  ...(shows.mean && ownClass && ownClass.mean !== null && ownClass.present >= smallestGroup && result.total !== null
    ? { classMean: ownClass.mean }
    : {}),
  scored: shows.score,
  level: shows.level ? levelOf(result, levels) : null,
  total: shows.score ? result.total : null,
  rank: shows.rank ? result.rank : null,
  rankBand:
    !shows.rank && shows.rankBand && result.rank !== null
      ? rankBandOf(result.rank, rankSectionEnds, result.candidates ?? 0) || null
      : null,
  candidates: shows.rank ? result.candidates : null,
  items: shows.questions
    ? result.items.map(({ answer, scoreRate, ...item }) => ({
        ...item,
        ...(shows.key && answer !== undefined ? { answer } : {}),
        scoreRate: shows.rates ? scoreRate : null,
      }))
    : [],
  // What names questions goes with them.
  ...(shows.questions
    ? { ...(unanswered ? { unanswered } : {}), ...(short ? { short } : {}) }
    : { wentWell: [], doNext: [] }),
})
