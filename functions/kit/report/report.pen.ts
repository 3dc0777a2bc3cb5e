/** A page is drawn twice: first as a list of strokes, so that the fonts can be cut to what is written, then as PDF. */
import type { Mark } from './chart.svg.ts'
import { wrapped } from './table.parts.ts'

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

export const mm = 72 / 25.4
/** A4 in points, and its margins. */
export const paper = { width: 595.28, height: 841.89, side: 16 * mm, top: 18 * mm, bottom: 16 * mm } as const
const floor = paper.height - paper.bottom - 14
/** How high what stands on a page may be. */
export const room = floor - paper.top
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
  chart(marks: readonly Mark[], scale: number): void {
    this.#page.push({ kind: 'chart', x: this.left, y: this.y, scale, marks })
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
}
