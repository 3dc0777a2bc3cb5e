/**
 * A page of another maker: another layout, drawn by hand of program straight onto the paper; it has no code of ours.
 */
import { hanzi } from './glyphs.ts'
import { hatch, inks, stroke } from './pen.ts'
import type { PageRaster } from './raster.ts'
import { blankPage, sheetOf } from './raster.ts'
import type { Seed } from './seed.ts'
import { diceOf } from './seed.ts'

/** An answer sheet with bubbles in five columns, printed by others, filled by a student. Size in mm. */
export const foreignPage = (size: { width: number; height: number; dpi: number; seed: Seed }): PageRaster => {
  const dice = diceOf(`foreign/${size.seed}`)
  const page = blankPage(size.width, size.height, size.dpi)
  const raster = sheetOf(page, false)
  const print = { ...inks.black, opacity: 1, grain: 0, width: 0.25 }
  const bubble = (x: number, y: number) =>
    stroke(
      raster,
      dice,
      Array.from({ length: 17 }, (_, i) => ({
        x: x + 2 * Math.cos((i * Math.PI) / 8),
        y: y + 2 * Math.sin((i * Math.PI) / 8),
      })),
      print,
    )
  const hand = { marker: inks.pencil, pen: { ...inks.black, width: 0.6 }, slant: 0, size: 1, untidy: 0 }
  const writer = { raster, dice, hand }
  for (let i = 0; i < 9; i++) hanzi(writer, { x: size.width / 2 - 40 + i * 9, y: 14, w: 7, h: 7 })
  // its marks are triangles' worth of bars along one side, not our squares
  for (let y = 40; y < size.height - 20; y += 7)
    hatch(raster, dice, { x: 6, y, w: 5, h: 1.4 }, { ...print, width: 0.5 })
  for (let row = 0; row < 30 && 45 + row * 7 < size.height - 12; row++) {
    for (let column = 0; column < 4; column++) {
      const x = 22 + (column * (size.width - 30)) / 4
      const y = 45 + row * 7
      stroke(
        raster,
        dice,
        [
          { x: x - 4, y: y - 1 },
          { x: x - 4, y: y + 1.2 },
        ],
        { ...print, width: 0.4 },
      )
      for (let option = 0; option < 5; option++) bubble(x + option * 6.5, y)
      const choice = dice.int(5)
      hatch(raster, dice, { x: x + choice * 6.5 - 1.7, y: y - 1.7, w: 3.4, h: 3.4 }, inks.pencil)
    }
  }
  return { ...page, grey: raster.data }
}
