/** What the recogniser saw, drawn over the picture it saw it on: for people who ask why a page was read as it was. */
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import type { PageGeometry, PrintedCard, Rect } from '#shared/card/geometry/geometry.types.ts'
import { project } from '#shared/scan/omr/homography.ts'
import { fontFile } from '#functions/kit/fonts.ts'
import type { CellReading, Grey, PageReading } from '#shared/scan/omr/omr.types.ts'

const colours = { filled: '#0a7d2c', empty: '#9aa5b1', doubt: '#d97706', refused: '#c50f1f' }

type Outline = { rect: Rect; colour: string; text?: string }

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

/** The cells of a row beside what was read in them; a doubtful row is framed as one. */
const ofRow = (
  cells: readonly { value: string; rect: Rect }[],
  read: { cells: readonly CellReading[]; doubt?: string | undefined } | undefined,
): Outline[] => {
  if (!read) return []
  const outlines = cells.map(({ value, rect }) => {
    const state = read.cells.find((c) => c.value === value)?.state ?? 'empty'
    return { rect, colour: colours[state] }
  })
  if (!read.doubt || cells.length === 0) return outlines
  const x = Math.min(...cells.map((c) => c.rect.x)) - 1
  const y = Math.min(...cells.map((c) => c.rect.y)) - 1
  const right = Math.max(...cells.map((c) => c.rect.x + c.rect.w)) + 1
  const bottom = Math.max(...cells.map((c) => c.rect.y + c.rect.h)) + 1
  return [...outlines, { rect: { x, y, w: right - x, h: bottom - y }, colour: colours.doubt, text: read.doubt }]
}

/** Everything on a page that was read, with how it was judged. Millimetres. */
const outlinesOf = (page: PageGeometry, reading: PageReading): Outline[] => [
  ...page.choices.flatMap((row) =>
    ofRow(
      row.cells,
      reading.choices.find((c) => c.questionId === row.questionId),
    ),
  ),
  ...(page.studentNumber?.columns ?? []).flatMap((column, i) => {
    const digit = reading.studentNumber?.digits[i]
    return column.cells.map(({ value, rect }) => ({
      rect,
      colour: digit?.value === value ? colours[digit.state] : colours.empty,
    }))
  }),
  ...(page.paperType ? ofRow(page.paperType, reading.paperType) : []),
  ...(page.picks ?? []).flatMap((row, i) => ofRow(row.cells, reading.picks?.[i])),
  ...(page.scoreRows ?? []).flatMap((row, i) => ofRow(row.cells, reading.scores?.[i])),
]

/** One picture, as large as the page's own, with its outlines and what a person is asked; answers the file's path. */
export const writeOverlay = async (
  folder: string,
  file: string,
  pageOfFile: number,
  grey: Grey,
  reading: PageReading,
  card: PrintedCard | undefined,
): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const { width, height, data } = grey
  const stroke = Math.max(1, width / 900)
  const page = card?.geometry.pages.find((p) => p.page === reading.page)
  const shapes =
    page && reading.homography
      ? outlinesOf(page, reading).map(({ rect, colour, text }) => {
          const corners = [
            [rect.x, rect.y],
            [rect.x + rect.w, rect.y],
            [rect.x + rect.w, rect.y + rect.h],
            [rect.x, rect.y + rect.h],
          ].map(([x, y]) => project(reading.homography!, x!, y!))
          const points = corners.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' ')
          const label = text
            ? `<text x="${corners[1]!.x + 4}" y="${corners[2]!.y}" font-size="${stroke * 14}" fill="${colour}">${escaped(text)}</text>`
            : ''
          return `<polygon points="${points}" fill="none" stroke="${colour}" stroke-width="${stroke}"/>${label}`
        })
      : []
  const head = reading.status === 'refused' ? ['refused', colours.refused] : ['read', colours.filled]
  const lines = [
    `${basename(file)} ${pageOfFile}: ${head[0]}${reading.page === undefined ? '' : `, page ${reading.page}`}`,
    ...reading.doubts.map((d) => [d.kind, d.questionId, d.detail].filter(Boolean).join(' ')).slice(0, 12),
  ]
  const size = Math.round(Math.max(12, width / 60))
  const words = lines.map(
    (line, i) => `<span foreground="${i === 0 ? head[1] : colours.doubt}">${escaped(line)}</span>`,
  )
  // The product's own face: the machine of who looks may have none with Chinese characters.
  const text = {
    text: words.join('\n'),
    font: `Noto Sans SC ${size}px`,
    fontfile: fontFile('regular'),
    width: width - 2 * size,
    rgba: true,
  }
  const said = await sharp({ text }).png().toBuffer({ resolveWithObject: true })
  // Above the page, so that nothing of it is covered.
  const top = said.info.height + size
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">${shapes.join('')}</svg>`
  const path = join(folder, `${basename(file)}.${pageOfFile}.png`)
  // One channel in, three out: the outlines have colours.
  const coloured = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
  await sharp(coloured)
    .extend({ top, background: '#fff' })
    .composite([{ input: said.data, left: size, top: Math.round(size / 2) }])
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toFile(path)
  return path
}
