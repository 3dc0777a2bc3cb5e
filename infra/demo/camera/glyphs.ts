/**
 * Letters as strokes on a field of 4 × 6 (0,0 top left), of our own drawing: foreign sheets print them at any weight, a
 * hand writes them badly. A gap between strokes is a blank; numbers in pairs are points.
 */
import { chanceOf } from './chance.ts'
import type { Point } from './painter.ts'

const strokes: Record<string, string> = {
  A: '06 20 46 14,34',
  B: '00 06 36 45 44 33 03 00 30 41 42 33',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46,03 33',
  F: '40 00 06,03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06,40 46,03 43',
  I: '10 30,20 26,16 36',
  J: '20 40 45 36 16 05',
  K: '00 06,40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10,24 46',
  R: '06 00 30 41 42 33 03,23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40,20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46,40 06',
  Y: '00 23 40,23 26',
  Z: '00 40 06 46',
  '0': '10 30 41 45 36 16 05 01 10',
  '1': '11 20 26,16 36',
  '2': '01 10 30 41 42 06 46',
  '3': '01 10 30 41 42 33 23,33 44 45 36 16 05',
  '4': '30 04 44,30 36',
  '5': '40 00 03 33 44 45 36 16 05',
  '6': '41 30 10 01 05 16 36 45 44 33 13 04',
  '7': '00 40 16',
  '8': '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  '9': '42 33 13 02 01 10 30 41 45 36 16 05',
  '.': '25 26',
  '-': '13 33',
  '(': '30 12 14 36',
  ')': '10 32 34 16',
}

/** What no letter is drawn for: a dense field of strokes as Chinese characters are, the same for the same character. */
const denseStrokes = (character: string): Point[][] => {
  const chance = chanceOf(`glyph:${character}`)
  return Array.from({ length: 5 + chance.int(6) }, (): Point[] => {
    const x = chance.between(0, 4)
    const y = chance.between(0, 6)
    const kind = chance.int(4)
    if (kind === 0)
      return [
        [0.2, y],
        [3.8, y],
      ]
    if (kind === 1)
      return [
        [x, Math.max(0, y - 3)],
        [x, Math.min(6, y + 3)],
      ]
    return [
      [x, y],
      [chance.between(0, 4), Math.min(6, y + chance.between(1, 3))],
    ]
  })
}

/** A character's strokes in units of its height: 0…0.667 wide, 0…1 high. */
export const glyphOf = (character: string): Point[][] => {
  const said = strokes[character.toUpperCase()]
  if (character === ' ') return []
  if (!said) return denseStrokes(character).map((path) => path.map(([x, y]): Point => [x / 5, y / 6]))
  return said.split(',').map((stroke) =>
    stroke.split(' ').map((pair): Point => {
      const x = Number(pair[0])
      return [x / 6, Number(pair.slice(1)) / 6]
    }),
  )
}

export const glyphWidth = (character: string): number =>
  strokes[character.toUpperCase()] ? 0.88 : character === ' ' ? 0.5 : 1.05

/** A line of text from its left edge, `size` high. */
export const textPaths = (text: string, x: number, y: number, size: number, slant = 0): Point[][] => {
  const paths: Point[][] = []
  let at = x
  for (const character of text) {
    for (const path of glyphOf(character))
      paths.push(path.map(([gx, gy]): Point => [at + gx * size + (1 - gy) * slant * size, y + gy * size]))
    at += glyphWidth(character) * size
  }
  return paths
}

export const textWide = (text: string, size: number): number =>
  [...text].reduce((sum, c) => sum + glyphWidth(c) * size, 0) - 0.2 * size
