import type { CardDesign } from '#shared/card/card.types.ts'

/** Sheet types of the specification (2 §9): 794×1123 and 1588×1123 px at 96 dpi, columns 1, 2, 3, 2. */
export const sheets = {
  0: { width: 210, height: 297, columns: 1, gutter: 0 },
  1: { width: 420, height: 297, columns: 2, gutter: 8 },
  2: { width: 420, height: 297, columns: 3, gutter: 8 },
  3: { width: 210, height: 297, columns: 2, gutter: 6 },
} as const
export type Sheet = (typeof sheets)[0 | 1 | 2 | 3]

/** White on the left and right of the columns. */
export const margin = 12
/** What the seal line takes from the left of the first page. */
export const sealWidth = 15
/** Columns without a head begin here, below the anchors; they end at `floor`, above them. */
export const ceiling = 18
export const floor = 279
/** Below the strip that holds title and QR. */
export const strip = 31

/** The columns of a page whose content begins at `left`. */
export const columnsOf = (sheet: Sheet, left: number): { x: number; w: number }[] => {
  const w = Math.floor(((sheet.width - left - margin - sheet.gutter * (sheet.columns - 1)) / sheet.columns) * 100) / 100
  return Array.from({ length: sheet.columns }, (_, i) => ({ x: left + i * (w + sheet.gutter), w }))
}

/** Where a page's content begins: the seal line takes its place on page 1. */
export const leftOf = (design: CardDesign, page: number) =>
  page === 1 && design.showSealLine ? margin + sealWidth : margin
