import { describe, expect, it } from 'vitest'
import type { Grey } from './omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from './page.fixture.ts'
import type { CellInk } from './ink.types.ts'
import { locatePage, readLocated } from './readPage.ts'
import { measureStreaks } from './spots.ts'
import type { Zone } from './zones.ts'

const DENSITY = 8
const card = fixtureCard()
const page = card.pages[0]!
/** The first block's rows, one below the other; A or D is marked in each but one. */
const column = page.choices.filter((_, i) => i % 4 === 0)
const BLANK = 5
const answerOf = (i: number): string[] => (i % 4 === 0 && i >> 2 === BLANK ? [] : [i % 3 === 0 ? 'A' : 'D'])

/** A page whose rows are marked, and what else lies on it. */
const read = (more: (sheet: Grey) => void) => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((row, i) => {
    for (const c of row.cells) if (answerOf(i).includes(c.value)) ink(sheet, DENSITY, c.rect, 0.7)
  })
  more(sheet)
  for (let i = 0; i < sheet.data.length; i++) sheet.data[i]! *= 0.94
  const { grey } = photograph(sheet, DENSITY, { dpi: 200 })
  const seen = locatePage(grey, [card])
  return readLocated(seen.survey, seen.places[0]!, { geometry: card }, page).choices
}
const c = column[0]!.cells[2]!.rect
/** A thin line down the third cells of some rows of the first block, from above the first of them to below the last. */
const streak = (sheet: Grey, from = 0, to = 10) =>
  ink(sheet, DENSITY, { x: c.x + 2, y: c.y + from * 4.9 - 1.9, w: 0.55, h: (to - from) * 4.9 + 0.8 }, 0.7)
const asked = (choices: ReturnType<typeof read>) =>
  choices.flatMap(({ doubt, questionId }) => (doubt === undefined ? [] : [questionId]))
const idsOf = (...rows: number[]) => rows.map((k) => column[k]!.questionId)

describe('a streak of the glass', () => {
  it('through a column of cells is no mark beside those of their rows; of a row without one a person decides', () => {
    const choices = read((sheet) => streak(sheet))
    expect(asked(choices)).toEqual(idsOf(BLANK))
    expect(choices.map((r) => r.chosen)).toEqual(page.choices.map((_, i) => answerOf(i)))
  })

  it('hides no dot beside it', () => {
    const dotted = read((sheet) => {
      streak(sheet)
      ink(sheet, DENSITY, { x: c.x + 0.7, y: c.y + 4 * 4.9 + 0.8, w: 1, h: 1 }, 0.7)
    })
    expect(asked(dotted)).toEqual(idsOf(4, BLANK))
  })

  it('is none where so few cells are crossed that it may be a hand’s', () => {
    expect(asked(read((sheet) => streak(sheet, 4, 7)))).toEqual(idsOf(4, 5, 6))
  })
})

describe('what a streak adds to a cell', () => {
  type Row = { ink: number; crossed?: boolean; answered?: boolean; x?: number; y?: number }
  /** A column of cells, each beside one that is full where its row is answered; answers what is said of the first of them. */
  const streakOf = (...rows: Row[]) => {
    const cellOf = (zone: Zone, x: number, y: number, ink: number, crossed: boolean): CellInk =>
      ({ zone, cell: { value: 'A', rect: { x, y, w: 5.4, h: 3 } }, ink, crossed }) as CellInk
    const cells = rows.map(({ ink, crossed = true, answered = true, x = 40, y }, i): [Zone, CellInk[]] => {
      const zone = { kind: 'choice', index: i } as Zone
      const at = y ?? i * 4.9
      return [zone, [cellOf(zone, x, at, ink, crossed), cellOf(zone, 60, at, answered ? 0.6 : 0, false)]]
    })
    measureStreaks(new Map(cells))
    return cells[0]![1][0]!.streak
  }
  const same = { ink: 0.09 }

  it('is what the cells above and below have', () => {
    expect(streakOf({ ink: 0.087 }, same, same, same)).toBe(0.087)
    expect(streakOf({ ink: 0.1 }, same, { ink: 0.095 }, { ink: 0.091 })).toBe(0.1)
  })

  it.each<[string, Row[]]>([
    ['it has more than they have', [{ ink: 0.12 }, same, same, same]],
    ['it has less', [{ ink: 0.06 }, same, same, same]],
    ['two others alone are crossed', [same, same, same, { ...same, crossed: false }]],
    ['it is not crossed itself', [{ ...same, crossed: false }, same, same, same]],
    ['hardly a row is answered elsewhere', [same, same, { ...same, answered: false }, { ...same, answered: false }]],
    ['the others stand in another column', [same, same, same, { ...same, x: 47.4 }]],
    ['the others are far away', [same, same, same, { ...same, y: 40 }]],
  ])('is not known where %s', (_, rows) => expect(streakOf(...rows)).toBeUndefined())
})
