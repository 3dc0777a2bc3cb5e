/** For tests: a page on which one row is marked as people mark it, and how that row is read. */
import type { Grey } from './omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from './page.fixture.ts'
import { locatePage, readLocated } from './readPage.ts'

const DENSITY = 8
const card = fixtureCard()
const page = card.pages[0]!
export const single = page.choices[0]!
export const several = page.choices[4]!

export type Mark = (sheet: Grey, x: number, y: number, w: number, h: number) => void

/** A line of a pen, as a row of small squares. */
export const line = (sheet: Grey, x0: number, y0: number, x1: number, y1: number, strength = 0.7, width = 0.55) => {
  const n = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / (width * 0.9))
  for (let i = 0; i <= n; i++) {
    const x = x0 + ((x1 - x0) * i) / n - width / 2
    const y = y0 + ((y1 - y0) * i) / n - width / 2
    ink(sheet, DENSITY, { x, y, w: width, h: width }, strength)
  }
}

export const full: Mark = (s, x, y, w, h) => ink(s, DENSITY, { x, y, w, h }, 0.7)
export const even: Mark = (s, x, y, w, h) => ink(s, DENSITY, { x, y, w, h }, 0.2)
/** What a bad rubber leaves of a full cell: darker than many a meant one, and all over. */
export const rest: Mark = (s, x, y, w, h) => ink(s, DENSITY, { x, y, w, h }, 0.32)
export const half: Mark = (s, x, y, w, h) => ink(s, DENSITY, { x, y, w: w * 0.5, h }, 0.7)
export const dot: Mark = (s, x, y, w, h) =>
  ink(s, DENSITY, { x: x + w / 2 - 0.35, y: y + h / 2 - 0.35, w: 0.7, h: 0.7 }, 0.7)
export const tick: Mark = (s, x, y, w, h) => {
  line(s, x + w * 0.15, y + h * 0.45, x + w * 0.4, y + h * 0.95)
  line(s, x + w * 0.4, y + h * 0.95, x + w * 1.05, y - h * 0.2)
}
export const cross: Mark = (s, x, y, w, h) => {
  line(s, x + w * 0.05, y + h * 0.05, x + w * 0.95, y + h * 0.95)
  line(s, x + w * 0.95, y + h * 0.05, x + w * 0.05, y + h * 0.95)
}
/** Bands of what the rubber left, and a drag to the right. */
export const rubbed: Mark = (s, x, y, w, h) => {
  for (let i = 0; i < 6; i++) {
    const strength = [0.24, 0.2, 0.1, 0.05, 0.08, 0.2][i]!
    ink(s, DENSITY, { x: x + 0.2, y: y + (h * i) / 6, w: w + 0.4, h: h / 6 }, strength)
  }
}
export const struck: Mark = (s, x, y, w, h) => {
  full(s, x, y, w, h)
  line(s, x - 0.8, y - 0.8, x + w + 0.8, y + h + 0.8)
  line(s, x - 0.8, y + h + 0.8, x + w + 0.8, y - 0.8)
}

/** Reads a page on which all other rows are full and `row` holds the given marks, A first. */
export const readRow = (row: typeof single, marks: Record<string, Mark>, paper = 0.94, bits = false) => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((r, i) => {
    if (r !== row) ink(sheet, DENSITY, r.cells[i % 4]!.rect, 0.7)
  })
  for (const [value, mark] of Object.entries(marks)) {
    const { x, y, w, h } = row.cells.find((c) => c.value === value)!.rect
    mark(sheet, x, y, w, h)
  }
  for (let i = 0; i < sheet.data.length; i++) sheet.data[i]! *= paper
  const { grey } = photograph(sheet, DENSITY, { dpi: 200, turn: 0.6 })
  if (bits) for (let i = 0; i < grey.data.length; i++) grey.data[i] = grey.data[i]! < 170 ? 0 : 255
  const seen = locatePage(grey, [card])
  const reading = readLocated(seen.survey, seen.places[0]!, { geometry: card }, page)
  return reading.choices.find((c) => c.questionId === row.questionId)!
}
