import { decimal } from '#shared/kit/score.ts'

/** Bands of scores that samples are drawn from. */
export const bandNames = {
  all: '不限',
  zero: '零分',
  low: '四成以下',
  middle: '四成到八成',
  high: '八成以上',
  full: '满分',
} as const
export type Band = keyof typeof bandNames

/** The scores of a band on a question's grid, both within. */
export const bandOfScores = (
  band: Band,
  { fullScore, step }: { fullScore: number; step: number },
): { from?: number; to?: number } => {
  const low = fullScore * 0.4
  const high = fullScore * 0.8
  const below = (n: number): number => (Math.ceil(n / step) - 1) * step
  const above = (n: number): number => Math.ceil(n / step) * step
  return {
    all: {},
    zero: { from: 0, to: 0 },
    low: { from: step, to: Math.max(step, below(low)) },
    middle: { from: above(low), to: below(high) },
    high: { from: above(high), to: Math.max(above(high), fullScore - step) },
    full: { from: fullScore, to: fullScore },
  }[band]
}

/** How many of a marker's answers are still to be looked at; of the own ones none are. */
export const samplesOwed = (m: { marked: number; sampled: number; own: boolean }, percent: number): number =>
  m.own ? 0 : Math.max(0, Math.ceil((m.marked * percent) / 100) - m.sampled)

type Compared = { within: number; off: number; margin: number | null } | null
export const withinWords = (of: Compared): string => (of === null ? '—' : `${decimal(of.within * 100, 1)}%`)
/** +0.35 ± 0.2: above nought is more lenient than who looked again. */
export const offWords = (of: Compared): string =>
  of === null
    ? '—'
    : `${of.off > 0 ? '+' : ''}${decimal(of.off / 100, 2)}${of.margin === null ? '' : ` ± ${decimal(of.margin / 100, 2)}`}`
