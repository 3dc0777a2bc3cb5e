/** Our charts as options of ECharts: the one place that knows its words. The same option is drawn on screen and in print. */
import { cellWords } from './cell.words.ts'
import type { Chart } from './report.types.ts'
import type { Option } from './chart.axes.ts'
import { axisNumber, fewNames, grid, label, names, numbers, quiet, tips, values } from './chart.axes.ts'
import { labelSides, picture, pictureOnPhone, spread } from './chart.points.ts'

/** The colours of where it is drawn. */
export type ChartLook = {
  ink: string
  faint: string
  ground: string
  brand: string
  /** What is not the one that matters. */
  rest: string
  series: readonly string[]
  /** From few to many. */
  ramp: readonly string[]
}
type Of<K extends Chart['kind']> = Extract<Chart, { kind: K }>

/** Panels beside each other: from where, how wide (% of the whole), how many in a row. Behind a full bar its figure has room. */
const inOneRow = (count: number) => ({ across: count, left: 12, step: 86 / count, width: 86 / count - 10 })
const onPhone = { across: 2, left: 28, step: 36, width: 22 }
const panelHeight = (rows: number): number => 40 + rows * 28

const panels = ({ names: rows, series, of, max = 1 }: Of<'bars'>, look: ChartLook, narrow: boolean): Option => {
  const { across, left, step, width } = narrow ? onPhone : inOneRow(series.length)
  const at = (i: number): string => `${left + (i % across) * step}%`
  const top = (i: number): number => Math.floor(i / across) * panelHeight(rows.length)
  return {
    tooltip: tips,
    title: series.map((s, i) => ({
      text: s.name,
      left: at(i),
      top: top(i),
      textStyle: { fontSize: 12, color: look.ink },
    })),
    // Beside each other they fill the picture, which may be higher than they ask for.
    grid: series.map((_, i) => ({
      ...{ left: at(i), width: `${width}%`, top: top(i) + 24 },
      ...(narrow ? { height: rows.length * 28 + 8 } : { bottom: 8 }),
    })),
    xAxis: series.map((_, i) => ({ gridIndex: i, type: 'value', min: 0, max: axisNumber(max, of), show: false })),
    yAxis: series.map((_, i) => ({
      gridIndex: i,
      ...names(rows),
      inverse: true,
      axisLabel: i % across === 0 ? { overflow: 'truncate', width: 88 } : { show: false },
    })),
    series: series.map((s, i) => ({
      type: 'bar',
      name: s.name,
      xAxisIndex: i,
      yAxisIndex: i,
      barMaxWidth: 16,
      itemStyle: { color: look.brand },
      label: label(s.values, of, 'right', true),
      data: numbers(s.values, of),
    })),
  }
}

/** Where the line would pass through a bar's figure, that stands above the line. */
const aboveLine =
  (drawn: readonly (number | null)[], line: number) =>
  ({ dataIndex, rect }: { dataIndex?: number; rect: { height: number } }) => {
    const value = drawn[dataIndex ?? -1]
    const below = value ? ((line - value) / value) * Math.abs(rect.height) : -Infinity
    return { hideOverlap: true, dy: below > -3 && below < 24 ? -below - 2 : 0 }
  }

/** Nought, or what lies lowest below it: an axis that begins at nought would leave that out. */
const lowest = (series: readonly { values: readonly (number | null)[] }[]): number =>
  Math.min(0, ...series.flatMap((s) => s.values.map((v) => v ?? 0)))

/** What stands alone has the brand's colour; of several each has its own. */
const seriesColour = (look: ChartLook, count: number, i: number): string =>
  count === 1 ? look.brand : look.series[i % look.series.length]!

const bars = (chart: Of<'bars'>, look: ChartLook, narrow: boolean): Option => {
  if (chart.panels) return panels(chart, look, narrow)
  const { of, series, line } = chart
  return {
    grid: { ...grid, ...(line ? { right: 72 } : {}) },
    tooltip: tips,
    ...(series.length > 1 ? { legend: { top: 0 } } : {}),
    xAxis: fewNames(chart.names, narrow, line ? 64 : 0),
    yAxis: values(
      of,
      chart.max,
      lowest(series),
      series.flatMap((s) => s.values),
    ),
    series: series.map((s, i) => ({
      type: 'bar',
      name: s.name,
      barMaxWidth: 40,
      itemStyle: { color: seriesColour(look, series.length, i) },
      label: label(s.values, of, 'top'),
      labelLayout: line ? aboveLine(numbers(s.values, of), axisNumber(line.value, of)) : quiet.labelLayout,
      data: numbers(s.values, of),
      ...(line && i === 0
        ? {
            markLine: {
              symbol: 'none',
              lineStyle: { color: look.ink },
              label: { formatter: `${line.name}\n${cellWords(line.value, of)}`, color: look.ink },
              data: [{ yAxis: axisNumber(line.value, of) }],
            },
          }
        : {}),
    })),
  }
}

const stacked = ({ names: rows, series, of, max }: Of<'stackedBars'>, look: ChartLook, narrow: boolean): Option => ({
  grid: { ...grid, top: 48 },
  tooltip: tips,
  legend: { top: 0, type: 'plain', itemWidth: 16 },
  xAxis: fewNames(rows, narrow),
  yAxis: values(
    of,
    max,
    0,
    rows.map((_, i) => series.reduce((sum, s) => sum + (s.values[i] ?? 0), 0)),
  ),
  series: series.map((s, i) => ({
    type: 'bar',
    stack: 'all',
    name: s.name,
    barMaxWidth: 40,
    itemStyle: { color: look.ramp[i % look.ramp.length] },
    data: numbers(s.values, of),
  })),
})

export const lines = ({ names: places, series, of, max }: Of<'lines'>, look: ChartLook): Option => ({
  grid: { ...grid, top: 48 },
  tooltip: { trigger: 'axis' },
  legend: { top: 0, type: 'plain', itemWidth: 16 },
  // Names stand below the lines, also where these go below nought.
  xAxis: { ...names(places), axisLine: { onZero: false } },
  yAxis: values(
    of,
    max,
    lowest(series),
    series.flatMap((s) => s.values),
  ),
  series: series.map((s, i) => ({
    type: 'line',
    name: s.name,
    symbolSize: 4,
    itemStyle: { color: seriesColour(look, series.length, i) },
    lineStyle: { color: seriesColour(look, series.length, i) },
    data: numbers(s.values, of),
  })),
})

/** Of what is empty at either end one section is enough. */
export const trimmed = ({ names: sections, counts, unit }: Of<'histogram'>): Omit<Of<'histogram'>, 'kind'> => {
  const first = Math.max(0, counts.findIndex((c) => c > 0) - 1)
  const last = Math.min(counts.length, counts.findLastIndex((c) => c > 0) + 2)
  return { names: sections.slice(first, last), counts: counts.slice(first, last), unit }
}

const histogram = (chart: Of<'histogram'>, look: ChartLook, narrow: boolean): Option => {
  const { names: sections, counts: shown, unit } = trimmed(chart)
  const of = { type: 'count' } as const
  return {
    grid,
    tooltip: tips,
    xAxis: {
      ...names(sections),
      name: unit,
      nameGap: 4,
      // Each section is named: in two lines where many stand side by side, and every other one where a phone has no room.
      axisLabel: {
        interval: narrow && sections.length > 8 ? 1 : sections.length > 20 ? 'auto' : 0,
        formatter: (name: string) => (sections.length > 6 ? name.replace('–', '–\n') : name),
      },
    },
    yAxis: values(of, undefined, 0, shown),
    series: [
      {
        type: 'bar',
        barCategoryGap: '8%',
        itemStyle: { color: look.brand },
        label: label(shown, of, 'top'),
        ...quiet,
        data: shown,
      },
    ],
  }
}

const scatter = ({ x, y, points, levels = [] }: Of<'scatter'>, look: ChartLook, narrow: boolean): Option => {
  const across = spread(
    points.map((p) => p.x),
    x,
  )
  const up = spread([...points.map((p) => p.y), ...levels.map((l) => l.value)], y)
  const named = levels.map((l, i) => ({ name: l.name, y: up[points.length + i]! }))
  const sides = labelSides(
    points.map((p, i) => ({ ...p, x: across[i]!, y: up[i]! })),
    named,
    narrow ? pictureOnPhone : picture,
  )
  const side = (axis: typeof x): Option => ({
    ...values(axis.of, axis.max),
    name: axis.name,
    ...(axis.min === undefined ? {} : { min: axisNumber(axis.min, axis.of) }),
  })
  return {
    grid: { ...grid, right: 72, bottom: 28 },
    tooltip: { trigger: 'item', formatter: '{b}' },
    xAxis: { ...side(x), nameLocation: 'middle', nameGap: 26 },
    yAxis: side(y),
    series: [
      {
        type: 'scatter',
        symbolSize: 8,
        itemStyle: { color: look.brand, opacity: 0.85 },
        ...quiet,
        data: points.map((p, i) => ({
          name: p.name,
          value: [axisNumber(p.x, x.of), axisNumber(p.y, y.of)],
          label: { show: p.mark ?? false, formatter: p.name, position: sides[i], color: look.ink },
        })),
        markLine: {
          symbol: 'none',
          lineStyle: { color: look.rest },
          data: levels.map((l) => ({
            yAxis: axisNumber(l.value, y.of),
            label: { formatter: l.name, color: look.ink },
          })),
        },
      },
    ],
  }
}

export const box = ({ boxes, of, max }: Of<'box'>, look: ChartLook): Option => ({
  grid: { ...grid, top: 8, right: 28 },
  tooltip: { trigger: 'item' },
  yAxis: { ...names(boxes.map((b) => b.name)), inverse: true },
  xAxis: values(of, max),
  series: [
    {
      type: 'boxplot',
      layout: 'vertical',
      itemStyle: { color: look.ground, borderColor: look.brand },
      data: boxes.map((b) => numbers([b.low, b.q1, b.median, b.q3, b.high], of)),
    },
    {
      type: 'scatter',
      symbolSize: 4,
      itemStyle: { color: look.rest },
      data: boxes.flatMap((b, i) => b.outliers.map((o) => [axisNumber(o, of), i])),
    },
  ],
})

const radar = ({ names: axes, series, of, max = 1 }: Of<'radar'>, look: ChartLook): Option => ({
  tooltip: {},
  legend: { top: 0 },
  radar: {
    indicator: axes.map((name) => ({ name, max: axisNumber(max, of) })),
    radius: '62%',
    axisName: { color: look.ink },
  },
  series: [
    {
      type: 'radar',
      data: series.map((s, i) => ({
        name: s.name,
        value: numbers(s.values, of),
        itemStyle: { color: look.series[i % look.series.length] },
      })),
    },
  ],
})

const heat = ({ columns, rows, values: cells, of }: Of<'heat'>, look: ChartLook): Option => {
  const known = cells.flatMap((row, y) => row.flatMap((v, x) => (v === null ? [] : [[x, y, axisNumber(v, of)]])))
  const all = known.map((k) => k[2]!)
  return {
    grid: { ...grid, top: 28, bottom: 8 },
    tooltip: {},
    // Above: the rows may be longer than the window.
    xAxis: { ...names(columns), position: 'top' },
    yAxis: { ...names(rows), inverse: true },
    visualMap: { show: false, min: Math.min(...all), max: Math.max(...all), inRange: { color: look.ramp.slice(0, 4) } },
    series: [
      {
        type: 'heatmap',
        data: known,
        label: {
          show: columns.length <= 20,
          formatter: ({ data: [x, y] }: { data: [number, number] }) => cellWords(cells[y]![x] ?? null, of),
        },
      },
    ],
  }
}

const slope = ({ from, to, lines: pairs, of }: Of<'slope'>, look: ChartLook): Option => ({
  grid: { ...grid, right: 96 },
  tooltip: { trigger: 'item' },
  xAxis: { ...names([from, to]), boundaryGap: false },
  yAxis: { ...values(of), min: 'dataMin' },
  series: pairs.map((p) => ({
    type: 'line',
    name: p.name,
    itemStyle: { color: p.to >= p.from ? look.brand : look.rest },
    endLabel: { show: true, formatter: '{a}', color: look.ink },
    labelLayout: { moveOverlap: 'shiftY' },
    data: numbers([p.from, p.to], of),
  })),
})

/** A chart as an option of ECharts; `narrow` on a phone, where panels stand two by two. */
export const chartOption = (chart: Chart, look: ChartLook, narrow = false): Option => {
  switch (chart.kind) {
    case 'bars':
      return bars(chart, look, narrow)
    case 'stackedBars':
      return stacked(chart, look, narrow)
    case 'lines':
      return lines(chart, look)
    case 'histogram':
      return histogram(chart, look, narrow)
    case 'scatter':
      return scatter(chart, look, narrow)
    case 'box':
      return box(chart, look)
    case 'radar':
      return radar(chart, look)
    case 'heat':
      return heat(chart, look)
    case 'slope':
      return slope(chart, look)
    default:
      return chart satisfies never
  }
}

/** How high it is at its usual width or, `narrow`, on a phone, px. */
export const chartHeight = (chart: Chart, narrow = false): number => {
  switch (chart.kind) {
    case 'box':
      return 48 + chart.boxes.length * 32
    case 'heat':
      return 48 + chart.rows.length * 28
    case 'bars':
      return chart.panels ? panelHeight(chart.names.length) * (narrow ? Math.ceil(chart.series.length / 2) : 1) : 280
    case 'scatter':
      return 320
    default:
      return 280
  }
}

/** At most so wide: cells of a heat map are read along and across, and stay near each other. */
export const chartWidth = (chart: Chart): number | undefined =>
  chart.kind === 'heat' ? 120 + chart.columns.length * 88 : undefined

export const most = 40
/** What it shows, for those who do not see it; the table behind it says the rest. */
export const chartWords = (chart: Chart): string => {
  const list = (pairs: readonly string[]): string => pairs.slice(0, most).join('，')
  switch (chart.kind) {
    case 'box':
      return `中位数：${list(chart.boxes.map((b) => `${b.name}${cellWords(b.median, chart.of)}`))}`
    case 'histogram':
      return list(chart.names.map((n, i) => `${n}${chart.unit}${chart.counts[i]}人`))
    case 'scatter':
      return list(chart.points.map((p) => `${p.name} ${cellWords(p.x, chart.x.of)} ${cellWords(p.y, chart.y.of)}`))
    case 'heat':
      return list(chart.rows.map((r, y) => `${r}：${list(chart.values[y]!.map((v) => cellWords(v, chart.of)))}`))
    case 'slope':
      return list(chart.lines.map((l) => `${l.name}${cellWords(l.from, chart.of)}→${cellWords(l.to, chart.of)}`))
    default:
      return chart.series
        .map((s) => `${s.name}：${list(chart.names.map((n, i) => `${n}${cellWords(s.values[i] ?? null, chart.of)}`))}`)
        .join('；')
  }
}
