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

/** The wrong rows as the picture shows them, large, one below the other, each with what it says and what was read. */
export const cropsOf = async (bytes: Buffer, page: MadePage, { rows }: Judged): Promise<Buffer | null> => {
  const wrong = rows.filter((r) => r.verdict === 'wrong').slice(0, 24)
  if (wrong.length === 0) return null
  const { width, height } = page.picture
  const [wide, line] = [900, 150]
  const parts = await Promise.all(
    wrong.map(async ({ row, said }, i) => {
      const corners = row.cells.flatMap(({ rect: r }) => [
        page.place([r.x - 4, r.y - 3]),
        page.place([r.x + r.w + 4, r.y + r.h + 3]),
      ])
      const xs = corners.map((p) => Math.min(width - 2, Math.max(0, p[0])))
      const ys = corners.map((p) => Math.min(height - 2, Math.max(0, p[1])))
      const left = Math.floor(Math.min(...xs))
      const top = Math.floor(Math.min(...ys))
      const box = {
        left,
        top,
        width: Math.max(2, Math.ceil(Math.max(...xs)) - left),
        height: Math.max(2, Math.ceil(Math.max(...ys)) - top),
      }
      const crop = await sharp(bytes)
        .extract(box)
        .resize({ width: 560, height: line - 6, fit: 'inside' })
        .toColourspace('srgb')
        .png()
        .toBuffer()
      const should = row.allowed.map((a) => a.join('') || 'blank').join(' or ') || 'ask'
      const text = `<svg xmlns="http://www.w3.org/2000/svg" width="330" height="${line}"><text x="8" y="50" font-size="24" font-family="sans-serif">${row.name} ${row.kind}</text><text x="8" y="90" font-size="24" font-family="sans-serif">${should}, read ${said?.join('') || 'blank'}</text></svg>`
      return [
        { input: crop, left: 0, top: i * line },
        { input: Buffer.from(text), left: 568, top: i * line },
      ]
    }),
  )
  return sharp({ create: { width: wide, height: line * wrong.length, channels: 3, background: '#fff' } })
    .composite(parts.flat())
    .png()
    .toBuffer()
}
