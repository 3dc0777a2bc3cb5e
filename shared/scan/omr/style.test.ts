import { describe, expect, it } from 'vitest'
import type { Grey } from './omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from './page.fixture.ts'
import { locatePage, readLocated } from './readPage.ts'
import { even, full, half, line, rubbed, tick } from './row.fixture.ts'
import type { Mark } from './row.fixture.ts'
import { contradicts, handOf, markedBy, strokeOf, styleOf } from './style.ts'
import type { Stroke } from './style.ts'
import { measureInk } from './ink.ts'

const DENSITY = 8
const card = fixtureCard()
const page = card.pages[0]!
const single = page.choices[0]!
const several = page.choices[4]!
const number = '20260417'

const dash: Mark = (s, x, y, w, h) => line(s, x + w * 0.1, y + h * 0.5, x + w * 0.9, y + h * 0.5)
/** Drawn beneath the letter, on the cell's lower edge. */
const underline: Mark = (s, x, y, w, h) => line(s, x + w * 0.1, y + h * 0.86, x + w * 0.9, y + h * 0.86)
/** As thin as the page's own ticks, of a far lighter pencil. */
const lightTick: Mark = (s, x, y, w, h) => {
  line(s, x + w * 0.15, y + h * 0.45, x + w * 0.4, y + h * 0.95, 0.22)
  line(s, x + w * 0.4, y + h * 0.95, x + w * 1.05, y - h * 0.2, 0.22)
}
/** As dark in all as a tick, and nowhere as dark as one. */
const ghost: Mark = (s, x, y, w, h) => ink(s, DENSITY, { x, y, w, h }, 0.17)

/** A page with one such mark in every row but `rows`, and in every digit's column. */
const pageOf = (usual: Mark, rows: Record<string, Record<string, Mark>> = {}, digits = usual): Grey => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((row, i) => {
    const marks = rows[row.questionId] ?? { ['ABCD'[(i * 7) % 4]!]: usual }
    for (const c of row.cells) marks[c.value]?.(sheet, c.rect.x, c.rect.y, c.rect.w, c.rect.h)
  })
  page.studentNumber!.columns.forEach((column, i) => {
    const { x, y, w, h } = column.cells[Number(number[i])]!.rect
    digits(sheet, x, y, w, h)
  })
  for (let i = 0; i < sheet.data.length; i++) sheet.data[i]! *= 0.94
  return sheet
}

const readPage = (sheet: Grey) => {
  const { grey } = photograph(sheet, DENSITY, { dpi: 200, turn: 0.6 })
  const seen = locatePage(grey, [card])
  return readLocated(seen.survey, seen.places[0]!, { geometry: card }, page)
}

/** What is read of a row on a page of such marks: what was chosen, or '?'. */
const readOn = (usual: Mark, row: typeof single, marks: Record<string, Mark>): string => {
  const reading = readPage(pageOf(usual, { [row.questionId]: marks }))
  const { chosen, doubt } = reading.choices.find((c) => c.questionId === row.questionId)!
  return doubt ? '?' : chosen.join('')
}

const styles: [string, Mark][] = [
  ['ticks', tick],
  ['dashes', dash],
  ['half cells', half],
]

describe('a page in one hand', () => {
  it.each(styles)('is read in %s, the number too', (_, mark) => {
    const reading = readPage(pageOf(mark))
    expect(reading.choices.map((c) => (c.doubt ? '?' : c.chosen.join('')))).toEqual(
      page.choices.map((_row, i) => 'ABCD'[(i * 7) % 4]!),
    )
    expect(reading.studentNumber?.value).toBe(number)
    expect(reading.doubts).toEqual([])
  })

  it.each(styles)('has blank rows and several marks where they are allowed, in %s', (_, mark) => {
    expect(readOn(mark, single, {})).toBe('')
    expect(readOn(mark, several, { A: mark, C: mark, D: mark })).toBe('ACD')
  })

  it('asks about two marks where one is allowed', () => {
    expect(readOn(tick, single, { A: tick, C: tick })).toBe('?')
    expect(readOn(dash, single, { A: dash, B: dash })).toBe('?')
  })

  it('asks about a mark of another hand, alone and beside one of its own', () => {
    expect(readOn(tick, single, { A: lightTick })).toBe('?')
    expect(readOn(tick, several, { A: tick, C: lightTick })).toBe('?')
    expect(readOn(dash, single, { B: underline })).toBe('?')
  })

  it('takes nothing for a mark that a rubber left, though it is as much ink as a stroke', () => {
    expect(readOn(tick, several, { A: ghost, C: full })).toBe('?')
    expect(readOn(tick, several, { A: ghost, C: tick })).toBe('?')
    expect(readOn(dash, single, { A: rubbed })).toBe('?')
    expect(readOn(tick, single, { A: even })).toBe('?')
  })

  it('asks for a digit that two marks claim', () => {
    const sheet = pageOf(tick)
    const { x, y, w, h } = page.studentNumber!.columns[3]!.cells[9]!.rect
    tick(sheet, x, y, w, h)
    const { studentNumber, doubts } = readPage(sheet)
    expect(studentNumber?.digits.map((d) => d?.value ?? '?').join('')).toBe('202?0417')
    expect(doubts.map((d) => d.kind)).toEqual(['studentNumber'])
  })
})

const nothing: Stroke = { mean: 0, dark: 0.01, light: 0, most: 0.03, x: 0.5, y: 0.5, wide: 0.3, high: 0.3 }
const stroke: Stroke = { mean: 0.12, dark: 0.5, light: 0, most: 0.6, x: 0.5, y: 0.5, wide: 0.7, high: 0.9 }
const rowOf = (...strokes: Stroke[]) => ({ single: true, strokes: [...strokes, nothing, nothing, nothing] })
const rowsOf = (n: number, s = stroke) => Array.from({ length: n }, () => rowOf(s))
const style = styleOf(rowsOf(12))!

describe('the style of a page', () => {
  const cases: [string, ReturnType<typeof rowOf>[]][] = [
    ['few marks', rowsOf(9)],
    ['many blank rows', [...rowsOf(12), ...rowsOf(12, nothing)]],
    ['full cells', [...rowsOf(10), ...rowsOf(10, { ...stroke, light: 0.4 })]],
    ['strokes of several pens', [...rowsOf(8), ...rowsOf(5, { ...stroke, dark: 0.25 })]],
    ['marks that hardly show', rowsOf(12, { ...stroke, dark: 0.12 })],
    ['other cells that are not clean', Array.from({ length: 12 }, () => rowOf(stroke, { ...nothing, dark: 0.2 }))],
  ]
  it.each(cases)('is not known by %s', (_, rows) => expect(styleOf(rows)).toBeUndefined())

  it('is not asked for on a picture without greys, or on a page of full cells that were read', () => {
    const sheet = pageOf(tick)
    const { grey } = photograph(sheet, DENSITY, { dpi: 200 })
    const { survey, places } = locatePage(grey, [card])
    const map = measureInk(survey, places[0]!, page)
    const hand = (bilevel: boolean, typical: number) => handOf({ ...map, bilevel }, [], () => true, typical)
    expect([hand(false, 0.2), hand(true, 0.2), hand(false, 0.6)].map((h) => h !== undefined)).toEqual([
      true,
      false,
      false,
    ])
  })

  const strokes: [string, Partial<Stroke>, boolean][] = [
    ['one like the others', {}, true],
    ['one of a lighter pencil', { dark: 0.29 }, false],
    ['a far darker one', { dark: 0.9 }, false],
    ['an even one', { light: 0.2 }, false],
    ['a short one', { wide: 0.3 }, false],
    ['a low one', { y: 0.8 }, false],
  ]
  it.each(strokes)('says whether %s is a mark', (_, other, marked) => {
    expect(markedBy([{ ...stroke, ...other }, nothing, nothing], true, style)).toEqual(
      marked ? [true, false, false] : null,
    )
  })
  const traces: [string, Partial<Stroke>, boolean][] = [
    ['a clean cell', {}, true],
    ['a shade', { mean: 0.05 }, false],
    ['a dot', { most: 0.4 }, false],
    ['a light line', { dark: 0.2 }, false],
  ]
  it.each(traces)('says whether a mark stands beside %s', (_, other, clean) => {
    const marked = markedBy([stroke, { ...nothing, ...other }], true, style)
    expect(marked).toEqual(clean ? [true, false] : null)
  })

  it('contradicts what was read of a cell by itself', () => {
    const ghost = { ...stroke, dark: 0.2, light: 0.1 }
    expect(contradicts([true, false], [stroke, nothing], style)).toBe(false)
    expect(contradicts([true, true], [stroke, ghost], style)).toBe(true)
    // A stroke over a sign that is marked in most of its rows hides in what is taken for print.
    expect(contradicts([true, false], [stroke, stroke], style)).toBe(true)
    expect(contradicts([false, false], [stroke, nothing], style)).toBe(true)
    expect(contradicts([false, false], [{ ...nothing, mean: 0.06 }, nothing], style)).toBe(true)
    expect(contradicts([false, false], [nothing, nothing], style)).toBe(false)
    // A dot on a printed letter, beside marks that were read: as dark as they are, and of another kind.
    const dot = { ...nothing, dark: 0.37, most: 0.5, mean: 0.07, wide: 0.3, high: 0.3 }
    expect(contradicts([true, false], [stroke, dot], style)).toBe(true)
    expect(contradicts([true, false], [stroke, { ...dot, dark: 0.25 }], style)).toBe(false)
  })
})

describe('what a cell holds', () => {
  it('lies where it was drawn', () => {
    const [across, down] = [16, 12]
    const values = new Float32Array(across * down)
    // A line through the lower half of a cell of 10 × 6 places that begins at (3, 3).
    for (let i = 4; i < 12; i++) values[7 * across + i] = 0.8
    const s = strokeOf({ across, down, x0: 3, y0: 3, values })
    expect(s).toMatchObject({ dark: expect.closeTo(0.8), light: 0, most: expect.closeTo(0.8), wide: 1, high: 0.25 })
    expect([s.x, s.y]).toEqual([0.5, 0.875])
  })
})
