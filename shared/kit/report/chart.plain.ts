/**
 * Our charts as those that office programs draw themselves from numbers: columns, lines, points. What they have no chart
 * for (a heat map) is told by its table, whose cells are shaded.
 */
import { cellNumber } from './cell.words.ts'
import { trimmed } from './chart.option.ts'
import type { Chart, Typed } from './report.types.ts'

export type PlainSeries = { name: string; values: (number | null)[]; role?: 'line' | 'hidden' }
export type PlainAxis = { name: string; format: string; min?: number; max?: number }
export type PlainChart =
  | {
      /** `boxes` are stacked rows whose first part is not seen: they stand on no grid. */
      kind: 'columns' | 'stacked' | 'lines' | 'radar' | 'boxes'
      names: string[]
      series: PlainSeries[]
      axis: PlainAxis
    }
  | { kind: 'points'; points: { name: string; x: number; y: number; mark: boolean }[]; x: PlainAxis; y: PlainAxis }

const numbers = (values: readonly (number | null)[], of: Typed): (number | null)[] =>
  values.map((v) => (v === null ? null : cellNumber(v, of)))
const formats: Partial<Record<Typed['type'], string>> = { percent: '0%', count: '0', rank: '0' }
const axisOf = (of: Typed, max?: number, name = '', min?: number): PlainAxis => ({
  name,
  format: formats[of.type] ?? 'General',
  ...(min === undefined ? {} : { min: cellNumber(min, of) }),
  ...(max === undefined ? {} : { max: cellNumber(max, of) }),
})

export const plainChart = (chart: Chart): PlainChart | null => {
  switch (chart.kind) {
    case 'bars': {
      const { names, series, of, max, line } = chart
      return {
        kind: 'columns',
        names,
        axis: axisOf(of, max),
        series: [
          ...series.map((s) => ({ name: s.name, values: numbers(s.values, of) })),
          ...(line
            ? [{ name: line.name, values: names.map(() => cellNumber(line.value, of)), role: 'line' as const }]
            : []),
        ],
      }
    }
    case 'stackedBars':
    case 'lines':
    case 'radar': {
      const { names, series, of, max } = chart
      const kind = chart.kind === 'stackedBars' ? 'stacked' : chart.kind
      return {
        kind,
        names,
        axis: axisOf(of, max),
        series: series.map((s) => ({ ...s, values: numbers(s.values, of) })),
      }
    }
    case 'histogram': {
      const { names, counts, unit } = trimmed(chart)
      const said = names.map((n) => `${n}${unit}`)
      return {
        kind: 'columns',
        names: said,
        axis: axisOf({ type: 'count' }),
        series: [{ name: '人数', values: counts }],
      }
    }
    case 'scatter': {
      const { x, y, points } = chart
      return {
        kind: 'points',
        x: axisOf(x.of, x.max, x.name, x.min),
        y: axisOf(y.of, y.max, y.name, y.min),
        points: points.map((p) => ({
          name: p.name,
          x: cellNumber(p.x, x.of),
          y: cellNumber(p.y, y.of),
          mark: p.mark ?? false,
        })),
      }
    }
    case 'box': {
      const { boxes, of, max } = chart
      const part = (name: string, from: keyof (typeof boxes)[number] | null, to: keyof (typeof boxes)[number]) => ({
        name,
        values: boxes.map((b) => cellNumber(Number(b[to]) - (from ? Number(b[from]) : 0), of)),
      })
      return {
        kind: 'boxes',
        names: boxes.map((b) => b.name),
        axis: axisOf(of, max),
        series: [
          // A name that is not seen either.
          { ...part('　', null, 'low'), role: 'hidden' },
          part('最低至下四分位', 'low', 'q1'),
          part('下四分位至中位数', 'q1', 'median'),
          part('中位数至上四分位', 'median', 'q3'),
          part('上四分位至最高', 'q3', 'high'),
        ],
      }
    }
    case 'slope':
      return {
        kind: 'lines',
        names: [chart.from, chart.to],
        axis: axisOf(chart.of),
        series: chart.lines.map((l) => ({ name: l.name, values: numbers([l.from, l.to], chart.of) })),
      }
    case 'heat':
      return null
    default:
      return chart satisfies never
  }
}
