/** Pictures that should not have been handed in, and what may be said of them. */
import type { Chance } from './chance.ts'
import type { MadePage, RowTruth } from './page.ts'
import type { Sheet } from './painter.ts'
import { newRaster, sampleAt } from './raster.ts'
import type { Raster } from './raster.ts'

/** The print at another size or place on paper of the same size: another run of the press, a driver that shrinks to fit. */
export const reprinted = (sheet: Sheet, scale: number, dx: number, dy: number): Sheet => {
  const { front } = sheet
  const out = newRaster(front.width, front.height)
  const white = 0.85
  const [hw, hh] = [front.width / 2, front.height / 2]
  for (let y = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++) {
      const u = (x - hw - dx * sheet.scale) / scale + hw
      const v = (y - hh - dy * sheet.scale) / scale + hh
      out.data[y * out.width + x] =
        u < 0 || v < 0 || u >= front.width || v >= front.height ? white : sampleAt(front, u, v)
    }
  return {
    ...sheet,
    front: out,
    at: (p) => {
      const [x, y] = sheet.at(p)
      return [
        (x - sheet.width / 2) * scale + sheet.width / 2 + dx,
        (y - sheet.height / 2) * scale + sheet.height / 2 + dy,
      ]
    },
  }
}

const must = (rows: readonly RowTruth[]): RowTruth[] => rows.map((r) => ({ ...r, allowed: [], ask: 'must' }))

const cut = (p: Raster, x0: number, y0: number, width: number, height: number): Raster => {
  const out = newRaster(width, height)
  for (let y = 0; y < height; y++)
    out.data.set(p.data.subarray((y + y0) * p.width + x0, (y + y0) * p.width + x0 + width), y * width)
  return out
}

/** Only a part of the page is in the picture. Rows that are not need a person. */
export const halved = (page: MadePage, chance: Chance): MadePage => {
  const { picture, place } = page
  const part = chance.between(0.48, 0.72)
  const side = chance.pick(['top', 'low', 'left', 'right'] as const)
  const width = side === 'left' || side === 'right' ? Math.round(picture.width * part) : picture.width
  const height = side === 'top' || side === 'low' ? Math.round(picture.height * part) : picture.height
  const x0 = side === 'right' ? picture.width - width : 0
  const y0 = side === 'low' ? picture.height - height : 0
  const seen = (r: RowTruth) =>
    r.cells.every(({ rect }) => {
      const [x, y] = place([rect.x + rect.w / 2, rect.y + rect.h / 2])
      return x > x0 + 8 && x < x0 + width - 8 && y > y0 + 8 && y < y0 + height - 8
    })
  return {
    ...page,
    unmarked: undefined,
    picture: cut(picture, x0, y0, width, height),
    rows: page.rows.map((r) => (seen(r) ? { ...r, ask: 'must' } : { ...r, allowed: [], ask: 'must' })),
    place: (p) => {
      const [x, y] = place(p)
      return [x - x0, y - y0]
    },
  }
}

/** Two sheets side by side: nothing may be accepted without a word of the other. */
export const besideEachOther = (a: MadePage, b: MadePage): MadePage => {
  const width = a.picture.width + b.picture.width
  const height = Math.max(a.picture.height, b.picture.height)
  const picture = newRaster(width, height, 0.9)
  for (const [p, x0] of [
    [a.picture, 0],
    [b.picture, a.picture.width],
  ] as const)
    for (let y = 0; y < p.height; y++) picture.data.set(p.data.subarray(y * p.width, (y + 1) * p.width), y * width + x0)
  return {
    ...a,
    unmarked: undefined,
    picture,
    rows: must(a.rows),
  }
}

/** Seen from behind: nothing of it may be accepted. */
export const mirrored = (page: MadePage): MadePage => {
  const { picture: p, place } = page
  const out = newRaster(p.width, p.height)
  for (let y = 0; y < p.height; y++)
    for (let x = 0; x < p.width; x++) out.data[y * p.width + x] = p.data[y * p.width + p.width - 1 - x]!
  return {
    ...page,
    unmarked: undefined,
    picture: out,
    rows: must(page.rows),
    place: (q) => {
      const [x, y] = place(q)
      return [p.width - 1 - x, y]
    },
  }
}

export const upsideDown = (page: MadePage): MadePage => {
  const { picture: p, place } = page
  return {
    ...page,
    unmarked: undefined,
    picture: { ...p, data: p.data.slice().reverse() },
    place: (q) => {
      const [x, y] = place(q)
      return [p.width - 1 - x, p.height - 1 - y]
    },
  }
}

/** A sheet of another form: no row of this one is on it. */
export const ofAnother = (page: MadePage, rows: readonly RowTruth[]): MadePage => ({ ...page, rows: must(rows) })
