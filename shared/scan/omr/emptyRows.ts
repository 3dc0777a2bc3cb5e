/**
 * Rows that seem empty and may not be: not even the cells' own print is seen in them (glare, correction tape, paper that
 * lies elsewhere), or the picture loses marks as light as this writer's. Such a row cannot be vouched for as left
 * empty.
 */
import type { ChoiceReading } from './omr.types.ts'
import { CLIPPED } from './ink.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import type { Thresholds } from './judge.ts'
import type { Raster } from './shape.ts'

/** A cell with less ink than this beyond its print is empty or nearly so. */
const EMPTY = 0.06
/** Of what a quarter of the page's rows show less of: on 6 000 rows of sound scans no row had under 0.7 of the middle one. */
const SHARE = 0.5
/** Cells with hardly anything printed in them say nothing. */
const LEAST = 0.012
const FEWEST = 4

/** Where another picture of the sheet says what is printed about the cells too, so much of it is seen where nothing covers it. */
const SEEN_PRINT = 0.75

/** Indices of the choice rows without print. */
const rowsWithoutPrint = (map: InkMap, print?: KnownPrint): ReadonlySet<number> => {
  const rows: { index: number; print: number; covered: boolean }[] = []
  for (const [zone, list] of map.cells) {
    const empty = list.filter((c) => c.ink < EMPTY)
    if (zone.kind !== 'choice' || empty.length < 2) continue
    const covered = !print || empty.some((c) => print.shareOf(c) < SEEN_PRINT)
    rows.push({ index: zone.index, print: empty.reduce((sum, c) => sum + c.raw, 0) / empty.length, covered })
  }
  const usual = rows.map((r) => r.print).sort((a, b) => a - b)[rows.length >> 2]
  if (rows.length < FEWEST || usual === undefined || usual < LEAST) return new Set()
  return new Set(rows.filter((r) => r.covered && r.print < SHARE * usual).map((r) => r.index))
}

/** What a page has kept of the print that another picture of the sheet shows. */
export type KnownPrint = {
  /** The page as a whole has lost much of it. */
  lost: boolean
  /** The share that a cell and its surroundings still show, against what this page's cells usually do. */
  shareOf: (c: CellInk) => number
}

/** Of its sign's print: the same without another picture, by the page's own cells. */
const ownShareOf = ({ raw, ink }: CellInk): number => (raw - ink < LEAST ? 1 : raw / (raw - ink))

/** Marks of this darkness (of the print's) are so light that a picture without light tones may lose one whole. */
export const LIGHT = 0.45

/** A stroke so dark (of black), so many places of 0.4 mm of it, is no ink that a picture loses: what is in doubt is its shape. */
const DARK = 0.3
/** A mark with so many times the ink of an empty cell is seen by that ink. */
const SEEN = 2
const STROKE = 4

/** How dark the darkest stroke in a cell is: its darkest places, print left out. */
const strokeIn = ({ across, down, x0, y0, values }: Raster): number => {
  const inner: number[] = []
  for (let j = y0 + 1; j < down - y0 - 1; j++)
    for (let i = x0 + 1; i < across - x0 - 1; i++) inner.push(values[j * across + i] || 0)
  return inner.sort((a, b) => b - a)[STROKE - 1] ?? 0
}

/**
 * Most marks of the page are in doubt, or lighter than plain ones where white paper is cut off: others may be gone without a trace.
 * Not where their strokes are dark all the same (`darkest`): ticks and half cells in ink.
 */
const losesMarks = (
  choices: readonly ChoiceReading[],
  { clipped }: InkMap,
  { high }: Thresholds,
  darkest: (row: number) => number,
): boolean => {
  const isLight = (c: ChoiceReading) => clipped && !c.doubt && c.cells.some((v) => v.state === 'filled' && v.ink < high)
  const suspects = choices.flatMap((c, i) => (c.doubt === 'faintMark' || isLight(c) ? [i] : []))
  const marked = suspects.length + choices.filter((c) => !c.doubt && c.chosen.length > 0 && !isLight(c)).length
  if (suspects.length < 2 || 2 * suspects.length <= marked) return false
  return 2 * suspects.filter((i) => darkest(i) < DARK).length > marked
}

/**
 * A row that shows so much of its own print still shows light ink: on scans whose white paper is cut off the thin letters of
 * the middle row have 0.024 to 0.037, as on others; where light tones are lost (overexposed) at most 0.003.
 */
const SHOWS = 0.018

/** What a cell shows of its print, without what may be a mark: that would vouch for itself. */
const printOf = ({ raw, ink }: CellInk): number => raw - Math.max(0, ink)

/** A cell on clipped paper that shows less of its print than this lies in a lamp's shine: it shows no light ink either. */
const WASHED = 0.6

/**
 * Indices of the rows in which the writer's light marks are cut off: by the whole scan, or by a lamp's shine, which is as
 * small as a cell and leaves the rest of the page, and of the row, as it was.
 */
const cutOff = (map: InkMap, t: Thresholds, print?: KnownPrint): ReadonlySet<number> => {
  const rows = new Set<number>()
  if (t.typical >= LIGHT) return rows
  const shareOf = print?.shareOf ?? ownShareOf
  for (const [zone, list] of map.cells) {
    if (zone.kind !== 'choice') continue
    const clipped = list.filter((c) => c.white > CLIPPED)
    const shows = print?.lost === false || list.reduce((sum, c) => sum + printOf(c), 0) >= SHOWS * list.length
    const washed = clipped.some((c) => shareOf(c) < WASHED)
    if ((map.bilevel && !map.dotted) || (clipped.length > 0 && !shows) || washed) rows.add(zone.index)
  }
  return rows
}

const rowsOf = ({ cells }: InkMap): ReadonlyMap<number, readonly CellInk[]> =>
  new Map([...cells].flatMap(([zone, list]) => (zone.kind === 'choice' ? [[zone.index, list] as const] : [])))

/** So many plain rows say how dark the writer's marks are. */
const FEW_FULL = 8
/** On noisier pages than this a pencil's dot is lost among what empty cells show. */
const QUIET = 0.015

/** Of a mark with so little ink left on a picture without greys the next one may be gone altogether. */
const NEARLY_LOST = 0.25

/** The choices, with those in doubt that seem to have been left empty on a picture that may not show their marks. */
export const doubtEmpty = (
  choices: readonly ChoiceReading[],
  map: InkMap,
  t: Thresholds,
  print?: KnownPrint,
): ChoiceReading[] => {
  const dim = rowsWithoutPrint(map, print)
  const light = cutOff(map, t, print)
  // Where full marks are dark, the paper grey and nothing blurred, a light mark is seen as one: what is doubtful is its shape.
  const isPlain = (c: ChoiceReading) => !c.doubt && c.chosen.length > 0
  const bits = map.bilevel && !map.dotted
  const keeps =
    !bits && !map.clipped && map.noise <= QUIET && t.typical >= LIGHT && choices.filter(isPlain).length >= FEW_FULL
  const inks = rowsOf(map)
  const darkest = (row: number) =>
    Math.max(0, ...(inks.get(row) ?? []).map((c) => (c.ink < SEEN * t.low ? 0 : strokeIn(map.lookOf(c)))))
  const loses = (!keeps && losesMarks(choices, map, t, bits ? () => 0 : darkest)) || (bits && print?.lost === true)
  const faded = bits && map.placed?.seen === false
  const nearlyLost = (c: ChoiceReading) => c.cells.some((v) => v.state === 'filled' && v.ink < NEARLY_LOST)
  return choices.map((c, i) => {
    // What is left of one mark may be another's: where a picture without greys lost most marks, no row says all of its own.
    if (faded && !c.doubt && c.chosen.length > 0 && (loses || nearlyLost(c))) return { ...c, doubt: 'faintMark' }
    if (c.doubt || c.chosen.length > 0 || !(loses || dim.has(i) || light.has(i))) return c
    return { ...c, doubt: dim.has(i) ? 'stain' : 'faintMark' }
  })
}
