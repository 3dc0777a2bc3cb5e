/**
 * A page in one hand: who ticks, dashes or fills half of one cell does so down the whole sheet. What one cell alone leaves open
 * is plain where nearly every row has one such mark and the other cells are as clean as paper. So the page's own strokes say
 * what a mark looks like here, its own clean cells what none looks like, and a row is accepted only if each of its cells is
 * plainly the one or the other.
 */
import type { CellReading, ChoiceReading } from './omr.types.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { once } from './remember.ts'
import { floats } from './sample.ts'
import type { Raster } from './shape.ts'

/** New ink in one cell: how dark, how much, and where it lies, in shares of the cell. */
export type Stroke = {
  mean: number
  /** The darkest and the lightest tenth of its places, and the darkest place. */
  dark: number
  light: number
  most: number
  /** Middle and extent of what is at least half as dark as its darkest tenth. */
  x: number
  y: number
  wide: number
  high: number
}

const quantile = (sorted: ArrayLike<number>, q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(q * sorted.length)))] ?? 0
const sortedOf = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

/** Middle of a distribution along a side, and from its twentieth to its last twentieth, in shares of the side. */
const spanOf = (counts: readonly number[], n: number): { middle: number; extent: number } => {
  let [seen, sum, from, to] = [0, 0, -1, 0]
  for (const [i, count] of counts.entries()) {
    if (count === 0) continue
    seen += count
    sum += count * (i + 0.5)
    if (from < 0 && seen > 0.05 * n) from = i
    if (seen - count <= 0.95 * n) to = i
  }
  return n === 0
    ? { middle: 0, extent: 0 }
    : { middle: sum / n / counts.length, extent: (to - from + 1) / counts.length }
}

/** Measures what a raster beyond print holds; the outline lies on the rim, so one place is left out on each side. */
export const strokeOf = ({ across, down, x0, y0, values }: Raster): Stroke => {
  const [w, h] = [Math.max(1, across - 2 * x0 - 2), Math.max(1, down - 2 * y0 - 2)]
  const inner = floats(w * h)
  let sum = 0
  for (let j = 0, k = 0; j < h; j++)
    for (let i = 0; i < w; i++, k++) {
      inner[k] = values[(j + y0 + 1) * across + i + x0 + 1]! || 0
      sum += inner[k]!
    }
  const sorted = inner.slice().sort()
  const dark = quantile(sorted, 0.93)
  const columns = Array.from({ length: w }, () => 0)
  const rows = Array.from({ length: h }, () => 0)
  let n = 0
  for (let k = 0; k < inner.length; k++) {
    if (inner[k]! <= dark / 2) continue
    n++
    columns[k % w]!++
    rows[Math.floor(k / w)]!++
  }
  const [horizontal, vertical] = [spanOf(columns, n), spanOf(rows, n)]
  return {
    mean: sum / inner.length,
    dark,
    light: quantile(sorted, 0.1),
    most: sorted.at(-1) ?? 0,
    x: horizontal.middle,
    y: vertical.middle,
    wide: horizontal.extent,
    high: vertical.extent,
  }
}

/** A stroke leaves paper within its cell: the lightest tenth is at most this share of the darkest. */
const OPEN = 0.25
const isOpen = (s: Stroke) => s.light <= OPEN * s.dark

/** So many rows of a page, and this share of them, have a mark; so many of the marks are strokes, all of a darkness. */
const FEWEST = 10
const MARKED = 0.6
const STROKES = 0.6
const ALIKE = 0.85
/** Strokes of one pen have these shares of their middle darkness. */
const LEAST_DARK = 0.6
const MOST_DARK = 1.6
/** Marks are darker than this (of black), and clean cells have at most such a share of their darkness and of their ink. */
const VISIBLE = 0.15
const CLEAN = { dark: 0.3, most: 0.5, mean: 0.2 }

/** What marks look like on this page. */
export type Style = {
  dark: number
  mean: number
  /** Where and how large they are: least and most of each. */
  ranges: { what: 'mean' | 'x' | 'y' | 'wide' | 'high'; from: number; to: number }[]
}

/** How far beyond the usual range a mark of the same hand may go. */
const ROOM = { mean: 0.02, x: 0.08, y: 0.08, wide: 0.1, high: 0.1 }

/** A row as the page's style sees it: of `single` rows all but one cell are unmarked. */
export type StyledRow = { single: boolean; strokes: readonly Stroke[] }

/** What the page's marks look like, where they are strokes of one kind and the other cells are clean; else undefined. */
export const styleOf = (rows: readonly StyledRow[]): Style | undefined => {
  const tops: Stroke[] = []
  const rest: number[] = []
  for (const { single, strokes } of rows) {
    if (strokes.length < 2) continue
    const top = strokes.reduce((a, b) => (b.dark > a.dark ? b : a))
    tops.push(top)
    if (single) for (const s of strokes) if (s !== top) rest.push(s.dark)
  }
  const clean = quantile(sortedOf(rest), 0.95)
  const marks = tops.filter((s) => s.dark > Math.max(VISIBLE, 2 * clean))
  if (marks.length < FEWEST || marks.length < MARKED * tops.length) return undefined
  const strokes = marks.filter(isOpen)
  if (strokes.length < FEWEST || strokes.length < STROKES * marks.length) return undefined
  const dark = quantile(sortedOf(strokes.map((s) => s.dark)), 0.5)
  const alike = strokes.filter((s) => s.dark >= LEAST_DARK * dark && s.dark <= MOST_DARK * dark)
  if (alike.length < ALIKE * strokes.length || clean > CLEAN.dark * dark) return undefined
  const range = (what: Style['ranges'][number]['what']) => {
    const values = sortedOf(alike.map((s) => s[what]))
    return { what, from: quantile(values, 0.05) - ROOM[what], to: quantile(values, 0.95) + ROOM[what] }
  }
  return {
    dark,
    mean: quantile(sortedOf(alike.map((s) => s.mean)), 0.5),
    ranges: (['mean', 'x', 'y', 'wide', 'high'] as const).map(range),
  }
}

/** A stroke as this page's others are. */
export const isOfStyle = (s: Stroke, { dark, ranges }: Style): boolean =>
  isOpen(s) &&
  s.dark >= LEAST_DARK * dark &&
  s.dark <= MOST_DARK * dark &&
  ranges.every(({ what, from, to }) => s[what] >= from && s[what] <= to)

/** Nothing at all beside marks as dark as this page's. */
export const isClean = (s: Stroke, { dark, mean }: Style): boolean =>
  s.dark <= CLEAN.dark * dark && s.most <= CLEAN.most * dark && s.mean <= CLEAN.mean * mean

/** Confidence of what the page's other marks decide stays below that of a plain mark. */
const MODEST = 0.4

/** Which cells of a row are marked; null where one is neither plainly marked nor plainly clean, or too many are. */
export const markedBy = (strokes: readonly Stroke[], single: boolean, style: Style): boolean[] | null => {
  const marked = strokes.map((s) => isOfStyle(s, style))
  const many = marked.filter(Boolean).length
  if (many === 0 || (single && many > 1)) return null
  return strokes.every((s, i) => marked[i] || isClean(s, style)) ? marked : null
}

/** A mark has at least this share of the darkness of the page's strokes; a cell read as blank has less than the other. */
const FAINTER = 0.5
const NEARLY = { dark: 0.4, mean: 0.4 }
const BESIDE = 0.6

/**
 * Whether a row that was read without doubt looks otherwise beside the page's marks: what a rubber left is as much ink as a
 * stroke, but not as dark; a stroke over a sign that is marked in most of its rows hides in what is taken for print.
 */
export const contradicts = (filled: readonly boolean[], strokes: readonly Stroke[], style: Style): boolean => {
  const blank = !filled.includes(true)
  return strokes.some((s, i) => {
    if (filled[i]) return s.dark < FAINTER * style.dark
    // A mark of another kind beside the row's own: a dot among full cells, a tick among crosses.
    if (s.dark > BESIDE * style.dark) return true
    if (blank && (s.dark > NEARLY.dark * style.dark || s.mean > NEARLY.mean * style.mean)) return true
    return isOfStyle(s, style)
  })
}

/** The reading of a row beside the page's others: settled where it was in doubt, in doubt where it contradicts them. */
export const settleByStyle = (
  reading: ChoiceReading,
  strokes: readonly Stroke[],
  single: boolean,
  style: Style,
): ChoiceReading => {
  if (!reading.doubt) {
    const filled = reading.cells.map((c) => c.state === 'filled')
    return contradicts(filled, strokes, style) ? { ...reading, doubt: 'faintMark' } : reading
  }
  const marked = reading.doubt === 'stain' ? null : markedBy(strokes, single, style)
  if (!marked) return reading
  const cells = reading.cells.map((c, i) => settled(c, marked[i]!))
  const { doubt: _, ...rest } = reading
  return { ...rest, chosen: cells.filter((c) => c.state === 'filled').map((c) => c.value), cells }
}

/** A cell as the page's style has it. */
export const settled = (cell: CellReading, marked: boolean): CellReading => {
  const state = marked ? 'filled' : 'empty'
  return cell.state === state ? cell : { ...cell, state, confidence: Math.min(cell.confidence, MODEST) }
}

/** The page's own marks, and what lies in each cell beyond print. */
export type Hand = { style: Style; strokesOf: (inks: readonly CellInk[]) => Stroke[] }

/** Marks of less ink than this are no full cells: strokes, or a light pencil's. */
const LIGHT = 0.45
/** So many rows in doubt are worth a second look over the page. */
const DOUBTS = 3

/**
 * The hand that marked a page, where it made strokes of one kind; `readings` are its choice rows, each read by itself. A
 * picture without greys says nothing of darkness.
 */
export const handOf = (
  map: Pick<InkMap, 'cells' | 'lookOf' | 'bilevel'>,
  readings: readonly ChoiceReading[],
  isSingle: (choice: number) => boolean,
  typical: number,
): Hand | undefined => {
  const strokes = typical < LIGHT || readings.filter((r) => r.doubt).length >= DOUBTS
  if (map.bilevel || !strokes) return undefined
  const strokeAt = once((c) => strokeOf(map.lookOf(c)))
  const strokesOf = (inks: readonly CellInk[]) => inks.map(strokeAt)
  const rows = [...map.cells].flatMap(([{ kind, index }, inks]): StyledRow[] =>
    kind === 'choice' || kind === 'digit'
      ? [{ single: kind === 'digit' || isSingle(index), strokes: strokesOf(inks) }]
      : [],
  )
  const style = styleOf(rows)
  return style && { style, strokesOf }
}
