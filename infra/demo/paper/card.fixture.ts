/** A small card of its own for the tests: its geometry written by hand and its PDF drawn with pdfkit. */
import PDFDocument from 'pdfkit'
import type { CardGeometry, Cell, Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'

const cellsAt = (x: number, y: number, values: readonly string[]): Cell[] =>
  values.map((value, i) => ({ value, rect: { x: x + i * 7, y, w: 5, h: 3 } }))

const anchor = (x: number, y: number): Rect => ({ x, y, w: 6, h: 6 })

const pageOf = (page: number): PageGeometry => {
  const anchors = [
    { role: 'tl', rect: anchor(9, 9) },
    { role: 'tr', rect: anchor(195, 9) },
    { role: 'bl', rect: anchor(9, 282) },
    { role: 'br', rect: anchor(195, 282) },
  ] as const
  const columns = Array.from({ length: 6 }, (_, i) => ({
    cells: Array.from({ length: 10 }, (_unused, d) => ({
      value: String(d),
      rect: { x: 130 + i * 7, y: 40 + d * 5, w: 5, h: 3 },
    })),
  }))
  const choices = Array.from({ length: 12 }, (_, i) => ({
    questionId: `p${page}q${i + 1}`,
    number: String(i + 1),
    unitType: i % 4 === 3 ? (2 as const) : (1 as const),
    cells: cellsAt(25, 40 + i * 6, ['A', 'B', 'C', 'D']),
  }))
  const blocks = [
    {
      blockId: `p${page}b1`,
      questionIds: [`p${page}s1`],
      unitType: 5,
      part: 0,
      rect: { x: 15, y: 130, w: 180, h: 60 },
    },
  ]
  const boxes = [...choices.flatMap((row) => row.cells), ...columns.flatMap((column) => column.cells)].map(
    (cell) => cell.rect,
  )
  const draws: Draw[] = [
    ...anchors.map(({ rect }): Draw => ({ kind: 'fill', rect, ink: 1 })),
    ...[...boxes, blocks[0]!.rect].map((rect): Draw => ({ kind: 'box', rect, width: 0.2, ink: 0.6 })),
  ]
  return {
    page,
    anchors: [...anchors],
    qr: { x: 170, y: 9, w: 18, h: 18 },
    pageMark: [],
    studentNumber: { rect: { x: 128, y: 30, w: 50, h: 62 }, columns },
    choices,
    blocks,
    draws,
  }
}

export const fixtureGeometry: CardGeometry = {
  schema: 1,
  width: 210,
  height: 297,
  pages: [pageOf(1), pageOf(2)],
  hash: '00c0ffee',
}

/** The fixture as a PDF; only boxes and filled boxes. */
export const fixturePdf = async (geometry: CardGeometry = fixtureGeometry): Promise<Uint8Array> => {
  const mm = 72 / 25.4
  const size: [number, number] = [geometry.width * mm, geometry.height * mm]
  const document = new PDFDocument({ autoFirstPage: false, info: { CreationDate: new Date(Date.UTC(2026, 8, 1)) } })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve) => document.on('end', resolve))
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const page of geometry.pages) {
    document.addPage({ size, margin: 0 })
    for (const draw of page.draws) {
      if (draw.kind !== 'fill' && draw.kind !== 'box') continue
      const { x, y, w, h } = draw.rect
      const level = Math.round(255 * (1 - draw.ink))
      document.rect(x * mm, y * mm, w * mm, h * mm)
      if (draw.kind === 'fill') document.fill([level, level, level])
      else document.lineWidth(draw.width * mm).stroke([level, level, level])
    }
  }
  document.end()
  await done
  return new Uint8Array(Buffer.concat(chunks))
}
