/** For tests: a card of the real layout engine, painted, with a real QR. */
import QRCode from 'qrcode'
import sharp from 'sharp'
import type { CardDesign, PrintedCard } from '#shared/card/card.types.ts'
import { qrPayload } from '#shared/card/card.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { ink, print, sheetOf } from '#shared/scan/omr/page.fixture.ts'
import type { Grey } from '#shared/scan/scan.types.ts'

const question = (questionId: string, number: string, optionCount?: number) => ({
  questionId,
  number,
  fullScore: 300,
  ...(optionCount ? { optionCount } : {}),
})

const design: CardDesign = {
  schema: 1,
  title: '期中考试',
  sheetType: 0,
  studentNumber: { length: 8, mode: 'bubbles' },
  showSealLine: false,
  units: [
    {
      unitId: 'u1',
      unitType: 1,
      questions: Array.from({ length: 10 }, (_, i) => question(`s${i + 1}`, String(i + 1), 4)),
    },
    {
      unitId: 'u2',
      unitType: 2,
      questions: Array.from({ length: 4 }, (_, i) => question(`m${i + 1}`, String(i + 11), 4)),
    },
    { unitId: 'u3', unitType: 5, height: 60, questions: [question('a1', '15')] },
    { unitId: 'u4', unitType: 5, height: 200, questions: [question('a2', '16')] },
  ],
}

export const cardOf = (code: string): PrintedCard => ({ code, version: 1, geometry: layOut(design) })

export const DENSITY = 6
export const studentNumber = '31415926'

/** A filled page of a card, flat, 6 pixels a millimetre: row i has option i mod 4. `code` null leaves the QR out. */
export const paint = (card: PrintedCard, pageNumber = 1, text: string | null | undefined = undefined): Grey => {
  const page = card.geometry.pages[pageNumber - 1]!
  const sheet = sheetOf(card.geometry.width, card.geometry.height, DENSITY)
  print(sheet, DENSITY, page.draws)
  if (text !== null) {
    const payload = text ?? qrPayload({ ...card, hash: card.geometry.hash }, pageNumber)
    const { modules } = QRCode.create(payload, { errorCorrectionLevel: 'M' })
    const size = page.qr.w / modules.size
    for (let y = 0; y < modules.size; y++)
      for (let x = 0; x < modules.size; x++)
        if (modules.get(y, x))
          ink(sheet, DENSITY, { x: page.qr.x + x * size, y: page.qr.y + y * size, w: size, h: size }, 0.9)
  }
  page.choices.forEach((row, i) => ink(sheet, DENSITY, row.cells[i % row.cells.length]!.rect, 0.75))
  page.studentNumber?.columns.forEach((c, i) => ink(sheet, DENSITY, c.cells[Number(studentNumber[i])]!.rect, 0.75))
  return sheet
}

export const expectedChoices = (card: PrintedCard) =>
  card.geometry.pages[0]!.choices.map((row, i) => [row.cells[i % row.cells.length]!.value])

const raw = (g: Grey) => sharp(g.data, { raw: { width: g.width, height: g.height, channels: 1 } }).toColourspace('b-w')

export const jpegOf = (g: Grey, quality = 80) => raw(g).jpeg({ quality }).toBuffer()
export const pngOf = (g: Grey) => raw(g).png({ compressionLevel: 1 }).toBuffer()
