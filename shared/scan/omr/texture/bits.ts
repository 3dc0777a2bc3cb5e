/** Pictures without greys: each pixel is black or white, by a level, or so that dots stand for greys. */
import type { Grey } from '../omr.types.ts'

/** Tells a 1-bit scan from a few thousand pixels, spread by a prime. */
export const isBilevel = ({ data }: Grey): boolean => {
  let grey = 0
  const step = 997
  for (let i = 0; i < data.length; i += step) if (data[i]! > 24 && data[i]! < 231) grey++
  return grey < data.length / step / 2000
}

/** Side of a square that is looked at (pixels); every second one each way. */
const SIDE = 8
/** It is neither paper nor ink where so much of it is black. */
const MIXED = { least: 0.25, most: 0.75 }
/** By chance a pixel differs from its neighbour in 2 p (1 - p) of all cases; dots are spread apart, so there it differs oftener. */
const SPREAD = 1.25
/** So many of the mixed squares are dots where greys are, the others edges of print. */
const SHARE = 0.05
const FEWEST = 30

/** Whether black and white dots stand for greys: a halftone, a fax that spreads its errors. Where a level parts them, light ink is lost. */
export const isDotted = ({ width, height, data }: Grey): boolean => {
  let [mixed, dotted] = [0, 0]
  for (let y = 0; y + SIDE < height; y += 2 * SIDE)
    for (let x = 0; x + SIDE < width; x += 2 * SIDE) {
      let [black, changes] = [0, 0]
      for (let j = 0; j < SIDE; j++)
        for (let i = 0, k = (y + j) * width + x; i < SIDE; i++, k++) {
          const own = data[k]! < 128
          if (own) black++
          if (own !== data[k + 1]! < 128) changes++
          if (own !== data[k + width]! < 128) changes++
        }
      const share = black / SIDE ** 2
      if (share < MIXED.least || share > MIXED.most) continue
      mixed++
      if (changes > SPREAD * 2 * share * (1 - share) * 2 * SIDE ** 2) dotted++
    }
  return dotted >= FEWEST && dotted >= SHARE * mixed
}
