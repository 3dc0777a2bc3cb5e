/** How groups of choices stand in bands (from 1.5.4 on): each as wide as its own options are. */

/** Questions of one number of options that stand below one another; `w` mm wide. */
export type Group = { from: number; size: number; options: number; w: number }
export type Band = { groups: Group[]; rows: number }

/** What a second number of options in a band costs, mm: it is worth a band that is saved, and nothing less. */
const mixed = 6
/** What an unevenly filled band costs, mm: eight groups stand as four and four. */
const uneven = 2

/** Cuts questions into groups of at most `size`, a new one where the number of options changes. */
export const groupsIn = (
  counts: readonly number[],
  from: number,
  size: number,
  widthOf: (options: number) => number,
): Group[] => {
  const groups: Group[] = []
  for (let i = from; i < counts.length; i++) {
    const last = groups.at(-1)
    if (last && last.options === counts[i]! && last.size < size) last.size++
    else groups.push({ from: i, size: 1, options: counts[i]!, w: widthOf(counts[i]!) })
  }
  return groups
}

/** The bands that stand lowest in `width` mm, groups at least `gap` apart. */
export const bandsOf = (
  groups: readonly Group[],
  width: number,
  gap: number,
  pitch: number,
  between: number,
): Band[] => {
  type Best = { cost: number; to: number }
  const best: Best[] = Array.from({ length: groups.length + 1 }, () => ({ cost: 0, to: 0 }))
  for (let i = groups.length - 1; i >= 0; i--) {
    let [used, rows, changes] = [0, 0, 0]
    let found: Best | undefined
    for (let k = i; k < groups.length; k++) {
      const { w, size, options } = groups[k]!
      used += w + (k > i ? gap : 0)
      if (used > width + 0.01 && k > i) break
      rows = Math.max(rows, size)
      if (k > i && options !== groups[k - 1]!.options) changes++
      const cost =
        rows * pitch + between + changes * mixed + uneven * Math.max(0, 1 - used / width) ** 2 + best[k + 1]!.cost
      if (!found || cost < found.cost + 1e-9) found = { cost, to: k + 1 }
    }
    best[i] = found!
  }
  const bands: Band[] = []
  for (let i = 0; i < groups.length; i = best[i]!.to) {
    const own = groups.slice(i, best[i]!.to)
    bands.push({ groups: own, rows: Math.max(...own.map((g) => g.size)) })
  }
  return bands
}

/** A lone group is looked for at the left. */
const lone = 12

const widthOf = ({ groups }: Band): number => groups.reduce((sum, g) => sum + g.w, 0)
/** Groups of one width stand below those of another band of that width. */
const alike = ({ groups }: Band): boolean => groups.every((g) => g.w === groups[0]!.w)

/** Where the groups of each band begin: all bands from one left edge to one right edge. */
export const placesIn = (bands: readonly Band[], width: number): number[][] => {
  const slotsOf = (band: Band): number =>
    alike(band)
      ? Math.max(...bands.filter((o) => alike(o) && o.groups[0]!.w === band.groups[0]!.w).map((o) => o.groups.length))
      : band.groups.length
  const full = bands.filter((b) => b.groups.length === slotsOf(b))
  // As much beside the outermost groups as half of what is between those of the fullest band.
  const most = bands.every((b) => slotsOf(b) === 1) ? lone : Infinity
  const edge = Math.max(0, Math.min(most, ...full.map((b) => (width - widthOf(b)) / b.groups.length / 2)))
  return bands.map((band) => {
    const slots = slotsOf(band)
    const taken = alike(band) ? slots * band.groups[0]!.w : widthOf(band)
    const between = slots > 1 ? Math.max(0, width - 2 * edge - taken) / (slots - 1) : 0
    let x = edge
    return band.groups.map(({ w }) => {
      const at = x
      x += w + between
      return at
    })
  })
}
