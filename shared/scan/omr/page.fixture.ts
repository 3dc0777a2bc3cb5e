/** For tests: a small card of its own making, and paint without a library. */
import type { CardGeometry, Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from './omr.types.ts'
import { fit, project } from './homography.ts'
import { straighten } from './sample.ts'

const cell = (x: number, y: number): Rect => ({ x, y, w: 5.4, h: 3 })

/** An A4 page: `rows` questions of four options (every fifth allows several), eight digits, a block. */
export const fixturePage = (page = 1, rows = 40): PageGeometry => {
  const draws: Draw[] = []
  const box = (rect: Rect, width = 0.15, ink = 0.5) => draws.push({ kind: 'box', rect, width, ink })
  const anchors: PageGeometry['anchors'] = (
    [
      ['tl', 9, 9],
      ['tr', 195, 9],
      ['bl', 9, 282],
      ['br', 195, 282],
      ['edge', 21, 9],
    ] as const
  ).map(([role, x, y]) => ({ role, rect: { x, y, w: 6, h: 6 } }))
  for (const a of anchors) draws.push({ kind: 'fill', rect: a.rect, ink: 1 })
  const pageMark = [0, 1, 2, 3].map((i) => ({ x: 24 + i * 7.5, y: 283, w: 5, h: 4 }))
  pageMark.forEach((rect, i) => {
    if ((page >> i) & 1) draws.push({ kind: 'fill', rect, ink: 1 })
    else box(rect, 0.25, 0.8)
  })
  const choices: PageGeometry['choices'] = Array.from({ length: rows }, (_, i) => {
    const x = 25 + (i % 4) * 43
    const y = 100 + Math.floor(i / 4) * 4.9
    const cells = ['A', 'B', 'C', 'D'].map((value, k) => ({ value, rect: cell(x + k * 7.4, y) }))
    cells.forEach((c) => box(c.rect))
    return { questionId: `q${i + 1}`, number: String(i + 1), unitType: i % 5 === 4 ? 2 : 1, cells }
  })
  const columns = Array.from({ length: 8 }, (_, k) => ({
    cells: Array.from({ length: 10 }, (_, d) => ({
      value: String(d),
      rect: { x: 120 + k * 6.2, y: 45 + d * 4.4, w: 4.8, h: 2.8 },
    })),
  }))
  columns.forEach((c) => c.cells.forEach((d) => box(d.rect)))
  box({ x: 118, y: 36, w: 54, h: 55 }, 0.35, 1)
  box({ x: 14, y: 96, w: 182, h: 60 }, 0.3, 1)
  const block = { x: 14, y: 165, w: 182, h: 100 }
  box(block, 0.3, 1)
  const qr = { x: 173.5, y: 9.5, w: 18, h: 18 }
  return {
    page,
    anchors,
    qr,
    pageMark,
    studentNumber: { rect: { x: 118, y: 36, w: 54, h: 55 }, columns },
    absent: { value: 'absent', rect: cell(40, 60) },
    choices,
    blocks: [{ blockId: 'b1', questionIds: ['q99'], unitType: 5, part: 0, rect: block }],
    draws: [...draws, { kind: 'box', rect: cell(40, 60), width: 0.2, ink: 0.6 }],
  }
}

export const fixtureCard = (pages = 1): CardGeometry => ({
  schema: 1,
  width: 210,
  height: 297,
  pages: Array.from({ length: pages }, (_, i) => fixturePage(i + 1, i === 0 ? 40 : 12)),
  hash: 'abcdef01',
})

/** A flat sheet of white paper, `density` pixels a millimetre. */
export const sheetOf = (width: number, height: number, density: number): Grey => ({
  width: Math.round(width * density),
  height: Math.round(height * density),
  data: new Uint8Array(Math.round(width * density) * Math.round(height * density)).fill(255),
})

/** Darkens a rectangle (mm), with soft edges to a fraction of a pixel. */
export const ink = (sheet: Grey, density: number, r: Rect, strength: number): void => {
  const x0 = r.x * density
  const y0 = r.y * density
  const x1 = (r.x + r.w) * density
  const y1 = (r.y + r.h) * density
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(sheet.height, Math.ceil(y1)); y++)
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(sheet.width, Math.ceil(x1)); x++) {
      const cover = (Math.min(x + 1, x1) - Math.max(x, x0)) * (Math.min(y + 1, y1) - Math.max(y, y0))
      const i = y * sheet.width + x
      sheet.data[i] = sheet.data[i]! * (1 - cover * strength)
    }
}

/** Prints what a page draws; text is left out. */
export const print = (sheet: Grey, density: number, draws: readonly Draw[]): void => {
  const line = (x: number, y: number, w: number, h: number, width: number, strength: number) =>
    ink(sheet, density, { x: x - width / 2, y: y - width / 2, w: w + width, h: h + width }, strength)
  for (const d of draws) {
    if (d.kind === 'fill') ink(sheet, density, d.rect, d.ink * 0.9)
    if (d.kind === 'line')
      line(
        Math.min(d.x1, d.x2),
        Math.min(d.y1, d.y2),
        Math.abs(d.x2 - d.x1),
        Math.abs(d.y2 - d.y1),
        d.width,
        d.ink * 0.9,
      )
    if (d.kind === 'box') {
      const { x, y, w, h } = d.rect
      line(x, y, w, 0, d.width, d.ink * 0.9)
      line(x, y + h, w, 0, d.width, d.ink * 0.9)
      line(x, y, 0, h, d.width, d.ink * 0.9)
      line(x + w, y, 0, h, d.width, d.ink * 0.9)
    }
  }
}

/** A feeder that lost some lines of the page, or stood still over one (less than none are lost; mm). */
export const slippedFeed = (flat: Grey, density: number, from: number, lost: number): Grey => {
  const out = { ...flat, data: new Uint8Array(flat.data.length).fill(255) }
  const at = Math.round(from * density)
  const by = Math.round(lost * density)
  for (let y = 0; y < flat.height; y++) {
    const line = y < at ? y : by > 0 ? y + by : Math.max(at, y + by)
    if (line < flat.height) out.data.set(flat.data.subarray(line * flat.width, (line + 1) * flat.width), y * flat.width)
  }
  return out
}

/** Where the sheet's corners (top left, top right, bottom left) and the keystone put it in the picture. */
export type Placing = { turn?: number; scale?: number; keystone?: number; border?: number; dpi?: number }

/** Looks at a flat sheet (`density` px/mm) from a placing; answers the picture and the true map from mm to its pixels. */
export const photograph = (flat: Grey, density: number, placing: Placing = {}): { grey: Grey; truth: Homography } => {
  const { turn = 0, scale = 1, keystone = 0, border = 0, dpi = 130 } = placing
  const k = (dpi / 25.4) * scale
  const w = flat.width / density
  const h = flat.height / density
  const quarter = Math.round(turn / 90) % 2 !== 0
  const width = Math.round(((quarter ? h : w) * dpi) / 25.4 + 2 * border)
  const height = Math.round(((quarter ? w : h) * dpi) / 25.4 + 2 * border)
  const c = Math.cos((turn * Math.PI) / 180)
  const s = Math.sin((turn * Math.PI) / 180)
  const at = (x: number, y: number) => {
    const far = 1 - (keystone * y) / h
    const dx = (x - w / 2) * k * far
    const dy = (y - h / 2) * k
    return { x, y, u: width / 2 + c * dx - s * dy, v: height / 2 + s * dx + c * dy, weight: 1 }
  }
  const truth = fit([at(0, 0), at(w, 0), at(0, h), at(w, h)])!
  // From the picture's pixels back to the flat sheet's.
  const back = fit(
    [at(0, 0), at(w, 0), at(0, h), at(w, h)].map((m) => ({
      x: m.u,
      y: m.v,
      u: m.x * density,
      v: m.y * density,
      weight: 1,
    })),
  )!
  return { grey: straighten(flat, back, { x: 0, y: 0, w: width, h: height }, 1), truth }
}

/** The largest distance in pixels between two maps over a page. */
export const apart = (a: Homography, b: Homography, w = 210, h = 297): number => {
  let worst = 0
  for (const x of [0.1, 0.5, 0.9])
    for (const y of [0.1, 0.5, 0.9]) {
      const p = project(a, x * w, y * h)
      const q = project(b, x * w, y * h)
      worst = Math.max(worst, Math.hypot(p.x - q.x, p.y - q.y))
    }
  return worst
}
