/** What golden pictures tell apart, and that each is looked at. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cellsOf, changed, goldenFolder, goldenLooks, goldenScreens } from './golden.journey.ts'
import type { Cells } from './golden.journey.ts'

type Block = { x: number; y: number; w: number; h: number; colour: readonly [number, number, number] }
const [width, height] = [600, 300]
const green = [58, 125, 49] as const
const button = { x: 60, y: 45, w: 100, h: 32, colour: green }
/** Lines of text are rows of strokes. */
const line = (y: number, x = 20): Block[] =>
  Array.from({ length: 40 }, (_, i) => ({ x: x + i * 9, y, w: 4, h: 14, colour: [36, 36, 36] as const }))
const picture = (blocks: readonly Block[]): Cells => {
  const data = new Uint8Array(width * height * 3).fill(250)
  for (const { x, y, w, h, colour } of blocks)
    for (let j = y; j < y + h; j++) for (let i = x; i < x + w; i++) data.set(colour, (j * width + i) * 3)
  return cellsOf({ width, height, data }, 15)
}
const golden = picture([button, ...line(120), ...line(150)])
const told = (blocks: readonly Block[]): boolean => changed(picture(blocks), golden, 15) !== null

describe('a golden picture', () => {
  it.each<[string, Block[], boolean]>([
    ['the same', [button, ...line(120), ...line(150)], false],
    [
      'strokes that are all a shade lighter, and some thinner',
      [
        button,
        ...line(120).map((b) => ({ ...b, colour: [50, 50, 50] as const })),
        ...line(150).map((b, i) => ({ ...b, w: i % 9 ? 4 : 3 })),
      ],
      false,
    ],
    ['a button that moved by a grid step', [{ ...button, x: 68 }, ...line(120), ...line(150)], true],
    ['a button of another colour as light', [{ ...button, colour: [134, 82, 49] }, ...line(120), ...line(150)], true],
    ['lines four pixels lower', [button, ...line(124), ...line(154)], true],
    ['a line that is missing', [button, ...line(120)], true],
  ])('tells %s: %#', (_, blocks, expected) => {
    expect(told(blocks)).toBe(expected)
  })
  it('of another size is another picture', () => {
    expect(changed(cellsOf({ width: 30, height: 30, data: new Uint8Array(2700) }, 15), golden, 15)).toBe(
      'is 2×2 cells, was 40×20',
    )
  })
})

describe('the golden pictures', () => {
  it('are those of twenty-four screens in three looks, and no others lie there', () => {
    expect(goldenScreens.size).toBe(24)
    const wanted = [...goldenScreens].flatMap((name) => goldenLooks.map((look) => `${name}-${look}.png`))
    expect(readdirSync(goldenFolder).sort()).toEqual(wanted.sort())
  })
  it('are looked at by a journey each', () => {
    const [screens, door] = ['screens', 'signIn'].map((name) =>
      readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8'),
    ) as [string, string]
    for (const name of goldenScreens)
      expect(screens.includes(`['${name}',`) || door.includes(`looked(page, '${name}')`), name).toBe(true)
  })
})
