/** Lays a located page's zones flat: pieces of the page, each zone's shift in them, and whether the cells are where they are read. */
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from './omr.types.ts'
import type { Located } from './locate.ts'
import { evenFed } from './fed.ts'
import { followPrint } from './follow.ts'
import type { Sheet } from './follow.ts'
import { isBetter, provedTogether, provePlacing } from './placing.ts'
import type { Placed } from './placing.ts'
import { shiftOf, smoothShifts } from './register.ts'
import type { Shift } from './register.ts'
import { integrate, straighten } from './sample.ts'
import type { Room } from './sample.ts'
import type { Zone, ZonePlan } from './zones.ts'

/** Where one zone is read. */
export type LaidZone = { sheet: Sheet; dx: number; dy: number }

export type Layout = { of: (zone: Zone) => LaidZone; placed: Placed; followed: boolean; offset: number }

/** The search for local shifts in mm. */
const REACH = 1.2

/** What is left of them where the way through the feeder is known (mm). */
const REST = 0.7

/** Frames that lie no farther off the plane than this (mm) are those of flat paper. */
const FLAT = 1.2

const proveAt = (plan: ZonePlan, page: PageGeometry, of: (zone: Zone) => LaidZone): Placed =>
  provePlacing(plan.zones, page.draws, (zone) => {
    const { sheet, dx, dy } = of(zone)
    return { sums: sheet.sums, left: sheet.left - dx, top: sheet.top - dy, density: sheet.density }
  })

/** Room about a piece for one step to where the next row or column would be, with its outline (mm). */
const STEP = { x: 7, y: 4.6 }

/** The pieces of the plane page, with so much more room about them. */
const planePieces = (
  grey: Grey,
  { homography: h }: Located,
  plan: ZonePlan,
  density: number,
  more = { x: 0, y: 0 },
  room?: Room,
): Map<Zone, Sheet> => {
  const sheets = new Map<Zone, Sheet>()
  for (const p of plan.patches) {
    const { x, y, w, h: high } = p.rect
    const rect = { x: x - more.x, y: y - more.y, w: w + 2 * more.x, h: high + 2 * more.y }
    const patch = straighten(grey, h, rect, density, room)
    const sheet = { patch, sums: integrate(patch, room), left: rect.x, top: rect.y, density }
    for (const zone of p.zones) sheets.set(zone, sheet)
  }
  return sheets
}

/** Zones of another maker's sheet: where they lie is known already. */
export const layKnown = (
  grey: Grey,
  located: Located,
  plan: ZonePlan,
  density: number,
  shift: (zone: Zone) => { dx: number; dy: number },
): ((zone: Zone) => LaidZone) => {
  const sheets = planePieces(grey, located, plan, density)
  return (zone) => ({ sheet: sheets.get(zone)!, ...shift(zone) })
}

const largest = (shifts: readonly { dx: number; dy: number }[]): number =>
  Math.max(0, ...shifts.map(({ dx, dy }) => Math.hypot(dx, dy)))

/** More than this of a usual outline beyond a block's last cells, and none on them, is no dot too few. */
const ELSEWHERE = -0.3

/**
 * Where dots stand for greys, thin lines that fall between them are missing, those of a whole row too. So what is not seen proves
 * nothing, and the frames say where the page lies, as on every picture without outlines; what is seen beyond a block speaks against it.
 */
const withDots = (placed: Placed): Placed =>
  placed.unproven.size === 0 || placed.margin < ELSEWHERE ? placed : { unproven: new Set(), margin: 0, seen: false }

/** Zones of our own page: as a plane with small shifts, and where that cannot be proved along what is printed. */
export const layOwn = (
  grey: Grey,
  located: Located,
  page: PageGeometry,
  plan: ZonePlan,
  density: number,
  { room, dotted = false }: { room?: Room; dotted?: boolean } = {},
): Layout => {
  const sheets = planePieces(grey, located, plan, density, STEP, room)
  const shifts: Shift[] = plan.zones.map((zone) => {
    const sheet = sheets.get(zone)!
    return shiftOf(sheet.sums, zone, sheet.left, sheet.top, density, REACH)
  })
  const { width, height } = located.sheet
  const smooth = smoothShifts(shifts, width, height)
  const plane = (zone: Zone) => ({ sheet: sheets.get(zone)!, ...(smooth.get(zone) ?? { dx: 0, dy: 0 }) })
  const flat = { of: plane, followed: false, offset: largest(plan.zones.map(plane)) }
  const outlined = proveAt(plan, page, plane)
  const placed = dotted ? withDots(outlined) : outlined
  if (placed.seen && placed.unproven.size === 0) return { ...flat, placed }
  const together = (of: Layout): Layout => ({ ...of, placed: provedTogether(of.placed, plan.zones) })
  const along = followPrint(grey, located, page, plan.zones, density)
  const bent = (zone: Zone) => along.get(zone)!
  const bend = largest([...along.values()].map((f) => f.bend))
  const again = proveAt(plan, page, bent)
  if (!placed.seen) {
    if (again.seen && !dotted) return together({ of: bent, placed: again, followed: true, offset: bend })
    // No outlines to prove anything by: flat paper is taken as it is, of bent paper nothing.
    return bend < FLAT ? { ...flat, placed } : { ...flat, placed: { ...placed, unproven: new Set(plan.zones) } }
  }
  const best = isBetter(again, placed) ? { of: bent, placed: again, followed: true, offset: bend } : { ...flat, placed }
  return (best.placed.unproven.size > 0 && layEven(grey, located, page, plan, density)) || together(best)
}

/**
 * Zones of a page that a feeder drew unevenly, where every one of them is proved; else null. A course never turns back, so of so many
 * rows each is another one, and where as many are seen they are these. Where one is not seen, those beyond it may be the next ones.
 */
const layEven = (grey: Grey, located: Located, page: PageGeometry, plan: ZonePlan, density: number): Layout | null => {
  const even = evenFed(grey, located, page, plan.zones, density)
  if (!even) return null
  const { sheet, most } = even
  const { width, height } = located.sheet
  const left = plan.zones.map((zone) => shiftOf(sheet.sums, zone, sheet.left, sheet.top, density, REST))
  const rest = smoothShifts(left, width, height)
  const of = (zone: Zone) => ({ sheet, ...(rest.get(zone) ?? { dx: 0, dy: 0 }) })
  const placed = proveAt(plan, page, of)
  return placed.seen && placed.unproven.size === 0 ? { of, placed, followed: true, offset: most } : null
}
