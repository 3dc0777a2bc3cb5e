/**
 * Whether a template's locating marks lie where a found place has them. Bubbles repeat, so a place one step off is as like
 * the template; a locating mark stands alone. So it is sought anew about its own place, farther than one step.
 */
import type { Grey, Homography } from '../omr.types.ts'
import { shrink, straighten } from '../sample.ts'
import { after, marksOf } from './align.ts'
import type { Reference } from './align.ts'
import { findPatch } from './patches.ts'

/** Marks are sought in pictures made smaller by this. */
const SMALLER = 2
/** White about a mark that belongs to its patch, and the largest patch's half (pixels of the small picture). */
const ROOM = 2
const MOST = 8
/** A mark that is less like the template's is not found. */
const LIKE = 0.7

/**
 * How far each mark that is seen lies from its place, in pixels of the reference; `bend` is what is known of the paper's own
 * shift there. `reach`: how far it is sought.
 */
export const marksOff = (
  reference: Reference,
  grey: Grey,
  homography: Homography,
  reach: number,
  bend: (x: number, y: number) => { dx: number; dy: number },
): number[] => {
  const shapes = marksOf(reference)
  if (shapes.length === 0) return []
  const picture = shrink(reference.picture, SMALLER)
  const { width: w, height: h } = picture
  const flat = straighten(grey, after(homography, [SMALLER, 0, 0, 0, SMALLER, 0, 0, 0, 1]), { x: 0, y: 0, w, h }, 1)
  return shapes.flatMap((s) => {
    const half = Math.min(MOST, Math.ceil(Math.max(s.w, s.h) / 2 / SMALLER) + ROOM)
    const p = { x: Math.round(s.cx / SMALLER), y: Math.round(s.cy / SMALLER) }
    if (p.x < half || p.y < half || p.x + half >= w || p.y + half >= h) return []
    const at = findPatch(picture, flat, p, half, Math.ceil(reach / SMALLER))
    if (!at || at.score < LIKE) return []
    const by = bend(s.cx, s.cy)
    return [Math.hypot(at.dx * SMALLER - by.dx, at.dy * SMALLER - by.dy)]
  })
}

/** Fewer marks than this say nothing. */
const FEWEST = 2
/** The middle one of the marks lies no farther off than this share of the step from one cell to the next; a book's curve moves corners by a quarter. */
const SHARE = 0.5

/** Whether the marks contradict the place: most of them are seen, and elsewhere. `step`: from a cell to the next. */
export const contradicts = (offs: readonly number[], step: number): boolean =>
  offs.length >= FEWEST && [...offs].sort((a, b) => a - b)[offs.length >> 1]! > SHARE * step
