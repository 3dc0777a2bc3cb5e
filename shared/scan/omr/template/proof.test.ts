import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Part } from './proof.ts'
import type { Dark } from './shift.ts'
import { unprovenParts } from './evenParts.ts'
import { provePart, rivals, unmarked } from './proof.ts'

const size = { width: 300, height: 400 }
const step = { x: 20, y: 15 }
const cell = { w: 12, h: 9 }
const [rows, columns] = [10, 4]
const [left, top] = [90, 110]

const cellAt = (row: number, column: number): Rect => ({ x: left + column * step.x, y: top + row * step.y, ...cell })
const part: Part = {
  lines: Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => cellAt(r, c))),
  stepX: step.x,
  stepY: step.y,
}

const sheet = (): Dark => ({ ...size, data: new Float32Array(size.width * size.height) })
const fill = ({ width, height, data }: Dark, { x, y, w, h }: Rect, ink: number) => {
  for (let j = Math.max(0, Math.round(y)); j < Math.min(height, Math.round(y + h)); j++)
    for (let i = Math.max(0, Math.round(x)); i < Math.min(width, Math.round(x + w)); i++)
      data[j * width + i] = Math.max(data[j * width + i]!, ink)
}
const outline = (to: Dark, { x, y, w, h }: Rect, ink: number) => {
  fill(to, { x, y, w, h: 1 }, ink)
  fill(to, { x, y: y + h - 1, w, h: 1 }, ink)
  fill(to, { x, y, w: 1, h }, ink)
  fill(to, { x: x + w - 1, y, w: 1, h }, ink)
}
/** A sign of 3 × 5 places, one of 2¹⁵. */
const sign = (to: Dark, x: number, y: number, of: number, ink: number) => {
  for (let k = 0; k < 15; k++)
    if ((of >> k) & 1) fill(to, { x: x + (k % 3) * 2, y: y + Math.floor(k / 3) * 1.4, w: 2, h: 1.4 }, ink)
}
/** Outlined cells with letters in them, numbers to the left: nothing else. */
const print = ({ letters, numbers }: { letters: readonly number[]; numbers: readonly number[] }, ink = 0.4): Dark => {
  const to = sheet()
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      outline(to, cellAt(r, c), ink)
      sign(to, cellAt(r, c).x + 3, cellAt(r, c).y + 1, letters[c]!, ink)
    }
    sign(to, left - 20, top + r * step.y + 1, numbers[r]!, ink)
  }
  return to
}
const moved = ({ width, height, data }: Dark, dx: number, dy: number): Dark => {
  const to = sheet()
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x + dx, y + dy]
      if (u >= 0 && v >= 0 && u < width && v < height) to.data[y * width + x] = data[v * width + u]!
    }
  return to
}
const turned = ({ data }: Dark): Dark => ({ ...size, data: data.slice().reverse() })

const signs = (n: number) => fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 15 - 1 }), { minLength: n, maxLength: n })
const sheets = fc.record({
  letters: signs(columns),
  numbers: signs(rows),
  /** What a writer filled: one of a row's cells, none beyond the last. */
  marks: fc.array(fc.integer({ min: 0, max: columns }), { minLength: rows, maxLength: rows }),
  pen: fc.double({ min: 0.2, max: 0.5, noNaN: true }),
  gain: fc.double({ min: 0.5, max: 1.2, noNaN: true }),
})
const filled = (on: Dark, marks: readonly number[], pen: number): Dark => {
  const to = { ...on, data: on.data.slice() }
  marks.forEach((m, r) => m < columns && fill(to, cellAt(r, m), pen))
  return to
}
const lighter = (on: Dark, gain: number): Dark => ({ ...on, data: on.data.map((v) => Math.min(0.5, v * gain)) })

/** What a part needs to be read, as its reader has it. */
const LEAST = 0.3

describe('the place of a part', () => {
  it('is proved where it is, at any filling, darker or lighter, and a little off', () => {
    fc.assert(
      fc.property(
        sheets,
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: -3, max: 3 }),
        ({ letters, numbers, marks, pen, gain }, dx, dy) => {
          const reference = print({ letters, numbers })
          const page = moved(filled(lighter(reference, gain), marks, pen), dx, dy)
          const proof = provePart(reference, page, part)
          expect(proof.margin).toBeGreaterThan(LEAST)
          expect(proof.shift).toEqual({ dx: 0 - dx, dy: 0 - dy })
        },
      ),
      { numRuns: 12 },
    )
  })

  it('is as well proved where a black pen filled cells as on a blank sheet', () => {
    const reference = print({
      letters: [32_767, 16, 32_767, 16],
      numbers: [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19_683],
    })
    const page = lighter(reference, 0.5)
    const bare = provePart(reference, page, part).margin
    expect(
      Math.abs(provePart(reference, filled(page, [1, 1, 3, 3, 1, 1, 3, 1, 3, 1], 0.5), part).margin - bare),
    ).toBeLessThan(0.1)
  })

  it('is not proved one step or two beside it, and what it was taken for is named', () => {
    fc.assert(
      fc.property(sheets, fc.constantFrom(...rivals), ({ letters, numbers, marks, pen, gain }, rival) => {
        const reference = print({ letters, numbers })
        const page = filled(lighter(reference, gain), marks, pen)
        const proof = provePart(reference, moved(page, rival[0] * step.x, rival[1] * step.y), part)
        expect(proof.margin).toBeLessThan(0)
        expect(proof.rival).toEqual(rival)
      }),
      { numRuns: 12 },
    )
  })

  it.each([
    ['a page turned by half', turned],
    ['white paper', sheet],
    [
      'its mirror image',
      (d: Dark) => ({
        ...size,
        data: d.data.map((_, k) => d.data[k - (k % size.width) + size.width - 1 - (k % size.width)]!),
      }),
    ],
  ])('is not proved on %s', (_, spoil) => {
    const reference = print({
      letters: [1234, 777, 30_000, 9999],
      numbers: [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19_683],
    })
    expect(provePart(reference, spoil(reference), part).margin).toBeLessThan(LEAST)
  })

  it('is told by the ends of its cells alone where neither numbers nor letters are printed', () => {
    const none = { letters: [0, 0, 0, 0], numbers: Array.from({ length: rows }, () => 0) }
    const reference = print(none)
    const page = filled(reference, [0, 1, 2, 3, 4, 3, 2, 1, 0, 4], 0.5)
    expect(provePart(reference, page, part).margin).toBeGreaterThan(LEAST)
    expect(provePart(reference, moved(page, 0, step.y), part)).toMatchObject({ rival: [0, 1] })
  })

  it('is not proved where the template is the same all over', () => {
    const endless = sheet()
    for (let r = -8; r < 20; r++) for (let c = -5; c < 11; c++) outline(endless, cellAt(r, c), 0.4)
    expect(provePart(endless, endless, part).margin).toBe(0)
  })

  it('is proved by a filled template as by a blank one', () => {
    const reference = print({
      letters: [1234, 777, 30_000, 9999],
      numbers: [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19_683],
    })
    const filledIn = filled(reference, [0, 0, 1, 3, 2, 1, 0, 2, 3, 4], 0.5)
    const bare = unmarked(filledIn, [part])
    expect(bare.data).toEqual(reference.data)
    expect(provePart(bare, filled(reference, [3, 1, 1, 0, 4, 2, 2, 1, 0, 3], 0.5), part).margin).toBeGreaterThan(LEAST)
  })
})

describe('the numbers beside the lines', () => {
  const [letters, numbers] = [
    [1234, 777, 30_000, 9999],
    [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19_683, 12_345, 25_011].map((n) => n * 5 + 3),
  ]
  const reference = print({ letters, numbers })

  it.each([1, 2, -1])('are told from those of another edition with the same cells, %i lines on', (by) => {
    const other = print({ letters, numbers: [...numbers.slice(by), ...numbers.slice(0, by)] }, 0.3)
    const proof = provePart(reference, filled(other, [0, 1, 2, 3, 4, 3, 2, 1, 0, 4], 0.5), part)
    expect(proof.margin).toBeGreaterThan(LEAST)
    expect(proof.numbers).toBeLessThan(0)
    expect(
      unprovenParts(
        [
          { part: { ...part }, ...proof },
          { part: { ...part }, margin: 0.9 },
        ],
        { found: 0.9 },
      ).size,
    ).toBe(2)
  })

  it('are the template\u2019s own on its sheets, and say nothing where there are none or all are the same', () => {
    const page = (of: Dark) => moved(filled(lighter(of, 0.6), [0, 1, 2, 3, 4, 3, 2, 1, 0, 4], 0.5), 1, -1)
    expect(provePart(reference, page(reference), part).numbers).toBeGreaterThan(0.5)
    for (const of of [0, 777]) {
      const alike = print({ letters, numbers: Array.from({ length: rows }, () => of) })
      expect(provePart(alike, page(alike), part).numbers).toBe(1)
    }
  })
})

describe('the parts of a page', () => {
  const of = (...margins: number[]) => margins.map((margin) => ({ part: { ...part }, margin }))
  it.each<[string, number[], number, number]>([
    ['all proved', [0.4, 0.9], 0.9, 0],
    ['one is not', [0.4, 0.2, 0.9], 0.9, 1],
    ['most are not, so none is', [0.2, 0.1, 0.9], 0.9, 3],
    ['little of the template is found again', [0.4, 0.6, 0.9], 0.4, 1],
  ])('%s', (_, margins, found, expected) => {
    expect(unprovenParts(of(...margins), { found }).size).toBe(expected)
  })
})
