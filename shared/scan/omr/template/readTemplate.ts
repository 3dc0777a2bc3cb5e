/** Reads a page of another maker's sheet by its template: the same reading as of our own cards. */
import type { CardGeometry, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { GuidePage, TemplateGuide } from '#shared/card/geometry/guide.types.ts'
import type { Grey, Homography, PageReading } from '../omr.types.ts'
import { survey, whiteAt } from '../anchors.ts'
import { pixelsPerMm, project, turnOf } from '../homography.ts'
import { measureInk } from '../ink.ts'
import { thresholdsFor } from '../judge.ts'
import type { Foreknown } from '../ink.ts'
import type { CellInk } from '../ink.types.ts'
import type { Located } from '../locate.ts'
import { looksBlank, readCells, refused } from '../readPage.ts'
import { cut, straighten } from '../sample.ts'
import { forgetPrintedSpots, lookBeyond, rowsOffPrint, shownBy } from '../shown.ts'
import type { Shown } from '../shown.ts'
import { planZones } from '../zones.ts'
import type { Zone, ZoneCell } from '../zones.ts'
import { after, align, moved, refine } from './align.ts'
import { liesOnPrint } from './drawn.ts'
import { contradicts } from './heldMarks.ts'
import { referenceOf } from './kept.ts'
import type { Alignment, Reference } from './align.ts'
import { doubtsItself } from './pageSense.ts'
import { darkOf, partsOf, unprovenParts } from './evenParts.ts'
import type { ZonePart } from './evenParts.ts'
import { linesOff, provePart, unmarked } from './proof.ts'
import type { Proof } from './proof.ts'
import type { Dark } from './shift.ts'
import { shifting, stepsOf, marksSeen } from './marksSeen.ts'

/** A page less like its template than this is another page. */
const LEAST_LIKENESS = 0.22
const LEAST_FOUND = 0.25

export type FoundTemplate = {
  page: PageGeometry
  guide: GuidePage
  alignment: Alignment
  homography: Homography
  /** The page laid flat by this place, and what proves it. */
  laid?: Laid
}

const isLike = ({ likeness, found }: Alignment): boolean => likeness >= LEAST_LIKENESS && found >= LEAST_FOUND

/** Picture pixels from the template's millimetres. */
const placeBy = (alignment: Alignment, { picture }: Reference, card: { geometry: CardGeometry }): Homography => {
  const k = picture.width / card.geometry.width
  return after(alignment.homography, [k, 0, 0, 0, k, 0, 0, 0, 1])
}

/** Which page of a template a picture shows, and where; null for none of them. */
export const findTemplatePage = (
  grey: Grey,
  card: { geometry: CardGeometry; guide: TemplateGuide },
): FoundTemplate | null => {
  let best: FoundTemplate | null = null
  for (const guide of card.guide.pages) {
    const page = card.geometry.pages.find((p) => p.page === guide.page)
    if (!page) continue
    const reference = referenceOf(guide, card.geometry)
    const alignment = align(reference, grey)
    if (!alignment || !isLike(alignment)) continue
    const homography = placeBy(alignment, reference, card)
    const worth = (a: Alignment) => a.likeness * a.found
    if (!best || worth(alignment) > worth(best.alignment)) best = { page, guide, alignment, homography }
  }
  return best
}

/** So much of a page's size left beside it may hold another page. */
const ROOM = 0.75

/** Whether the template's page is seen once more beside the place where it was found: two pages in one picture. */
const showsAnother = (grey: Grey, card: { geometry: CardGeometry }, { guide, homography }: FoundTemplate): boolean => {
  const { width, height } = card.geometry
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x, y]) => project(homography, x!, y!))
  const [xs, ys] = [corners.map((p) => p.x), corners.map((p) => p.y)]
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const whole = { x0: 0, y0: 0, x1: grey.width, y1: grey.height }
  const [needsX, needsY] = [ROOM * (x1 - x0), ROOM * (y1 - y0)]
  const sides = [
    ...(grey.width - x1 >= needsX ? [{ ...whole, x0: x1 }] : []),
    ...(x0 >= needsX ? [{ ...whole, x1: x0 }] : []),
    ...(grey.height - y1 >= needsY ? [{ ...whole, y0: y1 }] : []),
    ...(y0 >= needsY ? [{ ...whole, y1: y0 }] : []),
  ]
  return sides.some((side) => {
    const piece = cut(grey, side)
    if (looksBlank(survey(piece))) return false
    const other = align(referenceOf(guide, card.geometry), piece)
    return other !== null && isLike(other)
  })
}

/** A page by itself, flat: what lies about it does not disturb the measuring of paper and print. */
const flat = (grey: Grey, h: Homography, width: number, height: number) => {
  const ppm = Math.abs(pixelsPerMm(h, width / 2, height / 2))
  const density = Math.min(8, Math.max(4, ppm))
  return { density, page: straighten(grey, h, { x: 0, y: 0, w: width, h: height }, density) }
}

/** The page as a place: its own paper and its darkest print stand for the anchors that it has not. */
const placeOf = (picture: Grey, density: number, card: { geometry: CardGeometry }, page: PageGeometry) => {
  const seen = survey(picture)
  const { width, height } = card.geometry
  const black = Math.min(0.6, seen.black)
  const anchors = [0.25, 0.75].flatMap((fx) =>
    [0.25, 0.75].map((fy) => {
      const x = fx * width * density
      const y = fy * height * density
      const white = whiteAt(seen, x, y)
      return { rect: { x: 0, y: 0, w: 1, h: 1 }, corner: true, x, y, white, black: white * black, side: 1 }
    }),
  )
  const located: Located = {
    sheet: { card: 0, width, height, page },
    homography: [density, 0, 0, 0, density, 0, 0, 0, 1],
    anchors,
    corners: 4,
    misfit: 0,
    match: 1,
    rotation: 0,
    scale: 1,
  }
  return { seen, located }
}

/** Small forms have few marks: so many say what the writer's are like. */
const FEW = 4
/** A mark has at least this share of the page's typical one: half a mark and a tick are a person's. */
const WHOLE = 0.62
/** An empty cell has no more ink than this beyond what is printed in it. */
const LOW = 0.06

/** Tinted lines are as dark all along: what most of a line's cells have is no ink of the writer's. */
const level = (line: readonly CellInk[]) => {
  if (line.length < 4) return
  const usual = line.map((c) => c.ink).sort((a, b) => a - b)[Math.floor(line.length * 0.4)]!
  if (usual <= 0.055 || usual > 0.15) return
  for (const c of line) {
    c.ink -= usual
    c.quarters = [c.quarters[0] - usual, c.quarters[1] - usual]
  }
}

const still = () => ({ dx: 0, dy: 0 })
/**
 * What the reference picture of a template's page shows: every cell's darkness, and what lies about the cells. `soft`: the
 * same of the small picture, in which a thin outline is as wide as a page may lie off.
 */
type Sheet = { printed: ReadonlyMap<ZoneCell, number>; about: Shown; soft: Shown }
const sheets = new WeakMap<GuidePage, Sheet>()

const shownOn = (guide: GuidePage, card: { geometry: CardGeometry }, page: PageGeometry): Sheet => {
  const known = sheets.get(guide)
  if (known) return known
  const { fine, picture } = referenceOf(guide, card.geometry)
  const [map, small] = [fine, picture].map((p) => {
    const { seen, located } = placeOf(p, p.width / card.geometry.width, card, page)
    return measureInk(seen, located, page, { shiftOf: still })
  })
  const made = {
    printed: new Map([...map!.cells.values()].flat().map((c) => [c.cell, c.raw])),
    // Of a filled sheet cells stand in for each other, which no two show alike so finely.
    about: shownBy(guide.blank ? map! : small!),
    soft: shownBy(small!),
  }
  sheets.set(guide, made)
  return made
}

/** The template's own picture and its parts, as a place is proved by them. */
type Proving = {
  reference: Dark
  parts: ZonePart[]
  /** Those that were drawn beside their cells. */
  astray: ReadonlySet<ZonePart>
}
const provings = new WeakMap<GuidePage, Proving>()

const provingOf = (guide: GuidePage, card: { geometry: CardGeometry }, page: PageGeometry): Proving => {
  const known = provings.get(guide)
  if (known) return known
  const { picture } = referenceOf(guide, card.geometry)
  const k = picture.width / card.geometry.width
  const parts = partsOf(page, k)
  const drawn = darkOf(survey(picture), k, k, picture.width, picture.height)
  const astray = new Set(parts.filter((p) => !liesOnPrint(drawn, p.lines)))
  const made = { reference: guide.blank ? drawn : unmarked(drawn, parts), parts, astray }
  provings.set(guide, made)
  return made
}

type Laid = ReturnType<typeof flat> & ReturnType<typeof placeOf> & { proofs: (Proof & { part: ZonePart })[] }

/** Lays a found page flat and holds each of its parts against the places that it may be taken for. */
export const layPage = (
  grey: Grey,
  card: { geometry: CardGeometry },
  { guide, page, homography }: FoundTemplate,
): Laid => {
  const { width, height } = card.geometry
  const { density, page: picture } = flat(grey, homography, width, height)
  const { seen, located } = placeOf(picture, density, card, page)
  const { reference, parts } = provingOf(guide, card, page)
  const shown = darkOf(seen, density, reference.width / width, reference.width, reference.height)
  const cells = parts.flatMap((part) => part.lines.flat())
  const proofs = parts.map((part) => {
    const proof = provePart(reference, shown, part, cells)
    // Beside the lines of a student number nothing tells them apart: there the student writes it.
    return { part, ...proof, numbers: part.zones.some((z) => z.kind === 'digit') ? 1 : proof.numbers }
  })
  return { density, page: picture, seen, located, proofs }
}

/** A place that lies steps off is moved at most so often. */
const MOVES = 2

/**
 * A found page with the proof of its place. Where most of its parts show what the template has some steps away, it is laid
 * anew from there, and the place that proves more is taken.
 */
export const proveTemplatePage = (
  grey: Grey,
  card: { geometry: CardGeometry },
  found: FoundTemplate,
): FoundTemplate => {
  const reference = referenceOf(found.guide, card.geometry)
  let best = found
  let laid = layPage(grey, card, found)
  for (let move = 0; move < MOVES; move++) {
    const unproven = unprovenParts(laid.proofs, best.alignment)
    if (2 * unproven.size <= laid.proofs.length) break
    const least = laid.proofs.reduce((a, b) => (b.margin < a.margin ? b : a))
    if (least.margin > 0) break
    const [across, down] = least.rival
    const from = moved(-across * least.part.stepX, -down * least.part.stepY)
    const alignment = refine(reference.picture, grey, after(best.alignment.homography, from))
    if (!alignment || !isLike(alignment)) break
    const next = { ...found, alignment, homography: placeBy(alignment, reference, card) }
    const anew = layPage(grey, card, next)
    if (unprovenParts(anew.proofs, alignment).size >= unproven.size) break
    best = next
    laid = anew
  }
  return { ...best, laid }
}

/** The share of a proved page's parts that lie where the template has them. */
export const provedShare = ({ laid, alignment }: FoundTemplate): number => {
  const proofs = laid?.proofs ?? []
  return proofs.length === 0 ? 0 : 1 - unprovenParts(proofs, alignment).size / proofs.length
}

/** A zone with less than this weight of patches about it is not proved to be where it is expected. */
const SURE = 0.6

/** A locating mark is sought so much farther from its place than the largest step from a cell to the next. */
const FARTHER = 1.25

/**
 * Reads a picture by a template. `barcode` and `qr` are what a code's place shows, for a caller who decodes them; a
 * number in either is the candidate's.
 */
export const readByTemplate = (
  grey: Grey,
  card: { geometry: CardGeometry; guide: TemplateGuide },
  found: FoundTemplate | null,
  barcode?: string | null,
): PageReading => {
  if (!found)
    return refused(looksBlank(survey(grey)) ? 'blankPage' : 'foreignCard', '图像与模板不符，没有找到对应的版面')
  if (showsAnother(grey, card, found)) return refused('twoPages', '一张图片里有两页，请分页扫描后重新上传')
  const { page, guide, alignment, homography, laid = layPage(grey, card, found) } = found
  const { width, height } = card.geometry
  const { seen, located, proofs } = laid
  const k = referenceOf(guide, card.geometry).picture.width / width
  const shift = shifting(alignment, width, k)
  const foreknown: Foreknown = { shiftOf: shift }
  const { printed, about, soft } = shownOn(guide, card, page)
  if (guide.blank) foreknown.printed = printed
  const measured = measureInk(seen, located, page, foreknown)
  const map = guide.blank ? { ...measured, lookOf: lookBeyond(measured, about) } : measured
  // The unfilled sheet has its tint already: there, what most cells of a row have is the writer's, who ticked four of five.
  if (guide.blank) forgetPrintedSpots(map, about)
  else for (const line of map.cells.values()) level(line)
  const t = thresholdsFor(map, FEW)
  // What is no plain mark is judged by its look where the unfilled sheet is known; else it goes to a person.
  const limits = guide.blank
    ? { ...t, low: Math.min(t.low, LOW), others: { part: WHOLE * t.typical } }
    : { ...t, low: Math.min(t.low, LOW), high: Math.max(t.high, WHOLE * t.typical), plainOnly: true }
  const reading = readCells(seen, located, page, map, undefined, barcode, limits, about)
  // Where nothing about a row was found again, it is unknown what lies under its cells.
  const plan = planZones(page)
  const steps = stepsOf(page)
  const slipped = contradicts(marksSeen(guide, card, grey, alignment, shift, FARTHER * steps.most), steps.least)
  const { astray } = provingOf(guide, card, page)
  const lostParts = unprovenParts(proofs, alignment)
  const unproven = new Set(
    proofs.flatMap((p) => {
      const { zones } = p.part
      if (lostParts.has(p.part) || astray.has(p.part)) return zones
      const off = linesOff(p.part, p, (_, i) => {
        const { dx, dy } = shift(zones[i]!)
        return { dx: dx * k, dy: dy * k }
      })
      return zones.filter((_, i) => off.has(i))
    }),
  )
  const offPrint = rowsOffPrint(map, soft)
  const isLost = (z: Zone) => slipped || unproven.has(z) || offPrint.has(z.index) || shift(z).sum < SURE
  const lost = new Set(
    plan.zones.filter((z) => z.kind === 'choice' && isLost(z)).map((z) => page.choices[z.index]!.questionId),
  )
  const soFar = reading.choices.map((c) => (lost.has(c.questionId) ? { ...c, doubt: 'stain' as const } : c))
  const unlikely = doubtsItself(soFar, guide.blank)
  const doubted = new Set(unlikely ? soFar.flatMap((c) => (c.doubt ? [] : [c.questionId])) : [])
  const number = reading.studentNumber
  const noNumber =
    number?.from === 'bubbles' && plan.zones.some((z) => z.kind === 'digit' && (slipped || unproven.has(z)))
  const choices = soFar.map((c) => (doubted.has(c.questionId) ? { ...c, doubt: 'stain' as const } : c))
  const numberKept = noNumber ? reading.doubts.filter((d) => d.kind !== 'studentNumber') : reading.doubts
  const doubts = [
    ...(noNumber ? [{ kind: 'studentNumber' as const, detail: ELSEWHERE }] : []),
    ...numberKept.filter((d) => d.questionId === undefined || !lost.has(d.questionId)),
    ...[...lost].map((questionId) => ({ kind: 'stain' as const, questionId, detail: ELSEWHERE })),
    ...[...doubted].map((questionId) => ({ kind: 'stain' as const, questionId, detail: UNLIKELY })),
  ]
  return {
    ...reading,
    ...(noNumber ? { studentNumber: { ...number, value: null } } : {}),
    choices,
    doubts,
    homography,
    rotation: Math.round(turnOf(homography, width / 2, height / 2) * 100) / 100,
    placement: {
      likeness: Math.round(alignment.likeness * 1000) / 1000,
      ...(proofs.length > 0 ? { margin: Math.round(Math.min(...proofs.map((p) => p.margin)) * 100) / 100 } : {}),
      found: Math.round(alignment.found * 1000) / 1000,
      offset: Math.round(Math.max(0, ...plan.zones.map((z) => Math.hypot(shift(z).dx, shift(z).dy))) * 100) / 100,
    },
  }
}

const ELSEWHERE = '这一处与模板对不上'
const UNLIKELY = '整页多数题有疑问，模板可能没有画在填涂格上'
