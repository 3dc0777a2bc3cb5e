/**
 * What is printed beside a part's lines, its numbers. Another edition of a sheet may have the same frames and cells with other
 * questions in them: there the page's print beside a line is that of another line of the template.
 */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { median } from '../sample.ts'
import type { Part } from './proof.ts'
import type { Box, Dark } from './shift.ts'

/** A line's number stands within so many steps before its first cell, at this distance from it. */
const FROM = 1.7
const GAP = 0.12
/** Numbers of other lines, so many away, are compared with a line's own. */
const FARTHEST = 4
/** A number is sought so many pixels about its place. */
const REACH = 2
/** Fewer lines than this say nothing. */
const FEWEST = 3
/** Darkness that is print, and so many pixels of it that are a number. */
const PRINT = 0.1
const LEAST = 8
/** Numbers that are as good as alike are not told apart. */
const LEAST_UNLIKE = 0.06

/** A line's number as the template prints it, its mean taken off. */
type Label = { box: Box; values: Float32Array; spread: number }

const labelOf = (reference: Dark, [first]: readonly Rect[], { stepX, stepY }: Part): Label | null => {
  const r = first!
  const middle = r.y + r.h / 2
  const box = {
    x0: Math.max(REACH, Math.round(r.x - FROM * stepX)),
    x1: Math.round(r.x - GAP * stepX),
    y0: Math.max(REACH, Math.round(middle - 0.45 * stepY)),
    y1: Math.min(reference.height - REACH, Math.round(middle + 0.45 * stepY)),
  }
  const [w, h] = [box.x1 - box.x0, box.y1 - box.y0]
  if (w < 4 || h < 4) return null
  const values = new Float32Array(w * h)
  let [sum, ink] = [0, 0]
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const v = reference.data[(box.y0 + y) * reference.width + box.x0 + x]!
      values[y * w + x] = v
      sum += v
      if (v > PRINT) ink++
    }
  const mean = sum / values.length
  let spread = 0
  for (let i = 0; i < values.length; i++) {
    values[i]! -= mean
    spread += values[i]! ** 2
  }
  return ink < LEAST ? null : { box, values, spread }
}

/** The best correlation of a label with what the page has at a line's place; the page's pictures begin at `whole`. */
const likeness = (label: Label, at: Box, seen: Dark, { x0, y0 }: Box): number => {
  const [w, h] = [label.box.x1 - label.box.x0, label.box.y1 - label.box.y0]
  let best = -1
  for (let dy = -REACH; dy <= REACH; dy++)
    for (let dx = -REACH; dx <= REACH; dx++) {
      let [sum, squares, both] = [0, 0, 0]
      for (let y = 0; y < h; y++) {
        const v = at.y0 + y + dy - y0
        if (v < 0 || v >= seen.height) continue
        for (let x = 0; x < w; x++) {
          const u = at.x0 + x + dx - x0
          if (u < 0 || u >= seen.width) continue
          const p = seen.data[v * seen.width + u]!
          sum += p
          squares += p * p
          both += p * label.values[y * w + x]!
        }
      }
      const spread = squares - (sum * sum) / (w * h)
      if (spread > 0) best = Math.max(best, both / Math.sqrt(spread * label.spread))
    }
  return best
}

type Labels = { labels: readonly (Label | null)[]; alike: readonly (readonly (number | null)[])[] }

/** The likeness of what a picture has at each line's place to the numbers of the lines about it. */
const likesOf = (labels: readonly (Label | null)[], seen: Dark, whole: Box) =>
  labels.map((at, i) =>
    labels.map((label, j) =>
      at && label && Math.abs(i - j) <= FARTHEST ? likeness(label, at.box, seen, whole) : null,
    ),
  )

const known = new WeakMap<Part, Labels & { reference: Dark }>()

/** The numbers of a part's lines, from the first down, and how like each other the template has them; null: it has none. */
const labelsOf = (reference: Dark, part: Part): Labels | null => {
  const found = known.get(part)
  if (found?.reference === reference) return found
  const [a, b] = part.lines[0]!
  const across = b !== undefined && Math.abs(b.x - a!.x) > Math.abs(b.y - a!.y)
  if (!across || part.lines.length < FEWEST) return null
  const sorted = part.lines.toSorted((p, q) => p[0]!.y - q[0]!.y)
  const labels = sorted.map((line) => labelOf(reference, line, part))
  const alike = likesOf(labels, reference, { x0: 0, y0: 0, x1: reference.width, y1: reference.height })
  const made = { labels, alike, reference }
  known.set(part, made)
  return made
}

/**
 * Whose numbers a page has beside a part's lines: 1 where each is as like the template's own as that is itself, −1 where it is
 * that of a line some places on; of all distances the least of the middles. 1 also where nothing can be said.
 */
export const numbersFit = (reference: Dark, seen: Dark, whole: Box, part: Part): number => {
  const own = labelsOf(reference, part)
  if (!own) return 1
  const likes = likesOf(own.labels, seen, whole)
  let least = 1
  for (let s = -FARTHEST; s <= FARTHEST; s++) {
    if (s === 0) continue
    const by = likes.flatMap((row, i) => {
      const [here, there, same] = [row[i] ?? null, row[i + s] ?? null, own.alike[i]![i + s] ?? null]
      if (here === null || there === null || same === null || 1 - same < LEAST_UNLIKE) return []
      return [(here - there) / (1 - same)]
    })
    if (by.length >= FEWEST) least = Math.min(least, median(by))
  }
  return least
}
