/** What one located page of a blank card measures. Pure: pixels in, numbers out; `preflight.rules.ts` judges them. */
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { judgeMeasure } from '#shared/card/preflight/preflight.rules.ts'
import type { Measure, MeasureName } from '#shared/card/preflight/preflight.types.ts'
import { whiteAt } from '#shared/scan/omr/anchors.ts'
import type { Survey } from '#shared/scan/omr/anchors.ts'
import { distortion, pixelsPerMm, project } from '#shared/scan/omr/homography.ts'
import type { Located } from '#shared/scan/omr/locate.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import type { PageReading } from '#shared/scan/omr/omr.types.ts'
import { ladderPitch } from './ladder.ts'

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!

/** Mean grey of a place on the card. */
const greyOf = (seen: Survey, at: Located, rect: Rect): number => {
  const piece = straighten(seen.grey, at.homography, rect, 6)
  return piece.data.reduce((a, b) => a + b, 0) / piece.data.length
}

/** How much of the resolution that the file claims reaches a millimetre of print, along both axes. */
const sizes = (seen: Survey, at: Located, page: PageGeometry): { x: number; y: number; estimated: boolean } => {
  const { homography: h, sheet } = at
  const claimed = seen.grey.dpi
  const own = Math.abs(pixelsPerMm(h, sheet.width / 2, sheet.height / 2))
  // `scale` of the recogniser falls back to the picture's longer side where the file claims nothing believable.
  const believed = claimed !== undefined && Math.abs((own * 25.4) / claimed - at.scale) < 0.001
  const unit = believed ? claimed / 25.4 : own / at.scale
  const along = (axis: 'x' | 'y'): number => {
    const ladders = (page.calibration?.ladders ?? []).filter((l) => l.axis === axis)
    const read = ladders.map((l) => ladderPitch(seen.grey, h, l)).filter((p) => p !== null)
    if (read.length > 0) return mean(read) / unit
    // Without a ladder the anchors stand for it.
    const [cx, cy] = [sheet.width / 2, sheet.height / 2]
    const p = axis === 'x' ? project(h, cx - 50, cy) : project(h, cx, cy - 50)
    const q = axis === 'x' ? project(h, cx + 50, cy) : project(h, cx, cy + 50)
    return Math.hypot(q.x - p.x, q.y - p.y) / 100 / unit
  }
  return { x: along('x'), y: along('y'), estimated: !believed }
}

/** Width of an edge in mm: from 10 to 90 % of the way between the anchor's black and its paper, over all sides of all anchors. */
const edgeWidth = (seen: Survey, at: Located): number | null => {
  const density = 24
  const widths: number[] = []
  for (const { rect } of at.anchors)
    for (const side of ['left', 'right', 'top', 'bottom'] as const) {
      const reach = 2
      const across = side === 'left' || side === 'right'
      const edge = { left: rect.x, right: rect.x + rect.w, top: rect.y, bottom: rect.y + rect.h }[side]
      const area = across
        ? { x: edge - reach, y: rect.y + rect.h * 0.3, w: 2 * reach, h: rect.h * 0.4 }
        : { x: rect.x + rect.w * 0.3, y: edge - reach, w: rect.w * 0.4, h: 2 * reach }
      const piece = straighten(seen.grey, at.homography, area, density)
      const n = across ? piece.width : piece.height
      const other = across ? piece.height : piece.width
      // Line by line, so that a slight skew within the anchor does not count as blur.
      for (const j of [0.2, 0.5, 0.8].map((s) => Math.floor(s * other))) {
        const line = Array.from({ length: n }, (_, i) =>
          across ? piece.data[j * piece.width + i]! : piece.data[i * piece.width + j]!,
        )
        if (side === 'right' || side === 'bottom') line.reverse()
        const [white, black] = [mean(line.slice(0, n / 5)), mean(line.slice(-n / 5))]
        if (white - black < 30) continue
        const crossed = (share: number): number => {
          const level = white - (white - black) * share
          const i = line.findIndex((v) => v < level)
          if (i <= 0) return i
          return i - (level - line[i]!) / (line[i - 1]! - line[i]!)
        }
        widths.push((crossed(0.9) - crossed(0.1)) / density)
      }
    }
  return widths.length === 0 ? null : middle(widths)
}

/** From the anchors' outer sides to the picture's border, the nearest, in mm of the card. */
const margin = (seen: Survey, at: Located): number => {
  const { width, height } = seen.grey
  const away = at.anchors
    .filter((a) => a.corner)
    .flatMap(({ rect }) =>
      [
        [rect.x, rect.y],
        [rect.x + rect.w, rect.y],
        [rect.x, rect.y + rect.h],
        [rect.x + rect.w, rect.y + rect.h],
      ].map(([x, y]) => {
        const p = project(at.homography, x!, y!)
        return Math.min(p.x, p.y, width - p.x, height - p.y)
      }),
    )
  return Math.min(...away) / Math.abs(pixelsPerMm(at.homography, at.sheet.width / 2, at.sheet.height / 2))
}

/** How far the sheet is from lying flat: out of square, or larger at one edge than at the opposite one. */
const bendOf = ({ homography: h, sheet }: Located): number => {
  const [w, t] = [sheet.width, sheet.height]
  const uneven = (x1: number, y1: number, x2: number, y2: number): number =>
    Math.abs(pixelsPerMm(h, x1, y1) / pixelsPerMm(h, x2, y2) - 1)
  return Math.max(distortion(h, w / 2, t / 2), uneven(w / 2, 15, w / 2, t - 15), uneven(15, t / 2, w - 15, t / 2))
}

/** Side of a place that is looked at for dirt, and how far it keeps from print, in mm. */
const spotMm = 2
const clearMm = 1.2

const freeSpots = new WeakMap<PageGeometry, Rect[]>()
/** Places of the page that nothing is printed on. */
const unprinted = (at: Located): Rect[] => {
  const { page, width, height } = at.sheet
  const known = freeSpots.get(page)
  if (known) return known
  const columns = Math.floor(width / spotMm)
  const rows = Math.floor(height / spotMm)
  const taken = new Uint8Array(columns * rows)
  const take = (x0: number, y0: number, x1: number, y1: number): void => {
    const from = (v: number): number => Math.max(0, Math.floor((v - clearMm) / spotMm))
    for (let r = from(y0); r <= Math.min(rows - 1, Math.floor((y1 + clearMm) / spotMm)); r++)
      for (let c = from(x0); c <= Math.min(columns - 1, Math.floor((x1 + clearMm) / spotMm)); c++)
        taken[r * columns + c] = 1
  }
  const cover = (r: Rect): void => take(r.x, r.y, r.x + r.w, r.y + r.h)
  for (const a of page.anchors) cover(a.rect)
  for (const r of [page.qr, page.nameBox, page.nameLine, page.barcode, ...page.pageMark]) if (r) cover(r)
  for (const d of page.draws)
    if (d.kind === 'line') take(Math.min(d.x1, d.x2), Math.min(d.y1, d.y2), Math.max(d.x1, d.x2), Math.max(d.y1, d.y2))
    else if (d.kind === 'box') {
      const { x, y, w, h } = d.rect
      take(x, y, x + w, y)
      take(x, y + h, x + w, y + h)
      take(x, y, x, y + h)
      take(x + w, y, x + w, y + h)
    } else if (d.kind === 'fill') cover(d.rect)
    else if (d.kind === 'text' && d.rotate) {
      // Turned words lie within the circle about their middle.
      const [cx, cy, r] = [d.rect.x + d.rect.w / 2, d.rect.y + d.rect.h / 2, Math.max(d.rect.w, d.rect.h) / 2]
      take(cx - r, cy - r, cx + r, cy + r)
    } else cover(d.rect)
  const free: Rect[] = []
  // The outermost centimetre may be a hole, a clip or the scanner's shadow.
  for (let r = 5; r < rows - 5; r++)
    for (let c = 5; c < columns - 5; c++)
      if (!taken[r * columns + c]) free.push({ x: c * spotMm, y: r * spotMm, w: spotMm, h: spotMm })
  freeSpots.set(page, free)
  return free
}

/** A place is dirty when it is darker than clean paper on the whole, or crossed by a thin line of dirt. */
const darkPlace = 0.12
const darkLine = 0.16

/** Dirt on the unprinted places, in square millimetres; null where hardly any place is free. */
const dirtArea = (seen: Survey, at: Located, depth: number): number | null => {
  const free = unprinted(at)
  if (free.length < 50) return null
  const { homography: h, sheet } = at
  // As fine as the scan: a streak is one pixel wide.
  const density = Math.min(8, Math.max(3, Math.round(Math.abs(pixelsPerMm(h, sheet.width / 2, sheet.height / 2)))))
  const whole = straighten(seen.grey, h, { x: 0, y: 0, w: sheet.width, h: sheet.height }, density)
  const side = spotMm * density
  let dirty = 0
  for (const r of free) {
    const columns = new Float64Array(side)
    let sum = 0
    let darkestRow = 255
    for (let j = 0; j < side; j++) {
      const o = (r.y * density + j) * whole.width + r.x * density
      let row = 0
      for (let i = 0; i < side; i++) {
        const v = whole.data[o + i]!
        columns[i]! += v
        row += v
      }
      sum += row
      darkestRow = Math.min(darkestRow, row / side)
    }
    const line = Math.min(darkestRow, ...columns.map((c) => c / side))
    const p = project(h, r.x + spotMm / 2, r.y + spotMm / 2)
    const white = whiteAt(seen, p.x, p.y)
    if ((white - sum / (side * side)) / depth > darkPlace || (white - line) / depth > darkLine) dirty++
  }
  return dirty * spotMm * spotMm
}

/** Darkness of the ramp's patches, 0 the paper beside them, 1 the anchors' black. */
const rampOf = (seen: Survey, at: Located, page: PageGeometry, depth: number): number[] =>
  (page.calibration?.ramp ?? []).map(({ rect }) => {
    const inner = { x: rect.x + rect.w * 0.2, y: rect.y + 0.6, w: rect.w * 0.6, h: rect.h - 1.2 }
    const p = project(at.homography, rect.x + rect.w / 2, rect.y + rect.h / 2)
    return (whiteAt(seen, p.x, p.y) - greyOf(seen, at, inner)) / depth
  })

/** Of the steps from paper over the patches to black: how many can be told apart. */
const stepsOf = (ramp: readonly number[]): number => {
  const all = [0, ...ramp, 1]
  let last = 0
  let steps = 0
  for (const v of all.slice(1)) {
    if (v - last < 0.035) continue
    steps++
    last = v
  }
  return steps
}

/** A dense word in a cell (错) leaves up to 0.05 of the ink of a mark on a perfect scan; the faintest mark leaves 0.11. */
const printedInk = 0.08

const ofRamp: ReadonlySet<MeasureName> = new Set(['greys', 'light', 'dark'])

/** `qr`: 2 read at once, 1 after a thorough look, 0 not. `reading` is the recogniser's own of this page. */
export const measurePage = (seen: Survey, at: Located, qr: 0 | 1 | 2, reading: PageReading): Measure[] => {
  const { homography: h, sheet } = at
  const { page } = sheet
  const depth = Math.max(8, mean(at.anchors.map((a) => a.white - a.black)))
  const size = sizes(seen, at, page)
  const ramp = rampOf(seen, at, page, depth)
  const turned = Math.abs(((at.rotation + 45) % 90) - 45)
  const corners = page.anchors.filter((a) => a.role !== 'edge').length
  const values: Record<MeasureName, number | null> = {
    qr,
    anchors: corners - at.corners,
    resolution: Math.abs(pixelsPerMm(h, sheet.width / 2, sheet.height / 2)) * 25.4,
    scale: Math.sqrt(size.x * size.y),
    stretch: Math.abs(size.x / size.y - 1),
    margins: margin(seen, at),
    skew: turned,
    bend: bendOf(at),
    sharpness: edgeWidth(seen, at),
    contrast: depth,
    greys: ramp.length === 0 ? null : stepsOf(ramp),
    light: ramp[0] ?? null,
    dark: ramp[3] ?? null,
    dirt: dirtArea(seen, at, depth),
    marks:
      reading.choices.filter((c) => c.chosen.length > 0 || c.cells.some((x) => x.ink >= printedInk)).length +
      (reading.absent && reading.absent.state !== 'empty' ? 1 : 0),
  }
  // A page without a ramp is not asked for what only a ramp tells: the first page of its card answers it.
  const asked = (Object.keys(values) as MeasureName[]).filter((name) => ramp.length > 0 || !ofRamp.has(name))
  return asked.map((name) => ({
    name,
    value: values[name],
    judged: judgeMeasure(name, values[name]),
    ...(name === 'scale' && size.estimated ? { estimated: true } : {}),
  }))
}
