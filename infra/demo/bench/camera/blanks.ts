/** Own cards as they come out of the printer, for the camera's generator: design, PDF, and its pages as grey pictures. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign, CardQuestion } from '#shared/card/card.types.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { printCards } from '#functions/card/print/card.print.ts'
import { newRaster, sampleAt } from '../../camera/raster.ts'
import type { Raster } from '../../camera/raster.ts'

/** Pixels in a millimetre of a blank: 203 dpi. */
export const blankScale = 8

const questions = (from: number, count: number, fullScore: number, optionCount?: number): CardQuestion[] =>
  Array.from({ length: count }, (_, i) => ({
    questionId: `q${from + i}`,
    number: String(from + i),
    fullScore,
    ...(optionCount ? { optionCount } : {}),
  }))

/** A card of many choices and little else. */
const choicesCard: CardDesign = {
  ...smallCard,
  title: '高二化学　阶段检测',
  cardVersion: '1.4.9',
  studentNumber: { length: 8, mode: 'bubbles' },
  units: [
    { unitId: 'u1', unitType: 1, title: '一、单项选择题', questions: questions(1, 40, 200, 4) },
    { unitId: 'u2', unitType: 2, title: '二、多项选择题', questions: questions(41, 15, 400, 5) },
    { unitId: 'u3', unitType: 3, title: '三、判断题', questions: questions(56, 10, 100, 2) },
    { unitId: 'u4', unitType: 5, title: '四、解答题', questions: questions(66, 1, 1000), height: 40 },
  ],
}
const columnsCard: CardDesign = { ...choicesCard, title: '高三生物　第一次联考', sheetType: 3, showSealLine: true }

/** The designs that pages are made of; the first three are A4. */
export const designs: readonly (readonly [code: string, design: CardDesign])[] = [
  ['CAMERA01', { ...smallCard, cardVersion: '1.4.9' }],
  ['CAMERA02', choicesCard],
  ['CAMERA03', columnsCard],
  ['CAMERA04', { ...englishCard, cardVersion: '1.4.9' }],
]

export type Blank = { card: PrintedCard; pages: Raster[] }

export const printBlank = async (card: PrintedCard): Promise<Raster[]> => {
  const pieces: Uint8Array[] = []
  for await (const piece of printCards({ card })) pieces.push(piece)
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(Buffer.concat(pieces))
    const pages: Raster[] = []
    for (let i = 0; i < card.geometry.pages.length; i++) {
      const { width, height, data } = await document
        .getPage(i)
        .render({ scale: (blankScale * 25.4) / 72, render: 'bitmap' })
      // The rasteriser cuts a page to whole points; a blank has the geometry's own size.
      const out = newRaster(Math.round(card.geometry.width * blankScale), Math.round(card.geometry.height * blankScale))
      const grey = { width, height, data: new Float32Array(width * height) }
      for (let p = 0; p < grey.data.length; p++) grey.data[p] = data[p * 4 + 1]! / 255
      for (let y = 0; y < out.height; y++)
        for (let x = 0; x < out.width; x++)
          out.data[y * out.width + x] = sampleAt(
            grey,
            ((x + 0.5) * width) / out.width - 0.5,
            ((y + 0.5) * height) / out.height - 0.5,
          )
      pages.push(out)
    }
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}

export const blankOf = async (code: string, design: CardDesign): Promise<Blank> => {
  const card: PrintedCard = { code, version: 1, geometry: layOut(design) }
  return { card, pages: await printBlank(card) }
}
