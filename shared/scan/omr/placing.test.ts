import { describe, expect, it } from 'vitest'
import type { CardGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from './omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf, slippedFeed } from './page.fixture.ts'
import { isBetter } from './placing.ts'
import { locatePage, readByPrint, readLocated } from './readPage.ts'
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

/** Another edition: the same frames and half of the rows, the other half printed a row lower. */
const otherEdition = (): Grey => {
  const moved = new Map(
    page.choices.flatMap((row, i) =>
      i % 4 < 2 ? [] : row.cells.map((c) => [c.rect, { ...c.rect, y: c.rect.y + 4.9 }] as const),
    ),
  )
  const sheet = sheetOf(210, 297, DENSITY)
  const draws = page.draws.map((d) => (d.kind === 'box' ? { ...d, rect: moved.get(d.rect) ?? d.rect } : d))
  print(sheet, DENSITY, draws)
  for (const row of page.choices) {
    const { rect } = row.cells[1]!
    ink(sheet, DENSITY, moved.get(rect) ?? rect, 0.7)
  }
  return sheet
}

describe('a page whose blocks contradict each other', () => {
  const accepted = (grey: Grey) => read(photograph(grey, DENSITY).grey, card).choices.filter((c) => !c.doubt)

  it.each([
    ['stood still for two rows between two others', 105, -9.8],
    ['stood still among the first rows', 100.5, -8],
  ])('accepts nothing where the feeder %s', (_, from, lost) => {
    expect(accepted(slippedFeed(filled(), DENSITY, from, lost)).map((c) => c.questionId)).toEqual([])
  })

  it('gives neither a number nor an absence nor a row of another edition, and refuses it without a code', () => {
    const flat = otherEdition()
    ink(flat, DENSITY, page.absent!.rect, 0.7)
    for (const { cells } of page.studentNumber!.columns) ink(flat, DENSITY, cells[3]!.rect, 0.7)
    const { grey } = photograph(flat, DENSITY)
    const reading = read(grey, card)
    expect(reading.choices.filter((c) => !c.doubt)).toEqual([])
    expect(reading.studentNumber?.value).toBeNull()
    expect(reading.absent?.state).toBe('doubt')
    expect(readByPrint(locatePage(grey, [card]), [card])).toMatchObject({
      status: 'refused',
      doubts: [{ kind: 'foreignCard' }],
    })
  })
})

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

  const rings = (flat: Grey, r: Rect) => {
    for (let t = 0; t < 120; t++) {
      const [x, y] = [Math.cos((t * Math.PI) / 60), Math.sin((t * Math.PI) / 60)]
      ink(flat, DENSITY, { x: r.x + 2.3 + 3.4 * x, y: r.y + 1.1 + 2.2 * y, w: 0.8, h: 0.8 }, 0.5)
    }
  }
  it('is not lost to rings about the last row', () => {
    const flat = filled()
    const last = page.choices.length - 4
    for (const { rect } of page.choices[last]!.cells) rings(flat, rect)
    const { choices, studentNumber } = read(photograph(flat, DENSITY).grey, card)
    expect(choices.filter((c, i) => c.doubt && i !== last)).toEqual([])
    expect(studentNumber?.value).toBe('33333333')
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
