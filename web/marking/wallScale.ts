/** How large the tiles of the wall are drawn: as large as all schools stay in sight, for who stands some metres away. Pure. */

/** A tile at its own size with its gap, and the line above all of them, pixels. */
const tile = { width: 184, height: 46 }
const head = 84
const [least, most, step] = [1, 3.2, 0.2]

export const wallScale = (schools: number, { width, height }: { width: number; height: number }): number => {
  for (let scale = most; scale > least; scale -= step) {
    const columns = Math.max(1, Math.floor((width - 32) / (tile.width * scale)))
    if (Math.ceil(schools / columns) * tile.height * scale <= height - head) return Math.round(scale * 10) / 10
  }
  return least
}
