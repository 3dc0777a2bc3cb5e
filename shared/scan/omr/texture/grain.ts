/**
 * Grain of what lies in a cell. Graphite stays on the tops of the paper's fibres, so a mark, and a light one most of all, is
 * rough at a fifth of a millimetre; what a rubber left was pressed and wiped into the paper, and is smooth there.
 */
import { floats } from '../sample.ts'

/** A cell and its margin at places of 0.2 mm, row by row: darkness beyond paper, print included. */
type Places = Float32Array
/** `across` places in a row; the cell's inside, its printed outline left out: columns x0…x1, rows y0…y1. */
type Within = { across: number; x0: number; x1: number; y0: number; y1: number }

/** Places with more print than this about them say nothing of grain: print never lies twice alike. */
const PRINTED = 0.05
/** Fewer bare places than this say nothing. */
const FEWEST = 30

/** How dark a cell is where nothing is printed, and how rough: what a place differs from its eight neighbours and itself by. */
type Grain = { mean: number; rough: number }

/** Places of the inside about which nothing is printed. */
const barePlaces = (usual: Places, { across, x0, x1, y0, y1 }: Within): number[] => {
  const out: number[] = []
  for (let y = y0; y < y1; y++)
    next: for (let x = x0; x < x1; x++) {
      const k = y * across + x
      for (let j = k - across; j <= k + across; j += across)
        if (usual[j - 1]! > PRINTED || usual[j]! > PRINTED || usual[j + 1]! > PRINTED) continue next
      out.push(k)
    }
  return out.length < FEWEST ? [] : out
}

/** Grain of what lies in a cell beyond `usual`. */
const grainAt = (own: Places, usual: Places, bare: readonly number[], across: number): Grain => {
  const by = floats(own.length)
  for (let k = 0; k < own.length; k++) by[k] = own[k]! - usual[k]!
  let [mean, rough] = [0, 0]
  for (const k of bare) {
    let sum = 0
    for (let j = k - across; j <= k + across; j += across) sum += by[j - 1]! + by[j]! + by[j + 1]!
    mean += by[k]!
    rough += (by[k]! - sum / 9) ** 2
  }
  return { mean: mean / bare.length, rough: Math.sqrt(rough / bare.length) }
}

/** What a cell has beyond its likes where nothing is printed. */
export type Fill = {
  /** How much darker it is. */
  mean: number
  /** How rough it is beyond the page's own noise, in shares of that; and that noise. */
  grain: number
  rough: number
  noise: number
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** A cell against its likes, each laid on it; undefined where print leaves no room to look. */
export const fillOf = (own: Places, laid: readonly Places[], usual: Places, within: Within): Fill | undefined => {
  const bare = barePlaces(usual, within)
  if (bare.length === 0) return undefined
  const { mean, rough } = grainAt(own, usual, bare, within.across)
  const others = laid.map((like) => grainAt(like, usual, bare, within.across))
  const by = mean - middle(others.map((o) => o.mean))
  const noise = middle(others.map((o) => o.rough))
  const grain = Math.sqrt(Math.max(0, rough ** 2 - noise ** 2)) / Math.max(0.01, by)
  return { mean: by, grain, rough, noise }
}

/**
 * Graphite is as rough as this, and twice as rough as noise: of 558 light fills of camera pages that were looked at this way 251,
 * of 467 cells that were rubbed clean and read as blank 7. Copies smooth it away, so the lack of it says nothing.
 */
const GRAINY = { mean: 0.022, grain: 0.15, noises: 2 }

export const isGrainy = ({ mean, grain, rough, noise }: Fill): boolean =>
  mean >= GRAINY.mean && grain >= GRAINY.grain && rough >= GRAINY.noises * noise
