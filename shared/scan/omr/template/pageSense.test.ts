/** A template that is drawn off its print, by the means of the page alone. */
import { describe, expect, it } from 'vitest'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { CellReading, ChoiceReading } from '../omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from '../page.fixture.ts'
import { gridsOn } from './check.ts'
import { guidePage } from './guide.ts'
import { doubtsItself } from './pageSense.ts'
import { findTemplatePage, proveTemplatePage, readByTemplate } from './readTemplate.ts'

const DENSITY = 5
const printed = fixtureCard()
const page = printed.pages[0]!
const sheet = sheetOf(printed.width, printed.height, DENSITY)
print(sheet, DENSITY, page.draws)
page.choices.forEach((row, i) => ink(sheet, DENSITY, row.cells[i % 4]!.rect, 0.7))
const { grey } = photograph(sheet, DENSITY, { dpi: 120, turn: 0.7 })

/** A template whose grids of choices have other steps than the print: counted from another corner. */
const drawnWith = (stretch: number): CardGeometry => ({
  ...printed,
  pages: [
    {
      ...page,
      choices: page.choices.map((row) => ({
        ...row,
        cells: row.cells.map((c) => ({ ...c, rect: { ...c.rect, y: 100 + (c.rect.y - 100) * stretch } })),
      })),
    },
  ],
})
const readBy = (geometry: CardGeometry) => {
  const card = { geometry, guide: { pages: [guidePage(1, sheet, [], geometry, false)] } }
  return readByTemplate(grey, card, proveTemplatePage(grey, card, findTemplatePage(grey, card)!))
}

describe('a template that is drawn beside its cells', () => {
  it('accepts nothing, on the very sheet that it was drawn on', () => {
    const sound = readBy(printed).choices
    expect(sound.filter((c) => !c.doubt).length).toBeGreaterThanOrEqual(0.9 * sound.length)
    const { choices, doubts } = readBy(drawnWith(1.22))
    expect(choices.filter((c) => !c.doubt)).toEqual([])
    expect(doubts.filter((d) => d.questionId !== undefined)).toHaveLength(choices.length)
  })

  it.each([
    [1, true],
    [0.98, true],
    [0.8, false],
    [1.22, false],
  ])('is seen before it is published: steps of %d of the printed', (stretch, lies) => {
    const [a, b] = page.choices[0]!.cells.map((c) => c.rect)
    const px = (v: number) => v * DENSITY
    const stepY = px(page.choices[4]!.cells[0]!.rect.y - a!.y) * stretch
    const [x, y, w, h] = [a!.x, a!.y, a!.w, a!.h].map(px) as [number, number, number, number]
    const grid = { x, y, w, h, rows: 10, columns: 4, stepX: px(b!.x - a!.x), stepY }
    const lines = Array.from({ length: 10 }, (_, r) =>
      Array.from({ length: 4 }, (_unused, c) => ({ rect: { x: x + c * grid.stepX, y: y + r * stepY, w, h } })),
    )
    expect(gridsOn(sheet)(grid, lines).lies).toBe(lies)
  })
})

const row = (cells: readonly (readonly [string, number])[], doubt?: ChoiceReading['doubt']): ChoiceReading => ({
  questionId: 'q',
  chosen: cells.flatMap(([value, ink]) => (ink > 0.2 ? [value] : [])),
  cells: cells.map(([value, ink]): CellReading => ({
    value,
    ink,
    state: ink > 0.2 ? 'filled' : 'empty',
    confidence: 1,
  })),
  ...(doubt ? { doubt } : {}),
})
const doubted = row([['A', 0.3]], 'faintMark')
const marked = (value: string, ink: number) => row(['A', 'B', 'C'].map((v) => [v, v === value ? ink : 0]))
const times = <T>(n: number, what: T): T[] => Array.from({ length: n }, () => what)

describe('a page that doubts itself', () => {
  it.each<[string, ChoiceReading[], boolean, boolean]>([
    ['most rows in doubt', [...times(16, doubted), ...times(4, marked('A', 0.8))], true, true],
    ['half of them', [...times(10, doubted), ...times(10, marked('A', 0.8))], true, false],
    ['a small form filled badly', [...times(8, doubted), ...times(2, marked('A', 0.8))], true, false],
    [
      'one letter in nearly every row, as dark as print',
      [...times(19, marked('B', 0.35)), marked('C', 0.8)],
      false,
      true,
    ],
    ['the same where the print is known', [...times(19, marked('B', 0.35)), marked('C', 0.8)], true, false],
    ['one letter in nearly every row, by a pen', times(20, marked('B', 0.8)), false, false],
    ['one letter in most rows', [...times(14, marked('B', 0.35)), ...times(6, marked('C', 0.35))], false, false],
    ['nothing', [], false, false],
  ])('%s', (_, rows, printKnown, expected) => {
    expect(doubtsItself(rows, printKnown)).toBe(expected)
  })
})
