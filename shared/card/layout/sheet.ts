import type { CardDesign } from '#shared/card/card.types.ts'
import { reaches } from '#shared/card/card.version.ts'

/** A sheet of paper and its columns. `floor`: where columns end. */
export type Sheet = { width: number; height: number; columns: number; gutter: number; floor: number }

/** Sheet types of the specification (2 §9): 794×1123 and 1588×1123 px at 96 dpi, columns 1, 2, 3, 2. */
const sheets: Readonly<Record<CardDesign['sheetType'], Sheet>> = {
  0: { width: 210, height: 297, columns: 1, gutter: 0, floor: 279 },
  1: { width: 420, height: 297, columns: 2, gutter: 8, floor: 279 },
  2: { width: 420, height: 297, columns: 3, gutter: 8, floor: 279 },
  3: { width: 210, height: 297, columns: 2, gutter: 6, floor: 279 },
}

/** White on the left and right of the columns. */
export const margin = 12
/** What the seal line takes from its edge of the first page. */
export const sealWidth = 15
/** Columns without a head begin here, below the anchors. */
export const ceiling = 18
/** From 1.5 on the anchors stand flush with the columns; older ones 9 mm from the paper's edges. */
export const sideInset = (design: Pick<CardDesign, 'cardVersion'>): number =>
  reaches(design.cardVersion, '1.5') ? margin : 9
/** Below the strip that holds title and QR. */
export const strip = 31

/** Student number: bubbles of 4.8 × 2.8 mm. */
export const bubble = { w: 4.8, h: 2.8, pitchX: 6.2, pitchY: 4.2 }
/** What the number takes of the head's width; nothing where there are no bubbles and no bar code. */
export const numberWidth = ({ studentNumber: { length, mode, orientation } }: CardDesign): number =>
  mode === 'qr' ? 0 : mode === 'barcode' ? 74 : orientation === 'horizontal' ? 74 : length * bubble.pitchX + 3

type Span = { x: number; w: number }

/** The columns between two margins. */
export const columnsOf = (sheet: Sheet, left: number = margin, right: number = margin): Span[] => {
  const w = Math.floor(((sheet.width - left - right - sheet.gutter * (sheet.columns - 1)) / sheet.columns) * 100) / 100
  return Array.from({ length: sheet.columns }, (_, i) => ({ x: left + i * (w + sheet.gutter), w }))
}

/** The columns of a page: the seal line takes its place on page 1. */
export const columnsOn = (design: CardDesign, sheet: Sheet, page: number): Span[] => {
  if (page !== 1 || !design.showSealLine) return columnsOf(sheet)
  return design.sealLinePosition === 'right'
    ? columnsOf(sheet, margin, margin + sealWidth)
    : columnsOf(sheet, margin + sealWidth)
}

const customSheet = (design: CardDesign): Sheet => {
  const usual = sheets[design.sheetType]
  const { width, height } = design.customPageSize ?? usual
  return { ...usual, width, height, floor: height - 18 }
}

/** A wide sheet carries its head in the first column; a narrow one across all of them. */
export const isWide = (sheet: Sheet): boolean => sheet.width > 300

/** Why the author's paper holds no card; undefined where it does. */
export const sizeProblem = (design: CardDesign): string | undefined => {
  if (!design.customPageSize) return undefined
  const sheet = customSheet(design)
  const columns = columnsOn(design, sheet, 1)
  const first = columns[0]!.w
  const head = isWide(sheet) ? first : columns.at(-1)!.x + columns.at(-1)!.w - columns[0]!.x
  if (first >= 58 && sheet.height >= 210 && sheet.width >= 140 && head >= Math.max(100, numberWidth(design)))
    return undefined
  return `自定义纸张${sheet.width}×${sheet.height}毫米放不下${sheet.columns}栏答题卡，请加大纸张或减少栏数`
}

/** The sheet that a design is laid out on: its author's own size where that holds a card at all. */
export const sheetOf = (design: CardDesign): Sheet =>
  design.customPageSize && sizeProblem(design) === undefined ? customSheet(design) : sheets[design.sheetType]
