/** The printed PDF against the geometry: everything that is drawn, on every sheet, read from the PDF's own operators. */
import { describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CardGeometry, Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { printCards } from './card.print.ts'
import type { Drawn } from './drawn.fixtures.ts'
import { drawnPages } from './drawn.fixtures.ts'

/** The design's figure; ours are a hundredth of a millimetre. */
const most = 0.1

const printed = async (geometry: CardGeometry, red = false): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of printCards({ card: { code: 'GEOM2222', version: 1, geometry }, red })) pieces.push(piece)
  return Buffer.concat(pieces)
}

const near = (a: Rect, b: Rect): boolean =>
  Math.max(
    Math.abs(a.x - b.x),
    Math.abs(a.y - b.y),
    Math.abs(a.x + a.w - b.x - b.w),
    Math.abs(a.y + a.h - b.y - b.h),
  ) <= most

const boxOf = (d: Exclude<Draw, { kind: 'text' }>): Rect =>
  d.kind === 'line'
    ? { x: Math.min(d.x1, d.x2), y: Math.min(d.y1, d.y2), w: Math.abs(d.x1 - d.x2), h: Math.abs(d.y1 - d.y2) }
    : d.rect

/** What recognition and cropping stand on; blanks are underlined, not framed. */
const areasOf = (page: PageGeometry): Rect[] => [
  ...page.anchors.map((a) => a.rect),
  ...page.pageMark,
  ...(page.studentNumber?.columns.flatMap((c) => c.cells.map((x) => x.rect)) ?? []),
  ...(page.absent ? [page.absent.rect] : []),
  ...(page.paperType ?? []).map((c) => c.rect),
  ...page.choices.flatMap((c) => c.cells.map((x) => x.rect)),
  ...(page.scoreRows ?? []).flatMap((r) => r.cells.map((x) => x.rect)),
  ...(page.picks ?? []).flatMap((r) => r.cells.map((x) => x.rect)),
  ...page.blocks.filter((b) => b.unitType !== 4).map((b) => b.rect),
  ...(page.calibration?.ramp ?? []).map((r) => r.rect),
]

const compare = (geometry: CardGeometry, pdf: Buffer): { wrong: string[]; count: number } => {
  const wrong: string[] = []
  let count = 0
  const pages = drawnPages(pdf)
  if (pages.length !== geometry.pages.length) return { wrong: [`${pages.length} pages`], count }
  for (const [i, page] of geometry.pages.entries()) {
    const { width, height, drawn, texts } = pages[i]!
    const say = (what: string, r: Rect): void => void wrong.push(`page ${page.page}: ${what} ${JSON.stringify(r)}`)
    if (!near({ x: 0, y: 0, w: width, h: height }, { x: 0, y: 0, w: geometry.width, h: geometry.height }))
      wrong.push(`page ${page.page} is ${width} × ${height}`)
    // Every draw is there, in its order, with its stroke; then the QR, and nothing else.
    const shapes = page.draws.filter(
      (d): d is Exclude<Draw, { kind: 'text' | 'image' }> => d.kind !== 'text' && d.kind !== 'image',
    )
    shapes.forEach((d, j) => {
      const seen = drawn[j] as Drawn | undefined
      count++
      if (!seen || !near(seen, boxOf(d))) return say(`${d.kind} stands elsewhere`, boxOf(d))
      if (seen.how !== (d.kind === 'fill' ? 'fill' : 'stroke')) say(`${d.kind} is drawn as ${seen.how}`, boxOf(d))
      if (d.kind !== 'fill' && Math.abs(seen.width - d.width) > 0.011) say(`stroke of ${seen.width}`, boxOf(d))
    })
    for (const module of drawn.slice(shapes.length)) {
      const inside =
        module.x >= page.qr.x - most &&
        module.y >= page.qr.y - most &&
        module.x + module.w <= page.qr.x + page.qr.w + most &&
        module.y + module.h <= page.qr.y + page.qr.h + most
      if (!inside) say('something beside the QR', module)
    }
    if (drawn.length - shapes.length < 100) wrong.push(`page ${page.page}: no QR`)
    if (texts < page.draws.filter((d) => d.kind === 'text').length) wrong.push(`page ${page.page}: words are missing`)
    for (const area of areasOf(page)) {
      count++
      if (!drawn.some((d) => near(d, area))) say('nothing drawn at', area)
    }
  }
  return { wrong, count }
}

const now = { cardVersion: '1.4.9' }
const designs: Record<string, CardDesign> = {}
for (const [name, design] of Object.entries({ small: smallCard, big: bigCard, english: englishCard }))
  for (const sheetType of [0, 1, 2, 3] as const) {
    const sealLinePosition = sheetType % 2 === 0 ? ('left' as const) : ('right' as const)
    designs[`${name}, sheet ${sheetType}, the first engine`] = { ...design, sheetType }
    designs[`${name}, sheet ${sheetType}, seal ${sealLinePosition}`] = {
      ...design,
      ...now,
      sheetType,
      showSealLine: true,
      sealLinePosition,
    }
    designs[`${name}, sheet ${sheetType}, score boxes, A and B, on every front`] = {
      ...design,
      ...now,
      sheetType,
      isAB: true,
      templateType: 1,
      showDecimal: true,
      addStudentNumRegion: true,
    }
  }
for (const mode of ['bubbles', 'printed', 'barcode', 'qr'] as const)
  for (const orientation of ['vertical', 'horizontal'] as const)
    designs[`number ${mode} ${orientation}`] = {
      ...smallCard,
      ...now,
      studentNumber: { length: 12, mode, orientation },
    }
designs['B4'] = { ...bigCard, ...now, sheetType: 1, customPageSize: { width: 364, height: 257 } }
designs['16k upright'] = { ...smallCard, ...now, customPageSize: { width: 195, height: 270 } }

describe('a printed card', () => {
  it.each(Object.keys(designs))('draws what its geometry says, to a tenth of a millimetre: %s', async (name) => {
    const geometry = layOut(designs[name]!)
    const { wrong, count } = compare(geometry, await printed(geometry))
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(100)
  })

  it('draws the same in red', async () => {
    const geometry = layOut({ ...bigCard, ...now })
    expect(compare(geometry, await printed(geometry, true)).wrong).toEqual([])
  })

  it('would be found out: a cell moved by an eighth of a millimetre, a sheet one per cent too small', async () => {
    const geometry = layOut({ ...smallCard, ...now })
    const pdf = await printed(geometry)
    const moved = structuredClone(geometry)
    moved.pages[0]!.choices[2]!.cells[1]!.rect.x += 0.125
    expect(compare(moved, pdf).wrong.length).toBeGreaterThan(0)
    const shrunk = { ...geometry, width: geometry.width * 0.99 }
    expect(compare(shrunk, pdf).wrong.length).toBeGreaterThan(0)
  })
})
