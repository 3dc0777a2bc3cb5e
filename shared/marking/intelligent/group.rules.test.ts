/** Ink, shapes and groups on strokes drawn as boxes; on handwriting they are measured in infra/demo/like. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, mostSigns, signBytes } from './feature.rules.ts'
import type { Shape } from './feature.rules.ts'
import { groupsOf } from './group.rules.ts'
import { darkOf, inkOf } from './ink.rules.ts'
import { shapesOf } from './shapes.rules.ts'

type Box = readonly [x: number, y: number, w: number, h: number]
const [width, height] = [300, 80]
const drawn = (boxes: readonly Box[], dx = 0, paper = 240) => {
  const data = new Uint8Array(width * height).fill(paper)
  const line: Box = [40, 66, 240, 2]
  for (const [x, y, w, h] of [...boxes.map(([x, y, w, h]): Box => [x + 60 + dx, y + 15, w, h]), line])
    for (let v = y; v < y + h; v++) data.fill(40, v * width + x, v * width + x + w)
  return { width, height, data }
}
const bar: Box[] = [[0, 0, 5, 40]]
const ring: Box[] = [
  [0, 0, 28, 5],
  [0, 35, 28, 5],
  [0, 0, 5, 40],
  [23, 0, 5, 40],
]
const open: Box[] = ring.slice(0, 3)
const equals: Box[] = [
  [0, 12, 28, 5],
  [0, 24, 28, 5],
]

describe('ink', () => {
  it('is what stands on no other crop: the line is print, and a stroke through it stays whole', () => {
    const crops = Array.from({ length: 12 }, (_, i) => drawn([[0, 0, 5, 58]], i * 11))
    for (const s of shapesOf(crops)) expect(s).toHaveLength(1)
    const empty = Array.from({ length: 12 }, () => drawn([]))
    for (const s of shapesOf(empty)) expect(s).toEqual([])
  })

  it('is found on a crop alone, without its ruled line, on bright and on grey paper', () => {
    for (const paper of [255, 150]) {
      const crop = drawn(bar, 0, paper)
      const pieces = inkOf(crop, darkOf(crop))
      expect(pieces.map(({ w, h }) => [w, h])).toEqual([[5, 40]])
    }
  })

  it('is none on nothing but paper, black or noise of single dots', () => {
    for (const fill of [0, 128, 255]) {
      const crop = { width, height, data: new Uint8Array(width * height).fill(fill) }
      expect(inkOf(crop, darkOf(crop))).toEqual([])
    }
    const dots = { width, height, data: new Uint8Array(width * height).fill(240) }
    for (let i = 0; i < dots.data.length; i += 997) dots.data[i] = 0
    expect(inkOf(dots, darkOf(dots))).toEqual([])
  })
})

describe('groups', () => {
  it('tell a ring from one that is open, two bars of = are one sign, and place does not matter', () => {
    const kinds = [bar, ring, open, equals]
    const crops = kinds.flatMap((k, n) => Array.from({ length: 4 }, (_, i) => drawn(k, i * 23 + n)))
    const groups = groupsOf(shapesOf(crops))
    expect(groups.map((g) => [...g.members].sort((a, b) => a - b)).sort((a, b) => a[0]! - b[0]!)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9, 10, 11],
      [12, 13, 14, 15],
    ])
  })

  it('leave what has too many signs alone, and have every answer once', () => {
    const sign = fc.uint8Array({ minLength: signBytes, maxLength: signBytes })
    const shape = fc.oneof(fc.constant(null), fc.array(sign, { maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 12 }), (shapes) => {
        const groups = groupsOf(shapes)
        expect(groups.flatMap((g) => g.members).sort((a, b) => a - b)).toEqual(shapes.map((_, i) => i))
        for (const { members, outliers } of groups) {
          expect(outliers).toBeLessThan(members.length)
          // Only answers of as many signs are alike, and nothing is said of null.
          expect(new Set(members.map((i) => shapes[i]?.length)).size).toBe(1)
          if (shapes[members[0]!] === null) expect(members).toHaveLength(1)
        }
      }),
      { numRuns: 40 },
    )
    const many = drawn(Array.from({ length: mostSigns + 1 }, (_, i): Box => [i * 12, 0, 4, 20]))
    expect(shapesOf([many])).toEqual([null])
  })

  it('are as far apart as their most different sign', () => {
    const [a, b, c] = shapesOf([drawn(bar), drawn(ring), drawn(open)]) as [Shape, Shape, Shape]
    const one = distance(a, b, 9)
    expect(distance([...a, ...a, ...a], [...a, ...b, ...a], 9)).toBe(one)
    expect(distance(a, a, 9)).toBe(0)
    expect(distance(b, c, 9)).toBeGreaterThan(0)
    expect(distance(a, [...a, ...a], 9)).toBe(9)
  })
})
