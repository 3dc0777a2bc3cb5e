/** Whether the grids of a template were drawn on its cells, before anything is read by it. */
import type { CellGrid, Rect } from '#shared/card/geometry/geometry.types.ts'
import { survey } from '../anchors.ts'
import type { Grey } from '../omr.types.ts'
import { liesOnPrint } from './drawn.ts'
import { referencePicture } from './guide.ts'
import { darkOf } from './evenParts.ts'
import { LEAST_CONTRAST, snapGrid } from './snap.ts'

export type GridCheck = {
  lies: boolean
  /** How much darker its cells are than what is between them, 0…255. */
  contrast: number
  /** The grid as it is printed. */
  printed: CellGrid
}

/** Holds grids against one picture; `lines` are the grid's cells, all in pixels of the picture. */
export const gridsOn = (picture: Grey) => {
  const small = referencePicture(picture)
  const k = small.width / picture.width
  const dark = darkOf(survey(small), 1, 1, small.width, small.height)
  return (grid: CellGrid, lines: readonly (readonly { rect: Rect }[])[]): GridCheck => {
    const { grid: printed, contrast } = snapGrid(picture, grid)
    const cells = lines.map((l) => l.map(({ rect: r }) => ({ x: r.x * k, y: r.y * k, w: r.w * k, h: r.h * k })))
    return { lies: contrast >= LEAST_CONTRAST && liesOnPrint(dark, cells), contrast, printed }
  }
}
