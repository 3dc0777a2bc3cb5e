/** How a table is laid on paper: its lines, how wide its columns are, which of them stand side by side. In points. */
import { cellWords, totalsOf } from '#shared/kit/report/cell.words.ts'
import type { ReportColumn, ReportRow, ReportTable } from '#shared/kit/report/report.types.ts'

export const padding = 4
/** A text of a cell is broken past this. */
const widest = 230

export type Line = { row: ReportRow; bold: boolean; total?: boolean }
export const linesOf = (table: ReportTable): Line[] => {
  const totals = totalsOf(table)
  return [
    ...table.rows.map((row) => ({ row, bold: row.whole === true })),
    ...(totals ? [{ row: { cells: totals }, bold: true, total: true }] : []),
  ]
}
export const headText = ({ name, unit }: ReportColumn): string => (unit ? `${name}/${unit}` : name)

/** A Chinese character is one size wide, others about half. */
const widthOf = (character: string, size: number): number =>
  (character.codePointAt(0)! >= 0x2e80 ? 1 : '%—×÷≥α−＊'.includes(character) ? 0.95 : 0.57) * size
const textWidth = (text: string, size: number): number => [...text].reduce((n, c) => n + widthOf(c, size), 0)

export const columnWidth = (column: ReportColumn, i: number, rows: readonly Line[]): number => {
  const shown = rows.map(({ row }) => textWidth(cellWords(row.cells[i] ?? null, column), 8.5))
  return Math.min(widest, Math.max(textWidth(headText(column), 8) + 2, ...shown)) + 2 * padding
}

/** Columns that fit on a page together, the first `frozen` in each part; no part is much wider than another. */
export const partsOf = (sizes: readonly number[], width: number, frozen = 1): number[][] => {
  const held = sizes.slice(0, frozen)
  const heldWidth = held.reduce((a, b) => a + b, 0)
  // Where they leave no room for others, they are repeated no more than once.
  if (frozen > 1 && sizes.slice(frozen).some((s) => heldWidth + s > width)) return partsOf(sizes, width, 1)
  const repeated = held.map((_, i) => i)
  const cut = (room: number): number[][] => {
    const parts: number[][] = [[...repeated]]
    let used = heldWidth
    for (let i = frozen; i < sizes.length; i++) {
      if (used + sizes[i]! > room && parts.at(-1)!.length > frozen) {
        parts.push([...repeated])
        used = heldWidth
      }
      parts.at(-1)!.push(i)
      used += sizes[i]!
    }
    return parts
  }
  const { length } = cut(width + 0.001)
  // The least room that takes no more parts: nothing is left over for the last one.
  const others = sizes.slice(frozen).reduce((a, b) => a + b, 0)
  for (let room = heldWidth + others / length; room < width; room += 4)
    if (cut(room).length === length) return cut(room)
  return cut(width + 0.001)
}

/** What is read as one: a number, a day, a word of Latin letters. */
const inOne = /[A-Za-z0-9.%+-]+$/

/** Lines no wider than `width`; a closing mark never begins one, and a number is not cut where a line holds it. */
export const wrapped = (text: string, width: number, size: number): string[] => {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const c of text) {
    const own = widthOf(c, size)
    if (used + own > width && line !== '' && !'，。；：、）！？'.includes(c)) {
      const [begun = ''] = (inOne.test(c) && inOne.exec(line)) || []
      const kept = begun.length < line.length ? begun : ''
      lines.push(line.slice(0, line.length - kept.length))
      line = kept
      used = textWidth(kept, size)
    }
    if (line === '' && c === ' ') continue
    line += c
    used += own
  }
  if (line !== '') lines.push(line)
  return lines
}
