/** The shapes of handwriting: pseudo-Hanzi, digits and signs, cursive words. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Point } from './pen.ts'
import { curve, stroke } from './pen.ts'
import type { Hand } from './plan.ts'
import type { Raster } from './raster.ts'
import type { Dice } from './seed.ts'

export type Writer = { raster: Raster; dice: Dice; hand: Hand }

/** One pen stroke through points of a unit box. */
export const put = (writer: Writer, box: Rect, points: readonly (readonly [number, number])[], smooth = true) => {
  const { raster, dice, hand } = writer
  const shake = Math.min(box.w, box.h) * (0.015 + 0.03 * hand.untidy)
  const real = points.map(([u, v]): Point => {
    const y = box.y + v * box.h + dice.gauss() * shake
    return { x: box.x + u * box.w + dice.gauss() * shake + hand.slant * (box.y + box.h - y), y }
  })
  stroke(
    raster,
    dice,
    smooth ? curve(real, 3) : real,
    { ...hand.pen, width: hand.pen.width * 0.62 },
    dice.range(0.75, 1.05),
  )
}

/** A component of a pseudo-Hanzi: a few strokes of the classical kinds in a box. */
const component = (writer: Writer, box: Rect, strokes: number) => {
  const { dice } = writer
  for (let i = 0; i < strokes; i++) {
    const v = (i + 0.5) / strokes
    const kind = dice.int(7)
    if (kind <= 1)
      put(writer, box, [
        [dice.range(0, 0.15), v],
        [0.5, v - 0.03],
        [dice.range(0.8, 1), v - dice.range(0, 0.1)],
      ])
    else if (kind === 2) {
      const u = dice.range(0.2, 0.8)
      put(writer, box, [
        [u, dice.range(0, 0.2)],
        [u + 0.02, 0.5],
        [u, dice.range(0.8, 1)],
      ])
    } else if (kind === 3)
      put(writer, box, [
        [0.6, dice.range(0, 0.3)],
        [0.45, 0.55],
        [dice.range(0, 0.15), dice.range(0.8, 1)],
      ])
    else if (kind === 4)
      put(writer, box, [
        [0.4, dice.range(0.1, 0.4)],
        [0.65, 0.7],
        [1, dice.range(0.85, 1)],
      ])
    else if (kind === 5) {
      const right = dice.range(0.75, 0.95)
      put(
        writer,
        box,
        [
          [0.1, v * 0.6],
          [right, v * 0.6 - 0.03],
          [right - 0.03, 0.95],
          [right - 0.2, 0.85],
        ],
        false,
      )
    } else
      put(writer, box, [
        [dice.range(0.2, 0.8), v],
        [dice.range(0.3, 0.9), v + 0.12],
      ])
  }
}

/** One pseudo-Hanzi in a box of about its size. */
export const hanzi = (writer: Writer, box: Rect) => {
  const { dice } = writer
  const layout = dice.next()
  if (layout < 0.45) {
    const cut = dice.range(0.32, 0.5)
    component(writer, { ...box, w: box.w * cut }, 1 + dice.int(3))
    component(writer, { ...box, x: box.x + box.w * (cut + 0.05), w: box.w * (0.95 - cut) }, 2 + dice.int(4))
  } else if (layout < 0.75) {
    component(writer, { ...box, h: box.h * 0.46 }, 2 + dice.int(3))
    component(writer, { ...box, y: box.y + box.h * 0.5, h: box.h * 0.5 }, 3 + dice.int(3))
  } else component(writer, box, 4 + dice.int(4))
}

/** Stroke shapes of digits and signs in a unit box. */
const shapes: Record<string, readonly (readonly (readonly [number, number])[])[]> = {
  0: [
    [
      [0.5, 0],
      [0.1, 0.4],
      [0.3, 1],
      [0.8, 0.8],
      [0.8, 0.2],
      [0.5, 0],
    ],
  ],
  1: [
    [
      [0.5, 0],
      [0.48, 1],
    ],
  ],
  2: [
    [
      [0.1, 0.2],
      [0.5, 0],
      [0.85, 0.25],
      [0.1, 1],
      [0.9, 0.95],
    ],
  ],
  3: [
    [
      [0.15, 0.1],
      [0.75, 0.1],
      [0.4, 0.45],
      [0.85, 0.7],
      [0.5, 1],
      [0.1, 0.9],
    ],
  ],
  4: [
    [
      [0.5, 0],
      [0.1, 0.65],
      [0.9, 0.6],
    ],
    [
      [0.65, 0.3],
      [0.6, 1],
    ],
  ],
  5: [
    [
      [0.8, 0],
      [0.25, 0.05],
      [0.2, 0.45],
      [0.8, 0.6],
      [0.6, 1],
      [0.1, 0.95],
    ],
  ],
  6: [
    [
      [0.7, 0],
      [0.2, 0.5],
      [0.3, 1],
      [0.8, 0.8],
      [0.5, 0.55],
      [0.2, 0.75],
    ],
  ],
  7: [
    [
      [0.1, 0.05],
      [0.85, 0.05],
      [0.4, 1],
    ],
  ],
  8: [
    [
      [0.7, 0.1],
      [0.2, 0.2],
      [0.8, 0.75],
      [0.4, 1],
      [0.15, 0.75],
      [0.8, 0.2],
      [0.6, 0.05],
    ],
  ],
  9: [
    [
      [0.8, 0.2],
      [0.3, 0.1],
      [0.25, 0.45],
      [0.75, 0.4],
      [0.8, 0.2],
      [0.7, 1],
    ],
  ],
  x: [
    [
      [0.1, 0.35],
      [0.5, 0.65],
      [0.85, 1],
    ],
    [
      [0.85, 0.35],
      [0.1, 1],
    ],
  ],
  y: [
    [
      [0.15, 0.35],
      [0.45, 0.7],
    ],
    [
      [0.85, 0.35],
      [0.3, 1.2],
    ],
  ],
  '=': [
    [
      [0.05, 0.45],
      [0.95, 0.43],
    ],
    [
      [0.05, 0.7],
      [0.95, 0.68],
    ],
  ],
  '+': [
    [
      [0.1, 0.55],
      [0.9, 0.53],
    ],
    [
      [0.5, 0.2],
      [0.5, 0.9],
    ],
  ],
  '-': [
    [
      [0.1, 0.55],
      [0.9, 0.53],
    ],
  ],
  '√': [
    [
      [0, 0.6],
      [0.2, 0.55],
      [0.4, 1],
      [0.65, 0],
      [1.4, 0],
    ],
  ],
}
const signs = Object.keys(shapes)

/** Digits and signs along a line; returns the width used in mm. */
export const formula = (writer: Writer, x: number, baseline: number, size: number, length: number): number => {
  let at = x
  for (let i = 0; i < length; i++) {
    const sign = writer.dice.chance(0.6) ? String(writer.dice.int(10)) : writer.dice.pick(signs)
    const box = { x: at, y: baseline - size, w: size * 0.55, h: size }
    for (const line of shapes[sign]!) put(writer, box, line)
    at += size * writer.dice.range(0.62, 0.85)
  }
  return at - x
}

/** Digits and signs that say something, along a line; returns the width used in mm. A sign without a shape is a space. */
export const writeText = (writer: Writer, text: string, x: number, baseline: number, size: number): number => {
  let at = x
  for (const sign of text) {
    const box = { x: at, y: baseline - size, w: size * 0.55, h: size }
    for (const line of shapes[sign] ?? []) put(writer, box, line)
    at += size * writer.dice.range(0.66, 0.85)
  }
  return at - x
}

/** A cursive word; returns the width used in mm. */
export const word = (writer: Writer, x: number, baseline: number, size: number, letters: number): number => {
  const { dice } = writer
  const points: [number, number][] = []
  const step = 1 / letters
  for (let i = 0; i < letters; i++) {
    const u = i * step
    const tall = dice.chance(0.25) ? dice.range(-0.5, -0.1) : dice.chance(0.15) ? 1.45 : dice.range(0.4, 0.55)
    points.push([u, 0.95], [u + step * 0.45, tall], [u + step * 0.3, dice.range(0.6, 0.9)], [u + step * 0.75, 1])
  }
  const width = letters * size * 0.55
  put(writer, { x, y: baseline - size * 0.75, w: width, h: size * 0.75 }, points)
  return width
}

/** Plain digits from x on, `step` mm apart, standing on the baseline. */
export const writeDigits = (
  writer: Writer,
  digits: string,
  x: number,
  baseline: number,
  size: number,
  step: number,
) => {
  ;[...digits].forEach((digit, i) => {
    const box = { x: x + i * step, y: baseline - size, w: size * 0.55, h: size }
    for (const points of shapes[digit] ?? []) put(writer, box, points)
  })
}
