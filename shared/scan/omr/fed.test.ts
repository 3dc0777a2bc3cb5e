import { describe, expect, it } from 'vitest'
import type { Grey } from './omr.types.ts'
import type { Placing } from './page.fixture.ts'
import { fixtureCard, ink, photograph, print, sheetOf, slippedFeed } from './page.fixture.ts'
import { locatePage, readLocated } from './readPage.ts'

const DENSITY = 6
const card = fixtureCard()
const page = card.pages[0]!
/** No two rows below each other have the same answer, so that one is never taken for the next one without being noticed. */
const answers = page.choices.map((row, i) => {
  const letter = (k: number) => 'ABCD'[(i * 7 + (i >> 2) + k) % 4]!
  return row.unitType === 2 ? [letter(0), letter(2)].sort() : [letter(0)]
})

const flat = sheetOf(210, 297, DENSITY)
print(flat, DENSITY, page.draws)
page.choices.forEach((row, i) => {
  for (const c of row.cells) if (answers[i]!.includes(c.value)) ink(flat, DENSITY, c.rect, 0.7)
})
page.studentNumber!.columns.forEach((column, k) => ink(flat, DENSITY, column.cells[k]!.rect, 0.7))

const read = (sheet: Grey, placing?: Placing) => {
  const seen = locatePage(photograph(sheet, DENSITY, placing).grey, [card])
  const best = seen.places[0]
  return best && readLocated(seen.survey, best, { geometry: card }, page)
}

/** What was accepted of a page, row by row; null stands for what a person is asked about. */
const accepted = (sheet: Grey, placing?: Placing) =>
  (read(sheet, placing)?.choices ?? []).map((c) => (c.doubt ? null : c.chosen))

const slips = [40, 103, 105, 112, 131, 142].flatMap((from) =>
  [-6, -4.9, -4, -2.5, 4, 4.9, 6].map((lost) => ({ from, lost })),
)

describe('a page that a feeder drew unevenly', () => {
  it.each(slips)('is read rightly or not at all: at $from mm it lost $lost mm', ({ from, lost }) => {
    const rows = accepted(slippedFeed(flat, DENSITY, from, lost))
    expect(rows.filter((chosen, i) => chosen && chosen.join() !== answers[i]!.join())).toEqual([])
  })

  it.each([
    { from: 70, lost: 1.8, placing: {} },
    { from: 103, lost: -3, placing: {} },
    { from: 121, lost: -2, placing: { turn: 1.5, border: 30 } },
    { from: 121, lost: 1.8, placing: { turn: 180 } },
    { from: 131, lost: -4, placing: { turn: 179, border: 30 } },
  ])('is read where it slipped by $lost mm at $from mm', ({ from, lost, placing }) => {
    const rows = accepted(slippedFeed(flat, DENSITY, from, lost), placing)
    // A row that lost its lines to the slip is a person's.
    expect(rows.filter(Boolean).length).toBeGreaterThanOrEqual(36)
    expect(rows.filter((chosen, i) => chosen && chosen.join() !== answers[i]!.join())).toEqual([])
  })

  it('is read by no course where a row is not seen: those beyond it may be the next ones', () => {
    const taped = { ...flat, data: flat.data.slice() }
    const last = 103.8 + 2 * 4.9
    for (let y = Math.round((last - 4.6) * DENSITY); y < Math.round(last * DENSITY); y++)
      taped.data.fill(255, y * flat.width + 22 * DENSITY, y * flat.width + 65 * DENSITY)
    const rows = accepted(slippedFeed(taped, DENSITY, 107.8, -3))
    expect(rows.filter((chosen, i) => chosen && chosen.join() !== answers[i]!.join())).toEqual([])
  })

  it('is followed over several slips', () => {
    const twice = slippedFeed(slippedFeed(flat, DENSITY, 60, -1.8), DENSITY, 130.2, 1.6)
    const reading = read(slippedFeed(twice, DENSITY, 143.2, -1.5))!
    expect(reading).toMatchObject({ placement: { followed: true }, studentNumber: { value: '01234567' } })
    expect(reading.choices.filter((c) => !c.doubt).length).toBeGreaterThanOrEqual(32)
    expect(reading.choices.filter((c, i) => !c.doubt && c.chosen.join() !== answers[i]!.join())).toEqual([])
  })

  it('is read where it lay askew in a feeder that slipped', () => {
    const density = 130 / 25.4
    const { grey } = photograph(flat, DENSITY, { turn: 3, border: 40 })
    const seen = locatePage(slippedFeed(grey, density, 134, -1.8), [card])
    const reading = readLocated(seen.survey, seen.places[0]!, { geometry: card }, page)
    expect(reading.choices.filter((c) => !c.doubt).length).toBeGreaterThanOrEqual(36)
    expect(reading.choices.filter((c, i) => !c.doubt && c.chosen.join() !== answers[i]!.join())).toEqual([])
  })

  it('is not sought where the picture lies across', () => {
    const rows = accepted(slippedFeed(flat, DENSITY, 112, -4), { turn: 90 })
    expect(rows.filter((chosen, i) => chosen && chosen.join() !== answers[i]!.join())).toEqual([])
  })
})
