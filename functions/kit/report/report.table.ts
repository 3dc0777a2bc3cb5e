/** A table on paper: measured in lines, so that a page may end between them, and drawn some lines at a time. */
import { cellWords, frozenOf, headGroups, isFigure, toneOf } from '#shared/kit/report/cell.words.ts'
import type { ReportColumn, ReportTable } from '#shared/kit/report/report.types.ts'
import { columnWidth, headText, linesOf, padding, partsOf, wrapped } from './table.parts.ts'
import type { Line } from './table.parts.ts'
import { mm } from './report.pen.ts'
import type { Align, Ink, Pen } from './report.pen.ts'

const rowHeight = 6 * mm
const lineHeight = 11
export const gutter = 6 * mm
/** Fewer rows than these are not laid in two columns. */
const longEnough = 8
const leastPadding = 2.2

const tones: Partial<Record<number, Ink>> = { [-2]: 'below', [-1]: 'low', 1: 'high', 2: 'above' }

/** A part of a table: the columns that stand beside each other, with the lines of each row. */
export type TablePart = {
  columns: readonly ReportColumn[]
  places: readonly number[]
  widths: readonly number[]
  pad: number
  rows: readonly { line: Line; texts: readonly string[][]; height: number }[]
  /** Its rows go on in a second column at its right. */
  twice: boolean
  head: number
  /** Of what is read across the page: of two columns a line is a row of each. */
  heights: readonly number[]
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)

const partOf = (
  table: ReportTable,
  lines: readonly Line[],
  places: readonly number[],
  sizes: readonly number[],
  of: { width: number; half: number; mayFlow: boolean; pad: number },
): TablePart => {
  const { columns } = table
  const own = sum(places.map((i) => sizes[i]!))
  // Few columns stay near each other: a figure is read with its name.
  const width = own <= of.half ? of.half : of.width
  const widths = places.map((i) => (sizes[i]! * width) / own)
  const rows = lines
    // A part of the columns of which none is added up has no total.
    .filter(({ total }) => !total || places.some((i) => columns[i]!.sum))
    .map((line) => {
      const texts = places.map((i, k) =>
        wrapped(cellWords(line.row.cells[i] ?? null, columns[i]!), widths[k]! - 2 * of.pad + 1, 8.5),
      )
      return { line, texts, height: Math.max(rowHeight, Math.max(...texts.map((t) => t.length)) * lineHeight + 6) }
    })
  const even = rows.every((r) => r.height === rowHeight)
  const twice = of.mayFlow && width < of.width && even && rows.length >= longEnough
  return {
    ...{ columns, places, widths, rows, twice, pad: of.pad },
    head: rowHeight * (headGroups(places.map((i) => columns[i]!)) ? 2 : 1),
    heights: twice
      ? Array.from({ length: Math.ceil(rows.length / 2) }, () => rowHeight)
      : rows.map(({ height }) => height),
  }
}

/** How wide its columns are, and how much space is at either side of what stands in them. */
const sizesOf = (table: ReportTable, lines: readonly Line[], width: number): { sizes: number[]; pad: number } => {
  const sizes = table.columns.map((c, i) => columnWidth(c, i, lines))
  const closer = (sum(sizes) - width) / sizes.length
  // Rather than lose a column or two to another part they stand a little closer.
  return closer > 0 && closer <= 2 * (padding - leastPadding)
    ? { sizes: sizes.map((s) => s - closer), pad: padding - closer / 2 }
    : { sizes, pad: padding }
}

/** Whether all its columns stand on the page beside each other. */
export const fitsIn = (table: ReportTable, width: number): boolean =>
  sum(sizesOf(table, linesOf(table), width).sizes) <= width + 0.001

/** One that is wider than the page is cut by columns; frozen ones stand in each part. */
export const tableParts = (
  table: ReportTable,
  of: { width: number; half: number; mayFlow: boolean },
): readonly TablePart[] => {
  const lines = linesOf(table)
  const { sizes, pad } = sizesOf(table, lines, of.width)
  return partsOf(sizes, of.width, frozenOf(table.columns)).map((places) =>
    partOf(table, lines, places, sizes, { ...of, pad }),
  )
}

/** How high a table is in half the page; null when it is too wide or too high for that. */
export const halfPart = (table: ReportTable, half: number, most: number): TablePart | null => {
  const lines = linesOf(table)
  const sizes = table.columns.map((c, i) => columnWidth(c, i, lines))
  if (sum(sizes) > half) return null
  const part = partOf(
    table,
    lines,
    table.columns.map((_, i) => i),
    sizes,
    { width: half, half, mayFlow: false, pad: padding },
  )
  return part.head + sum(part.heights) <= most ? part : null
}

const drawColumn = (pen: Pen, part: TablePart, left: number, [from, to]: readonly [number, number]): void => {
  const { columns, places, widths, pad } = part
  const shown = places.map((i) => columns[i]!)
  const width = sum(widths)
  const span: [number, number] = [left, left + width]
  const groups = headGroups(shown)
  const cell = (
    x: number,
    wide: number,
    text: string,
    of: { bold: boolean; align: Align; y?: number; ink?: Ink },
  ): void => pen.text(x + pad, (of.y ?? pen.y) + 4, text, { size: of.ink ? 8 : 8.5, ...of, width: wide - 2 * pad })
  pen.rect(left, pen.y, width, part.head, 'tint')
  if (groups) {
    let [x, at] = [left, 0]
    for (const { name, span: many } of groups) {
      const wide = sum(widths.slice(at, at + many))
      if (name) cell(x, wide, name, { bold: true, align: 'center', ink: 'faint' })
      x += wide
      at += many
    }
    pen.y += rowHeight
  }
  let at = left
  shown.forEach((c, k) => {
    cell(at, widths[k]!, headText(c), { bold: true, align: isFigure(c) ? 'right' : 'left', ink: 'faint' })
    at += widths[k]!
  })
  pen.y += rowHeight
  pen.rule('line', 0.6, span)
  for (const { line, texts, height } of part.rows.slice(from, to)) {
    let x = left
    texts.forEach((words, k) => {
      const tone = tones[toneOf(line.row, places[k]!, columns) ?? 0]
      if (tone) pen.rect(x, pen.y, widths[k]!, height, tone)
      words.forEach((word, n) =>
        cell(x, widths[k]!, word, {
          bold: line.bold || k === 0,
          align: isFigure(shown[k]!) ? 'right' : 'left',
          y: pen.y + n * lineHeight,
        }),
      )
      x += widths[k]!
    })
    pen.y += height
    pen.rule('line', 0.4, span)
  }
}

/** The lines `from` up to `to`. Of two columns the rows of one page are read down the left one first. */
export const drawTable = (pen: Pen, part: TablePart, from: number, to: number): void => {
  if (!part.twice) return drawColumn(pen, part, pen.left, [from, to])
  const { y } = pen
  const middle = from + to
  drawColumn(pen, part, pen.left, [2 * from, middle])
  const end = pen.y
  pen.y = y
  drawColumn(pen, part, pen.left + sum(part.widths) + gutter, [middle, Math.min(part.rows.length, 2 * to)])
  pen.y = end
}
