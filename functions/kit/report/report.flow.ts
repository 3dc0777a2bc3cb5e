/**
 * Where pages end: of all ways the one that leaves least white, parts nothing that is read together and leaves no page
 * nearly empty. Pure; in points.
 */

export type Block<D> = {
  /** Above it; not at the head of a page. */
  gap?: number
  /** Stands above its lines on every page that they are on. */
  head?: number
  /** Of its lines; what cannot be parted is one. */
  heights: readonly number[]
  /** So much of its height it gives up where that lets a page hold more. */
  give?: number
  /** Its lines stay on one page. */
  firm?: boolean
  /** How little a page should end below it. */
  after: number
  draw: D
}
/** A block's lines `from` up to `to` on a page, a figure lower by `given`. */
export type Placed<D> = { draw: D; y: number; from: number; to: number; given: number }

/** What stands below is about what stands above: no page ends between them unless nothing else is possible. */
export const stay = 1000
/** Of a table no fewer rows than these stand on a page. */
export const fewest = 3
const parted = 0.3
/** More than this part of a page is not left white without need. */
const mostWhite = 0.4
/** A last page holds no less than this part of one. */
const leastLast = 0.2

type Line = { block: number; k: number; height: number; gap: number; head: number; give: number; after: number }

const linesOf = <D>(blocks: readonly Block<D>[]): Line[] =>
  blocks.flatMap(({ gap = 0, head = 0, heights, give = 0, firm = false, after }, block) =>
    heights.map((height, k): Line => {
      const left = heights.length - 1 - k
      const inner = firm || k + 1 < fewest || left < fewest ? stay : parted
      return {
        ...{ block, k, height, head },
        gap: k === 0 ? gap : 0,
        give: k === 0 ? give : 0,
        after: left === 0 ? after : inner,
      }
    }),
  )

const whiteCost = (used: number, room: number, isLast: boolean, isOnly: boolean): number => {
  const white = Math.max(0, room - used) / room
  if (isLast) return isOnly || 1 - white >= leastLast ? 0 : 2
  return 4 * white ** 2 + (white > mostWhite ? 20 * (white - mostWhite) : 0)
}

/** The pages with what stands on each. A block that is higher than a page stands alone on one. */
export const flow = <D>(blocks: readonly Block<D>[], room: number): Placed<D>[][] => {
  const lines = linesOf(blocks)
  const n = lines.length
  // What the lines before i cost at best, and where the last page of them begins.
  const best = Array.from({ length: n + 1 }, (_, i) => ({ cost: i === 0 ? 0 : Infinity, from: 0, over: 0, give: 0 }))
  for (let i = 0; i < n; i++) {
    let [used, give] = [0, 0]
    for (let j = i; j < n; j++) {
      const { height, gap, head, k, after } = lines[j]!
      used += height + (j === i ? head : k === 0 ? gap + head : 0)
      give += lines[j]!.give
      const over = Math.max(0, used - room)
      if (over > give && j > i) break
      const isLast = j === n - 1
      const cost =
        best[i]!.cost +
        whiteCost(used, room, isLast, i === 0) +
        (give > 0 ? 0.3 * (Math.min(over, give) / give) : 0) +
        (isLast ? 0 : 0.1 + after)
      if (cost < best[j + 1]!.cost) best[j + 1] = { cost, from: i, over: Math.min(over, give), give }
    }
  }
  const pages: Placed<D>[][] = []
  for (let end = n; end > 0; end = best[end]!.from) {
    const { from, over, give } = best[end]!
    const page: Placed<D>[] = []
    let y = 0
    for (const [i, { block, k, height, gap, head, give: own }] of lines.slice(from, end).entries()) {
      const given = give > 0 ? (own * over) / give : 0
      if (i > 0 && k > 0) page.at(-1)!.to = k + 1
      else {
        y += i > 0 ? gap : 0
        page.push({ draw: blocks[block]!.draw, y, from: k, to: k + 1, given })
        y += head
      }
      y += height - given
    }
    pages.unshift(page)
  }
  return pages
}
