/** A picture with the truth drawn over it: green what a person reads, red what was read instead. */
import sharp from 'sharp'
import type { MadePage } from '../../camera/page.ts'
import type { Judged } from './reading.ts'

export const overlayOf = async (bytes: Buffer, page: MadePage, { refused, rows }: Judged): Promise<Buffer> => {
  const { width, height } = page.picture
  const shapes: string[] = []
  const frame = (r: { x: number; y: number; w: number; h: number }, colour: string, room: number) => {
    const corners = [
      [r.x - room, r.y - room],
      [r.x + r.w + room, r.y - room],
      [r.x + r.w + room, r.y + r.h + room],
      [r.x - room, r.y + r.h + room],
    ] as const
    const points = corners
      .map((p) =>
        page
          .place(p)
          .map((v) => v.toFixed(1))
          .join(','),
      )
      .join(' ')
    shapes.push(`<polygon points="${points}" fill="none" stroke="${colour}" stroke-width="3"/>`)
  }
  for (const { row, verdict, said } of rows) {
    if (verdict !== 'wrong') continue
    for (const cell of row.cells) {
      if (row.allowed.some((a) => a.includes(cell.value))) frame(cell.rect, '#0a0', 0.4)
      if (said?.includes(cell.value)) frame(cell.rect, '#e00', 0.9)
    }
    const [first] = row.cells
    const [x, y] = page.place([first!.rect.x - 1, first!.rect.y])
    const should = row.allowed.map((a) => a.join('') || 'blank').join(' or ') || 'ask'
    const text = `${row.name} ${row.kind}: ${should}, read ${said?.join('') || 'blank'}`
    shapes.push(
      `<text x="${x}" y="${y}" font-size="${Math.round(width / 90)}" fill="#c0c" font-family="sans-serif">${text}</text>`,
    )
  }
  if (refused !== null) {
    for (const row of page.rows) for (const cell of row.cells) frame(cell.rect, '#08c', 0)
    shapes.push(
      `<text x="20" y="40" font-size="30" fill="#c0c" font-family="sans-serif">refused: ${refused.replaceAll(/[<&]/g, '')}</text>`,
    )
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
  return sharp(bytes)
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 80 })
    .toBuffer()
}
