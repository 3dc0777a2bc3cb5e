import { describe, expect, it } from 'vitest'
import type { Homography } from '../omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from '../page.fixture.ts'
import { after } from './align.ts'
import { guidePage } from './guide.ts'
import { referenceOf } from './kept.ts'
import { contradicts } from './heldMarks.ts'
import { proveTemplatePage, readByTemplate } from './readTemplate.ts'
import type { FoundTemplate } from './readTemplate.ts'

const DENSITY = 6
const geometry = fixtureCard()
const page = geometry.pages[0]!
const blank = sheetOf(geometry.width, geometry.height, DENSITY)
print(blank, DENSITY, page.draws)
/** The template is drawn on the unfilled sheet; its corner marks are its locating areas. */
const marks = page.anchors.map(({ rect: { x, y, w, h } }) => ({
  x: (x - 2) * DENSITY,
  y: (y - 2) * DENSITY,
  w: (w + 4) * DENSITY,
  h: (h + 4) * DENSITY,
}))
const cardWith = (areas: typeof marks) => ({
  geometry,
  guide: { pages: [guidePage(1, blank, areas, geometry, true)] },
})

const filled = { ...blank, data: blank.data.slice() }
page.choices.forEach((row, i) => ink(filled, DENSITY, row.cells[i % 4]!.rect, 0.7))
const digits = page.studentNumber!.columns.map((_, i) => String((i % 8) + 1)).join('')
page.studentNumber!.columns.forEach((c, i) => ink(filled, DENSITY, c.cells[Number(digits[i])]!.rect, 0.7))
const { grey, truth } = photograph(filled, DENSITY, { dpi: 150, turn: 0.7 })

const scaled = (k: number): Homography => [k, 0, 0, 0, k, 0, 0, 0, 1]
/** The page's place, off by so many millimetres, and print that is found again all over it. */
const foundAt = (
  { guide: { pages } }: ReturnType<typeof cardWith>,
  dx: number,
  dy: number,
  found: number,
): FoundTemplate => {
  const guide = pages[0]!
  const { width, height } = referenceOf(guide, geometry).picture
  const k = width / geometry.width
  const homography = after(truth, [1, 0, dx, 0, 1, dy, 0, 0, 1])
  const residuals = Array.from({ length: 400 }, (_, i) => ({
    x: ((i % 20) + 0.5) * (width / 20),
    y: (Math.floor(i / 20) + 0.5) * (height / 20),
    dx: 0,
    dy: 0,
    weight: 1,
  }))
  return {
    page,
    guide,
    homography,
    alignment: { homography: after(homography, scaled(1 / k)), likeness: 0.6, found, residuals },
  }
}
const accepted = (card: ReturnType<typeof cardWith>, dx = 0, dy = 0, found = 0.9) =>
  readByTemplate(grey, card, foundAt(card, dx, dy, found)).choices.filter((c) => !c.doubt).length
const [a, b] = page.choices[0]!.cells.map((c) => c.rect)
const across = b!.x - a!.x
const down = Math.min(...page.choices.map((r) => r.cells[0]!.rect.y - a!.y).filter((y) => y > 0))

describe('locating marks of a template', () => {
  const card = cardWith(marks)

  it('are where a sound place has them', () => {
    expect(accepted(card)).toBeGreaterThanOrEqual(0.9 * page.choices.length)
  })

  it.each([
    ['a column to the right', across, 0],
    ['a column to the left', -across, 0],
    ['a row down', 0, down],
    ['a row up', 0, -down],
  ])('accept nothing from a place that lies %s', (_, dx, dy) => {
    expect(accepted(card, dx, dy)).toBe(0)
    // Nor does a template that has none: what is printed about the cells is not where the place has it.
    expect(accepted(cardWith([]), dx, dy)).toBe(0)
  })

  it.each([
    ['a column to the right', across, 0],
    ['two columns to the left', -2 * across, 0],
    ['a row down', 0, down],
    ['two rows up', 0, -2 * down],
  ])('are not needed to bring a place back that lies %s', (_, dx, dy) => {
    const bare = cardWith([])
    const slipped = foundAt(bare, dx, dy, 0.4)
    expect(readByTemplate(grey, bare, slipped).placement?.margin).toBeLessThan(0)
    const reading = readByTemplate(grey, bare, proveTemplatePage(grey, bare, slipped))
    expect(reading.placement?.margin).toBeGreaterThan(0.5)
    const said = reading.choices.map((c) => (c.doubt ? '?' : c.chosen.join('')))
    expect(said.filter((v, i) => v !== '?' && v !== page.choices[i]!.cells[i % 4]!.value)).toEqual([])
    expect(said.filter((v) => v !== '?').length).toBeGreaterThanOrEqual(0.8 * said.length)
  })

  it('accept nothing that is read a third of a step beside its print', () => {
    expect(accepted(cardWith([]), 0, 0.1 * down)).toBeGreaterThan(0)
    expect(accepted(cardWith([]), 0, 0.3 * down)).toBe(0)
  })

  it('give no number where its columns lie elsewhere', () => {
    const bare = cardWith([])
    const numberAt = (dy: number) => readByTemplate(grey, bare, foundAt(bare, 0, dy, 0.9))
    const [upper, lower] = page.studentNumber!.columns[0]!.cells
    expect(numberAt(0).studentNumber?.value).toBe(digits)
    const slipped = numberAt(upper!.rect.y - lower!.rect.y)
    expect(slipped.studentNumber).toMatchObject({ value: null, from: 'bubbles' })
    expect(slipped.doubts[0]).toMatchObject({ kind: 'studentNumber' })
    // Every digit was seen, one less than it is.
    expect(slipped.studentNumber!.digits.map((d) => d?.state)).not.toContain('doubt')
  })

  it.each<[number[], boolean]>([
    [[], false],
    [[6], false],
    [[0.2, 0.3, 0.4], false],
    [[0.2, 4.9], true],
    [[0.2, 0.3, 5], false],
    [[0.2, 5, 5, 5], true],
  ])('contradict a place by the middle one of those that are seen: %j', (offs, expected) => {
    expect(contradicts(offs, 5)).toBe(expected)
  })
})
