import { expect, it } from 'vitest'
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { SheetDoubt } from '#shared/scan/sheet.types.ts'
import { placeOf } from './crops.ts'

const cell = (value: string, x: number, y: number) => ({ value, rect: { x, y, w: 6, h: 3 } })
const block = (blockId: string, questionIds: string[], rect: Rect) => ({
  blockId,
  questionIds,
  unitType: 5,
  part: 0,
  rect,
})
const size = { width: 210, height: 297 }
const page = {
  page: 1,
  choices: [{ questionId: 'q12', number: '12', unitType: 2, cells: [cell('A', 30, 80), cell('D', 60, 80)] }],
  picks: [{ questionIds: ['q21', 'q22'], cells: [cell('q21', 40, 120), cell('q22', 60, 120)] }],
  blocks: [
    block('b20', ['q20'], { x: 12, y: 90, w: 186, h: 20 }),
    block('b21', ['q21', 'q22'], { x: 12, y: 126, w: 186, h: 90 }),
  ],
  absent: cell('absent', 150, 40),
} as unknown as PageGeometry

const doubt = (more: Partial<SheetDoubt>): SheetDoubt => ({ kind: 'faintMark', ...more })
const within = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.w <= outer.x + outer.w &&
  inner.y + inner.h <= outer.y + outer.h

it('shows of optional questions the whole of what was written for them, with the row that is asked about', () => {
  const place = placeOf(doubt({ kind: 'pick', questionId: '@pick:q21' }), page, size)!
  expect(within(page.blocks[1]!.rect, place.rect)).toBe(true)
  expect(within(place.asked!, place.rect)).toBe(true)
  // The neighbours' answer is another question's.
  expect(place.rect.y).toBeGreaterThan(page.blocks[0]!.rect.y)
})

it('frames the cells of the row with its printed number, and no neighbour', () => {
  const { rect, asked } = placeOf(doubt({ questionId: 'q12' }), page, size)!
  for (const { rect: one } of page.choices[0]!.cells) expect(within(one, asked!)).toBe(true)
  expect(within(asked!, rect)).toBe(true)
  expect([30 - asked!.x > 5, asked!.h < 7, rect.h > 15]).toEqual([true, true, true])
})

it.each([
  ['the box of absence', doubt({ kind: 'absentMark' }), true],
  ['name and number, all of them', doubt({ kind: 'noNumber' }), false],
])('shows %s', (_, of, framed) => {
  const place = placeOf(of, page, size)!
  expect(place.asked !== undefined).toBe(framed)
})

it('frames the number beside the name', () => {
  const rect = { x: 120, y: 40, w: 66, h: 60 }
  const numbered = { ...page, studentNumber: { rect, columns: [] }, nameBox: { x: 12, y: 40, w: 90, h: 12 } }
  const place = placeOf(doubt({ kind: 'studentNumber' }), numbered, size)!
  expect(within(place.asked!, place.rect)).toBe(true)
  expect(within(rect, place.asked!)).toBe(true)
  expect(place.asked!.x).toBeGreaterThan(12 + 90)
})

it('shows nothing of a row that is not on this page', () => {
  expect(placeOf(doubt({ questionId: 'q99' }), page, size)).toBeNull()
})
