/** What is measured of every cell of a page. */
import type { Placed } from './placing.ts'
import type { Raster, Site } from './shape.ts'
import type { Zone, ZoneCell } from './zones.ts'

export type CellInk = {
  zone: Zone
  cell: ZoneCell
  /** Paper white of the ring, in grey levels. */
  white: number
  /** Mean darkness of the cell, print included. */
  raw: number
  /** Darkness beyond the blank cell of this kind on this page. */
  ink: number
  /** The darkest of the cell's four quarters and the lightest, beyond blank. */
  quarters: [number, number]
  /** Darkness 0.75…1.15 mm outside of the four sides (left, right, top, bottom) against the neighbourhood's paper. */
  ring: [number, number, number, number]
  /** Ink just outside of the four corners (top left, top right, bottom left, bottom right): the arms of a cancelling cross. */
  corners: [number, number, number, number]
  /** Darkest spot (0.5 mm) that the printed sign does not explain, in spreads of the page's empty cells, see `measureSpots`. */
  spot: number
  /** A line that goes on beyond the cell on both sides crosses it: a streak of the scanner's glass, the rim of a stain. */
  crossed: boolean
  /** What a streak that runs down its column adds to its ink, see `measureStreaks`: it has no other. */
  streak?: number
  /** How much darker its darkest 0.5 mm is than that of other cells with this sign, in the same way, see `measurePeaks`. */
  peak: number
}

export type InkMap = {
  cells: Map<Zone, CellInk[]>
  /** A cell's ink beyond print, place by place. */
  rasterOf: (c: CellInk) => Raster
  /** The same for the look of its ink; where its like cells are marked too, the unfilled sheet's picture says what is printed. */
  lookOf: (c: CellInk) => Raster
  /** A cell's darkness, print included, place by place. */
  darkOf: (c: CellInk) => Raster
  /** Where a cell lies in its straightened piece, for who looks closer. */
  siteOf: (c: CellInk) => Site
  /** Spread of the empty cells' ink: what noise and print alone do on this page. */
  noise: number
  /** Grey levels between paper and print at the anchors. */
  depth: number
  /** The picture has no greys. */
  bilevel: boolean
  /** Black and white dots stand for its greys: a cell's mean is what it would be, and thin lines are missing here and there. */
  dotted: boolean
  /** The paper is as white as the picture can show: a light mark may have lost most of its ink there. */
  clipped: boolean
  /** Of our own cards: which zones are proved to lie where they are read, and whether bent paper was followed to them. */
  placed?: Placed
  followed?: boolean
  /** The largest local shift from the plane (mm). */
  offset?: number
}
