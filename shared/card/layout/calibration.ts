/** What a scan calibrates itself by: ladders of millimetres along both edges, a ramp of greys. */
import type { CardDesign } from '#shared/card/card.types.ts'
import type { Calibration, Draw, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { evens, tells } from '#shared/card/card.version.ts'
import { fill, line, rect, text } from './draw.ts'
import type { Sheet } from './sheet.ts'

/** Inks of the ramp from left to right; white and black are the paper and the anchors. */
export const rampInks = [0.12, 0.25, 0.4, 0.55, 0.75] as const
const lengths = [50, 40, 30, 20] as const

/** From 1.5 on: ticks of one length, no longer than the pre-flight needs, and no ladder longer than this. */
const quiet = { length: 50, tick: 1.2, patch: { w: 5, h: 2.8 }, away: 5 } as const

/**
 * Calibration where the eye does not go: the ramp over a ladder in the foot's last 50 mm, and a ladder low beside the
 * columns, on the edge that the sealed line leaves free.
 */
export const layQuietCalibration = (page: PageGeometry, sheet: Sheet, design: CardDesign, y: number) => {
  const { length, tick, patch, away } = quiet
  // Copies are not what a pre-flight looks at.
  const drawn = page.draws.length
  const corner = page.anchors.find((a) => a.role === 'br')!.rect
  const end = corner.x - away
  const x = end - length
  // The lightest stands next to the anchor: a dark patch beside it would blur into it.
  const ramp = rampInks.map((ink, i) => ({ rect: rect(end - (i + 1) * patch.w, y, patch.w, patch.h), ink }))
  for (const { rect: r, ink } of ramp) page.draws.push(fill(r, ink))
  // A student is told what looks like something to be filled in.
  if (evens(design)) {
    const free = length - rampInks.length * patch.w
    page.draws.push(text(rect(x, y, free - 1, patch.h), '印刷检测标记，请勿涂写', 2.1, { align: 'right', ink: 0.6 }))
  }
  const foot = y + 6 - tick
  const left = design.showSealLine && design.sealLinePosition === 'right'
  const side = left ? 11 - tick : sheet.width - 11
  // From 1.5.4 on it ends where the frames end.
  const top = sheet.floor - length - (tells(design) ? 5 : 0)
  for (let i = 0; i <= length; i++) {
    page.draws.push(
      line(x + i, foot, x + i, foot + tick, 0.15, 0.8),
      line(side, top + i, side + tick, top + i, 0.15, 0.8),
    )
  }
  if (tells(design)) page.draws.push(...page.draws.splice(drawn).map((d): Draw => ({ ...d, blank: true })))
  page.calibration = {
    ladders: [
      { axis: 'x', rect: rect(x, foot, length, tick) },
      { axis: 'y', rect: rect(side, top, tick, length) },
    ],
    ramp,
  }
}

/** A ladder: a tick each millimetre, a longer one each fifth, the longest each tenth. */
const ladder = (page: PageGeometry, axis: 'x' | 'y', x: number, y: number, length: number) => {
  for (let i = 0; i <= length; i++) {
    const tick = i % 10 === 0 ? 2.4 : i % 5 === 0 ? 1.8 : 1.2
    page.draws.push(
      axis === 'x'
        ? line(x + i, y, x + i, y + tick, 0.15, 1)
        : // Towards the paper's edge: the columns begin right beside it.
          line(x + 2.4 - tick, y + i, x + 2.4, y + i, 0.15, 1),
    )
  }
  return { axis, rect: axis === 'x' ? rect(x, y, length, 2.4) : rect(x, y, 2.4, length) }
}

/**
 * Draws the calibration of a page: on its foot from `from` on, as long as there is room between the foot's words and the
 * next anchor, and beside the columns on its left.
 */
export const layCalibration = (page: PageGeometry, sheet: Sheet, from: number, y: number) => {
  const low = page.anchors.filter((a) => a.rect.y > sheet.height / 2).map((a) => a.rect)
  const calibration: Calibration = { ladders: [], ramp: [] }
  // The first free stretch that is long enough.
  const starts = [from, ...low.map((a) => a.x + a.w + 2)].filter((x) => x >= from).sort((a, b) => a - b)
  for (const length of lengths) {
    const x = starts.find((s) => low.every((a) => s + length + 2 <= a.x || s >= a.x + a.w) && s + length <= sheet.width)
    if (x === undefined) continue
    calibration.ladders.push(ladder(page, 'x', x, y, length))
    const w = length / rampInks.length
    for (const [i, ink] of rampInks.entries()) {
      const r = rect(x + i * w, y + 3.2, w, 2.8)
      calibration.ramp.push({ rect: r, ink })
      page.draws.push(fill(r, ink))
    }
    break
  }
  const long = 100
  calibration.ladders.push(ladder(page, 'y', 8.6, Math.round((sheet.height - long) / 2), long))
  page.calibration = calibration
}
