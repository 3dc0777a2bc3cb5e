/** For tests: a card of the real layout engine, painted, with a real QR. */
import QRCode from 'qrcode'
import sharp from 'sharp'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { ink, print, sheetOf } from '#shared/scan/omr/page.fixture.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'

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

/** A BMP with 40 bytes of header; 1 bit is black below 140. Colours are grey, 24 and 32 bits with a false red and blue. */
export const bmpOf = (g: Grey, bits: 1 | 8 | 24 | 32, fromAbove: boolean): Buffer => {
  const stride = Math.ceil((g.width * bits) / 32) * 4
  const colours = bits <= 8 ? 2 ** bits : 0
  const start = 54 + colours * 4
  const out = Buffer.alloc(start + stride * g.height)
  out.write('BM', 0, 'latin1')
  out.writeUInt32LE(out.length, 2)
  out.writeUInt32LE(start, 10)
  out.writeUInt32LE(40, 14)
  out.writeInt32LE(g.width, 18)
  out.writeInt32LE(fromAbove ? -g.height : g.height, 22)
  out.writeUInt16LE(1, 26)
  out.writeUInt16LE(bits, 28)
  out.writeInt32LE(Math.round(130 / 0.0254), 38)
  for (let i = 0; i < colours; i++) out.fill(Math.round((i * 255) / (colours - 1)), 54 + i * 4, 57 + i * 4)
  for (let y = 0; y < g.height; y++) {
    const row = start + stride * (fromAbove ? y : g.height - 1 - y)
    for (let x = 0; x < g.width; x++) {
      const v = g.data[y * g.width + x]!
      if (bits === 1) out[row + (x >> 3)]! |= (v < 140 ? 0 : 1) << (7 - (x & 7))
      else
        out.set(bits === 8 ? [v] : bits === 24 ? [255 - v, v, v >> 1] : [255 - v, v, v >> 1, 0], row + (x * bits) / 8)
    }
  }
  return out
}
