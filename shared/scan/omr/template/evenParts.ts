/** A template's page as its placement is proved: parts of even cells, and pictures as darkness alone. */
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Survey } from '../anchors.ts'
import { whiteAt } from '../anchors.ts'
import { groupZones } from '../placing.ts'
import { median, shrink, straighten } from '../sample.ts'
import type { Zone } from '../zones.ts'
import { planZones } from '../zones.ts'
import { CAP } from './proof.ts'
import type { Part } from './proof.ts'
import type { Dark } from './shift.ts'

export type ZonePart = Part & { zones: readonly Zone[] }

/** A hand draws areas out of line by this share of a cell; cells stand so far apart, in their own size. */
const SLACK = 0.6
const APART = { across: 2.6, down: 2.8 }
/** A part of one line has no step beside it: so much of its cells' size. */
const LONE = 1.6

/** The middle distance from one to the next of what lies beside each other. */
const stepAlong = (places: readonly number[], size: number): number => {
  const sorted = [...places].sort((a, b) => a - b)
  const gaps = sorted.slice(1).flatMap((v, i) => (v - sorted[i]! > 0.6 * size ? [v - sorted[i]!] : []))
  return gaps.length > 0 ? median(gaps) : LONE * size
}

/** The parts of a page whose lines are read, `k` pixels a millimetre. */
export const partsOf = (page: PageGeometry, k: number): ZonePart[] => {
  const zones = planZones(page).zones.filter((z) => z.cells.length > 1)
  const size = median(zones.map((z) => z.cells[0]!.rect.w))
  return groupZones(zones, () => true, { slack: SLACK * size, ...APART }).map((block) => {
    const lines = block.map((z) =>
      z.cells.map(({ rect: r }): Rect => ({ x: r.x * k, y: r.y * k, w: r.w * k, h: r.h * k })),
    )
    const [first] = lines[0]!
    const upright = Math.abs(lines[0]![1]!.y - first!.y) > Math.abs(lines[0]![1]!.x - first!.x)
    const [xs, ys] = upright
      ? [lines.map((l) => l[0]!.x), lines[0]!.map((r) => r.y)]
      : [lines[0]!.map((r) => r.x), lines.map((l) => l[0]!.y)]
    return { zones: block, lines, stepX: stepAlong(xs, first!.w), stepY: stepAlong(ys, first!.h) }
  })
}

/** A flat page's darkness against its own paper and black, on a raster of `k` pixels a millimetre; `density` is the page's. */
export const darkOf = (seen: Survey, density: number, k: number, width: number, height: number): Dark => {
  const f = Math.max(1, Math.floor(density / k))
  const small = shrink(seen.grey, f)
  const by = density / k / f
  const { data: grey } = straighten(small, [by, 0, 0, 0, by, 0, 0, 0, 1], { x: 0, y: 0, w: width, h: height }, 1)
  const black = Math.min(0.6, seen.black)
  const data = new Float32Array(width * height)
  const TILE = 8
  for (let y0 = 0; y0 < height; y0 += TILE)
    for (let x0 = 0; x0 < width; x0 += TILE) {
      const white = whiteAt(seen, ((x0 + TILE / 2) * density) / k, ((y0 + TILE / 2) * density) / k)
      const range = Math.max(8, white * (1 - black))
      for (let y = y0; y < Math.min(height, y0 + TILE); y++)
        for (let x = x0; x < Math.min(width, x0 + TILE); x++)
          data[y * width + x] = Math.min(CAP, Math.max(0, (white - grey[y * width + x]!) / range))
    }
  return { width, height, data }
}

/**
 * A part whose place is less proved than this is a person's. On development pages right ones had 0.4 and more, on real sheets
 * 0.31 (their print painted over by hand); those moved by one or two steps had at most 0.2, most of them less than −0.5.
 */
const LEAST_MARGIN = 0.25
/** Where fewer patches of the template are found again than this, twice the margin is asked. */
const UNSURE = 0.5

/**
 * Numbers beside a part's lines that are less the template's own than this are another edition's, or those of lines that a
 * feeder moved. On 62 development pages of three forms right ones had 0.17 and more, two other editions −0.13 and less.
 */
const LEAST_FIT = 0.05

/**
 * The parts whose place is not proved; all of them where most cells are in such parts, or where numbers say that the sheet is
 * another one. `found`: of the template's patches.
 */
export const unprovenParts = <P extends Part>(
  proofs: readonly { part: P; margin: number; numbers?: number }[],
  { found }: { found: number },
): ReadonlySet<P> => {
  const cellsOf = (of: typeof proofs) => of.reduce((n, { part }) => n + part.lines.flat().length, 0)
  const least = found < UNSURE ? 2 * LEAST_MARGIN : LEAST_MARGIN
  const unproven = proofs.filter((p) => p.margin < least)
  const none = 2 * cellsOf(unproven) > cellsOf(proofs) || proofs.some(({ numbers = 1 }) => numbers < LEAST_FIT)
  return new Set((none ? proofs : unproven).map((p) => p.part))
}
