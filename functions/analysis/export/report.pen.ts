/** A page is drawn twice: first as a list of strokes, so that the fonts can be cut to what is written, then as PDF. */
export type Ink = 'ink' | 'faint' | 'line' | 'brand' | 'tint' | 'warm' | 'white'
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
  | { kind: 'line'; points: readonly (readonly [number, number])[]; ink: Ink; thickness: number }
  | { kind: 'dot'; x: number; y: number; radius: number; ink: Ink }

/** A4 in points. */
export const paper = { width: 595.28, height: 841.89, margin: 48 } as const
const bottom = paper.height - 56

export class Pen {
  readonly pages: Stroke[][] = []
  y = 0
  readonly left = paper.margin
  readonly width = paper.width - 2 * paper.margin

  constructor() {
    this.turn()
  }
  turn(): void {
    this.pages.push([])
    this.y = paper.margin
  }
  /** Goes to the next page unless so much is left on this one. */
  need(height: number): void {
    if (this.y + height > bottom) this.turn()
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
    const { width = this.width, size = 9, bold = false, align = 'left', ink = 'ink' } = of
    this.#page.push({ kind: 'text', x, y, width, text, size, bold, align, ink })
  }
  rect(x: number, y: number, width: number, height: number, ink: Ink): void {
    if (width > 0 && height > 0) this.#page.push({ kind: 'rect', x, y, width, height, ink })
  }
  line(points: readonly (readonly [number, number])[], ink: Ink = 'line', thickness = 0.6): void {
    this.#page.push({ kind: 'line', points, ink, thickness })
  }
  dot(x: number, y: number, radius: number, ink: Ink): void {
    this.#page.push({ kind: 'dot', x, y, radius, ink })
  }
  /** A title that stays on one page with so much of what follows. */
  heading(text: string, note?: string, follows = 90): void {
    this.need(follows)
    this.y += 14
    this.rect(this.left, this.y + 1, 3, 13, 'brand')
    this.text(this.left + 9, this.y, text, { size: 12.5, bold: true })
    this.y += 20
    if (note) this.paragraph(note, 'faint', 8)
    this.y += 4
  }
  /** Text broken into lines: a Chinese character is one size wide, others about half. */
  paragraph(text: string, ink: Ink = 'ink', size = 9.5): void {
    for (const line of wrapped(text, this.width, size)) {
      this.need(size * 1.6)
      this.text(this.left, this.y, line, { size, ink })
      this.y += size * 1.6
    }
  }
  /** A table whose head is repeated on every page. */
  table(
    columns: readonly { name: string; width: number; align?: Align }[],
    rows: readonly (readonly string[])[],
  ): void {
    const height = 17
    const whole = columns.reduce((n, c) => n + c.width, 0)
    const scale = this.width / whole
    const row = (cells: readonly string[], head: boolean): void => {
      let x = this.left
      if (head) this.rect(this.left, this.y, this.width, height, 'tint')
      cells.forEach((cell, i) => {
        const column = columns[i]!
        const width = column.width * scale
        const size = head ? 8 : 8.5
        this.text(x + 4, this.y + 4, clipped(cell, width - 8, size), {
          width: width - 8,
          size,
          bold: head,
          align: column.align ?? 'left',
        })
        x += width
      })
      this.y += height
      this.line([
        [this.left, this.y],
        [this.left + this.width, this.y],
      ])
    }
    const head = columns.map((c) => c.name)
    this.need(height * 3)
    row(head, true)
    for (const cells of rows) {
      if (this.y + height > bottom) {
        this.turn()
        row(head, true)
      }
      row(cells, false)
    }
    this.y += 6
  }
}

const widthOf = (character: string, size: number): number =>
  (character.codePointAt(0)! >= 0x2e80 ? 1 : '%—×÷≥α'.includes(character) ? 0.95 : 0.57) * size

/** Lines no wider than `width`; a closing mark never begins one. */
export const wrapped = (text: string, width: number, size: number): string[] => {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const c of text) {
    const own = widthOf(c, size)
    if (used + own > width && !'，。；：、）！？'.includes(c)) {
      lines.push(line)
      line = ''
      used = 0
    }
    if (line === '' && c === ' ') continue
    line += c
    used += own
  }
  if (line !== '') lines.push(line)
  return lines
}

const clipped = (text: string, width: number, size: number): string => {
  let used = 0
  let kept = ''
  for (const c of text) {
    used += widthOf(c, size)
    if (used > width + size * 0.6) return `${kept.slice(0, -1)}…`
    kept += c
  }
  return kept
}
