/** Reports as pages: each is a list of blocks, and one rule says which of them a page holds. */
import { cellWords, withheldNote } from '#shared/kit/report/cell.words.ts'
import { chartHeight } from '#shared/kit/report/chart.option.ts'
import type { Chart, ReportSection, ReportValue } from '#shared/kit/report/report.types.ts'
import { chartMarks } from './chart.svg.ts'
import { flow, stay } from './report.flow.ts'
import type { Block, Placed } from './report.flow.ts'
import { footOf, headOf, sourceOf } from './report.frame.ts'
import type { Bound, Template } from './report.frame.ts'
import { printedOnce } from './report.once.ts'
import { Pen, paper, room } from './report.pen.ts'
import type { Ink, Stroke } from './report.pen.ts'
import { drawTable, fitsIn, gutter, halfPart, tableParts } from './report.table.ts'
import { wrapped } from './table.parts.ts'

type Draw = (pen: Pen, of: Pick<Placed<Draw>, 'from' | 'to' | 'given'>) => void | Promise<void>
type Piece = Block<Draw>

/** A pixel of a chart in points: its 12 px are print's 8.5. */
const scale = 8.5 / 12
/** A half figure: 56 mm. */
const halfHigh = 159
/** A table beside its picture is no longer than this. */
const mostBeside = 260
/** No figure takes more of a page. */
const mostFigure = 0.6 * room
/** A figure becomes lower by so much of itself where a page then holds what would begin the next one. */
const givesUp = 0.15
/** A section that is no higher moves whole. */
const short = 0.4 * room
/** A longer definition may go on without the end of what it is about. */
const mostTail = 110
/** A table on the page after its picture's. */
const apart = 1

const whole = paper.width - 2 * paper.side
const half = (whole - gutter) / 2

const headBlocks = (value: ReportValue, title: string, template: Template): Piece[] => {
  const { over, facts } = headOf(value, title, template)
  const draw: Draw = (pen) => {
    pen.text(pen.left, pen.y, over, { size: 9.5, ink: 'brand', bold: true })
    pen.text(pen.left, pen.y + 18, value.source.examName, { size: 20, bold: true })
    pen.text(pen.left, pen.y + 48, facts.join('　'), { ink: 'faint' })
    pen.y += 68
    pen.rule('brand', 1)
  }
  return [{ heights: [80], after: stay, draw }]
}

const words = (text: string, of: { ink?: Ink; size?: number; after?: number } = {}): Piece => {
  const { ink = 'ink', size = 9.5, after = 0 } = of
  const lines = text.split('\n').flatMap((part) => wrapped(part, whole, size))
  return {
    heights: lines.map(() => size * 1.6),
    firm: lines.length * size * 1.6 <= mostTail,
    after,
    draw: (pen, { from, to }) =>
      lines.slice(from, to).forEach((line, i) => pen.text(pen.left, pen.y + i * size * 1.6, line, { size, ink })),
  }
}

const answer = ({ sentence, number, facts }: ReportValue): Piece[] => {
  const indent = number ? 160 : 0
  const height = Math.max(number ? 64 : 0, Math.ceil(facts.length / 3) * 22) + 6
  const draw: Draw = (pen) => {
    if (number) {
      pen.text(pen.left, pen.y, cellWords(number.value, number), { size: 30, bold: true, width: 150 })
      pen.text(pen.left, pen.y + 40, number.name, { size: 8.5, ink: 'faint', width: 150 })
    }
    const width = (whole - indent) / 3
    facts.forEach((f, i) => {
      const [x, y] = [pen.left + indent + (i % 3) * width, pen.y + Math.floor(i / 3) * 22]
      pen.text(x, y + 1, f.name, { size: 8.5, ink: 'faint', width: width - 12 })
      pen.text(x, y, cellWords(f.value, f), { bold: true, width: width - 12, align: 'right' })
    })
  }
  return [{ heights: [height], after: stay, draw }, words(sentence, { after: stay })]
}

/** Pictures that say as much at half the width: few bars or sections. */
const mayBeHalf = (chart: Chart): boolean =>
  chart.kind === 'scatter' ||
  chart.kind === 'radar' ||
  (chart.kind === 'histogram'
    ? chart.counts.length <= 12
    : 'series' in chart && !('panels' in chart) && chart.names.length <= 8)

/** What is said below a section; it begins no page without what it is about. */
const saidBelow = ({ table, note, definition }: ReportSection): string =>
  [...(table.rows.some((r) => r.cells.includes(false)) ? [withheldNote] : []), note, definition]
    .filter(Boolean)
    .join('\n')

const figure = (chart: Chart, of: { width: number; height: number }): Pick<Piece, 'give' | 'draw'> => ({
  give: of.height * givesUp,
  draw: async (pen, { given }) =>
    pen.chart(await chartMarks(chart, of.width / scale, (of.height - given) / scale), scale),
})

/** A picture with its table at the right, or above it; of a long narrow table the rows go on at its right. */
const shown = ({ chart, table }: ReportSection): Piece[] => {
  const beside = chart && table.rows.length > 0 && mayBeHalf(chart) ? halfPart(table, half, mostBeside) : null
  if (chart && beside) {
    const high = beside.head + beside.heights.reduce((a, b) => a + b, 0)
    const height = Math.max(halfHigh, Math.min(high, halfHigh * 1.3))
    const draw: Draw = async (pen) => {
      const { left, y } = pen
      await figure(chart, { width: half, height }).draw(pen, { from: 0, to: 1, given: 0 })
      pen.left += half + gutter
      drawTable(pen, beside, 0, beside.rows.length)
      pen.left = left
      pen.y = y
    }
    return [{ heights: [Math.max(height, high) + 8], after: stay, draw }]
  }
  const height = chart ? Math.min(mostFigure, chartHeight(chart) * scale) : 0
  const above: Piece[] = chart
    ? [{ heights: [height + 8], after: apart, ...figure(chart, { width: whole, height }) }]
    : []
  const parts = chart && table.rows.length === 0 ? [] : tableParts(table, { width: whole, half, mayFlow: true })
  const below = parts.map((part): Piece => ({
    gap: 8,
    head: part.head,
    heights: part.heights,
    after: 0.2,
    draw: (pen, { from, to }) => drawTable(pen, part, from, to),
  }))
  return [...above, ...below]
}

const heading = (text: string): Piece => ({
  gap: 18,
  heights: [20],
  after: stay,
  draw: (pen) => pen.text(pen.left, pen.y, text, { size: 12, bold: true }),
})

const heightOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((n, { gap = 0, head = 0, heights }) => n + gap + head + heights.reduce((a, b) => a + b, 0), 0)

const sectionBlocks = (section: ReportSection): Piece[] => {
  const said = saidBelow(section)
  const body = shown(section)
  const last = body.at(-1)
  if (said && last) last.after = stay
  const pieces = [
    heading(section.title),
    ...body,
    ...(said ? [{ ...words(said, { ink: 'faint', size: 8.5 }), gap: 8 }] : []),
  ]
  return heightOf(pieces) > short
    ? pieces
    : pieces.map((p, i) => ({ ...p, firm: true, after: i < pieces.length - 1 ? stay : 0 }))
}

const title = (text: string): Piece => ({
  gap: 24,
  heights: [26],
  after: stay,
  draw: (pen) => pen.text(pen.left, pen.y, text, { size: 16, bold: true, ink: 'brand' }),
})

/** The pages as strokes, numbered. */
export const reportPages = async (bound: readonly Bound[], name: string, template: Template): Promise<Stroke[][]> => {
  const { value } = bound[0]!
  const parts = printedOnce(bound, (t) => fitsIn(t, whole)).map(({ value: own, answer: answered, sections }, i) => [
    ...(i > 0 ? [title(own.title)] : []),
    ...(answered ? answer(own) : []),
    ...sections.flatMap(sectionBlocks),
  ])
  const blocks = [...headBlocks(value, name, template), ...parts.flat()]
  // By what it is made stands with the last of it.
  blocks.at(-1)!.after = stay
  const pages = flow([...blocks, { ...words(sourceOf(value), { ink: 'faint', size: 8.5 }), gap: 4 }], room)
  const pen = new Pen()
  for (const [i, page] of pages.entries()) {
    if (i > 0) pen.turn()
    for (const { draw, y, ...of } of page) {
      pen.y = paper.top + y
      await draw(pen, of)
    }
  }
  const foot = footOf(value, name, template)
  return pen.pages.map((strokes, i) => [
    ...strokes,
    {
      kind: 'text',
      x: paper.side,
      y: paper.height - 34,
      width: whole,
      text: `${foot}　第 ${i + 1} / ${pen.pages.length} 页`,
      size: 8,
      bold: false,
      align: 'center',
      ink: 'faint',
    },
  ])
}
