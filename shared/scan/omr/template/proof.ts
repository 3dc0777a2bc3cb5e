/**
 * Whether a part of a sheet lies where a template's place has it. Cells repeat, so one step beside its place a grid looks
 * nearly the same. What tells the places apart is exactly where the template differs from itself moved by that step: ends of
 * a grid, numbers, headings, letters, frames. There the page is held against both.
 */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { median } from '../sample.ts'
import { numbersFit } from './labels.ts'
import { shiftOf } from './shift.ts'
import type { Box, Dark, Shift } from './shift.ts'

/** Cells that repeat in even steps; all in pixels of the reference. `lines`: a question's cells, or a digit's. */
export type Part = { lines: readonly (readonly Rect[])[]; stepX: number; stepY: number }

/** A place that the part may be taken for, in steps to the right and down. */
export type Rival = readonly [across: number, down: number]

export type Proof = {
  /**
   * Of all rivals the least: 1 where the page shows what the template has there, −1 where it shows what the template has at
   * the rival's place, near 0 where it shows neither.
   */
  margin: number
  /** How much more the numbers beside its lines are those of the template than those of other lines; below 0: they are others'. */
  numbers: number
  /** The rival that is nearest to the page. */
  rival: Rival
  /** How far from where the place has it the part's print is seen, in pixels of the reference; a part of a step at most. */
  shift: Shift
  /** The same piece by piece. */
  pieces: readonly Piece[]
}

/** `shift` is null where the piece is not seen; `other`: because the page has print there that is not the template's. */
export type Piece = { box: Box; shift: Shift | null; other: boolean }

/** Places beside the part's own, up to two steps away; half a step is between the cells, where a tilt or another scale leads. */
export const rivals: readonly Rival[] = [-2, -1, 0, 1, 2].flatMap((down) =>
  [-2, -1, 0, 1, 2].flatMap((across): Rival[] => (across === 0 && down === 0 ? [] : [[across, down]])),
)

/** A pen is darker than print: what is darker than this counts as this. */
export const CAP = 0.5
/** Surroundings of a part that are looked at, in steps. */
const ABOUT = 2.2
/** A piece of a part that finds its own small shift, in steps, and how far it is sought. */
const PIECE = 5
const REACH = 0.3
/** A cell is looked at with this share of a step about it. */
const RIM = 0.15
/** A cell that is darker than its print by this is marked, and says nothing of where it is. */
const MARKED = 0.08
/** Where the template itself differs by less than this, nothing is told. */
const SAME = 0.04
/** A rival that the template tells from the place by less than this much ink (square pixels of black) is not told from it. */
const LEAST_INK = 4
/** So much of what either place would show must be seen for a full margin. */
const LEAST_SHARE = 0.06
/** Places less unlike than this share are hardly told apart. */
const LEAST_UNLIKE = 0.2
/** Print is held against the paper within so many pixels about it: ink on ink by chance then weighs nothing. */
const NEAR = 4

const forms = new WeakMap<Dark, Float32Array>()

/** A picture without what is dark all about: the shapes of its print, dark and light in balance. */
const formOf = (dark: Dark): Float32Array => {
  const known = forms.get(dark)
  if (known) return known
  const { width, height, data } = dark
  const across = new Float32Array(data.length)
  const out = new Float32Array(data.length)
  const blur = (from: Float32Array, to: Float32Array, lines: number, length: number, line: number, next: number) => {
    for (let k = 0; k < lines; k++) {
      let sum = 0
      for (let i = 0; i < Math.min(NEAR, length); i++) sum += from[k * line + i * next]!
      for (let i = 0; i < length; i++) {
        if (i + NEAR < length) sum += from[k * line + (i + NEAR) * next]!
        if (i > NEAR) sum -= from[k * line + (i - NEAR - 1) * next]!
        to[k * line + i * next] = sum / (2 * NEAR + 1)
      }
    }
  }
  blur(data, across, height, width, width, 1)
  blur(across, out, width, height, 1, width)
  for (let i = 0; i < out.length; i++) out[i] = data[i]! - out[i]!
  forms.set(dark, out)
  return out
}

const boxOf = (r: Rect, rimX: number, rimY: number, { width, height }: Dark): Box => ({
  x0: Math.max(0, Math.round(r.x - rimX)),
  y0: Math.max(0, Math.round(r.y - rimY)),
  x1: Math.min(width, Math.round(r.x + r.w + rimX)),
  y1: Math.min(height, Math.round(r.y + r.h + rimY)),
})

/** A cell reaches to the middle of its outline, and a mark in it over that: so much of its size farther. */
const OVER = 0.08
/** A cell with what a mark in it may reach. */
const rimmed = (r: Rect, { stepX, stepY }: Pick<Part, 'stepX' | 'stepY'>, of: Dark): Box =>
  boxOf(r, RIM * stepX + OVER * r.w, RIM * stepY + OVER * r.h, of)

const meanIn = ({ width, data }: Dark, b: Box): number => {
  let [sum, n] = [0, 0]
  for (let y = b.y0; y < b.y1; y++) for (let x = b.x0; x < b.x1; x++, n++) sum += data[y * width + x]!
  return n === 0 ? 0 : sum / n
}

/**
 * The template's picture as if it were blank: at each place of a cell the lower part of what the same cells of
 * other lines show.
 */
export const unmarked = (reference: Dark, parts: readonly Part[]): Dark => {
  const data = reference.data.slice()
  const { width } = reference
  for (const { lines, stepX, stepY } of parts) {
    const most = Math.max(0, ...lines.map((l) => l.length))
    for (let i = 0; i < most; i++) {
      const boxes = lines.flatMap((l) => (l[i] ? [rimmed(l[i]!, { stepX, stepY }, reference)] : []))
      if (boxes.length < 3) continue
      const w = Math.min(...boxes.map((b) => b.x1 - b.x0))
      const h = Math.min(...boxes.map((b) => b.y1 - b.y0))
      const column = new Float32Array(boxes.length)
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
          boxes.forEach((b, n) => (column[n] = reference.data[(b.y0 + y) * width + b.x0 + x]!))
          const usual = column.slice().sort()[Math.floor(boxes.length * 0.35)]!
          for (const b of boxes) data[(b.y0 + y) * width + b.x0 + x] = usual
        }
    }
  }
  return { ...reference, data }
}

/** Where the part and its surroundings lie. */
const boundsOf = ({ lines, stepX, stepY }: Part, of: Dark): Box => {
  const all = lines.flat()
  const x = Math.min(...all.map((r) => r.x))
  const y = Math.min(...all.map((r) => r.y))
  const w = Math.max(...all.map((r) => r.x + r.w)) - x
  const h = Math.max(...all.map((r) => r.y + r.h)) - y
  return boxOf({ x, y, w, h }, ABOUT * stepX, ABOUT * stepY, of)
}

const piecesOf = (b: Box, { stepX, stepY }: Part): Box[] => {
  const [nx, ny] = [
    Math.max(1, Math.round((b.x1 - b.x0) / (PIECE * stepX))),
    Math.max(1, Math.round((b.y1 - b.y0) / (PIECE * stepY))),
  ]
  const at = (from: number, to: number, i: number, n: number) => Math.round(from + ((to - from) * i) / n)
  return Array.from({ length: nx * ny }, (_, k) => {
    const [i, j] = [k % nx, Math.floor(k / nx)]
    return {
      x0: at(b.x0, b.x1, i, nx),
      x1: at(b.x0, b.x1, i + 1, nx),
      y0: at(b.y0, b.y1, j, ny),
      y1: at(b.y0, b.y1, j + 1, ny),
    }
  })
}

/** The page moved piece by piece to where the template's lattice is, at any step of it. */
const settle = (reference: Dark, page: Dark, part: Part, whole: Box): { seen: Dark; shift: Shift; pieces: Piece[] } => {
  const [reachX, reachY] = [Math.max(1, Math.floor(REACH * part.stepX)), Math.max(1, Math.floor(REACH * part.stepY))]
  const pieces = piecesOf(whole, part).map((box) => ({
    box,
    shift: shiftOf(reference, page, box, reachX, reachY),
    other: false,
  }))
  const found = pieces.flatMap((p) => p.shift ?? [])
  const usual = { dx: median(found.map((s) => s.dx)), dy: median(found.map((s) => s.dy)) }
  const width = whole.x1 - whole.x0
  const data = new Float32Array(width * (whole.y1 - whole.y0))
  for (const { box, shift } of pieces) {
    const { dx, dy } = shift ?? usual
    for (let y = box.y0; y < box.y1; y++) {
      const row = Math.min(page.height - 1, Math.max(0, y + dy)) * page.width
      const to = (y - whole.y0) * width - whole.x0
      for (let x = box.x0; x < box.x1; x++)
        data[to + x] = page.data[row + Math.min(page.width - 1, Math.max(0, x + dx))]!
    }
  }
  return { seen: { width, height: whole.y1 - whole.y0, data }, shift: usual, pieces }
}

/**
 * Holds one part of a page against its rivals. Both pictures are laid on each other; `reference` is unmarked. `cells`: all
 * that a writer may fill, also of the parts beside this one.
 */
export const provePart = (
  reference: Dark,
  page: Dark,
  part: Part,
  cells: readonly Rect[] = part.lines.flat(),
): Proof => {
  const whole = boundsOf(part, reference)
  const { seen, shift, pieces } = settle(reference, page, part, whole)
  const { width: w, height: h } = seen
  const { width: stride, height: last } = reference
  // What writers filled says nothing of where it is.
  const silent = new Uint8Array(w * h)
  const gain = gainOf(reference, seen, whole)
  const within = (b: Box): Box => ({
    x0: Math.max(whole.x0, b.x0) - whole.x0,
    y0: Math.max(whole.y0, b.y0) - whole.y0,
    x1: Math.min(whole.x1, b.x1) - whole.x0,
    y1: Math.min(whole.y1, b.y1) - whole.y0,
  })
  for (const r of cells) {
    const box = boxOf(r, 0, 0, reference)
    const inner = within(box)
    if (inner.x1 <= inner.x0 || inner.y1 <= inner.y0) continue
    if (meanIn(seen, inner) - gain * meanIn(reference, box) <= MARKED) continue
    const rim = within(rimmed(r, part, reference))
    for (let y = rim.y0; y < rim.y1; y++) silent.fill(1, y * w + rim.x0, y * w + rim.x1)
  }
  for (const piece of pieces)
    piece.other = piece.shift === null && showsOther(reference, seen, piece.box, whole, silent)
  const form = formOf(reference)
  const ofPage = seen.data
  let margin = Infinity
  let [most, nearest]: [number, Rival] = [-Infinity, [0, 0]]
  for (const rival of rivals) {
    const dx = Math.round(rival[0] * part.stepX)
    const dy = Math.round(rival[1] * part.stepY)
    let [own, other, both, ink] = [0, 0, 0, 0]
    for (let y = Math.max(0, -whole.y0 - dy); y < h && y + whole.y0 + dy < last; y++) {
      const here = (y + whole.y0) * stride + whole.x0
      const there = here + dy * stride + dx
      const line = y * w
      for (let x = Math.max(0, -whole.x0 - dx); x < w && x + whole.x0 + dx < stride; x++) {
        const a = form[here + x]!
        const b = form[there + x]!
        const by = a - b
        if (by * by < SAME * SAME || silent[line + x]) continue
        const p = ofPage[line + x]!
        own += p * a
        other += p * b
        both += a * a + b * b
        ink += by * by
      }
    }
    // Print that the page has lost speaks for none of both: only ink that is there is asked where it belongs.
    const shown = Math.max(own, other, LEAST_SHARE * gain * both)
    // Numbers that share a figure are half alike: a full margin is what the template has against itself.
    const by = ink < LEAST_INK ? 0 : (own - other) / shown / Math.max(LEAST_UNLIKE, ink / both)
    margin = Math.min(margin, by)
    const worth = (other - own) / Math.sqrt(both)
    if (ink >= LEAST_INK && worth > most) [most, nearest] = [worth, rival]
  }
  return { margin, numbers: numbersFit(reference, seen, whole, part), rival: nearest, shift, pieces }
}

/** A piece with so much of the template's ink at places where the template has none shows something else, and has not faded. */
const OTHER = 0.5

/** Whether a piece that is not seen again has other print, and not merely lost its own. */
const showsOther = (reference: Dark, seen: Dark, b: Box, { x0, y0 }: Box, silent: Uint8Array): boolean => {
  const { width, height, data } = reference
  // One pixel beside the template's print is still its print.
  const isBare = (x: number, y: number) => {
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
        if (data[v * width + u]! >= SAME) return false
    return true
  }
  let [print, stray] = [0, 0]
  for (let y = b.y0; y < b.y1; y++)
    for (let x = b.x0; x < b.x1; x++) {
      const at = (y - y0) * seen.width + x - x0
      if (silent[at]) continue
      print += data[y * width + x]!
      if (isBare(x, y)) stray += seen.data[at]!
    }
  return stray > OTHER * print
}

const pieceAt = (pieces: readonly Piece[], x: number, y: number): Piece | undefined =>
  pieces.find(({ box: b }) => x >= b.x0 && x < b.x1 && y >= b.y0 && y < b.y1)

/** Print that is seen this share of a step from where its cells are read is a person's. */
const MOST_OFF = 0.25
/** Of a part with so many ends of lines beside their print nothing is sure: it is laid askew, or at another scale. */
const ASKEW = 0.15

/**
 * The lines of a part whose ends are not seen where they are read (`readAt`: how far from the place, in the reference's pixels).
 * A grid that is turned a little over the lattice, or a little too large, lies right in its middle and beside its print at its
 * ends; farther out it lies on the next cells, and looks right again. So where some are off, all are.
 */
export const linesOff = <L extends readonly Rect[]>(
  part: { lines: readonly L[]; stepX: number; stepY: number },
  { pieces, shift }: Pick<Proof, 'pieces' | 'shift'>,
  readAt: (line: L, index: number) => Shift,
): ReadonlySet<number> => {
  const { lines, stepX, stepY } = part
  const isFar = (a: Shift, b: Shift) =>
    Math.abs(a.dx - b.dx) > MOST_OFF * stepX || Math.abs(a.dy - b.dy) > MOST_OFF * stepY
  const off = new Set<number>()
  let ends = 0
  lines.forEach((line, i) => {
    const read = readAt(line, i)
    if (isFar(shift, read)) off.add(i)
    for (const r of [line[0]!, line.at(-1)!]) {
      const piece = pieceAt(pieces, r.x + r.w / 2, r.y + r.h / 2)
      if (!piece || !(piece.shift ? isFar(piece.shift, read) : piece.other)) continue
      off.add(i)
      ends++
    }
  })
  return ends >= ASKEW * 2 * lines.length ? new Set(lines.keys()) : off
}

/** How much darker the page shows the template's print. */
const gainOf = (reference: Dark, seen: Dark, { x0, y0 }: Box): number => {
  const { width: w, height: h } = seen
  let [both, own] = [0, 0]
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const r = reference.data[(y + y0) * reference.width + x + x0]!
      if (r < SAME) continue
      both += r * seen.data[y * w + x]!
      own += r * r
    }
  return own === 0 ? 1 : Math.min(2, Math.max(0.3, both / own))
}
