/**
 * The ink of a crop: paper and print are taken away, specks and edges dropped, and what is left is told by its strokes'
 * pieces, each a run of pixels that touch. Nothing here knows what is written.
 */
export type Grey = { width: number; height: number; data: Uint8Array }

/** A piece of ink: its box, and its pixels as offsets in the crop. */
export type Piece = { x: number; y: number; w: number; h: number; pixels: number[] }

/** So much darker than the paper about it is ink, as a share of the paper's light. */
const inkFrom = 0.24
const tile = 16

/** The paper's light about each tile: the brightest tenth of it and its neighbours. */
const paperOf = ({ width, height, data }: Grey): { across: number; light: Float32Array } => {
  const across = Math.ceil(width / tile)
  const down = Math.ceil(height / tile)
  const light = new Float32Array(across * down)
  const counts = new Uint32Array(256)
  for (let ty = 0; ty < down; ty++)
    for (let tx = 0; tx < across; tx++) {
      counts.fill(0)
      let n = 0
      const [x0, x1] = [Math.max(0, (tx - 1) * tile), Math.min(width, (tx + 2) * tile)]
      const [y0, y1] = [Math.max(0, (ty - 1) * tile), Math.min(height, (ty + 2) * tile)]
      for (let y = y0; y < y1; y += 2)
        for (let x = x0; x < x1; x += 2) {
          counts[data[y * width + x]!]!++
          n++
        }
      let left = n / 10
      let v = 255
      while (v > 0 && (left -= counts[v]!) > 0) v--
      light[ty * across + tx] = Math.max(40, v)
    }
  return { across, light }
}

/** 1 where there is ink or print. */
export const darkOf = (crop: Grey): Uint8Array => {
  const { width, height, data } = crop
  const { across, light } = paperOf(crop)
  const dark = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const paper = light[Math.floor(y / tile) * across + Math.floor(x / tile)]!
      if (paper - data[y * width + x]! > inkFrom * paper) dark[y * width + x] = 1
    }
  return dark
}

/** Print is dark on at least this share of all crops of a question. */
const printedShare = 0.6
/** Of fewer crops nothing can be said of print: handwriting would be taken for it. */
const fewest = 8
/** So far print strays between straightened pages, pixels. */
const strays = 2

/** What is printed on the crops of one question: dark at the same place on most of them, wherever a hand begins. */
export const printOf = (darks: readonly Uint8Array[], width: number, height: number): Uint8Array => {
  const print = new Uint8Array(width * height)
  if (darks.length < fewest) return print
  const wide = (dark: Uint8Array): Uint8Array => {
    const out = new Uint8Array(dark.length)
    for (let y = 1; y < height - 1; y++)
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x
        out[i] = dark[i]! | dark[i - 1]! | dark[i + 1]! | dark[i - width]! | dark[i + width]!
      }
    return out
  }
  const sum = new Uint16Array(width * height)
  for (const dark of darks) {
    const w = wide(dark)
    for (let i = 0; i < sum.length; i++) sum[i]! += w[i]!
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (sum[y * width + x]! >= printedShare * darks.length)
        for (let v = Math.max(0, y - strays); v <= Math.min(height - 1, y + strays); v++)
          for (let u = Math.max(0, x - strays); u <= Math.min(width - 1, x + strays); u++) print[v * width + u] = 1
  return print
}

/** A line across more than this share of a crop is ruled, not written. */
const ruledShare = 0.45

/** Clears ruled lines where no print is known: long level runs, but not where a stroke crosses them. */
const withoutRules = (dark: Uint8Array, width: number, height: number): void => {
  for (let y = 0; y < height; y++) {
    let n = 0
    let gap = 0
    let longest = 0
    for (let x = 0; x < width; x++)
      if (dark[y * width + x]) {
        n += 1 + gap
        gap = 0
        longest = Math.max(longest, n)
      } else if (++gap > 3) n = gap = 0
    if (longest < ruledShare * width) continue
    for (let x = 0; x < width; x++) {
      const at = (dy: number): number => (y + dy < 0 || y + dy >= height ? 0 : dark[(y + dy) * width + x]!)
      // A stroke goes on on both sides of the line.
      if (!(at(-3) && at(3))) dark[y * width + x] = 0
    }
  }
}

const piecesOf = (dark: Uint8Array, width: number, height: number): Piece[] => {
  const seen = new Uint8Array(dark.length)
  const pieces: Piece[] = []
  for (let start = 0; start < dark.length; start++) {
    if (!dark[start] || seen[start]) continue
    const pixels = [start]
    seen[start] = 1
    let [x0, x1, y0, y1] = [width, 0, height, 0]
    for (let k = 0; k < pixels.length; k++) {
      const i = pixels[k]!
      const x = i % width
      const y = (i - x) / width
      x0 = Math.min(x0, x)
      x1 = Math.max(x1, x)
      y0 = Math.min(y0, y)
      y1 = Math.max(y1, y)
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const j = v * width + u
          if (dark[j] && !seen[j]) {
            seen[j] = 1
            pixels.push(j)
          }
        }
    }
    pieces.push({ x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1, pixels })
  }
  return pieces
}

/** Fewer pixels than these are dust, at six pixels a millimetre. */
const dust = 9
const edge = 2

/** The pieces of ink on a crop; `print` is what is printed on all crops of the question. */
export const inkOf = (crop: Grey, dark: Uint8Array, print?: Uint8Array): Piece[] => {
  const { width, height } = crop
  const own = dark.slice()
  if (print) {
    for (let i = 0; i < own.length; i++)
      if (print[i]) {
        const x = i % width
        const y = (i - x) / width
        // What goes on above and below the print is a stroke that crosses it.
        const above = y > 3 * strays && dark[i - 3 * strays * width] && !print[i - 3 * strays * width]
        const below = y + 3 * strays < height && dark[i + 3 * strays * width] && !print[i + 3 * strays * width]
        if (!(above && below)) own[i] = 0
      }
  }
  withoutRules(own, width, height)
  return piecesOf(own, width, height).filter(
    (p) =>
      p.pixels.length >= dust &&
      // What lies along an edge of the crop is a frame, or a neighbour's.
      !(p.x <= edge && p.w < 4) &&
      !(p.y <= edge && p.h < 4) &&
      !(p.x + p.w >= width - edge && p.w < 4) &&
      !(p.y + p.h >= height - edge && p.h < 4),
  )
}
