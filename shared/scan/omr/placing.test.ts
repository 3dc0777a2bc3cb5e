import { describe, expect, it } from 'vitest'
import type { CardGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from './omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from './page.fixture.ts'
import { isBetter } from './placing.ts'
import { locatePage, readLocated } from './readPage.ts'
import type { Zone } from './zones.ts'

const DENSITY = 6
const card = fixtureCard()
const page = card.pages[0]!
const answers = page.choices.map((row, i) => (row.unitType === 2 ? ['A', 'C'] : ['ABCD'[(i * 7) % 4]!]))

const filled = (): Grey => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((row, i) => {
    for (const c of row.cells) if (answers[i]!.includes(c.value)) ink(sheet, DENSITY, c.rect, 0.7)
  })
  for (const { cells } of page.studentNumber!.columns) ink(sheet, DENSITY, cells[3]!.rect, 0.7)
  return sheet
}

const read = (grey: Grey, geometry: CardGeometry) => {
  const seen = locatePage(grey, [card])
  return readLocated(seen.survey, seen.places[0]!, { geometry }, geometry.pages[0]!)
}

/** The card as it would be if its cells were printed elsewhere: what a place that is one step off makes of it. */
const slipped = (dx: number, dy: number): CardGeometry => {
  const move = (rect: Rect) => ({ ...rect, x: rect.x + dx, y: rect.y + dy })
  const choices = page.choices.map((row) => ({ ...row, cells: row.cells.map((c) => ({ ...c, rect: move(c.rect) })) }))
  const own = new Set(page.choices.flatMap((row) => row.cells.map((c) => c.rect)))
  const draws = page.draws.map((d) => (d.kind === 'box' && own.has(d.rect) ? { ...d, rect: move(d.rect) } : d))
  return { ...card, pages: [{ ...page, choices, draws }] }
}

/** Paper that bulges: rows lie up to `high` mm lower in the middle of the sheet than at its sides. */
const bent = (flat: Grey, high: number): Grey => {
  const out = { ...flat, data: new Uint8Array(flat.data.length).fill(255) }
  for (let x = 0; x < flat.width; x++) {
    const by = Math.round(high * DENSITY * Math.sin((Math.PI * x) / flat.width) ** 2)
    for (let y = Math.max(0, by); y < flat.height; y++)
      out.data[y * flat.width + x] = flat.data[(y - by) * flat.width + x]!
  }
  return out
}

describe('a placing that is proved', () => {
  const { grey } = photograph(filled(), DENSITY)

  it.each([
    ['a row down', 0, 4.9],
    ['a row up', 0, -4.9],
    ['two rows down', 0, 9.8],
    ['a column to the right', 7.4, 0],
    ['a column to the left', -7.4, 0],
  ])('accepts nothing from a grid that lies %s', (_, dx, dy) => {
    const { choices } = read(grey, slipped(dx, dy))
    expect(choices.filter((c) => !c.doubt).map((c) => c.questionId)).toEqual([])
  })

  it('is not where no outlines are seen, however few zones are left unproven', () => {
    const zones = page.choices.map((_, index) => ({ index }) as Zone)
    const some = { unproven: new Set(zones.slice(0, 3)), seen: true }
    const nothingSeen = { unproven: new Set<Zone>(), seen: false }
    expect(isBetter(nothingSeen, some)).toBe(false)
    expect(isBetter(some, nothingSeen)).toBe(true)
    expect(isBetter({ ...some, unproven: new Set(zones.slice(0, 2)) }, some)).toBe(true)
    expect(isBetter(some, some)).toBe(false)
  })

  it('doubts nothing where the grid is', () => {
    expect(read(grey, slipped(0, 0)).doubts).toEqual([])
    expect(read(grey, slipped(0.3, -0.3)).doubts).toEqual([])
  })

  it.each([3, 5])('follows what is printed over a bulge of %i mm', (high) => {
    const reading = read(photograph(bent(filled(), high), DENSITY).grey, card)
    expect(reading.doubts).toEqual([])
    expect(reading.choices.map((c) => c.chosen)).toEqual(answers)
    expect(reading.studentNumber?.value).toBe('33333333')
  })
})
