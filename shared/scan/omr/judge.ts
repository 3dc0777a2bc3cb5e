/** From ink to a verdict, each mark alone: two thresholds, and what lies between goes to a person. */
import type { CellReading, CellState, ChoiceReading } from './omr.types.ts'
import type { ChoiceRow } from '#shared/card/geometry/geometry.types.ts'
import { CLIPPED } from './ink.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import type { Deed } from './row.ts'
import { deedOf, hidesLine, isPart, settleBeside, settleRow } from './row.ts'
import { median } from './sample.ts'
import type { Shape } from './shape.ts'
import { shapeOf } from './shape.ts'

export type Thresholds = {
  /** Below: empty. */
  low: number
  /** Above: filled. */
  high: number
  /** A spot this many spreads beyond those of the page's empty cells is a doubt (a thin tick, a hair). */
  spot: number
  /** Where a spot's place and its darkness both are this many spreads out, it is one (a pen's dot). */
  dot: number
  /** A spot half as clear is one together with this much ink. */
  trace: number
  /** Below: empty, where a lamp shines on grey paper: it takes most of a mark's ink away, and all of what noise does. */
  shone: number
  /** What a line that crosses a cell may add to `low`. */
  line: number
  /** The page's typical mark. */
  typical: number
  /** Darkness far outside of a cell that makes a doubt. */
  dirt: number
  /** Ink outside of a filled cell's corners, above and below it, that makes a doubt. */
  arm: number
  /** Nothing is inferred from the look of the ink: what is no plain mark goes to a person. */
  plainOnly?: boolean
  /**
   * On sheets of other makers, whose print and marks vary more, a filled cell with less ink than `part` may be a blot where the pen
   * rested, and a dot may be hardly seen by one of its two measures.
   */
  others?: { part: number }
  /** Without greys a row's only mark of less ink may be a rubber's rest, black as a mark is. */
  whole: number
}

/** Of 104 plain marks of 1-bit pages one had less than this share of the page's usual one, of eight rests of a rubber four. */
const WHOLE = 0.75

/** An empty cell has less ink than this; where light ink is cut off, less than this share of the page's marks. */
const LOW = 0.045
const CUT = 0.2
/** In a lamp's shine a full mark of a pencil had 0.087 left, and no empty cell more than nothing. */
const SHONE = 0.03
/** A quarter of the page's paper is darker than white. */
const GREY = 250
const hasGreyPaper = ({ cells }: InkMap): boolean => {
  const whites = [...cells.values()].flatMap((list) => list.map((c) => c.white)).sort((a, b) => a - b)
  return (whites[whites.length >> 2] ?? Infinity) < GREY
}

/**
 * Thresholds in shares of the print's darkness. They follow the page: where the writer's own marks are light (a hard pencil,
 * a washed-out scan), they come down with the typical mark, so that a residue or a slip, some quarter of a mark, stays in
 * the band. A noisy page widens the band, never narrows it. `least` marks say what is typical.
 */
export const thresholdsFor = (map: InkMap, least = 8): Thresholds => {
  const marks: number[] = []
  for (const list of map.cells.values())
    for (const c of list) if (c.ink > Math.max(0.1, 5 * map.noise)) marks.push(c.ink)
  marks.sort((a, b) => a - b)
  const typical = marks.length >= least ? marks[Math.floor(marks.length * 0.6)]! : 0.6
  const noise = map.noise
  const high = Math.max(Math.min(0.33, (typical < 0.45 ? 0.42 : 0.52) * typical), 0.09, 0.04 + 5 * noise)
  return {
    low: Math.min(0.16, Math.max(map.clipped ? Math.min(LOW, CUT * typical) : LOW, 4.5 * noise)),
    high,
    shone: hasGreyPaper(map) ? SHONE : Infinity,
    spot: 6.5,
    dot: 3.5,
    trace: Math.max(0.025, 4 * noise),
    line: 0.02,
    typical,
    dirt: 0.3,
    arm: Math.min(0.1, 0.17 * typical) + 4 * noise,
    whole: map.bilevel ? WHOLE * typical : 0,
  }
}

/** A spot that is hardly out of place is a dot where it is by far too dark for print. */
const DARK_SPOT = 2
const DARK = 6

/** Ink beyond the corners above and below a cell. */
export const hasArms = ({ corners: [a, b, c, d] }: CellInk, { arm }: Thresholds): boolean =>
  Math.max(a, b) > arm && Math.max(c, d) > arm

export type Verdict = CellReading & { stained: boolean }

/** Judges one cell. `stained`: dirt that reaches far beyond the cell makes the verdict unsafe. */
export const judge = (c: CellInk, t: Thresholds): Verdict => {
  const least = c.white > CLIPPED ? Math.min(t.low, t.shone) : t.low
  const low = Math.max(c.crossed ? least + t.line : least, c.streak ?? 0)
  let state: CellState = c.ink >= t.high ? 'filled' : c.ink <= low ? 'empty' : 'doubt'
  const [left, right, top, bottom] = c.ring
  const dirty = [left, right, top, bottom].filter((v) => v > t.dirt).length
  let stained = false
  if (state === 'filled') {
    // A slipping pen dirties one or two sides; a blot, a streak or a scribble three, or both of a pair.
    if (dirty >= 3 || Math.min(left, right) > 0.5 || Math.min(top, bottom) > 0.5) stained = true
    // Ink beyond the corners above and below: the arms of a cross that cancels the mark.
    else if (hasArms(c, t)) state = 'doubt'
    // A drop: far lighter than the writer's marks, as even as no hatching is, and running out of the cell.
    else if (
      c.ink < 0.65 * t.typical &&
      c.quarters[0] - c.quarters[1] < 0.13 &&
      Math.max(left, right, top, bottom) > 0.15
    )
      stained = true
    // Half a cell, or a heavy cross: one quarter is nearly empty, and the missing ink is not beside the cell either.
    else if (c.quarters[1] < t.low && c.ink < 0.62 && Math.max(left, right, top, bottom) < 0.15) state = 'doubt'
  } else if (state === 'empty') {
    if (dirty >= 3 || c.white <= 0) stained = true
    else if (
      c.spot > t.spot ||
      Math.min(c.spot, c.peak) > t.dot ||
      (c.spot > DARK_SPOT && c.peak > DARK) ||
      (c.spot > t.spot / 2 && c.ink > t.trace)
    )
      state = 'doubt'
  } else if (dirty >= 2) stained = true
  if (stained) state = 'doubt'
  const distance =
    state === 'filled'
      ? (c.ink - t.high) / 0.3
      : state === 'empty'
        ? (low - c.ink) / 0.1
        : Math.min(c.ink - t.low, t.high - c.ink) / (t.high - t.low) / 2
  return {
    value: c.cell.value,
    state,
    ink: Math.round(Math.min(1, Math.max(0, c.ink)) * 1000) / 1000,
    confidence: Math.round(Math.min(1, Math.max(0, distance)) * 1000) / 1000,
    stained,
  }
}

const bare = ({ value, state, ink, confidence }: Verdict): CellReading => ({ value, state, ink, confidence })

/** The writer's own full mark on this page, and what a cell's ink looks like against it. */
export type Pen = {
  ink: number
  clipped: boolean
  /** Its marks can be rubbed out, and the picture shows the thin letters in its cells, and so what a rubber leaves. */
  rubs: boolean
  shapeOf: (c: CellInk) => Shape
}

/** Marks as dark as this (of black) are ink, which no rubber takes away. */
export const INKED = 0.8
/**
 * So are marks whose darkest places are: between a thin pen's strokes paper shows, and the whole cell is no darker than a pencil's. Of 25
 * of the camera's pages in gel that were taken for a pencil's 12 are not, and of 107 in pencil three. Twelve marks say it.
 */
const BLACK = 0.9
const LOOKED_AT = 12
/** Cells that show so much of their sign show light ink: on sound scans the thinnest letters have 0.024, on copies that lost it 0.003. */
const SHOWS = 0.018
/**
 * Where white paper is cut off, marks as dark as this leave a rest that is told from a light fill all the same, in a row that shows this
 * share of its print: a lamp's shine takes the one and the other away.
 */
export const HARD = 0.5
const KEPT = 0.85
/** Cells with hardly anything printed in them say nothing. */
const LEAST_PRINT = 0.012

/** Whether a row's unmarked cells show what is printed in them, and so what light ink lies in the others. */
export const keepsPrint = (inks: readonly CellInk[], low: number): boolean => {
  const shares = inks.flatMap(({ raw, ink }) => (ink > low || raw - ink < LEAST_PRINT ? [] : [raw / (raw - ink)]))
  return shares.length > 0 && shares.every((share) => share >= KEPT)
}

/** Whether a row shows what a rubber left of this writer's marks. */
export const showsRests = (inks: readonly CellInk[], { low }: Pick<Thresholds, 'low'>, pen: Pen): boolean =>
  pen.rubs && (!pen.clipped || keepsPrint(inks, low))

/** Fewer full cells than this do not show how the writer fills. */
const LEAST_FULL = 4
/** A filled cell of which no quarter is darker than this share of the writer's usual mark is looked at. */
const PALE = 0.62
/** On sheets of other makers no accepted mark has less than this share of the page's usual one. */
const SLIGHT = 0.3
/** A light cell that is none of a person's marks. */
const RESTS: ReadonlySet<Deed> = new Set(['residue', 'unclear'])

/** The page's population of full cells says what this student's full mark is; undefined where there are too few. */
export const penOf = (map: InkMap, t: Thresholds): Pen | undefined => {
  // Where every pixel is black or white, darkness says nothing.
  if (map.bilevel) return undefined
  const full: CellInk[] = []
  const prints: number[] = []
  for (const [zone, list] of map.cells)
    // Digits may be printed.
    if (zone.kind === 'choice')
      for (const c of list) {
        if (c.ink >= t.high && c.quarters[1] >= 0.6 * c.ink) full.push(c)
        if (c.ink < t.low) prints.push(c.raw)
      }
  if (full.length < LEAST_FULL) return undefined
  const ink = full.map((c) => c.ink).sort((a, b) => a - b)[full.length >> 1]!
  // Taken from all over the page.
  const every = Math.ceil(full.length / LOOKED_AT)
  const isBlack = () =>
    median(full.filter((_, i) => i % every === 0).map((c) => ink * shapeOf(map.lookOf(c), ink).most)) > BLACK
  const rubs = ink <= INKED && median(prints) >= SHOWS && (!map.clipped || ink >= HARD) && !isBlack()
  return { ink, clipped: map.clipped, rubs, shapeOf: (c) => shapeOf(map.lookOf(c), ink) }
}

const doubtOf = (row: ChoiceRow, verdicts: readonly Verdict[], { whole }: Thresholds): ChoiceReading['doubt'] => {
  if (verdicts.some((v) => v.state === 'doubt' && v.stained)) return 'stain'
  if (verdicts.some((v) => v.state === 'doubt')) return 'faintMark'
  const full = verdicts.filter((v) => v.state === 'filled')
  if (full.length === 1 && full[0]!.ink < whole) return 'faintMark'
  return row.unitType !== 2 && full.length > 1 ? 'doubleMark' : undefined
}

const answer = (row: ChoiceRow, cells: CellReading[], doubt?: ChoiceReading['doubt']): ChoiceReading => ({
  questionId: row.questionId,
  chosen: cells.filter((v) => v.state === 'filled').map((v) => v.value),
  cells,
  ...(doubt ? { doubt } : {}),
})

/**
 * In a row that seems empty a cell is looked at again from this spot and peak on: a place as dark as this share of the pen is
 * a dot. Of 955 dots the lowest peak was 2.6, of 375 blank rows one cell with such a spot and place had more than 1.8.
 */
const SUSPECT = 2.5
const PEAK = 2
const DOT = 0.28
/** The same where one of both measures sees less of it and the other the more: a dot on a copied digit had 1.9 and 4.3. */
const EITHER = 1.5
const BOTH = 5
/** Where white paper is cut off that is all that is left of a light fill beside dark marks: of 14 such blank rows three have so much ink. */
const LEFT = 0.01

/** A dot on the printed letter is hardly darker than the letter; measures that all see a little of it do not err alike. */
const hasDot = (c: CellInk, pen: Pen, { others, typical }: Thresholds): boolean => {
  const isLeft = pen.clipped && typical >= HARD && c.ink >= LEFT
  return (
    ((c.spot > SUSPECT && c.peak > PEAK) ||
      ((others !== undefined || isLeft) && Math.min(c.spot, c.peak) > EITHER && c.spot + c.peak > BOTH)) &&
    !c.crossed &&
    pen.shapeOf(c).most >= DOT
  )
}

/**
 * Reads one question from its cells' ink; with the writer's pen also what is no plain mark. `look`: the pen where only dots
 * are looked for by it, and what a rubber left beside a plain mark.
 */
export const readChoice = (
  row: ChoiceRow,
  inks: readonly CellInk[],
  t: Thresholds,
  pen?: Pen,
  look = pen,
): ChoiceReading => {
  const verdicts = inks.map((c) => judge(c, t))
  const doubt = doubtOf(row, verdicts, t)
  const cells = verdicts.map(bare)
  const blank = !doubt && verdicts.every((v) => v.state === 'empty')
  if (blank && look && inks.some((c) => hasDot(c, look, t) || hidesLine(look.shapeOf(c))))
    return answer(row, cells, 'faintMark')
  const seenBy = (by: Pen) =>
    cells.map((reading, i) => ({ reading, stained: verdicts[i]!.stained, shape: by.shapeOf(inks[i]!) }))
  if (!pen) {
    const beside = look && doubt === 'faintMark' && row.unitType !== 2 ? settleBeside(seenBy(look)) : null
    return beside ? answer(row, beside) : answer(row, cells, doubt)
  }
  const isPale = (i: number) => cells[i]!.state === 'filled' && inks[i]!.quarters[0] < PALE * pen.ink
  const part = t.others?.part ?? 0
  const isBlot = (c: CellInk, i: number) => cells[i]!.state === 'filled' && c.ink < part && isPart(pen.shapeOf(c))
  if (!doubt && inks.some(isBlot)) return answer(row, cells, 'faintMark')
  if (!doubt && !cells.some((_, i) => isPale(i))) return answer(row, cells)
  const seen = seenBy(pen)
  // A filled cell that may be what a rubber left is none, and no plain mark.
  const rubbed = seen.some((s, i) => isPale(i) && RESTS.has(deedOf(s)))
  if (!doubt && !rubbed) return answer(row, cells)
  const rubs = showsRests(inks, t, pen)
  const clipped = pen.clipped || (t.shone < Infinity && inks.some((c) => c.white > CLIPPED))
  const settled = settleRow(seen, { single: row.unitType !== 2, clipped, rubs, own: !t.others })
  // What a rubber left of lines is thin and through the cell as a tick is, if far lighter than what this writer marks with.
  if (t.others && settled?.some((c) => c.state === 'filled' && c.ink < SLIGHT * t.typical))
    return answer(row, cells, doubt ?? 'faintMark')
  return settled ? answer(row, settled) : answer(row, cells, doubt ?? 'faintMark')
}
