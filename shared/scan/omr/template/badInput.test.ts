/** What is handed in that should not be: read rightly, doubted or refused, and never read otherwise. */
import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, PageReading } from '../omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from '../page.fixture.ts'
import { straighten } from '../sample.ts'
import { guidePage } from './guide.ts'
import { findTemplatePage, proveTemplatePage, readByTemplate } from './readTemplate.ts'

const DENSITY = 5
const geometry = fixtureCard()
const page = geometry.pages[0]!
const { width, height } = geometry

type Answer = (row: number) => number
const sheetWith = (answer?: Answer): Grey => {
  const sheet = sheetOf(width, height, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((row, i) => answer && ink(sheet, DENSITY, row.cells[answer(i)]!.rect, 0.7))
  return sheet
}
const blank = sheetWith()
const answer: Answer = (i) => (i * 7 + (i >> 2)) % 4
const filled = sheetWith(answer)

type Drawn = { on?: Grey; marks?: Rect[]; blank?: boolean }
const readAs = (grey: Grey, { on = blank, marks = [], blank: isBlank = true }: Drawn = {}): PageReading => {
  const card = { geometry, guide: { pages: [guidePage(1, on, marks, geometry, isBlank)] } }
  const found = findTemplatePage(grey, card)
  return readByTemplate(grey, card, found && proveTemplatePage(grey, card, found))
}
/** How many rows were accepted, and those of them that say something else than what was filled. */
const outcome = (reading: PageReading, meant: Answer = answer) => {
  const accepted = reading.choices.map((c, i) => ({ ...c, i })).filter((c) => !c.doubt)
  const wrong = accepted.filter((c) => c.chosen.join() !== 'ABCD'[meant(c.i)])
  return { accepted: accepted.length, wrong: wrong.map((c) => c.questionId) }
}
const scanOf = (sheet: Grey) => photograph(sheet, DENSITY, { dpi: 120, turn: 0.7 }).grey
/** The print on other paper: so much smaller, its corner so far (mm) from the paper's. */
const printedOn = (sheet: Grey, paper: { w: number; h: number }, scale: number, dx: number, dy: number): Grey => {
  const out = straighten(
    sheet,
    [1 / scale, 0, (-dx * DENSITY) / scale, 0, 1 / scale, (-dy * DENSITY) / scale, 0, 0, 1],
    { x: 0, y: 0, w: paper.w * DENSITY, h: paper.h * DENSITY },
    1,
  )
  // Beyond the sheet there is paper.
  for (let y = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++) {
      const [u, v] = [(x / DENSITY - dx) / scale, (y / DENSITY - dy) / scale]
      if (u < 0.5 || v < 0.5 || u > width - 0.5 || v > height - 0.5) out.data[y * out.width + x] = 255
    }
  return out
}
const mirrored = ({ width: w, height: h, data }: Grey): Grey => ({
  width: w,
  height: h,
  data: data.map((_, k) => data[k - (k % w) + w - 1 - (k % w)]!),
})

describe('bad input', () => {
  it('reads the sheet that it is meant for', () => {
    expect(outcome(readAs(scanOf(filled)))).toEqual({ accepted: page.choices.length, wrong: [] })
  })

  it.each([
    ['6 mm off and turned by 3°', 1, 6, 6, 3],
    ['at 94 %, 14 mm off', 0.94, 14, 10, 0.7],
  ])(
    'reads the sheet on larger paper, %s: what was laid nearly right is laid anew from there',
    (_, scale, dx, dy, turn) => {
      const paper = printedOn(filled, { w: width + 10, h: height + 14 }, scale, dx, dy)
      const reading = outcome(readAs(photograph(paper, DENSITY, { dpi: 120, turn }).grey))
      expect(reading).toEqual({ accepted: page.choices.length, wrong: [] })
    },
  )

  it('a template that is drawn on another form accepts nothing', () => {
    const other = sheetOf(width, height, DENSITY)
    for (let i = 0; i < 60; i++) {
      const [x, y] = [20 + (i % 3) * 60, 20 + Math.floor(i / 3) * 13]
      for (let c = 0; c < 5; c++) {
        const rect = { x: x + c * 9, y, w: 6, h: 6 }
        print(other, DENSITY, [{ kind: 'box', rect, width: 0.2, ink: 0.6 }])
        if (c === i % 5) ink(other, DENSITY, rect, 0.7)
      }
    }
    const reading = readAs(scanOf(other))
    expect([reading.status, outcome(reading).accepted]).toEqual(['refused', 0])
  })

  it('a template that is drawn on a filled sheet reads others', () => {
    const { accepted, wrong } = outcome(readAs(scanOf(filled), { on: sheetWith((i) => (i * 3 + 1) % 4), blank: false }))
    expect(wrong).toEqual([])
    expect(accepted).toBeGreaterThanOrEqual(0.75 * page.choices.length)
  })

  it('locating areas that are not there change nothing, or are doubted', () => {
    const ghosts = [
      [60, 20],
      [150, 200],
      [40, 250],
    ].map(([x, y]) => ({ x: x!, y: y!, w: 9, h: 9 }))
    expect(outcome(readAs(scanOf(filled), { marks: ghosts })).wrong).toEqual([])
  })

  it.each([
    ['upper', 0, 0.42],
    ['lower', 0.42, 1],
  ])('the %s part of a torn page accepts no row that is not on it', (_, from, to) => {
    const rows = Math.round(filled.height * (to - from))
    const first = Math.round(filled.height * from) * filled.width
    const half = { width: filled.width, height: rows, data: filled.data.slice(first, first + rows * filled.width) }
    const reading = readAs(scanOf(half))
    expect(outcome(reading).wrong).toEqual([])
    const lost = page.choices.filter(
      ({ cells: [c] }) => c!.rect.y < from * height || c!.rect.y + c!.rect.h > to * height,
    )
    expect(lost.length).toBeGreaterThan(0)
    const said = reading.choices.filter((c) => !c.doubt).map((c) => c.questionId)
    expect(lost.filter((row) => said.includes(row.questionId))).toEqual([])
  })

  it('two pages in one picture are refused', () => {
    const second = sheetWith((i) => (answer(i) + 1) % 4)
    const w = filled.width
    const both = sheetOf((2 * w) / DENSITY, height, DENSITY)
    for (let y = 0; y < filled.height; y++) {
      both.data.set(filled.data.subarray(y * w, (y + 1) * w), y * both.width)
      both.data.set(second.data.subarray(y * w, (y + 1) * w), y * both.width + w)
    }
    expect(readAs(scanOf(both))).toMatchObject({ status: 'refused', choices: [] })
  })

  it.each([
    [6, 8],
    [-5, -6],
  ])('a print run with another margin (%i and %i mm) is read', (dx, dy) => {
    const { accepted, wrong } = outcome(readAs(scanOf(printedOn(filled, { w: width, h: height }, 1, dx, dy))))
    expect(wrong).toEqual([])
    expect(accepted).toBeGreaterThanOrEqual(0.9 * page.choices.length)
  })

  it('a mirror image accepts nothing', () => {
    expect(outcome(readAs(scanOf(mirrored(filled))))).toEqual({ accepted: 0, wrong: [] })
  })

  it('a print at 90 % on letter paper is read', () => {
    const { accepted, wrong } = outcome(readAs(scanOf(printedOn(filled, { w: 216, h: 279 }, 0.9, 12, 6))))
    expect(wrong).toEqual([])
    expect(accepted).toBeGreaterThanOrEqual(0.9 * page.choices.length)
  })
})
