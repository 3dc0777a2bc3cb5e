/**
 * Whether a template's cells lie on what is printed, told by the template's picture alone: the same cell of every line of a
 * part shows the same outline and letter. Cells that were drawn with other steps than the print's show another piece of it
 * in every line.
 */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { median } from '../sample.ts'
import type { Dark } from './shift.ts'

/** A cell is looked at with this share of its size about it. */
const RIM = 0.2
/** Fewer lines are not told from each other. */
const FEWEST = 4
/**
 * The middle line of a part is as like the usual one as this. Parts that lie on their cells had 0.71 and more (some 45 forms and
 * seven real sheets, filled ones too); a crowded form that was drawn from another corner 0.39 to 0.60.
 */
const LEAST_LIKE = 0.64

/** A hand draws to the pixel, no better. */
const NEAR = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const))

const patchAt = ({ width, height, data }: Dark, x0: number, y0: number, { w, h }: { w: number; h: number }) => {
  const patch = new Float32Array(w * h)
  for (let y = 0; y < h; y++) {
    const row = Math.min(height - 1, Math.max(0, y0 + y)) * width
    for (let x = 0; x < w; x++) patch[y * w + x] = data[row + Math.min(width - 1, Math.max(0, x0 + x))]!
  }
  return patch
}

const likeness = (a: Float32Array, b: Float32Array): number => {
  let [p, q, pp, qq, pq] = [0, 0, 0, 0, 0]
  for (let k = 0; k < a.length; k++) {
    p += a[k]!
    q += b[k]!
    pp += a[k]! * a[k]!
    qq += b[k]! * b[k]!
    pq += a[k]! * b[k]!
  }
  const n = a.length
  const spread = (pp - (p * p) / n) * (qq - (q * q) / n)
  return spread > 0 ? (pq - (p * q) / n) / Math.sqrt(spread) : -1
}

/** How like the usual line each line is, −1…1: of its cells the middle one, so that a mark does not count. */
const alikeness = (reference: Dark, lines: readonly (readonly Rect[])[]): number[] => {
  const scores = lines.map((): number[] => [])
  const most = Math.max(...lines.map((l) => l.length))
  for (let i = 0; i < most; i++) {
    const of = lines.flatMap((l, n) => (l[i] ? [{ n, r: l[i]! }] : []))
    if (of.length < FEWEST) continue
    const size = { w: Math.round(of[0]!.r.w * (1 + 2 * RIM)), h: Math.round(of[0]!.r.h * (1 + 2 * RIM)) }
    const at = ({ r }: (typeof of)[number], dx: number, dy: number) =>
      patchAt(reference, Math.round(r.x - RIM * r.w) + dx, Math.round(r.y - RIM * r.h) + dy, size)
    const patches = of.map((o) => at(o, 0, 0))
    const column = new Float32Array(patches.length)
    const usual = patches[0]!.map((_, k) => {
      patches.forEach((p, n) => (column[n] = p[k]!))
      return column.slice().sort()[patches.length >> 1]!
    })
    for (const o of of) scores[o.n]!.push(Math.max(...NEAR.map(([dx, dy]) => likeness(at(o, dx, dy), usual))))
  }
  return scores.map((s) => median(s))
}

/** Whether lines of cells lie on what is printed; where they are too few to tell, they do. All in pixels of the reference. */
export const liesOnPrint = (reference: Dark, lines: readonly (readonly Rect[])[]): boolean =>
  lines.length < FEWEST || median(alikeness(reference, lines)) >= LEAST_LIKE
