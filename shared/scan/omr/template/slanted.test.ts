/** A tall grid that is laid askew, or at another scale: its middle lies on its cells, and its ends on others. */
import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Part } from './proof.ts'
import type { Dark } from './shift.ts'
import { linesOff, provePart } from './proof.ts'

const size = { width: 300, height: 640 }
const step = { x: 20, y: 15 }
const [rows, columns] = [30, 4]
const [left, top] = [110, 95]
const cellAt = (row: number, column: number): Rect => ({
  x: left + column * step.x,
  y: top + row * step.y,
  w: 12,
  h: 9,
})
const part: Part = {
  lines: Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_unused, c) => cellAt(r, c))),
  stepX: step.x,
  stepY: step.y,
}
const middle = { x: left + 1.5 * step.x + 6, y: top + 14.5 * step.y + 4.5 }

/** Outlined cells with letters, numbers to the left of them: ink at a place of the sheet. */
const sheet = ({ letters = true, numbers = true } = {}): Dark => {
  const data = new Float32Array(size.width * size.height)
  const fill = (x: number, y: number, w: number, h: number) => {
    for (let j = Math.round(y); j < Math.round(y + h); j++)
      data.fill(0.4, j * size.width + Math.round(x), j * size.width + Math.round(x + w))
  }
  const sign = (x: number, y: number, of: number) => {
    for (let k = 0; k < 15; k++) if ((of >> k) & 1) fill(x + (k % 3) * 2, y + Math.floor(k / 3) * 1.4, 2, 1.4)
  }
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const { x, y, w, h } = cellAt(r, c)
      fill(x, y, w, 1)
      fill(x, y + h - 1, w, 1)
      fill(x, y, 1, h)
      fill(x + w - 1, y, 1, h)
      if (letters) sign(x + 3, y + 1, [1234, 777, 30_000, 9999][c]!)
    }
    if (numbers) sign(left - 20, top + r * step.y + 1, 1 + ((r * 7919) % 32_767))
  }
  return { ...size, data }
}

/** The sheet as a place that is turned by so many degrees about the part's middle and so much too large shows it. */
const seenBy = ({ data }: Dark, degrees: number, scale: number): Dark => {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180) * scale, Math.sin((degrees * Math.PI) / 180) * scale]
  const out = new Float32Array(data.length)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const [dx, dy] = [x - middle.x, y - middle.y]
      const [u, v] = [middle.x + c * dx - s * dy, middle.y + s * dx + c * dy]
      const [u0, v0] = [Math.floor(u), Math.floor(v)]
      if (u0 < 0 || v0 < 0 || u0 + 1 >= size.width || v0 + 1 >= size.height) continue
      const [fu, fv] = [u - u0, v - v0]
      const at = v0 * size.width + u0
      out[y * size.width + x] =
        (data[at]! * (1 - fu) + data[at + 1]! * fu) * (1 - fv) +
        (data[at + size.width]! * (1 - fu) + data[at + size.width + 1]! * fu) * fv
    }
  return { ...size, data: out }
}

/** What a part needs to be read, as its reader has it. */
const LEAST = 0.25
const printed: [string, { letters?: boolean; numbers?: boolean }][] = [
  ['numbers and letters', {}],
  ['numbers alone', { letters: false }],
  ['nothing but its cells', { letters: false, numbers: false }],
]
const still = () => ({ dx: 0, dy: 0 })

describe.each(printed)('a grid with %s', (_, what) => {
  const reference = sheet(what)
  const accepted = (page: Dark): number => {
    const proof = provePart(reference, page, part)
    return proof.margin < LEAST ? 0 : rows - linesOff(part, proof, still).size
  }

  it('is accepted as a whole where it lies on its cells, also turned by what is nothing at its ends', () => {
    expect([0, 0.5, -0.5].map((d) => accepted(seenBy(reference, d, 1)))).toEqual([rows, rows, rows])
    // What a copy or a fax has lost is not taken for something else; only of bare cells it takes the ends.
    const faded = { ...reference, data: reference.data.map((v, k) => (k < reference.data.length / 3 ? 0 : v)) }
    if (what.numbers !== false) expect(accepted(faded)).toBe(rows)
  })

  it.each([2, 3, 4, 5, -2, -3, -4, -5])('is not where it lies over them turned by %i°', (degrees) => {
    expect(accepted(seenBy(reference, degrees, 1))).toBe(0)
  })

  it.each([0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 1.03, 1.06, 1.1])('is not where they are printed at %f', (scale) => {
    expect(accepted(seenBy(reference, 0, scale))).toBe(0)
  })
})
