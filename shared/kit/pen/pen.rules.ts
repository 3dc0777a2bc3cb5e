/** From what a hand draws to notes. Pure. */
import { mostNotes, mostNumbers, numbersOf } from './pen.types.ts'
import type { PenNote } from './pen.types.ts'

export type PenPoint = { x: number; y: number }

/** How far from the hand's way a stored line may lie: half a millimetre on a block as wide as the sheet. */
const apart = 3
const mostPoints = 200

const offLine = (p: PenPoint, a: PenPoint, b: PenPoint): number => {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length))
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
}

/** The fewest points from which no point of the way lies further than `by` (Douglas and Peucker), without recursion. */
export const thinned = (way: readonly PenPoint[], by: number): PenPoint[] => {
  if (way.length < 3) return [...way]
  const kept = new Set([0, way.length - 1])
  const open: [number, number][] = [[0, way.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    let [far, at] = [by, -1]
    for (let i = from + 1; i < to; i++) {
      const off = offLine(way[i]!, way[from]!, way[to]!)
      if (off > far) [far, at] = [off, i]
    }
    if (at < 0) continue
    kept.add(at)
    open.push([from, at], [at, to])
  }
  return [...kept].sort((a, b) => a - b).map((i) => way[i]!)
}

const whole = ({ x, y }: PenPoint): number[] => [x, y].map((n) => Math.min(20_000, Math.max(0, Math.round(n))))

/** The way of a hand as a line; null for a touch that went nowhere. A very long one is thinned until it can be kept. */
export const lineOf = (on: number, way: readonly PenPoint[]): PenNote | null => {
  let by = apart
  let points = thinned(way, by)
  while (points.length > mostPoints) points = thinned(way, (by *= 2))
  const at = points.flatMap(whole)
  const [x, y] = at
  return at.some((n, i) => n !== (i % 2 === 0 ? x : y)) ? { kind: 'line', on, at } : null
}

/** A straight line under what is meant, level with where it began; null where it is shorter than a letter. */
export const underlineOf = (on: number, way: readonly PenPoint[]): PenNote | null => {
  const [first, last] = [way[0], way.at(-1)]
  if (!first || !last || Math.abs(last.x - first.x) < 8) return null
  return { kind: 'underline', on, at: [first, { x: last.x, y: first.y }].flatMap(whole) }
}

export const signOf = (kind: 'tick' | 'cross', on: number, at: PenPoint, size: number): PenNote => ({
  ...{ kind, on, size },
  at: whole(at),
})
export const textOf = (on: number, at: PenPoint, size: number, text: string): PenNote => ({
  ...{ kind: 'text', on, size, text },
  at: whole(at),
})

/** One more note; null where no more can be kept. */
export const withNote = (notes: readonly PenNote[], note: PenNote): PenNote[] | null => {
  const next = [...notes, note]
  return next.length > mostNotes || numbersOf(next) > mostNumbers ? null : next
}

/** How large a sign is: as tall as a line of handwriting at 150 dpi, on a picture so wide. */
export const signSize = (width: number): number => Math.min(400, Math.max(5, Math.round((1000 * 30) / width)))

/** The points of a tick or a cross as ways to be drawn, about their place. */
export const strokesOf = (note: Extract<PenNote, { size: number }>): PenPoint[][] => {
  const [x, y] = note.at as [number, number]
  const at = (dx: number, dy: number): PenPoint => ({ x: x + dx * note.size, y: y + dy * note.size })
  if (note.kind === 'tick') return [[at(-0.45, 0.05), at(-0.1, 0.45), at(0.6, -0.5)]]
  if (note.kind === 'cross')
    return [
      [at(-0.4, -0.4), at(0.4, 0.4)],
      [at(0.4, -0.4), at(-0.4, 0.4)],
    ]
  return []
}
