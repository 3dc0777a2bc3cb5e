/** How groups of choices stand in bands (from 1.5.4 on): each as wide as its own options are. */

/** Questions of one number of options that stand below one another; `w` mm wide. */
export type Group = { from: number; size: number; options: number; w: number }
export type Band = { groups: Group[]; rows: number }

/** What a second number of options in a band costs, mm: it is worth a band that is saved, and nothing less. */
const mixed = 6
/** What an unevenly filled band costs, mm: eight groups stand as four and four. */
const uneven = 2

/** Fives are counted by, and so many questions are hardly counted: 16 stand as four fours rather than with one alone. */
const few = 18
/** A last group of fewer than this looks forgotten beside fives. */
const nearlyFull = 4

/** How many of `count` neighbours stand in each group of at most `most`; `even`: nearly as many in each (from 1.5.5 on). */
export const sizesOf = (count: number, most: number, even: boolean): number[] => {
  const groups = Math.ceil(count / most)
  const rest = count % most
  const full = !even || count > few || rest === 0 || rest >= Math.min(nearlyFull, most - 1)
  return Array.from({ length: groups }, (_, i) =>
    full ? Math.min(most, count - i * most) : Math.floor(count / groups) + (i < count % groups ? 1 : 0),
  )
}

/** Cuts questions into groups of at most `size`, a new one where the number of options changes. */
export const groupsIn = (
  counts: readonly number[],
  from: number,
  size: number,
  widthOf: (options: number) => number,
  even = false,
): Group[] => {
  const groups: Group[] = []
  for (let i = even ? 0 : from; i < counts.length;) {
    const options = counts[i]!
    const end = counts.findIndex((c, k) => k > i && c !== options)
    for (const own of sizesOf((end < 0 ? counts.length : end) - i, size, even)) {
      groups.push({ from: i, size: own, options, w: widthOf(options) })
      i += own
    }
  }
  // What a column holds of them ends with a group.
  return groups.filter((g) => g.from >= from)
}

/** Groups in bands of `slots` places, each of so many as `spanOf` says. */
const bandsOf = (
  groups: readonly Group[],
  slots: number,
  spanOf: (g: Group) => number,
  pitch: number,
  between: number,
): { bands: Band[]; cost: number } => {
  type Best = { cost: number; to: number }
  const best: Best[] = Array.from({ length: groups.length + 1 }, () => ({ cost: 0, to: 0 }))
  for (let i = groups.length - 1; i >= 0; i--) {
    let [used, rows, changes] = [0, 0, 0]
    let found: Best | undefined
    for (let k = i; k < groups.length; k++) {
      const { size, options } = groups[k]!
      used += spanOf(groups[k]!)
      if (used > slots && k > i) break
      rows = Math.max(rows, size)
      if (k > i && options !== groups[k - 1]!.options) changes++
      const cost =
        rows * pitch + between + changes * mixed + uneven * Math.max(0, 1 - used / slots) ** 2 + best[k + 1]!.cost
      if (!found || cost < found.cost + 1e-9) found = { cost, to: k + 1 }
    }
    best[i] = found!
  }
  const bands: Band[] = []
  for (let i = 0; i < groups.length; i = best[i]!.to) {
    const own = groups.slice(i, best[i]!.to)
    bands.push({ groups: own, rows: Math.max(...own.map((g) => g.size)) })
  }
  return { bands, cost: best[0]!.cost }
}

/** Between two groups of a band at least, mm. */
const apart = 1
/** A frame is parted into no more places than this. */
const mostSlots = 12
/** What each further column costs at which groups begin, mm: the eye goes down one and finds the next band's. */
const oneMore = 2.5
/** A lone group is looked for at the left. */
const lone = 12

/**
 * All bands of a frame on one grid of equal places, a wider group on several of them: the grid on which they stand
 * lowest, and begin at the fewest columns. `places`: where the groups of each band begin.
 */
export const gridOf = (groups: readonly Group[], width: number, pitch: number, between: number): Grid => {
  const key = [
    width,
    pitch,
    between,
    ...groups.map(({ from, size, options, w }) => `${from} ${size} ${options} ${w}`),
  ].join()
  const known = grids.get(key)
  if (known) return known
  const found = foundGrid(groups, width, pitch, between)
  if (grids.size >= mostGrids) grids.clear()
  grids.set(key, found)
  return found
}

type Grid = Readonly<{ bands: readonly Band[]; places: readonly (readonly number[])[] }>
/** The same frame is laid out in many ways of what stands around it. */
const grids = new Map<string, Grid>()
const mostGrids = 200

const foundGrid = (groups: readonly Group[], width: number, pitch: number, between: number): Grid => {
  const ways = Array.from({ length: mostSlots }, (_, i) => {
    const slots = i + 1
    const place = width / slots
    const spanOf = ({ w }: Group): number => Math.min(slots, Math.ceil((w + apart) / place - 1e-9))
    const { bands, cost } = bandsOf(groups, slots, spanOf, pitch, between)
    const starts = bands.map((b) => {
      let at = 0
      return b.groups.map((g) => {
        const own = at
        at += spanOf(g)
        return own
      })
    })
    // In the middle of what the tightest group has, and from one left edge.
    const spare = Math.min(...groups.map((g) => spanOf(g) * place - g.w))
    const edge = Math.max(0, Math.min(slots === 1 ? lone : Infinity, spare / 2))
    return {
      bands,
      places: starts.map((of) => of.map((at) => at * place + edge)),
      cost: cost + oneMore * new Set(starts.flat()).size,
    }
  })
  return ways.reduce((a, b) => (b.cost < a.cost - 1e-9 ? b : a))
}
