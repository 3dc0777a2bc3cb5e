/** A card as it is printed, and its PDF as pictures, for the tests of print. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { bigCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { type PrintJob, printCards } from './card.print.ts'

export const dpi = 300
export const laid = (code: string, design: CardDesign): PrintedCard => ({ code, version: 1, geometry: layOut(design) })
export const big: PrintedCard = laid('BIGCARD2', bigCard)
export const students = [
  { studentNumber: '2026010203', name: '𠮷田䶮㛃', className: '高三（1）班' },
  { studentNumber: '2026010204', name: '王小明', className: '高三（2）班' },
]

export const print = async (job: PrintJob): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of printCards(job)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** `x` and `y`: pixels in a millimetre along each axis. */
export type Picture = { width: number; height: number; x: number; y: number; at: (x: number, y: number) => number }

let library: Promise<PDFiumLibrary> | undefined

export const open = async <T>(
  pdf: Buffer,
  read: (document: Awaited<ReturnType<PDFiumLibrary['loadDocument']>>) => Promise<T>,
) => {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    return await read(document)
  } finally {
    document.destroy()
  }
}

/**
 * One page as ink, 0…1. The rasteriser cuts the page's size down to whole points and squeezes the page into that (A4:
 * 0.1 %), so the scale is taken from the picture.
 */
export const picture = (pdf: Buffer, page: number, size: { width: number; height: number }): Promise<Picture> =>
  open(pdf, async (document) => {
    const { width, height, data } = await document.getPage(page).render({ scale: dpi / 72, render: 'bitmap' })
    return {
      width,
      height,
      x: width / size.width,
      y: height / size.height,
      at: (x, y) => 1 - data[(y * width + x) * 4 + 1]! / 255,
    }
  })
