/** Unfilled rows of a sheet whose own unfilled picture is known: they are blank, on that very picture and on every sound page. */
import { describe, expect, it } from 'vitest'
import type { CardGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from '../omr.types.ts'
import { fixtureCard, ink, photograph, sheetOf } from '../page.fixture.ts'
import { guidePage } from './guide.ts'
import { findTemplatePage, proveTemplatePage, readByTemplate } from './readTemplate.ts'

const DENSITY = 8
const card = fixtureCard()
const page = card.pages[0]!
const geometry: CardGeometry = { ...card, pages: [{ ...page, draws: [] }] }

type Outline = (sheet: Grey, r: Rect) => void
const WALL = 0.32
const wall = (sheet: Grey, x: number, y: number, w: number, h: number) =>
  ink(sheet, DENSITY, { x: x - WALL / 2, y: y - WALL / 2, w: w + WALL, h: h + WALL }, 0.8)
const brackets: Outline = (s, { x, y, w, h }) => {
  for (const dx of [0, w]) wall(s, x + dx, y, 0, h)
  for (const dy of [0, h]) for (const dx of [0, w - 0.8]) wall(s, x + dx, y + dy, 0.8, 0)
}

/** A sheet of bare outlines with a frame and a number before each line; steps are no multiple of a pixel's. */
const blankOf = (outline: Outline): Grey => {
  const sheet = sheetOf(card.width, card.height, DENSITY)
  const cells = [...page.choices.flatMap((c) => c.cells), ...page.studentNumber!.columns.flatMap((c) => c.cells)]
  for (const { rect } of cells) outline(sheet, rect)
  page.choices.forEach(({ cells: [first] }, i) => {
    for (let bit = 0; bit < 6; bit++)
      if (((i + 1) >> bit) & 1)
        ink(sheet, DENSITY, { x: first!.rect.x - 5 + bit * 0.6, y: first!.rect.y, w: 0.4, h: 2 }, 0.9)
  })
  // Words of the head and the foot: a lattice alone is found anywhere.
  for (let k = 0; k < 160; k++) {
    const [a, b] = [(k * 37) % 101, (k * 53) % 89]
    ink(sheet, DENSITY, { x: 16 + a, y: k % 2 ? 24 + b * 0.7 : 166 + b * 1.2, w: 1 + (k % 5), h: 0.6 + (k % 3) }, 0.8)
  }
  for (const y of [20, 94, 160, 280]) wall(sheet, 12, y, 186, 0)
  for (const x of [12, 198]) wall(sheet, x, 20, 0, 260)
  return sheet
}
const doubted = (blank: Grey, grey: Grey, marked = new Set<string>()) => {
  const by = { geometry, guide: { pages: [guidePage(1, blank, [], geometry, true)] } }
  const found = findTemplatePage(grey, by)
  const { choices } = readByTemplate(grey, by, found && proveTemplatePage(grey, by, found))
  expect(choices).toHaveLength(page.choices.length)
  return choices.flatMap((c) => (c.doubt || (c.chosen.length > 0 && !marked.has(c.questionId)) ? [c.questionId] : []))
}

// Of plain boxes blank rows are asked about on sharp pages: their outline is not told from a pen's line beside the cell.
describe.each([['brackets', brackets]])('a sheet of plain %s', (_, outline) => {
  const blank = blankOf(outline)

  it('reads its own unfilled picture as blank in all rows', () => {
    expect(doubted(blank, blank)).toEqual([])
  })

  it.each([
    ['plain', 0.7, 0.35],
    ['pale, which is in no place darker than print may be', 0.35, 0.02],
  ])('reads blank rows of a scanned page as blank, and hears a ring about an empty cell: %s', (__, off, darkness) => {
    const filled = { ...blank, data: blank.data.slice() }
    const rows = page.choices.filter((_row, i) => i % 3 > 0)
    rows.forEach((row, i) => ink(filled, DENSITY, row.cells[i % 4]!.rect, 0.7))
    const marked = new Set(rows.map((r) => r.questionId))
    const scan = (sheet: Grey) => photograph(sheet, DENSITY, { dpi: 150, turn: 0.4 }).grey
    expect(doubted(blank, scan(filled), marked)).toEqual([])
    const { x, y, w, h } = page.choices[0]!.cells[1]!.rect
    for (let k = 0; k < 200; k++) {
      const [dx, dy] = [Math.cos(k / 31.8), Math.sin(k / 31.8)]
      const at = { x: x + w / 2 + dx * (w / 2 + off), y: y + h / 2 + dy * (h / 2 + off), w: 0.4, h: 0.4 }
      ink(filled, DENSITY, at, darkness)
    }
    expect(doubted(blank, scan(filled), marked)).toEqual([page.choices[0]!.questionId])
  })
})
