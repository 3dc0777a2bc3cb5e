/** Reports as a Word document: the answer, charts that Word draws from their numbers, tables whose heads repeat. */
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  VerticalAlign,
  WidthType,
} from 'docx'
import { ChartRun } from 'docx/charts'
import type { ChartRunOptions } from 'docx/charts'
import { cellWords, frozenOf, headGroups, isFigure, toneOf, withheldNote } from '#shared/kit/report/cell.words.ts'
import { chartWords } from '#shared/kit/report/chart.option.ts'
import { plainChart } from '#shared/kit/report/chart.plain.ts'
import type { PlainChart } from '#shared/kit/report/chart.plain.ts'
import type { Chart, ReportSection, ReportTable, ReportValue } from '#shared/kit/report/report.types.ts'
import { coloursOf, gapOf, office, tones } from './office.look.ts'
import { sameAgain } from './office.zip.ts'
import { factsOf, footOf, headOf, sourceOf } from '#functions/kit/report/report.frame.ts'
import type { Bound, Template } from '#functions/kit/report/report.frame.ts'
import { columnWidth, headText, linesOf, partsOf } from '#functions/kit/report/table.parts.ts'

/** Twentieths of a point. */
const points = (n: number): number => Math.round(n * 20)
const mm = 72 / 25.4
const page = { width: 595.28, height: 841.89, side: 16 * mm, top: 18 * mm, bottom: 16 * mm }
const inside = page.width - 2 * page.side
/** What the reader's fonts may be wider than ours. */
const slack = 6
/** A chart's width in pixels: 178 mm. */
const chartSize = { width: 640, height: 260 }

/** Half points. */
const run = (text: string, of: { size?: number; bold?: boolean; color?: string } = {}): TextRun =>
  new TextRun({ text, size: 19, ...of })
const line = (text: string, of: { size?: number; bold?: boolean; color?: string; after?: number } = {}): Paragraph => {
  const { after = 4, ...rest } = of
  return new Paragraph({ children: [run(text, rest)], spacing: { after: points(after) } })
}
const heading = (text: string, level: (typeof HeadingLevel)[keyof typeof HeadingLevel]): Paragraph =>
  new Paragraph({ text, heading: level, keepNext: true, spacing: { before: points(12), after: points(6) } })

const edge = { style: BorderStyle.SINGLE, size: 4, color: office.line }
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const borders = { top: none, left: none, right: none, bottom: edge }

type CellLook = {
  width: number
  figure?: boolean
  bold?: boolean
  fill?: string
  size?: number
  color?: string
  span?: number
  centre?: boolean
  keepNext?: boolean
}
const cell = (text: string, of: CellLook): TableCell => {
  const { width, figure = false, bold = false, fill, size = 17, color, span, centre, keepNext = false } = of
  const alignment = centre ? AlignmentType.CENTER : figure ? AlignmentType.RIGHT : AlignmentType.LEFT
  return new TableCell({
    width: { size: points(width), type: WidthType.DXA },
    borders,
    verticalAlign: VerticalAlign.CENTER,
    margins: { left: points(4), right: points(4), top: points(2), bottom: points(2) },
    ...(span ? { columnSpan: span } : {}),
    ...(fill ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill } } : {}),
    children: [
      new Paragraph({ alignment, keepNext, children: [run(text, { size, bold, ...(color ? { color } : {}) })] }),
    ],
  })
}

/** A table that is no longer stays on one page. */
const short = 12
/** Which rows stay with what follows them: no head stands alone, and no page has fewer than three rows of a longer table. */
const kept = (k: number, rows: number): boolean => rows <= short || k < 2 || k >= rows - 3

/** A table in as many parts as the page's width asks for; its heads repeat on each page. */
const tablesOf = (table: ReportTable, said: boolean): (Table | Paragraph)[] => {
  const { columns } = table
  const rows = linesOf(table)
  const sizes = columns.map((c, i) => columnWidth(c, i, rows) + slack)
  return partsOf(sizes, inside, frozenOf(columns)).flatMap((places) => {
    const shownColumns = places.map((i) => columns[i]!)
    const scale = Math.min(1.6, inside / places.reduce((n, i) => n + sizes[i]!, 0))
    const widths = places.map((i) => sizes[i]! * scale)
    const groups = headGroups(shownColumns)
    const head = { fill: office.tint, bold: true, size: 16, color: office.faint, keepNext: true }
    let from = 0
    const groupCells = groups?.map(({ name, span }) => {
      const width = widths.slice(from, from + span).reduce((a, b) => a + b, 0)
      from += span
      return cell(name, { ...head, width, span, centre: true })
    })
    const headCells = shownColumns.map((c, k) => cell(headText(c), { ...head, width: widths[k]!, figure: isFigure(c) }))
    const body = rows
      // A part of the columns of which none is added up has no total.
      .filter(({ total }) => !total || shownColumns.some((c) => c.sum))
      .map(({ row, bold }, n, all) =>
        places.map((i, k) => {
          const fill = tones[toneOf(row, i, columns) ?? 0]
          return cell(cellWords(row.cells[i] ?? null, columns[i]!), {
            width: widths[k]!,
            figure: isFigure(columns[i]!),
            bold: bold || k === 0,
            keepNext: kept(n, all.length),
            ...(fill ? { fill } : {}),
          })
        }),
      )
    return [
      new Table({
        width: { size: points(widths.reduce((a, b) => a + b, 0)), type: WidthType.DXA },
        columnWidths: widths.map(points),
        rows: [
          ...(groupCells ? [new TableRow({ children: groupCells, tableHeader: true, cantSplit: true })] : []),
          new TableRow({ children: headCells, tableHeader: true, cantSplit: true }),
          ...body.map((children) => new TableRow({ children, cantSplit: true })),
        ],
      }),
      // Two tables without a paragraph between them are one.
      new Paragraph({ spacing: { after: points(4) }, keepNext: said, children: [] }),
    ]
  })
}

const optionsOf = (chart: PlainChart): ChartRunOptions => {
  const font = { color: office.ink }
  const common = { transformation: chartSize, font }
  if (chart.kind === 'points')
    return {
      type: 'scatter',
      ...common,
      lines: 'none',
      legend: false,
      xAxis: { title: chart.x.name, numberFormat: chart.x.format, ...rangeOf(chart.x), gridlines: false },
      yAxis: { title: chart.y.name, numberFormat: chart.y.format, ...rangeOf(chart.y) },
      series: [
        {
          name: chart.y.name,
          color: office.brand,
          points: chart.points.map(({ x, y }) => ({ x, y })),
          pointLabels: chart.points.map((p) => (p.mark ? { text: p.name } : undefined)),
        },
      ],
    }
  const { kind, names, series, axis } = chart
  const colours = coloursOf(chart)
  const shared = {
    ...common,
    categories: names,
    legend: series.length > 1 ? ({ position: 'top' } as const) : (false as const),
    valueAxis: { numberFormat: axis.format, gridlines: kind !== 'boxes', ...rangeOf(axis) },
  }
  if (kind === 'radar')
    return {
      type: 'radar',
      ...shared,
      series: series.map((s, i) => ({ name: s.name, values: s.values, color: colours[i]! })),
    }
  const drawn = series.map((s, i) => ({
    name: s.name,
    values: s.values,
    color: colours[i]!,
    ...(s.role === 'line'
      ? { type: 'line' as const, markers: false, line: { width: 1.5, dash: 'dash' as const } }
      : {}),
  }))
  if (kind === 'lines') return { type: 'line', ...shared, series: drawn, markers: true }
  if (kind === 'boxes')
    return {
      type: 'bar',
      ...shared,
      series: drawn,
      stacking: 'stacked',
      gapWidth: 60,
      categoryAxis: { reverseOrder: true },
    }
  return {
    type: 'column',
    ...shared,
    series: drawn,
    gapWidth: gapOf(names.length),
    ...(kind === 'stacked' ? { stacking: 'stacked' as const } : {}),
  }
}
const rangeOf = ({ min = 0, max }: { min?: number; max?: number }) => ({
  minimum: min,
  ...(max === undefined ? {} : { maximum: max }),
})

const chartOf = (chart: Chart, title: string): Paragraph[] => {
  const plain = plainChart(chart)
  if (!plain) return []
  const made = new ChartRun({ ...optionsOf(plain), altText: { name: title, description: chartWords(chart) } })
  return [new Paragraph({ children: [made], keepNext: true, spacing: { after: points(6) } })]
}

const answerOf = ({ sentence, number, facts }: ReportValue): Paragraph[] => [
  ...(number
    ? [
        new Paragraph({
          spacing: { before: points(6), after: points(4) },
          children: [
            run(cellWords(number.value, number), { size: 56, bold: true }),
            run(`　${number.name}`, { size: 17, color: office.faint }),
          ],
        }),
      ]
    : []),
  ...(facts.length > 0 ? [line(factsOf(facts), { color: office.faint })] : []),
  line(sentence, { size: 21, after: 8 }),
]

const sectionOf = ({ title, chart, table, definition, note }: ReportSection): (Paragraph | Table)[] => [
  heading(title, HeadingLevel.HEADING_2),
  ...(chart ? chartOf(chart, title) : []),
  ...(table.rows.length > 0 ? tablesOf(table, Boolean(note ?? definition)) : []),
  ...(table.rows.some((r) => r.cells.includes(false)) ? [line(withheldNote, { size: 17, color: office.faint })] : []),
  ...[note, definition].flatMap((text) =>
    text ? text.split('\n').map((part) => line(part, { size: 17, color: office.faint })) : [],
  ),
]

/** The same values give the same bytes. */
export async function* reportDocx(
  bound: readonly Bound[],
  title: string,
  template: Template,
): AsyncGenerator<Uint8Array> {
  const { value } = bound[0]!
  const { over, facts } = headOf(value, title, template)
  const children = bound.flatMap(({ value: own, answer, sections }, i) => [
    ...(i > 0 ? [heading(own.title, HeadingLevel.HEADING_1)] : []),
    ...(answer ? answerOf(own) : []),
    ...sections.flatMap(sectionOf),
  ])
  const small = { size: 16, color: office.faint }
  const document = new Document({
    title: `${value.source.examName} ${value.source.courseName} ${title}`,
    creator: '青禾',
    lastModifiedBy: '青禾',
    styles: {
      default: {
        document: { run: { font: { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '微软雅黑' }, size: 19 } },
        heading1: { run: { size: 32, bold: true, color: office.brand } },
        heading2: { run: { size: 24, bold: true, color: office.ink } },
      },
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: points(page.width), height: points(page.height) },
            margin: {
              top: points(page.top),
              bottom: points(page.bottom),
              left: points(page.side),
              right: points(page.side),
            },
          },
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [
                  run(`${footOf(value, title, template)}　第 `, small),
                  new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], ...small }),
                  run(' 页', small),
                ],
              }),
            ],
          }),
        },
        children: [
          line(over, { bold: true, color: office.brand }),
          line(value.source.examName, { size: 40, bold: true }),
          new Paragraph({
            children: [run(facts.join('　'), { color: office.faint })],
            spacing: { after: points(10) },
            border: { bottom: { style: BorderStyle.SINGLE, size: 8, space: 6, color: office.brand } },
          }),
          ...children,
          line(sourceOf(value), { size: 17, color: office.faint }),
        ],
      },
    ],
  })
  yield await sameAgain(await Packer.toBuffer(document), value.source.madeAt)
}
