/** Axes of charts: where they have ticks, where they end, and in what they count. */
import { cellNumber, cellWords } from './cell.words.ts'
import type { Typed } from './report.types.ts'

export type Option = Record<string, unknown>

const every = (step: number, most: number): number[] =>
  Array.from({ length: Math.floor(most / step + 0.001) + 1 }, (_, i) => Number((i * step).toPrecision(12)))

/** A step of 1, 2 or 5 × 10ⁿ that gives about so many lines. */
const stepOf = (most: number, lines: number): number => {
  const raw = Math.max(most, 1e-9) / lines
  const power = 10 ** Math.floor(Math.log10(raw))
  return ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10) * power
}

/** Where an axis has its ticks: 1-2-5 × 10ⁿ apart; the most ends it and displaces a tick nearer than half a step. */
export const ticksOf = (most: number): number[] => {
  const made = [5, 6].map((lines) => {
    const step = stepOf(most, lines)
    return [...every(step, most).filter((t) => most - t >= step / 2), most]
  })
  return made.find((ticks) => ticks.length >= 4) ?? made[0]!
}

/** An axis without an end of its own ends at a round number at or above the most that is drawn; people are whole. */
export const roundEnd = (most: number, whole = false): { max: number; interval: number } => {
  const interval = Math.max(whole ? 1 : 0, stepOf(most, 5))
  return { max: Number((Math.ceil(most / interval - 1e-9) * interval).toFixed(6)), interval }
}

const unitOf: Partial<Record<Typed['type'], string>> = {
  score: '分',
  change: '分',
  percent: '%',
  count: '人',
  rank: '名',
}
/** A value as its axis counts: points, percents. */
export const axisNumber = (value: number, of: Typed): number =>
  Number((cellNumber(value, of) * (of.type === 'percent' ? 100 : 1)).toFixed(6))
export const numbers = (values: readonly (number | null)[], of: Typed): (number | null)[] =>
  values.map((v) => (v === null ? null : axisNumber(v, of)))

export const grid = { left: 8, right: 20, top: 32, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }
export const tips = { trigger: 'axis', axisPointer: { type: 'shadow' } }
export const names = (data: readonly string[]): Option => ({ type: 'category', data, axisLabel: { hideOverlap: true } })
/** Where a phone's chart has room for its names, px; as many as stand in it whole, over several lines. */
const phoneRoom = 280
const mostNamed = 6
/** The same under few bars: each has its name, on a phone too. */
export const fewNames = (data: readonly string[], narrow: boolean, taken = 0): Option =>
  narrow && data.length <= mostNamed
    ? {
        type: 'category',
        data,
        axisLabel: { interval: 0, overflow: 'break', width: Math.floor((phoneRoom - taken) / data.length) - 6 },
      }
    : names(data)
export const values = (of: Typed, max?: number, min = 0, drawn: readonly (number | null)[] = []): Option => {
  const top = Math.max(0, ...drawn.map((v) => (v === null ? 0 : axisNumber(v, of))))
  const customValues = max === undefined ? undefined : ticksOf(axisNumber(max, of))
  const ticks = customValues ? { customValues } : {}
  return {
    type: 'value',
    name: unitOf[of.type] ?? '',
    ...(min < 0 ? {} : { min: 0 }),
    ...(of.type === 'count' || of.type === 'rank' ? { minInterval: 1 } : {}),
    ...(max !== undefined
      ? { max: axisNumber(max, of) }
      : top > 0 && min >= 0
        ? roundEnd(top, of.type === 'count' || of.type === 'rank')
        : {}),
    axisLabel: ticks,
    axisTick: ticks,
    splitLine: ticks,
  }
}
/** A bar's own figure; a zero says nothing, but where a row stands for one of few it says that none is so. */
export const label = (list: readonly (number | null)[], of: Typed, position: string, zeros = false): Option => ({
  show: true,
  position,
  formatter: ({ dataIndex }: { dataIndex: number }) => {
    const value = list[dataIndex]
    return value || (zeros && value === 0) ? cellWords(value, of) : ''
  },
})
export const quiet = { labelLayout: { hideOverlap: true } }
