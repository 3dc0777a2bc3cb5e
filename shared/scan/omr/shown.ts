/**
 * What a picture of the unfilled sheet shows in and about each cell, and what a page has beyond it. Words, frames and table
 * lines stand beside single cells of other makers' sheets; only the sheet's own picture tells them from a writer's.
 */
import type { KnownPrint } from './emptyRows.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { once } from './remember.ts'
import { floats, median } from './sample.ts'
import type { Raster } from './shape.ts'
import { usualRaster } from './shape.ts'
import type { ZoneCell } from './zones.ts'

export type Shown = ReadonlyMap<ZoneCell, Raster>

/** A cell of the sheet's picture with more ink than others of its sign was filled there. */
const FILLED = 0.15

/** The darkness about every cell of the sheet's own picture; where a cell is filled there, its like stand in for it. */
export const shownBy = (map: Pick<InkMap, 'cells' | 'darkOf'>): Shown => {
  const out = new Map<ZoneCell, Raster>()
  const all = [...map.cells.values()].flat()
  const usual = new Map<number, Raster>()
  const likeOf = (c: CellInk): Raster => {
    const known = usual.get(c.cell.group)
    if (known) return known
    const size = (o: CellInk) => Math.hypot(o.cell.rect.w - c.cell.rect.w, o.cell.rect.h - c.cell.rect.h)
    const like = all.filter((o) => o.ink < FILLED && o.zone.kind === c.zone.kind && size(o) < 0.2)
    const own = like.filter((o) => o.cell.group === c.cell.group)
    const from = own.length > 0 ? own : like
    const made = from.length > 0 ? usualRaster(from.map(map.darkOf), 0.5) : map.darkOf(c)
    usual.set(c.cell.group, made)
    return made
  }
  for (const c of all) out.set(c.cell, c.ink < FILLED ? map.darkOf(c) : likeOf(c))
  return out
}

/** Print of so much darkness on the sheet's picture says how dark the page shows it. */
const PRINT = 0.12
/** A copy prints darker, a washed-out scan lighter; beyond this it is not the same print. */
const LEAST_GAIN = 0.8
const MOST_GAIN = 2.5
/** So many unmarked cells of a sign say how this page shows it: out of focus, thinned by a fax, on a grain. */
const LIKES = 8

const total = ({ values }: Raster): number => {
  let sum = 0
  for (const v of values) if (!Number.isNaN(v)) sum += Math.max(0, v)
  return sum
}

/** How much darker the page shows what is printed about its cells: of cells without a mark, the middle one. */
const gainOf = (pages: readonly (readonly [CellInk, Raster])[], shown: Shown): number | undefined => {
  const ratios: number[] = []
  for (const [c, own] of pages) {
    const before = shown.get(c.cell)
    const print = before ? total(before) : 0
    if (c.ink < FILLED && print > PRINT * 10) ratios.push(total(own) / print)
  }
  return ratios.length === 0 ? undefined : median(ratios)
}

const choicesOf = (map: Pick<InkMap, 'cells' | 'darkOf'>): (readonly [CellInk, Raster])[] =>
  [...map.cells].flatMap(([zone, list]) => (zone.kind === 'choice' ? list.map((c) => [c, map.darkOf(c)] as const) : []))

/** A page with less of the sheet's print than this has lost thin lines, and a light pencil with them. */
const LOST = 0.6

/** How much of what the sheet's own picture prints in and about its cells a page has kept. */
export const printKept = (map: Pick<InkMap, 'cells' | 'darkOf'>, shown: Shown): KnownPrint => {
  const gain = gainOf(choicesOf(map), shown) ?? 1
  return {
    lost: gain < LOST,
    shareOf: (c) => {
      const before = shown.get(c.cell)
      const print = before ? gain * total(before) : 0
      return print > 0 ? total(map.darkOf(c)) / print : 1
    },
  }
}

/** A row's unfilled cells show the sheet's own print where they are read, or show other ink there. */
const OWN_PRINT = 0.3
/** The same of the page's middle row: only a page that shows its print says where it does not. */
const SHOWS_PRINT = 0.6

/** How alike a row's unfilled cells are to what the sheet's own picture has there, outlines included: 1 the same, 0 unlike. */
const likenessOf = (map: Pick<InkMap, 'darkOf'>, shown: Shown, row: readonly CellInk[]): number | undefined => {
  let [n, sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0, 0]
  for (const c of row) {
    const before = shown.get(c.cell)
    if (c.ink >= FILLED || !before) continue
    const { across, down, x0, y0, values } = map.darkOf(c)
    if (before.values.length !== values.length) continue
    for (let j = y0 - 1; j <= down - y0; j++)
      for (let i = x0 - 1, k = j * across + i; i <= across - x0; i++, k++) {
        const [a, b] = [Math.min(0.5, values[k]!), Math.min(0.5, before.values[k]!)]
        if (Number.isNaN(a + b)) continue
        n++
        sa += a
        sb += b
        saa += a * a
        sbb += b * b
        sab += a * b
      }
  }
  const spread = (saa - (sa * sa) / n) * (sbb - (sb * sb) / n)
  return n > 0 && spread > 0 ? (sab - (sa * sb) / n) / Math.sqrt(spread) : undefined
}

/**
 * Indices of the choice rows that lie beside their print, two and more of them side by side: a feeder that slips moves all
 * that comes after it, and half a step off a filled cell is read as blank.
 */
export const rowsOffPrint = (map: Pick<InkMap, 'cells' | 'darkOf'>, shown: Shown): ReadonlySet<number> => {
  const likeness = new Map<number, number>()
  for (const [zone, list] of map.cells) {
    const alike = zone.kind === 'choice' ? likenessOf(map, shown, list) : undefined
    if (alike !== undefined) likeness.set(zone.index, alike)
  }
  if (likeness.size === 0 || median([...likeness.values()]) < SHOWS_PRINT) return new Set()
  const off = (i: number) => (likeness.get(i) ?? 1) < OWN_PRINT
  return new Set([...likeness.keys()].filter((i) => off(i) && (off(i - 1) || off(i + 1))))
}

/** There print hides at most so many times what the page's own like cells show: an outline that a copy lost hides nothing. */
const KEPT = 1.5

const darkest = new WeakMap<Raster, Float32Array>()

/** Of each place the darkest one within a place of it; nothing is lighter than paper. */
const darkestAbout = (r: Raster): Float32Array => {
  const known = darkest.get(r)
  if (known) return known
  const { across, down, values } = r
  const out = floats(values.length)
  for (let j = 0, k = 0; j < down; j++)
    for (let i = 0; i < across; i++, k++) {
      const [y1, x1] = [Math.min(down - 1, j + 1), Math.min(across - 1, i + 1)]
      let most = 0
      for (let y = Math.max(0, j - 1); y <= y1; y++)
        for (let x = Math.max(0, i - 1); x <= x1; x++) {
          const v = values[y * across + x]!
          if (v > most) most = v
        }
      out[k] = most
    }
  darkest.set(r, out)
  return out
}

/** Print of so much darkness says how sharp a page is; fewer unmarked cells than this do not. */
const OUTLINE = 0.2
const SHARP_CELLS = 12
/** A place that is so dark itself lies on the line; one beside it is no sharper for being sharp. */
const ON = 0.5
/** Of a cell's outline this share of places, and of the cells this share, are no darker than what is called sharp. */
const PLACES = 0.85
const CELLS = 0.9
/** What is beyond that by this is print still; no page is so much sharper than the sheet's own picture. */
const SHARPER = 1.1
const MOST_SHARP = 1.7

/**
 * How much darker thin print is on this page than on the sheet's own picture, which is small: there a thin outline is smeared
 * over two places, and on a sharp page it is all in one of them. Where each is, differs from cell to cell, so most cells say
 * it together, and a ring about one of them does not.
 */
const sharpnessOf = (pages: readonly (readonly [CellInk, Raster])[], shown: Shown, gain: number): number => {
  const ratios: number[] = []
  for (const [c, own] of pages) {
    const before = shown.get(c.cell)
    if (c.ink >= FILLED || before?.values.length !== own.values.length) continue
    const printed = darkestAbout(before)
    const of: number[] = []
    for (const [k, p] of printed.entries())
      if (gain * p > OUTLINE && before.values[k]! > ON * p) of.push(own.values[k]! / (gain * p))
    of.sort((a, b) => a - b)
    if (of.length > 0) ratios.push(of[Math.floor(PLACES * of.length)]!)
  }
  ratios.sort((a, b) => a - b)
  return ratios.length < SHARP_CELLS
    ? 1
    : Math.min(MOST_SHARP, Math.max(1, SHARPER * ratios[Math.floor(CELLS * ratios.length)]!))
}

/**
 * A raster without what the sheet's picture has there or one place (0.4 mm) beside it: so far a page may lie off. `usual`:
 * what its like show on a page that lost print. `sharp`: see `sharpnessOf`.
 */
const beyond = (own: Raster, before: Raster, gain: number, sharp: number, usual?: Raster): Raster => {
  const printed = darkestAbout(before)
  const kept = usual && darkestAbout(usual)
  const values = floats(own.values.length)
  const { across, down, x0, y0 } = own
  for (let k = 0; k < values.length; k++) {
    const v = own.values[k]!
    // A line beside the cell is no outline of it: a pen's underline would be taken for one.
    const [i, j] = [k % across, Math.floor(k / across)]
    const isOfCell = i >= x0 && i < across - x0 && j >= y0 && j < down - y0
    const print = gain * printed[k]! * (isOfCell && before.values[k]! > ON * printed[k]! ? sharp : 1)
    values[k] = Math.max(0, v - (kept && print > 0 ? Math.min(print, KEPT * kept[k]!) : print))
  }
  return { ...own, values }
}

/** Where so much of a cell and its surroundings seems lighter than paper, the ring that paper was taken from is not white. */
const LIGHTER = -0.05
const MUCH = 1 / 3
/** The same of fewer places that are far lighter: the corners about a mark that was scratched over. */
const FAR_LIGHTER = -0.2
const SOME = 1 / 12

/**
 * The lightest tenth of a cell and its surroundings: paper, also where the ring about the cell is full of ink. An outline
 * that lies a little off leaves light lines too, but neither so many nor so light.
 */
export const paperOf = ({ values }: Raster): number => {
  let [lighter, far] = [0, 0]
  for (const v of values) {
    if (v < LIGHTER) lighter++
    if (v < FAR_LIGHTER) far++
  }
  return lighter <= values.length * MUCH && far <= values.length * SOME ? 0 : lightestOf(values)
}

/** The same where the cell's darkness with its print is known: what covers the print is no darker paper. */
export const paperUnder = (beyond: Raster, dark: Raster): number => {
  const paper = paperOf(beyond)
  return paper < 0 ? Math.max(paper, Math.min(0, lightestOf(dark.values))) : paper
}

const lightestOf = (values: Float32Array): number => {
  const sorted = values.filter((v) => !Number.isNaN(v)).sort()
  return sorted[Math.floor(sorted.length / 10)] ?? 0
}

/** What a place has beyond the one and beyond the other; what is not known of one of them is nothing. */
const lesser = (a: Raster, b: Raster): Raster => ({
  ...a,
  values: a.values.map((v, k) => Math.min(v, Math.max(0, b.values[k] ?? 0))),
})

/** A cell with less ink than this is lighter than a blank one. */
const PALER = -0.06

/**
 * One cell's outline is so much darker than another's on the same page, and a page's than the sheet's picture's: where cells seem to
 * have more, it is the pen's that ran over beside its marks.
 */
const DARKER = 1.15
const MOST_DARKER = 1.2

/**
 * Every choice cell's raster less what the sheet's picture shows there, place for place: print that lies off is ink on one side of
 * where it should be and a lack of it on the other.
 */
export const netOf = (
  map: Pick<InkMap, 'cells' | 'darkOf' | 'siteOf'>,
  shown: Shown,
): ((c: CellInk) => Raster | undefined) => {
  const seen = gainOf(choicesOf(map), shown) ?? 1
  const gain = DARKER * Math.min(MOST_DARKER, seen)
  const whites = new Map([...map.cells].map(([zone, row]) => [zone, median(row.map((c) => c.white))]))
  return once((c) => {
    const [own, before] = [map.darkOf(c), shown.get(c.cell)]
    if (seen < LOST || before?.values.length !== own.values.length) return undefined
    // The paper that a ringed cell is held against has the ring on it.
    const dim = Math.max(0, (whites.get(c.zone) ?? 0) - c.white) / map.siteOf(c).range
    return { ...own, values: own.values.map((v, k) => v + dim - gain * before.values[k]!) }
  })
}

const lifted = (r: Raster, by: number): Raster => (by === 0 ? r : { ...r, values: r.values.map((v) => v + by) })

/**
 * Every choice cell's raster beyond what the sheet's picture shows, and beyond what its like show on this page: a picture out
 * of focus leaves a little of every outline.
 */
export const rastersBeyond = (
  map: Pick<InkMap, 'cells' | 'darkOf' | 'rasterOf'>,
  shown: Shown,
): (readonly [CellInk, Raster])[] => {
  const all = choicesOf(map)
  const seen = gainOf(all, shown) ?? 1
  const gain = Math.min(MOST_GAIN, Math.max(LEAST_GAIN, seen))
  const sharp = sharpnessOf(all, shown, gain)
  const likes = new Map<number, number>()
  for (const [c] of all) if (c.ink < FILLED) likes.set(c.cell.group, (likes.get(c.cell.group) ?? 0) + 1)
  return all.map(([c, raster]) => {
    const before = shown.get(c.cell)
    const fresh = map.rasterOf(c)
    const many = (likes.get(c.cell.group) ?? 0) >= LIKES
    // A ring in ink darkens the paper that its own cell is held against; print that lies a little off does not.
    const by = many && c.ink < PALER ? -paperUnder(fresh, raster) : 0
    const own = lifted(raster, by)
    const isKnown = before && before.values.length === own.values.length
    if (!many) return [c, isKnown ? beyond(own, before, gain, sharp) : own]
    const usual = seen < LOST ? { ...raster, values: raster.values.map((v, k) => v - fresh.values[k]!) } : undefined
    return [c, lesser(isKnown ? beyond(own, before, gain, sharp, usual) : own, lifted(fresh, by))]
  })
}

/** Where a tenth of a cell is so much lighter than what its like cells show there, those are marked themselves. */
const OVERDRAWN = -0.06

/** The lightest tenth within a cell. */
const lightestWithin = ({ across, down, x0, y0, values }: Raster): number => {
  const inner: number[] = []
  for (let j = y0 + 1; j < down - y0 - 1; j++)
    for (let i = x0 + 1; i < across - x0 - 1; i++) inner.push(values[j * across + i] || 0)
  return inner.sort((a, b) => a - b)[Math.floor(inner.length / 10)] ?? 0
}

/** The darkest and the lightest place within one place of each. */
const spanAbout = (r: Raster): readonly [least: Float32Array, most: Float32Array] => {
  const upside = { ...r, values: r.values.map((v) => 1 - v) }
  return [darkestAbout(upside).map((v) => 1 - v), darkestAbout(r)]
}

/**
 * What lies in and about cells for the look of their ink. A sign that is marked in most of its rows takes the marks for print: there
 * the unfilled sheet's own picture says what is printed. Between its darkest and its lightest place within one place a page may lie off.
 */
export const lookBeyond = (
  map: Pick<InkMap, 'cells' | 'darkOf' | 'rasterOf'>,
  shown: Shown,
): ((c: CellInk) => Raster) => {
  const gain = Math.min(MOST_GAIN, Math.max(LEAST_GAIN, gainOf(choicesOf(map), shown) ?? 1))
  const spans = new Map<Raster, ReturnType<typeof spanAbout>>()
  return once((c) => {
    const alike = map.rasterOf(c)
    const own = map.darkOf(c)
    const before = shown.get(c.cell)
    if (before?.values.length !== own.values.length || lightestWithin(alike) > OVERDRAWN) return alike
    const known = spans.get(before) ?? spanAbout(before)
    spans.set(before, known)
    const [least, most] = known
    const values = own.values.map((v, k) => v - Math.min(Math.max(v, gain * least[k]!), gain * most[k]!))
    return { ...own, values }
  })
}

/** A place within a cell that has more than this beyond the sheet's print holds ink. */
const NOTHING = 0.03

/**
 * A dark spot that stands out from cells of its sign is print where the sheet's picture has it in this very cell: grids of one
 * sign lie differently between the pixels, and one shows a little more of its outline.
 */
export const forgetPrintedSpots = (map: Pick<InkMap, 'cells' | 'darkOf' | 'rasterOf'>, shown: Shown): void => {
  for (const [c, { across, down, x0, y0, values }] of rastersBeyond(map, shown)) {
    let most = 0
    for (let j = y0; j < down - y0; j++)
      for (let i = x0; i < across - x0; i++) most = Math.max(most, values[j * across + i] || 0)
    if (most < NOTHING) [c.spot, c.peak] = [0, 0]
  }
}
