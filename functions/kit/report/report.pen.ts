/** A page is drawn twice: first as a list of strokes, so that the fonts can be cut to what is written, then as PDF. */
import { cellWords, frozenOf, headGroups, isFigure, toneOf } from '#shared/kit/report/cell.words.ts'
import type { ReportColumn, ReportTable } from '#shared/kit/report/report.types.ts'
import type { Mark } from './chart.svg.ts'
import { columnWidth, headText, linesOf, padding, partsOf, wrapped } from './table.parts.ts'
import type { Line } from './table.parts.ts'

export type Ink = 'ink' | 'faint' | 'line' | 'brand' | 'tint' | 'below' | 'low' | 'high' | 'above'
export type Align = 'left' | 'right' | 'center'

export type Stroke =
  | {
      kind: 'text'
      x: number
      y: number
      width: number
      text: string
      size: number
      bold: boolean
      align: Align
      ink: Ink
    }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; ink: Ink }
  | { kind: 'line'; from: readonly [number, number]; to: readonly [number, number]; ink: Ink; thickness: number }
  | { kind: 'chart'; x: number; y: number; scale: number; marks: readonly Mark[] }

const mm = 72 / 25.4
/** A4 in points, and its margins. */
export const paper = { width: 595.28, height: 841.89, side: 16 * mm, top: 18 * mm, bottom: 16 * mm } as const
const floor = paper.height - paper.bottom - 14
const rowHeight = 6 * mm
const lineHeight = 11
const gutter = 6 * mm
const whole = paper.width - 2 * paper.side
/** Tables end at one of two edges: of half the page, or of all of it. */
const half = (whole - gutter) / 2
/** A table beside its picture is no longer than this. */
const mostBeside = 260

const tones: Partial<Record<number, Ink>> = { [-2]: 'below', [-1]: 'low', 1: 'high', 2: 'above' }

export class Pen {
  readonly pages: Stroke[][] = []
  y = 0
  left: number = paper.side
  width: number = paper.width - 2 * paper.side

  constructor() {
    this.turn()
  }
  turn(): void {
    this.pages.push([])
    this.y = paper.top
  }
  /** Goes to the next page unless so much is left on this one. */
  need(height: number): void {
    if (this.y + height > floor) this.turn()
  }
  get #page(): Stroke[] {
    return this.pages.at(-1)!
  }
  text(
    x: number,
    y: number,
    text: string,
    of: { width?: number; size?: number; bold?: boolean; align?: Align; ink?: Ink } = {},
  ): void {
    const { width = this.width, size = 9.5, bold = false, align = 'left', ink = 'ink' } = of
    this.#page.push({ kind: 'text', x, y, width, text, size, bold, align, ink })
  }
  rect(x: number, y: number, width: number, height: number, ink: Ink): void {
    this.#page.push({ kind: 'rect', x, y, width, height, ink })
  }
  rule(ink: Ink = 'line', thickness = 0.6, [from, to] = [this.left, this.left + this.width]): void {
    this.#page.push({ kind: 'line', from: [from!, this.y], to: [to!, this.y], ink, thickness })
  }
  chart(marks: readonly Mark[], height: number, scale: number): void {
    this.need(height + 8)
    this.#page.push({ kind: 'chart', x: this.left, y: this.y, scale, marks })
    this.y += height + 8
  }
  /** A title that stays on one page with so much of what follows. */
  heading(text: string, follows: number): void {
    this.need(30 + Math.min(follows, floor - paper.top - 40))
    this.y += 10
    this.text(this.left, this.y, text, { size: 12, bold: true })
    this.y += 20
  }
  /** Text broken into lines. */
  paragraph(text: string, ink: Ink = 'ink', size = 9.5, indent = 0): void {
    for (const line of text.split('\n').flatMap((part) => wrapped(part, this.width - indent, size))) {
      this.need(size * 1.6)
      this.text(this.left + indent, this.y, line, { size, ink })
      this.y += size * 1.6
    }
  }
  /** A picture at the left with its table at the right: both must fit on the rest of a page. */
  beside(marks: readonly Mark[], height: number, scale: number, table: ReportTable): void {
    const { left, width, y } = this
    this.#page.push({ kind: 'chart', x: left, y, scale, marks })
    this.left = left + half + gutter
    this.width = half
    this.table(table)
    this.left = left
    this.width = width
    this.y = Math.max(this.y, y + height + 8)
  }
  /** How high a table is in half the page; null when it is too wide or too long for that. */
  halfHeight(table: ReportTable): number | null {
    const rows = linesOf(table)
    const wide = table.columns.reduce((n, c, i) => n + columnWidth(c, i, rows), 0)
    const height = (rows.length + (headGroups(table.columns) ? 2 : 1)) * rowHeight
    return wide <= half && height <= mostBeside ? height : null
  }
  get half(): number {
    return half
  }
  /** Whether all its columns stand on the page beside each other. */
  fits(table: ReportTable): boolean {
    const rows = linesOf(table)
    return table.columns.reduce((n, c, i) => n + columnWidth(c, i, rows), 0) <= this.width
  }
  /** How high text broken into lines is. */
  heightOf(text: string, size = 9.5): number {
    return text.split('\n').flatMap((part) => wrapped(part, this.width, size)).length * size * 1.6
  }
  /**
   * A table, its head on every page. One that is wider than the page is cut by columns; frozen ones stand in each part. Of
   * what follows it, `tail`, nothing begins a page without its last rows.
   */
  table(table: ReportTable, tail = 0): void {
    const rows = linesOf(table)
    const sizes = table.columns.map((c, i) => columnWidth(c, i, rows))
    const parts = partsOf(sizes, this.width, frozenOf(table.columns))
    for (const [i, places] of parts.entries())
      this.#part(table.columns, rows, places, sizes, i === parts.length - 1 ? tail : 0)
  }
  #part(
    columns: readonly ReportColumn[],
    rows: readonly Line[],
    places: readonly number[],
    sizes: readonly number[],
    tail: number,
  ): void {
    const shownColumns = places.map((i) => columns[i]!)
    const sum = places.reduce((n, i) => n + sizes[i]!, 0)
    // Few columns stay near each other: a figure is read with its name.
    const scale = (this.width === whole && sum <= half ? half : this.width) / sum
    const widths = places.map((i) => sizes[i]! * scale)
    const span: [number, number] = [this.left, this.left + sum * scale]
    const groups = headGroups(shownColumns)
    const cell = (
      x: number,
      width: number,
      text: string,
      of: { bold: boolean; align: Align; y?: number; ink?: Ink },
    ): void =>
      this.text(x + padding, (of.y ?? this.y) + 4, text, { size: of.ink ? 8 : 8.5, ...of, width: width - 2 * padding })
    const head = (): void => {
      this.rect(this.left, this.y, sum * scale, rowHeight * (groups ? 2 : 1), 'tint')
      if (groups) {
        let [x, at] = [this.left, 0]
        for (const { name, span: many } of groups) {
          const width = widths.slice(at, at + many).reduce((a, b) => a + b, 0)
          if (name) cell(x, width, name, { bold: true, align: 'center', ink: 'faint' })
          x += width
          at += many
        }
        this.y += rowHeight
      }
      let x = this.left
      shownColumns.forEach((c, k) => {
        cell(x, widths[k]!, headText(c), { bold: true, align: isFigure(c) ? 'right' : 'left', ink: 'faint' })
        x += widths[k]!
      })
      this.y += rowHeight
      this.rule('line', 0.6, span)
    }
    this.need((groups ? 4 : 3) * rowHeight)
    head()
    for (const [n, { row, bold, total }] of rows.entries()) {
      // A part of the columns of which none is added up has no total.
      if (total && !shownColumns.some((c) => c.sum)) continue
      const texts = places.map((i, k) =>
        wrapped(cellWords(row.cells[i] ?? null, columns[i]!), widths[k]! - 2 * padding + 1, 8.5),
      )
      const height = Math.max(rowHeight, Math.max(...texts.map((t) => t.length)) * lineHeight + 6)
      // The last two stay with what is said below them.
      const below = tail > 0 && rows.length > 4 && n === rows.length - 2 ? rowHeight + 8 + tail : 0
      if (this.y + height + below > floor) {
        this.turn()
        head()
      }
      let x = this.left
      texts.forEach((lines, k) => {
        const tone = tones[toneOf(row, places[k]!, columns) ?? 0]
        if (tone) this.rect(x, this.y, widths[k]!, height, tone)
        lines.forEach((line, n) =>
          cell(x, widths[k]!, line, {
            bold: bold || k === 0,
            align: isFigure(shownColumns[k]!) ? 'right' : 'left',
            y: this.y + n * lineHeight,
          }),
        )
        x += widths[k]!
      })
      this.y += height
      this.rule('line', 0.4, span)
    }
    this.y += 8
  }
}
