import { describe, expect, it } from 'vitest'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from './omr.types.ts'
import type { Placing } from './page.fixture.ts'
import { apart, fixtureCard, fixturePage, ink, photograph, print, sheetOf } from './page.fixture.ts'
import { project } from './homography.ts'
import { locatePage, looksBlank, readLocated } from './readPage.ts'

const DENSITY = 6
const card = fixtureCard()
const page = card.pages[0]!
const number = '20260417'

/** The right answers: one letter a question, two where several are allowed. */
const answers = page.choices.map((row, i) => (row.unitType === 2 ? ['A', 'C'] : ['ABCD'[(i * 7) % 4]!]))

const filled = (marks: (sheet: Grey) => void = () => undefined): Grey => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((row, i) => {
    for (const c of row.cells) if (answers[i]!.includes(c.value)) ink(sheet, DENSITY, c.rect, 0.7)
  })
  page.studentNumber!.columns.forEach((column, i) => ink(sheet, DENSITY, column.cells[Number(number[i])]!.rect, 0.7))
  marks(sheet)
  return sheet
}

const read = (grey: Grey) => {
  const seen = locatePage(grey, [card])
  const best = seen.places[0]
  return best && readLocated(seen.survey, best, { geometry: card }, best.sheet.page)
}

const clean = filled()

describe('readPage', () => {
  const placings: [string, Placing][] = [
    ['straight', {}],
    ['upside down', { turn: 180 }],
    ['turned right', { turn: 90 }],
    ['turned left', { turn: 270 }],
    ['turned by 10°', { turn: 10, border: 100 }],
    ['turned by 174°', { turn: 174, border: 70 }],
    ['at 90 %', { scale: 0.9 }],
    ['with a keystone of 3 %', { keystone: 0.03 }],
    ['at 100 dpi', { dpi: 100 }],
  ]
  it.each(placings)('reads every mark of a page %s', (_, placing) => {
    const { grey, truth } = photograph(clean, DENSITY, placing)
    const reading = read(grey)!
    expect(reading.homography && apart(reading.homography, truth)).toBeLessThan(1)
    expect(reading.choices.map((c) => c.chosen)).toEqual(answers)
    expect(reading.studentNumber?.value).toBe(number)
    expect(reading.doubts).toEqual([])
    expect(reading.page).toBe(1)
    expect(reading.absent?.state).toBe('empty')
    expect(reading.blocks[0]?.likelyBlank).toBe(true)
  })

  it('reads marks beside a sign that is printed four times and marked three times', () => {
    const rows = page.choices.map((row, i) =>
      i < 4 ? { ...row, cells: row.cells.slice(0, 2).map((c, k) => ({ ...c, value: 'TF'[k]! })) } : row,
    )
    const judged = { ...card, pages: [{ ...page, choices: rows }] }
    const meant = answers.map((letters, i) => (i < 3 ? ['T'] : i === 3 ? ['F'] : letters))
    const sheet = sheetOf(210, 297, DENSITY)
    print(sheet, DENSITY, page.draws)
    rows.forEach((row, i) => {
      for (const c of row.cells)
        if (meant[i]!.includes(c.value)) ink(sheet, DENSITY, i < 4 ? { ...c.rect, x: c.rect.x + 2.3 } : c.rect, 0.7)
    })
    page.studentNumber!.columns.forEach((column, i) => ink(sheet, DENSITY, column.cells[Number(number[i])]!.rect, 0.7))
    const seen = locatePage(photograph(sheet, DENSITY).grey, [judged])
    const reading = readLocated(seen.survey, seen.places[0]!, { geometry: judged }, judged.pages[0]!)
    expect(reading.choices.map((c) => c.chosen)).toEqual(meant)
    expect(reading.doubts).toEqual([])
  })

  it('leaves a blank row alone where correction fluid hides the sign of most others', () => {
    const rows = page.choices.map((row, i) =>
      i < 4 ? { ...row, cells: row.cells.slice(0, 2).map((c, k) => ({ ...c, value: 'TF'[k]! })) } : row,
    )
    const judged = { ...card, pages: [{ ...page, choices: rows }] }
    const sheet = sheetOf(210, 297, DENSITY)
    print(sheet, DENSITY, page.draws)
    rows.forEach((row, i) => {
      for (const { value, rect: r } of row.cells) {
        const fluid = value === 'T' && (i === 1 || i === 2)
        if (!fluid) ink(sheet, DENSITY, { x: r.x + 2.2, y: r.y + 0.5, w: 0.8, h: 2 }, 0.5)
        if (i > 0 && (i < 4 ? value === 'F' : answers[i]!.includes(value))) ink(sheet, DENSITY, r, 0.7)
      }
    })
    page.studentNumber!.columns.forEach((column, i) => ink(sheet, DENSITY, column.cells[Number(number[i])]!.rect, 0.7))
    const seen = locatePage(photograph(sheet, DENSITY).grey, [judged])
    const reading = readLocated(seen.survey, seen.places[0]!, { geometry: judged }, judged.pages[0]!)
    expect(reading.choices[0]).toMatchObject({ chosen: [] })
    expect(reading.choices[0]!.doubt).toBeUndefined()
  })

  it.each(['tl', 'tr', 'bl', 'br'] as const)('reads a page that lost its corner %s, with a keystone', (role) => {
    const sheet = filled((s) => {
      const a = page.anchors.find((x) => x.role === role)!.rect
      const x = a.x < 100 ? 0 : 190
      const y = a.y < 100 ? 0 : 277
      for (let j = y * DENSITY; j < (y + 20) * DENSITY; j++)
        for (let i = x * DENSITY; i < (x + 20) * DENSITY; i++) s.data[j * s.width + i] = 235
    })
    const { grey } = photograph(sheet, DENSITY, { keystone: 0.02, turn: 1 })
    const reading = read(grey)!
    expect(reading.choices.map((c) => c.chosen)).toEqual(answers)
    expect(reading.studentNumber?.value).toBe(number)
  })

  const cases: [string, string | undefined, (sheet: Grey) => void][] = [
    ['a second mark', 'doubleMark', (s) => ink(s, DENSITY, page.choices[0]!.cells[2]!.rect, 0.7)],
    ['half a mark', 'faintMark', (s) => ink(s, DENSITY, { ...page.choices[0]!.cells[2]!.rect, w: 2.6 }, 0.7)],
    [
      'a mark that a cross cancels',
      'faintMark',
      (s) => {
        const r = page.choices[0]!.cells[0]!.rect
        for (const x of [r.x - 0.3, r.x + r.w - 0.3])
          for (const y of [r.y - 0.9, r.y + r.h]) ink(s, DENSITY, { x, y, w: 0.6, h: 0.9 }, 0.8)
      },
    ],
    [
      'a blot over a cell and about it',
      'stain',
      (s) => {
        const r = page.choices[0]!.cells[2]!.rect
        ink(s, DENSITY, { x: r.x - 2, y: r.y - 2, w: r.w + 4, h: r.h + 4 }, 0.6)
      },
    ],
  ]
  it.each(cases)('sends %s to a person', (_, kind, marks) => {
    const reading = read(photograph(filled(marks), DENSITY).grey)!
    expect(reading.choices[0]?.doubt).toBe(kind)
    expect(reading.doubts.some((d) => d.questionId === 'q1' && d.kind === kind)).toBe(true)
    expect(reading.choices.slice(8).map((c) => c.chosen)).toEqual(answers.slice(8))
  })

  it('takes arms below one of several marks for a strike, and where one is allowed for a slip', () => {
    const arms = (r: Rect) => (s: Grey) => {
      for (const x of [r.x - 0.3, r.x + r.w - 0.3]) ink(s, DENSITY, { x, y: r.y + r.h, w: 0.6, h: 0.9 }, 0.8)
    }
    const doubtOf = (row: number, cell: number) =>
      read(photograph(filled(arms(page.choices[row]!.cells[cell]!.rect)), DENSITY).grey)!.choices[row]!.doubt
    expect(doubtOf(4, 2)).toBe('faintMark')
    expect(doubtOf(0, 0)).toBeUndefined()
  })

  it.each([0, 3, -3])('is not misled by a streak along the page, which lies askew by %i°', (turn) => {
    const column = page.choices[0]!.cells[1]!.rect
    const sheet = filled((s) => ink(s, DENSITY, { x: column.x + 3.2, y: 30, w: 0.2, h: 130 }, 0.7))
    const reading = read(photograph(sheet, DENSITY, { turn, border: 40 }).grey)!
    expect(reading.choices.map((c) => c.chosen)).toEqual(answers)
    expect(reading.doubts).toEqual([])
  })

  it.each([2, 4, -2])('sees that a streak of the scanner goes on beyond the cells of a page at %i°', (turn) => {
    const { grey, truth } = photograph(clean, DENSITY, { turn, border: 40, dpi: 200 })
    const x = Math.round(project(truth, page.choices[16]!.cells[1]!.rect.x + 2.7, 125).x)
    for (let y = 0; y < grey.height; y++) grey.data[y * grey.width + x] = Math.min(grey.data[y * grey.width + x]!, 90)
    const reading = read(grey)!
    expect(reading.choices.map((c) => c.chosen)).toEqual(answers)
    expect(reading.doubts).toEqual([])
  })

  it('says which digits of the number are wrong', () => {
    const sheet = filled((s) => ink(s, DENSITY, page.studentNumber!.columns[2]!.cells[9]!.rect, 0.7))
    const reading = read(photograph(sheet, DENSITY).grey)!
    expect(reading.studentNumber?.value).toBeNull()
    expect(reading.studentNumber?.digits[2]).toBeNull()
    expect(reading.doubts[0]).toEqual({ kind: 'studentNumber', detail: '第3位填涂了2、9' })
  })

  it('prefers no reading to a contradiction between the QR and the bubbles', () => {
    const { grey } = photograph(clean, DENSITY)
    const seen = locatePage(grey, [card])
    const qr = { code: 'AAAAAAAA', version: 1, page: 1, hash: card.hash, studentNumber: '20260418' }
    const reading = readLocated(seen.survey, seen.places[0]!, { geometry: card }, page, qr)
    expect(reading.studentNumber?.value).toBeNull()
    expect(reading.doubts[0]?.kind).toBe('studentNumber')
    const same = readLocated(seen.survey, seen.places[0]!, { geometry: card }, page, { ...qr, studentNumber: number })
    expect(same.studentNumber).toMatchObject({ value: number, from: 'both' })
  })

  it('tells pages of one card apart by what is printed on them', () => {
    const two = fixtureCard(2)
    const sheet = sheetOf(210, 297, DENSITY)
    print(sheet, DENSITY, fixturePage(2, 12).draws)
    const seen = locatePage(photograph(sheet, DENSITY).grey, [two])
    const pages = seen.places.slice(0, 2).map((p) => p.sheet.page.page)
    const reading = readLocated(
      seen.survey,
      seen.places.find((p) => p.sheet.page.page === 1)!,
      { geometry: two },
      two.pages[0]!,
    )
    expect(pages).toContain(2)
    expect(reading.doubts.some((d) => d.kind === 'pageMark')).toBe(true)
  })

  it('names a print of 80 %', () => {
    const { grey } = photograph(clean, DENSITY, { scale: 0.8 })
    expect(read({ ...grey, dpi: 130 })?.doubts[0]?.kind).toBe('scale')
  })

  it('sees writing in a block', () => {
    const sheet = filled((s) => {
      for (let i = 0; i < 12; i++) ink(s, DENSITY, { x: 30 + i * 4, y: 180, w: 0.5, h: 5 }, 0.85)
    })
    expect(read(photograph(sheet, DENSITY).grey)?.blocks[0]?.likelyBlank).toBe(false)
  })

  it('finds nothing on white paper, and knows it', () => {
    const { grey } = photograph(sheetOf(210, 297, DENSITY), DENSITY)
    const seen = locatePage(grey, [card])
    expect(seen.places).toEqual([])
    expect(looksBlank(seen.survey)).toBe(true)
    expect(looksBlank(locatePage(photograph(clean, DENSITY).grey, [card]).survey)).toBe(false)
  })
})
