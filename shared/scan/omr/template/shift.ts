/**
 * Where a piece of the template is seen again within a part of a step. Every shift is held against the page, but only a few to the
 * end: lines of the piece with most print come first, and what the rest can add at most says soon that a shift is not the best one.
 */

/** Darkness of a picture, from 0, its paper, to a cap. */
export type Dark = { width: number; height: number; data: Float32Array }
export type Box = { x0: number; y0: number; x1: number; y1: number }
export type Shift = { dx: number; dy: number }
export type LikeShift = Shift & { like: number }

/** A piece's shift counts from this likeness on; else it has its neighbours'. */
const LIKE = 0.35
/** Every other pixel each way is looked at. */
const EVERY = 2
/** After so many lines it is asked whether the rest can still make a shift the best one. */
const LINES = 3
/** Likenesses and their bounds by sums in another order are sure to much less than this. */
const SLACK = 1e-4
/** But not where nearly nothing varies: there a shift is measured in full. */
const EVEN = 1e-4

/** The piece, and its sums in the order in which the likeness is measured in the end. */
type Piece = { own: Dark; page: Dark; box: Box; n: number; p: number; pp: number }

const pieceOf = (own: Dark, page: Dark, box: Box): Piece => {
  const n = Math.ceil((box.x1 - box.x0) / EVERY) * Math.ceil((box.y1 - box.y0) / EVERY)
  let [p, pp] = [0, 0]
  for (let y = box.y0; y < box.y1; y += EVERY)
    for (let x = box.x0; x < box.x1; x += EVERY) {
      const r = own.data[y * own.width + x]!
      p += r
      pp += r * r
    }
  return { own, page, box, n, p, pp }
}

/** Correlation of the piece with the page at a shift; beyond its edge the page goes on as it ends. */
const likenessAt = ({ own, page, box: b, n, p, pp }: Piece, dx: number, dy: number): number => {
  const { width, height } = own
  const [template, other] = [own.data, page.data]
  const within = b.x0 + dx >= 0 && b.x1 + dx <= width
  let [q, qq, pq, q2, qq2, pq2] = [0, 0, 0, 0, 0, 0]
  for (let y = b.y0; y < b.y1; y += EVERY) {
    const here = y * width
    const row = Math.min(height - 1, Math.max(0, y + dy)) * width
    let x = b.x0
    // Two at a time: sums side by side do not wait for each other.
    if (within)
      for (const end = b.x1 - 2; x < end; x += 4) {
        const s = other[row + x + dx]!
        const t = other[row + x + 2 + dx]!
        q += s
        q2 += t
        qq += s * s
        qq2 += t * t
        pq += template[here + x]! * s
        pq2 += template[here + x + 2]! * t
      }
    for (; x < b.x1; x += EVERY) {
      const s = other[row + Math.min(width - 1, Math.max(0, x + dx))]!
      q += s
      qq += s * s
      pq += template[here + x]! * s
    }
  }
  q += q2
  qq += qq2
  pq += pq2
  const spread = (pp - (p * p) / n) * (qq - (q * q) / n)
  return spread > 0 ? (pq - (p * q) / n) / Math.sqrt(spread) : -1
}

/** The piece's lines without their mean, those with most print first: where a line begins, its sum and its squares. */
const linesOf = ({ own, box: b, n, p }: Piece) => {
  const [across, down] = [Math.ceil((b.x1 - b.x0) / EVERY), Math.ceil((b.y1 - b.y0) / EVERY)]
  const values = new Float64Array(n)
  const mean = p / n
  const lines = Array.from({ length: down }, (_, j) => {
    let [sum, squares] = [0, 0]
    for (let i = 0, k = (b.y0 + EVERY * j) * own.width + b.x0; i < across; i++, k += EVERY) {
      const v = own.data[k]! - mean
      values[j * across + i] = v
      sum += v
      squares += v * v
    }
    return { j, sum, squares }
  })
  return { across, down, values, lines: lines.sort((a, b) => b.squares - a.squares) }
}

/**
 * The page about the piece, every other column beside the next one of its kind, and the sums along its lines. A line's values
 * at a shift then stand in a row, and so do the ends of their sums.
 */
const windowOf = ({ page, box: b }: Piece, across: number, reachX: number, reachY: number) => {
  const { width, height, data } = page
  // Of each kind of column as many as the piece has, and those that a shift of two may add.
  const half = across + reachX
  const rows = b.y1 - b.y0 + 2 * reachY
  const values = new Float64Array(rows * 2 * half)
  const sums = new Float64Array(rows * 2 * (half + 1))
  const squares = new Float64Array(rows * 2 * (half + 1))
  for (let j = 0; j < rows; j++) {
    const row = Math.min(height - 1, Math.max(0, b.y0 - reachY + j)) * width
    for (let kind = 0; kind < 2; kind++) {
      const at = (2 * j + kind) * half
      const sum = (2 * j + kind) * (half + 1)
      let [s, ss] = [0, 0]
      for (let i = 0; i < half; i++) {
        const v = data[row + Math.min(width - 1, Math.max(0, b.x0 - reachX + EVERY * i + kind))]!
        values[at + i] = v
        sums[sum + i + 1] = s += v
        squares[sum + i + 1] = ss += v * v
      }
    }
  }
  return { half, values, sums, squares }
}

/** The shifts, nearest first: most pages lie nearly where they are expected. */
const orders = new Map<string, readonly Shift[]>()
const orderOf = (reachX: number, reachY: number): readonly Shift[] => {
  const key = `${reachX} ${reachY}`
  let order = orders.get(key)
  if (!order) {
    const all: Shift[] = []
    for (let dy = -reachY; dy <= reachY; dy++) for (let dx = -reachX; dx <= reachX; dx++) all.push({ dx, dy })
    order = all.sort((a, b) => a.dx * a.dx + a.dy * a.dy - b.dx * b.dx - b.dy * b.dy)
    orders.set(key, order)
  }
  return order
}

/** Shifts that may be the best one. */
const likely = (piece: Piece, reachX: number, reachY: number): Shift[] => {
  const { across, down, values, lines } = linesOf(piece)
  const { half, values: page, sums, squares } = windowOf(piece, across, reachX, reachY)
  const energy = lines.reduce((sum, l) => sum + l.squares, 0)
  const { n } = piece
  const candidates: (Shift & { bound: number })[] = []
  let best = -Infinity
  for (const { dx, dy } of orderOf(reachX, reachY)) {
    const [kind, from] = [(dx + reachX) & 1, (dx + reachX) >> 1]
    const lineAt = (j: number) => 2 * (EVERY * j + dy + reachY) + kind
    let [q, qq] = [0, 0]
    for (let j = 0; j < down; j++) {
      const k = lineAt(j) * (half + 1) + from
      q += sums[k + across]! - sums[k]!
      qq += squares[k + across]! - squares[k]!
    }
    const mean = q / n
    const spread = qq - q * mean
    const norm = Math.sqrt(energy * spread)
    if (!(spread > EVEN * qq && energy > EVEN * piece.pp)) {
      candidates.push({ dx, dy, bound: Infinity })
      continue
    }
    let [part, own, other, bound] = [0, energy, spread, Infinity]
    for (let l = 0; l < down;) {
      for (const end = Math.min(down, l + LINES); l < end; l++) {
        const { j, sum, squares: mine } = lines[l]!
        const line = lineAt(j)
        let a = j * across
        let o = line * half + from
        let [even, odd] = [0, 0]
        for (const last = a + across - 1; a < last; a += 2, o += 2) {
          even += values[a]! * page[o]!
          odd += values[a + 1]! * page[o + 1]!
        }
        if ((across & 1) === 1) even += values[a]! * page[o]!
        part += even + odd - mean * sum
        own -= mine
        const k = line * (half + 1) + from
        const s = sums[k + across]! - sums[k]!
        other -= squares[k + across]! - squares[k]! - mean * (2 * s - mean * across)
      }
      bound = (part + Math.sqrt(Math.max(0, own) * Math.max(0, other))) / norm
      if (bound < best - SLACK) break
    }
    if (bound < best - SLACK) continue
    candidates.push({ dx, dy, bound })
    best = Math.max(best, part / norm)
  }
  return candidates.filter((c) => c.bound >= best - SLACK)
}

/** Where the piece is most like the page, the first of several by lines; null where it is not seen. Both pictures are of one size. */
export const shiftOf = (own: Dark, page: Dark, box: Box, reachX: number, reachY: number): LikeShift | null => {
  const piece = pieceOf(own, page, box)
  if (piece.pp === 0) return null
  let best: LikeShift | null = null
  for (const { dx, dy } of likely(piece, reachX, reachY).sort((a, b) => a.dy - b.dy || a.dx - b.dx)) {
    const like = likenessAt(piece, dx, dy)
    if (!best || like > best.like) best = { dx, dy, like }
  }
  return best && best.like >= LIKE ? best : null
}
