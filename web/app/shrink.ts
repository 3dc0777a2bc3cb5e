/** When the header shrinks (spec 1 §9). Pure. */
export const menuHeights = { full: 64, shrunk: 40 } as const
const offset = 200
const tolerance = { up: 5, down: 0 }

export type Scroll = { shrunk: boolean; last: number }

/** What a scroll to `y` makes of the header: shrunk on the way down past the offset, whole on the way up or near the top. */
export const scrolled = ({ shrunk, last }: Scroll, y: number): Scroll => {
  if (y <= offset) return { shrunk: false, last: y }
  if (y - last > tolerance.down) return { shrunk: true, last: y }
  if (last - y > tolerance.up) return { shrunk: false, last: y }
  // Within the tolerance on the way up: measured on from where it turned.
  return { shrunk, last }
}
