/** Colours of what office programs draw: RGB without the sign. */
import type { PlainChart } from '#shared/kit/report/chart.plain.ts'
import { look } from '#functions/kit/report/chart.svg.ts'

export const hex = (colour: string): string => colour.slice(1)
export const office = {
  ink: '1f2421',
  faint: '5f6963',
  line: 'd5dad7',
  tint: 'eef5f0',
  brand: hex(look.brand),
} as const
/** Below and above what a cell is held against, by `toneOf`. */
export const tones: Partial<Record<number, string>> = { [-2]: 'e59a52', [-1]: 'f7d9b5', 1: 'd3e3f4', 2: '7fb0dd' }

/** One for each series: the one that matters in the brand's, a line in ink, what is not to be seen in the ground's. */
export const coloursOf = ({ kind, series }: Exclude<PlainChart, { kind: 'points' }>): string[] => {
  if (kind === 'boxes') return [look.ground, look.ramp[0]!, look.ramp[3]!, look.ramp[2]!, look.ramp[0]!].map(hex)
  const drawn = series.filter((s) => s.role !== 'line').length
  const from = kind === 'stacked' ? look.ramp : drawn === 1 ? [look.brand] : look.series
  return series.map((s, i) => hex(s.role === 'line' ? look.ink : from[i % from.length]!))
}

/** Between columns, in % of their width: a few do not fill the picture. */
export const gapOf = (columns: number): number => (columns <= 6 ? 180 : 60)
