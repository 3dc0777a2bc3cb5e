/** A chart as vectors: ECharts draws it as SVG without a browser, and what it drew is read back as marks. */
import { chartOption } from '#shared/kit/report/chart.option.ts'
import type { ChartLook } from '#shared/kit/report/chart.option.ts'
import type { Chart } from '#shared/kit/report/report.types.ts'

export type Matrix = readonly [number, number, number, number, number, number]
export type Paint = { colour: string; opacity: number }
export type Mark =
  | { kind: 'path'; d: string; matrix: Matrix; fill?: Paint; stroke?: Paint & { width: number; dash?: number[] } }
  | { kind: 'text'; text: string; matrix: Matrix; size: number; bold: boolean; anchor: string; paint: Paint }

/** On white paper: the colours of the visual guide. */
export const look: ChartLook = {
  ink: '#3c423e',
  faint: '#d5dad7',
  ground: '#ffffff',
  brand: '#2f7d4f',
  rest: '#8a8a8a',
  series: ['#3b7d31', '#0e9cc4', '#4b50d5', '#b44f7b', '#732c02', '#a88c72', '#4f2e57', '#484a44'],
  ramp: ['#cfe6d8', '#a3cfb3', '#75b68d', '#4a9b69', '#2f7d4f', '#1f5a38'],
}

const engine = async () => {
  const [{ init, use }, charts, parts, { LabelLayout }, { SVGRenderer }] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/features'),
    import('echarts/renderers'),
  ])
  const { BarChart, BoxplotChart, HeatmapChart, LineChart, RadarChart, ScatterChart } = charts
  const { GridComponent, LegendComponent, MarkLineComponent, RadarComponent, TitleComponent, VisualMapComponent } =
    parts
  use([BarChart, BoxplotChart, HeatmapChart, LineChart, RadarChart, ScatterChart, LabelLayout, SVGRenderer])
  use([GridComponent, LegendComponent, MarkLineComponent, RadarComponent, TitleComponent, VisualMapComponent])
  return init
}
let ready: ReturnType<typeof engine> | undefined

const svgOf = async (chart: Chart, width: number, height: number): Promise<string> => {
  const init = await (ready ??= engine())
  const axis = {
    axisLine: { lineStyle: { color: look.faint } },
    axisTick: { show: false },
    axisLabel: { color: look.ink },
  }
  const theme = {
    textStyle: { color: look.ink },
    legend: { textStyle: { color: look.ink } },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, splitLine: { lineStyle: { color: look.faint } }, nameTextStyle: { color: look.ink } },
    ...Object.fromEntries(
      ['bar', 'line', 'scatter', 'heatmap', 'boxplot', 'radar'].map((t) => [
        t,
        { label: { color: look.ink, textBorderWidth: 0 } },
      ]),
    ),
  }
  const drawn = init(null, theme, { renderer: 'svg', ssr: true, width, height })
  try {
    const { tooltip: _, ...option } = chartOption(chart, look)
    drawn.setOption({ animation: false, ...option })
    return drawn.renderToSVGString()
  } finally {
    // What is not disposed of keeps the process awake.
    drawn.dispose()
  }
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (entities[name] ?? ''),
  )

const numbersIn = (text: string): number[] => (text.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
const matrixIn = (text: string | undefined): Matrix => {
  const [kind, inside] = /^(\w+)\(([^)]*)\)/.exec(text ?? '')?.slice(1) ?? []
  const n = numbersIn(inside ?? '')
  if (kind === 'matrix') return [n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, n[5]!]
  const [x = 0, y = 0] = kind === 'translate' ? n : []
  const turn = /rotate\(([^)]*)\)/.exec(text ?? '')
  const angle = (Number(turn?.[1] ?? 0) * Math.PI) / 180
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), x, y]
}

const hex = (colour: string): string => {
  const parts = /^rgba?\(/.test(colour) ? numbersIn(colour) : null
  if (parts)
    return `#${parts
      .slice(0, 3)
      .map((p) => Math.round(p).toString(16).padStart(2, '0'))
      .join('')}`
  return /^#\w{3}$/.test(colour) ? `#${[...colour.slice(1)].map((c) => c + c).join('')}` : colour
}
const paintOf = (
  colour: string | undefined,
  opacity: string | undefined,
  all: string | undefined,
): Paint | undefined => {
  if (!colour || colour === 'none') return undefined
  const paint = { colour: hex(colour), opacity: Number(opacity ?? 1) * Number(all ?? 1) }
  return paint.opacity > 0 ? paint : undefined
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map((m) => [m[1]!, m[2]!]))

/** What ECharts wrote, as marks. Clips are left out: it draws nothing beside its grid. */
export const marksIn = (svg: string): Mark[] => {
  const body = svg.replace(/<defs[\s\S]*?<\/defs>/g, '').replace(/<style[\s\S]*?<\/style>/g, '')
  return [...body.matchAll(/<(path|text) ([^>]*)>([^<]*)</g)].flatMap(([, tag, written, inside]): Mark[] => {
    const a = attributesOf(written!)
    const [m0, m1, m2, m3, m4, m5] = matrixIn(a['transform'])
    const fill = paintOf(a['fill'] ?? '#000', a['fill-opacity'], a['opacity'])
    if (tag === 'text') {
      const [x, y] = [Number(a['x'] ?? 0), Number(a['y'] ?? 0)]
      const size = Number(/font-size:([\d.]+)px/.exec(a['style'] ?? '')?.[1] ?? 12)
      const matrix: Matrix = [m0, m1, m2, m3, m4 + m0 * x + m2 * y, m5 + m1 * x + m3 * y]
      const bold = /font-weight:(bold|[6-9]00)/.test(a['style'] ?? '')
      return fill
        ? [{ kind: 'text', text: plain(inside!), matrix, size, bold, anchor: a['text-anchor'] ?? 'start', paint: fill }]
        : []
    }
    const stroke = paintOf(a['stroke'], a['stroke-opacity'], a['opacity'])
    const width = Number(a['stroke-width'] ?? 1)
    const dash = a['stroke-dasharray'] ? { dash: numbersIn(a['stroke-dasharray']) } : {}
    const lined = stroke && width > 0 ? { stroke: { ...stroke, width, ...dash } } : {}
    if (!fill && !('stroke' in lined)) return []
    return [{ kind: 'path', d: a['d'] ?? '', matrix: [m0, m1, m2, m3, m4, m5], ...(fill ? { fill } : {}), ...lined }]
  })
}

export const chartMarks = async (chart: Chart, width: number, height: number): Promise<Mark[]> =>
  marksIn(await svgOf(chart, width, height))
