/** Reports as slides: the answer on the first, then each picture, drawn by the program from its numbers, and its table. */
import PptxGenJS from 'pptxgenjs'
import { cellWords, frozenOf, headGroups, isFigure, toneOf, withheldNote } from '#shared/kit/report/cell.words.ts'
import { chartWords } from '#shared/kit/report/chart.option.ts'
import { plainChart } from '#shared/kit/report/chart.plain.ts'
import type { PlainAxis, PlainChart } from '#shared/kit/report/chart.plain.ts'
import type { Chart, ReportSection, ReportTable } from '#shared/kit/report/report.types.ts'
import { coloursOf, gapOf, office, tones } from './office.look.ts'
import { sameAgain } from './office.zip.ts'
import { factsOf, footOf, headOf, sourceOf } from '#functions/kit/report/report.frame.ts'
import type { Bound, Template } from '#functions/kit/report/report.frame.ts'
import { columnWidth, headText, linesOf, partsOf, wrapped } from '#functions/kit/report/table.parts.ts'
import type { Line } from '#functions/kit/report/table.parts.ts'

/** Inches: a slide of 16:9, and what its title leaves. */
const page = { width: 13.333, height: 7.5, side: 0.6, top: 1.15, foot: 6.95 } as const
const inside = page.width - 2 * page.side
const room = page.foot - page.top
const rowHeight = 0.34
const font = '微软雅黑'
/** Tables are laid in points at 8.5; on a slide their text is of 12. */
const larger = 12 / 8.5
const wide = (inside * 72) / larger
/** What the reader's fonts may be wider than ours. */
const slack = 6

type Slide = PptxGenJS.Slide
type Cell = PptxGenJS.TableCell

class Deck {
  readonly pptx = new PptxGenJS()
  readonly foot: string
  constructor(foot: string, title: string) {
    this.foot = foot
    this.pptx.layout = 'LAYOUT_WIDE'
    this.pptx.title = title
    this.pptx.author = '青禾'
    this.pptx.company = '青禾'
    this.pptx.theme = { headFontFace: font, bodyFontFace: font }
  }
  slide(title: string, under?: string): Slide {
    const slide = this.pptx.addSlide()
    const text = { x: page.side, w: inside, fontFace: font, margin: 0 }
    slide.addText(title, { ...text, y: 0.35, h: 0.55, fontSize: 24, bold: true, color: office.ink })
    if (under) slide.addText(under, { ...text, y: 0.85, h: 0.25, fontSize: 11, color: office.faint })
    slide.addText(this.foot, { ...text, w: inside - 1, y: 7.08, h: 0.25, fontSize: 10, color: office.faint })
    slide.slideNumber = {
      x: page.width - 1.2,
      y: 7.08,
      w: 0.6,
      h: 0.25,
      fontFace: font,
      fontSize: 10,
      color: office.faint,
      align: 'right',
    }
    return slide
  }
}

const ranges = (axis: PlainAxis, side: 'val' | 'cat'): PptxGenJS.IChartOpts => ({
  [`${side}AxisMinVal`]: axis.min ?? 0,
  ...(axis.max === undefined ? {} : { [`${side}AxisMaxVal`]: axis.max }),
  [`${side}AxisLabelFormatCode`]: axis.format,
})
const words = {
  catAxisLabelFontFace: font,
  valAxisLabelFontFace: font,
  catAxisLabelFontSize: 11,
  valAxisLabelFontSize: 11,
}
const grid = { valGridLine: { color: office.line, size: 0.5 }, catGridLine: { style: 'none' as const } }

/** A gap is a gap: the library's types know numbers only. */
const told = (values: readonly (number | null)[]): number[] => values as number[]

const addChart = (deck: Deck, slide: Slide, chart: Chart, plain: PlainChart, h: number): void => {
  const { ChartType } = deck.pptx
  const place = { x: page.side, y: page.top, w: inside, h }
  const common = { ...place, ...words, ...grid, chartArea: { roundedCorners: false }, altText: chartWords(chart) }
  if (plain.kind === 'points') {
    const { x, y, points } = plain
    slide.addChart(
      ChartType.scatter,
      [
        { name: x.name, values: points.map((p) => p.x) },
        { name: y.name, values: points.map((p) => p.y), labels: points.map((p) => (p.mark ? p.name : '')) },
      ],
      {
        ...common,
        ...ranges(y, 'val'),
        ...ranges(x, 'cat'),
        ...{ showCatAxisTitle: true, catAxisTitle: x.name, showValAxisTitle: true, valAxisTitle: y.name },
        ...{ lineSize: 0, lineDataSymbolSize: 8, chartColors: [office.brand] },
        ...{ showLabel: true, dataLabelFormatScatter: 'custom', dataLabelPosition: 'r', dataLabelFontSize: 10 },
      },
    )
    return
  }
  const { kind, names, series, axis } = plain
  const colours = coloursOf(plain)
  const data = series.map((s) => ({ name: s.name, labels: [...names], values: told(s.values) }))
  const options: PptxGenJS.IChartOpts = {
    ...common,
    ...ranges(axis, 'val'),
    chartColors: colours,
    showLegend: series.length > 1,
    legendPos: 't',
    legendFontFace: font,
    legendFontSize: 11,
  }
  const bars = { barDir: 'col', barGapWidthPct: gapOf(names.length) }
  if (kind === 'radar') slide.addChart(ChartType.radar, data, { ...options, radarStyle: 'standard' })
  else if (kind === 'lines') slide.addChart(ChartType.line, data, { ...options, lineDataSymbolSize: 5 })
  else if (kind === 'stacked') slide.addChart(ChartType.bar, data, { ...options, ...bars, barGrouping: 'stacked' })
  else if (kind === 'boxes')
    slide.addChart(ChartType.bar, data, {
      ...options,
      ...{ barDir: 'bar', barGrouping: 'stacked', barGapWidthPct: 60, catAxisOrientation: 'maxMin' as 'minMax' },
      valGridLine: { style: 'none' },
    })
  else {
    const lines = series.findIndex((s) => s.role === 'line')
    if (lines < 0) slide.addChart(ChartType.bar, data, { ...options, ...bars })
    else
      slide.addChart(
        [
          {
            type: ChartType.bar,
            data: data.slice(0, lines),
            options: { ...bars, chartColors: colours.slice(0, lines) },
          },
          {
            type: ChartType.line,
            data: data.slice(lines),
            options: { chartColors: colours.slice(lines), lineDataSymbol: 'none', lineDash: ['dash'] as never },
          },
        ],
        options as never,
      )
  }
}

const cellOf = (text: string, of: Cell['options']): Cell => ({
  text,
  options: { fontFace: font, fontSize: 12, color: office.ink, valign: 'middle', ...of },
})

type Part = { places: number[]; widths: number[]; heads: Cell[][]; lines: Line[] }
/** A table as parts that are as wide as a slide; frozen columns stand in each. */
const partsOfTable = (table: ReportTable): Part[] => {
  const { columns } = table
  const lines = linesOf(table)
  const sizes = columns.map((c, i) => columnWidth(c, i, lines) + slack)
  return partsOf(sizes, wide, frozenOf(columns)).map((places) => {
    const shownColumns = places.map((i) => columns[i]!)
    const scale = Math.min(1.6, wide / places.reduce((n, i) => n + sizes[i]!, 0))
    const groups = headGroups(shownColumns)
    const head = { fill: { color: office.tint }, bold: true, fontSize: 11, color: office.faint }
    return {
      places,
      widths: places.map((i) => (sizes[i]! * scale * larger) / 72),
      heads: [
        ...(groups ? [groups.map(({ name, span }) => cellOf(name, { ...head, colspan: span, align: 'center' }))] : []),
        shownColumns.map((c) => cellOf(headText(c), { ...head, align: isFigure(c) ? 'right' : 'left' })),
      ],
      // A part of the columns of which none is added up has no total.
      lines: lines.filter(({ total }) => !total || shownColumns.some((c) => c.sum)),
    }
  })
}

const addRows = (
  slide: Slide,
  { columns }: ReportTable,
  { places, widths, heads }: Part,
  lines: readonly Line[],
  y: number,
) => {
  const rowOf = ({ row, bold }: Line): Cell[] =>
    places.map((i, k) => {
      const fill = tones[toneOf(row, i, columns) ?? 0]
      return cellOf(cellWords(row.cells[i] ?? null, columns[i]!), {
        align: isFigure(columns[i]!) ? 'right' : 'left',
        bold: bold || k === 0,
        ...(fill ? { fill: { color: fill } } : {}),
      })
    })
  const none = { type: 'none' as const }
  slide.addTable([...heads, ...lines.map(rowOf)], {
    x: page.side,
    y,
    w: widths.reduce((a, b) => a + b, 0),
    colW: widths,
    rowH: rowHeight,
    margin: [0.02, 0.08, 0.02, 0.08],
    border: [none, none, { type: 'solid', pt: 0.5, color: office.line }, none],
  })
}

/** In heights of a row: a long text takes several. */
const heightOf = ({ columns }: ReportTable, { places, widths }: Part, { row }: Line): number =>
  Math.max(
    ...places.map((i, k) => {
      const text = cellWords(row.cells[i] ?? null, columns[i]!)
      return wrapped(text, (widths[k]! * 72) / larger - 8, 8.5).length
    }),
  )

const pagesOf = (lines: readonly Line[], heightOf: (line: Line) => number, most: number): Line[][] => {
  const pages: Line[][] = [[]]
  let used = 0
  for (const line of lines) {
    const height = heightOf(line)
    if (used + height > most && pages.at(-1)!.length > 0) {
      pages.push([])
      used = 0
    }
    pages.at(-1)!.push(line)
    used += height
  }
  return pages
}

/** A table this short stands under its picture. */
const short = 7

const addSection = (deck: Deck, { title, chart, table, definition, note }: ReportSection): void => {
  const withheld = table.rows.some((r) => r.cells.includes(false)) ? withheldNote : undefined
  const under = [note, withheld].flatMap((text) => (text ? [text] : [])).join('　')
  const plain = chart ? plainChart(chart) : null
  const parts = table.rows.length > 0 ? partsOfTable(table) : []
  const [one] = parts
  const high = one ? one.heads.length + one.lines.reduce((n, l) => n + heightOf(table, one, l), 0) : 0
  const together = parts.length === 1 && high <= short
  /** How it is computed stands in the notes: it is said, not shown. */
  const slide = (): Slide => {
    const made = deck.slide(title, under)
    if (definition) made.addNotes(definition)
    return made
  }
  if (chart && plain) {
    const made = slide()
    addChart(deck, made, chart, plain, together ? room - high * rowHeight - 0.15 : room)
    if (together) return addRows(made, table, one!, one!.lines, page.foot - high * rowHeight)
  }
  for (const part of parts) {
    const most = Math.floor(room / rowHeight) - part.heads.length
    for (const lines of pagesOf(part.lines, (l) => heightOf(table, part, l), most))
      addRows(slide(), table, part, lines, page.top)
  }
}

/** The same values give the same bytes. */
export async function* reportPptx(
  bound: readonly Bound[],
  title: string,
  template: Template,
): AsyncGenerator<Uint8Array> {
  const { value } = bound[0]!
  const { over, facts } = headOf(value, title, template)
  const { examName, courseName, madeAt } = value.source
  const deck = new Deck(footOf(value, title, template), `${examName} ${courseName} ${title}`)
  for (const [i, { value: own, answer, sections }] of bound.entries()) {
    if (i === 0 || answer) {
      const slide = deck.slide(i === 0 ? examName : own.title, i === 0 ? `${over}　${facts.join('　')}` : undefined)
      const text = { x: page.side, w: inside, fontFace: font, margin: 0, valign: 'top' as const }
      if (answer && own.number) {
        const said = cellWords(own.number.value, own.number)
        slide.addText(said, { ...text, y: 1.7, h: 1.1, fontSize: 66, bold: true, color: office.brand })
        slide.addText(own.number.name, { ...text, y: 2.85, h: 0.4, fontSize: 16, color: office.faint })
      }
      if (answer) slide.addText(own.sentence, { ...text, y: 3.6, h: 1.4, fontSize: 24, color: office.ink })
      if (answer) slide.addText(factsOf(own.facts), { ...text, y: 5.2, h: 1, fontSize: 14, color: office.faint })
      slide.addText(sourceOf(own), { ...text, y: 6.5, h: 0.3, fontSize: 11, color: office.faint })
    }
    for (const section of sections) addSection(deck, section)
  }
  yield await sameAgain((await deck.pptx.write({ outputType: 'nodebuffer' })) as Buffer, madeAt)
}
