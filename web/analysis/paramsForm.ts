/** The form of a few subjects' settings: what stands in it, and what was changed there. Pure. */
import type { examParams, setExamParams } from '#shared/analysis/params.calls.ts'
import type { InputOf, OutputOf } from '#shared/kit/call.ts'
import { rateKeys, readLevels, readRankEnds, shareOf, shownSettings } from './settingTexts.ts'

export type Params = OutputOf<typeof examParams>[number]
type Values = Readonly<Record<string, unknown>>
type Wrong = Readonly<Record<string, string>>
type Set = InputOf<typeof setExamParams>['set']

/** What stands in the fields: of several subjects only what all of them have. */
export const startOf = (of: readonly Params[]): Values => {
  const [first, ...others] = of.map((p): Values => ({ ...shownSettings(p), sectionWidth: p.report.sectionWidth }))
  return Object.fromEntries(
    Object.entries(first ?? {})
      .filter(([name, value]) => others.every((o) => o[name] === value))
      .map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
  )
}

/** What was changed in the form; what is left as it was, or empty, is not sent. */
export const readSet = (sent: Values, start: Values): { set: Set; wrong: Wrong } => {
  const typed = (name: string): string => String(sent[name] ?? '')
  const edited = (name: string): boolean => typed(name) !== '' && typed(name) !== String(start[name] ?? '')
  const rates = rateKeys.some(edited)
  const share = (k: (typeof rateKeys)[number]): number => shareOf(typed(k))
  const rankEnds = edited('rankEnds') ? readRankEnds(typed('rankEnds')) : undefined
  const levels = edited('levels') ? readLevels(typed('levels')) : undefined
  const width = edited('sectionWidth') ? Number(sent['sectionWidth']) : undefined
  const wrong: Wrong = {
    ...(rates
      ? Object.fromEntries(
          rateKeys
            .filter((k) => typed(k) === '' || !(share(k) >= 0 && share(k) <= 1))
            .map((k) => [k, '四率要一起设置，各填0到100之间的数']),
        )
      : {}),
    ...(width !== undefined && !(Number.isInteger(width) && width >= 100 && width <= 100_000)
      ? { sectionWidth: '分数段至少1分' }
      : {}),
    ...(typeof rankEnds === 'string' ? { rankEnds } : {}),
    ...(typeof levels === 'string' ? { levels } : {}),
  }
  const set: Set = {
    ...(rates
      ? { rates: { excellent: share('excellent'), good: share('good'), pass: share('pass'), low: share('low') } }
      : {}),
    ...(width === undefined ? {} : { sectionWidth: width }),
    ...(Array.isArray(rankEnds) ? { rankSectionEnds: rankEnds } : {}),
    ...(Array.isArray(levels) ? { levels } : {}),
    ...(edited('studentRank') ? { studentRank: sent['studentRank'] === 'true' } : {}),
    ...(edited('teacherTotalRank') ? { teacherTotalRank: sent['teacherTotalRank'] === 'true' } : {}),
  }
  return { set, wrong }
}
