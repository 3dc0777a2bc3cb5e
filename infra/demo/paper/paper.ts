/** Paper without a printer: from the PDF of a card to the scan of a filled sheet, with the truth beside it. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { CardGeometry, Cell, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Stain } from './damage.ts'
import { spoil } from './damage.ts'
import { writeDigits } from './glyphs.ts'
import { writeBlock, writeName } from './hand.ts'
import { mark } from './marks.ts'
import type { Clarity, PlannedExtra, RowStyle, StudentPlan } from './plan.ts'
import { extraRow } from './plan.ts'
import type { PageRaster, Raster } from './raster.ts'
import { fromBgra, sheetOf } from './raster.ts'
import type { ScanSettings } from './scan.ts'
import type { Seed } from './seed.ts'
import { diceOf } from './seed.ts'
import { sense } from './sensor.ts'
import type { Matrix } from './warp.ts'
import { placementOf, warp } from './warp.ts'

export type ChoiceTruth = {
  questionId: string
  /** What the student meant, in the order of the options. Both options of a double mark. */
  intended: string[]
  style: RowStyle
  clarity: Clarity
  /** A stain, a fold, a tear or a hole touches a cell of this row. */
  damaged: boolean
}

export type PageTruth = {
  page: number
  studentNumber: string
  /** Does this page carry bubbles for the number? */
  hasNumber: boolean
  absent: boolean
  choices: ChoiceTruth[]
  blocks: { blockId: string; written: boolean }[]
  /** Rows beside the questions, in the page's order of their kind. */
  extras: { kind: PlannedExtra['kind']; index: number; intended: string[]; damaged: boolean }[]
  /** `matrix`: from mm on the sheet to pixels of the picture, row-major 3 × 3. */
  distortion: ScanSettings & { matrix: Matrix; width: number; height: number; stains: Stain[]; printScale: number }
}

let library: ReturnType<typeof PDFiumLibrary.init> | undefined

/** Renders every page of a printed card. `dpi` 72…300; throws a RangeError outside of it. */
export const openCardPdf = async (pdf: Uint8Array, dpi: number): Promise<PageRaster[]> => {
  if (!(dpi >= 72 && dpi <= 300)) throw new RangeError(`dpi ${dpi} is outside 72…300`)
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const pages: PageRaster[] = []
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const { width, height, data } = await page.render({
        scale: 1,
        width: Math.round((originalWidth * dpi) / 72),
        height: Math.round((originalHeight * dpi) / 72),
        render: (options) => Promise.resolve(options.data),
      })
      pages.push(fromBgra(data, width, height, dpi))
    }
    return pages
  } finally {
    document.destroy()
  }
}

const insideOf = (rect: Rect, x: number, y: number, margin: number) =>
  Math.hypot(Math.max(rect.x - x, 0, x - rect.x - rect.w), Math.max(rect.y - y, 0, y - rect.y - rect.h)) <= margin

const touched = (cells: readonly Cell[], geometry: CardGeometry, scan: ScanSettings, stains: readonly Stain[]) =>
  cells.some(({ rect }) => {
    if (stains.some((stain) => insideOf(rect, stain.x, stain.y, stain.radius * 1.25 + 1))) return true
    if (scan.punchHoles && rect.x < 17) return true
    if (!scan.corner) return false
    const { which, size } = scan.corner
    const u = which === 'tr' || which === 'br' ? geometry.width - rect.x - rect.w : rect.x
    const v = which === 'bl' || which === 'br' ? geometry.height - rect.y - rect.h : rect.y
    return u < size + 1.5 && v < size + 1.5
  })

/** The page's rows beside the questions. */
const extraCells = (page: PageGeometry): { kind: PlannedExtra['kind']; index: number; cells: readonly Cell[] }[] => [
  ...(page.paperType ? [{ kind: 'paper' as const, index: 0, cells: page.paperType }] : []),
  ...(page.picks ?? []).map(({ cells }, index) => ({ kind: 'pick' as const, index, cells })),
  ...(page.scoreRows ?? []).map(({ cells }, index) => ({ kind: 'score' as const, index, cells })),
]

/** Sum of the pixels of a block: any stroke makes it smaller. */
const lightOf = ({ data, width, channels, pxPerMm }: Raster, { x, y, w, h }: Rect): number => {
  let sum = 0
  for (let row = Math.floor(y * pxPerMm); row < (y + h) * pxPerMm; row++)
    for (
      let i = (row * width + Math.floor(x * pxPerMm)) * channels;
      i < (row * width + (x + w) * pxPerMm) * channels;
      i++
    )
      sum += data[i] ?? 0
  return sum
}

/** The pen's part: writes a student's plan on one page; answers the blocks where writing was meant and found room. */
export const fillPage = (sheet: Raster, page: PageGeometry, plan: StudentPlan): Set<string> => {
  const dice = diceOf(`pen/${plan.seed}/${page.page}`)
  const { marker } = plan.hand
  const writer = { raster: sheet, dice, hand: plan.hand }
  if (page.studentNumber && !plan.printedNumber) {
    page.studentNumber.columns.forEach((column, i) => {
      const digit = plan.digits[i]
      const cell = column.cells.find((one) => one.value === digit?.value)
      if (digit && cell) mark(sheet, dice, cell.rect, digit.style, marker, digit.strength)
    })
    page.studentNumber.columns.forEach((column, i) => {
      // the box above the bubbles, where there is room for it
      const { x, y, w } = column.cells[0]!.rect
      if (y - page.studentNumber!.rect.y > 8)
        writeDigits(writer, plan.studentNumber[i] ?? '', x + w * 0.25, y - 3.1, 4, 4)
    })
    if (page.nameBox) writeName(writer, page, page.nameBox, plan.studentNumber)
  }
  if (plan.absent && page.absent) mark(sheet, dice, page.absent.rect, 'full', marker, 1)
  const rows = new Map(plan.rows.map((row) => [row.questionId, row]))
  for (const choice of page.choices) {
    for (const planned of rows.get(choice.questionId)?.marks ?? []) {
      const cell = choice.cells.find((one) => one.value === planned.value)
      if (cell) mark(sheet, dice, cell.rect, planned.style, marker, planned.strength)
    }
  }
  const extras = new Map(plan.extras.map((extra) => [extra.row, extra]))
  for (const { kind, index, cells } of extraCells(page)) {
    for (const planned of extras.get(extraRow(page.page, kind, index))?.marks ?? []) {
      const cell = cells.find((one) => one.value === planned.value)
      const ink = kind === 'score' ? plan.marker : marker
      if (cell) mark(sheet, dice, cell.rect, planned.style, ink, planned.strength)
    }
  }
  const blocks = new Map(plan.blocks.map((block) => [block.blockId, block]))
  const written = new Set<string>()
  for (const block of page.blocks) {
    const planned = blocks.get(block.blockId)
    if (!planned?.written) continue
    const before = lightOf(sheet, block.rect)
    writeBlock(writer, page, block, planned.share, planned.text)
    if (lightOf(sheet, block.rect) < before) written.add(block.blockId)
  }
  return written
}

/** A print that came out smaller or larger than it should, centred on the same sheet. */
const reprint = (sheet: Raster, scale: number): Raster => {
  const widthMm = sheet.width / sheet.pxPerMm
  const heightMm = sheet.height / sheet.pxPerMm
  const place = {
    dpi: sheet.pxPerMm * 25.4,
    orientation: 0,
    rotate: 0,
    scale,
    shear: 0,
    perspective: [0, 0],
    shift: [0, 0],
    overscan: 0,
  } as const
  const { matrix } = placementOf(place, widthMm, heightMm)
  return { ...warp(sheet, matrix, sheet.width, sheet.height, 255), pxPerMm: sheet.pxPerMm }
}

/** One channel of the sheet, as a copy: what shines through where no back side is given. */
const greenOf = ({ data, channels, width, height }: Raster): Uint8Array => {
  if (channels === 1) return data.slice()
  const green = new Uint8Array(width * height)
  for (let i = 0, j = 1; i < green.length; i++, j += 3) green[i] = data[j]!
  return green
}

/** Scans any sheet, also a blank or a foreign one: damage, geometry, optics, file. The sheet is used up. */
export const scanSheet = async (input: { sheet: Raster; back?: PageRaster; scan: ScanSettings; seed: Seed }) => {
  const { sheet, scan } = input
  const dice = diceOf(`scanner/${input.seed}`)
  const back = input.back && input.back.grey.length === sheet.width * sheet.height ? input.back.grey : undefined
  const stains = spoil(sheet, scan, dice.fork('damage'), back ?? (scan.bleed > 0 ? greenOf(sheet) : sheet.data))
  const placement = placementOf(scan, sheet.width / sheet.pxPerMm, sheet.height / sheet.pxPerMm)
  const warped = warp(sheet, placement.matrix, placement.width, placement.height, scan.bed)
  const image = await sense(warped, scan, dice)
  return { image, format: scan.format, stains, ...placement }
}

export type SimulateInput = {
  raster: PageRaster
  page: PageGeometry
  geometry: CardGeometry
  plan: StudentPlan
  scan: ScanSettings
  seed: Seed
  /** The back side, for bleed-through; the page's own writing stands in for it. */
  back?: PageRaster
  /** A wrongly scaled print, for instance 0.8. Default 1. */
  printScale?: number
}

/** One page of one student: filled, spoilt, scanned. The given raster is not changed. */
export const simulatePage = async (input: SimulateInput) => {
  const { raster, page, geometry, plan, scan, seed, printScale = 1 } = input
  const filled = sheetOf(raster, scan.colour)
  const written = fillPage(filled, page, plan)
  const sheet = printScale === 1 ? filled : reprint(filled, printScale)
  const { image, format, stains, matrix, width, height } = await scanSheet({ sheet, back: input.back, scan, seed })
  const rows = new Map(plan.rows.map((row) => [row.questionId, row]))
  const extras = new Map(plan.extras.map((extra) => [extra.row, extra.intended]))
  const truth: PageTruth = {
    page: page.page,
    studentNumber: plan.studentNumber,
    hasNumber: page.studentNumber !== undefined,
    absent: plan.absent,
    choices: page.choices.map((choice) => {
      const row = rows.get(choice.questionId)
      const intended = choice.cells.map((cell) => cell.value).filter((value) => row?.intended.includes(value))
      const damaged = touched(choice.cells, geometry, scan, stains)
      return {
        questionId: choice.questionId,
        intended,
        style: row?.style ?? 'blank',
        clarity: row?.clarity ?? 'clear',
        damaged,
      }
    }),
    blocks: page.blocks.map(({ blockId }) => ({ blockId, written: written.has(blockId) })),
    extras: extraCells(page).map(({ kind, index, cells }) => ({
      kind,
      index,
      intended: extras.get(extraRow(page.page, kind, index)) ?? [],
      damaged: touched(cells, geometry, scan, stains),
    })),
    distortion: { ...scan, matrix, width, height, stains, printScale },
  }
  return { image, format, truth }
}
