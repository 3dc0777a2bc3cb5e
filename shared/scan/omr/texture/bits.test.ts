import { describe, expect, it } from 'vitest'
import type { Grey } from '../omr.types.ts'
import { isBilevel, isDotted } from './bits.ts'
import { fixtureCard, ink, photograph, print, sheetOf, slippedFeed } from '../page.fixture.ts'
import { locatePage, readLocated } from '../readPage.ts'

const DENSITY = 8
const card = fixtureCard()
const page = card.pages[0]!
const answers = page.choices.map((row, i) =>
  i % 9 === 8 ? [] : row.unitType === 2 ? ['A', 'C'] : ['ABCD'[(i * 7) % 4]!],
)

/** Every ninth question is left blank; marks are as dark as `mark`, and each has light letters in it. */
const filled = (mark: number): Grey => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((row, i) => {
    for (const { value, rect: r } of row.cells) {
      ink(sheet, DENSITY, { x: r.x + 2.2, y: r.y + 0.6, w: 0.8, h: 1.8 }, 0.5)
      if (answers[i]!.includes(value)) ink(sheet, DENSITY, r, mark)
    }
  })
  page.studentNumber!.columns.forEach((c, i) => ink(sheet, DENSITY, c.cells[i]!.rect, mark))
  return sheet
}
const scanned = (sheet: Grey, turn = 0.3): Grey => photograph(sheet, DENSITY, { dpi: 200, turn }).grey

const byLevel = (grey: Grey, level: number): Grey => ({ ...grey, data: grey.data.map((v) => (v > level ? 255 : 0)) })
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
const byPattern = (grey: Grey): Grey => ({
  ...grey,
  data: grey.data.map((v, k) => {
    const [x, y] = [k % grey.width, Math.floor(k / grey.width)]
    return v > 16 * (PATTERN[(y % 4) * 4 + (x % 4)]! + 0.5) ? 255 : 0
  }),
})
const byDiffusion = (grey: Grey): Grey => {
  const { width: w, height, data } = grey
  const left = Float32Array.from(data)
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0, k = y * w; x < w; x++, k++) {
      out[k] = left[k]! > 128 ? 255 : 0
      const e = left[k]! - out[k]!
      if (x + 1 < w) left[k + 1]! += (e * 7) / 16
      if (y + 1 === height) continue
      if (x > 0) left[k + w - 1]! += (e * 3) / 16
      left[k + w]! += (e * 5) / 16
      if (x + 1 < w) left[k + w + 1]! += e / 16
    }
  return { ...grey, data: out }
}
/** A pencil's grain: marks about as dark as the level, rough at a pixel or two. */
const grainy = (grey: Grey): Grey => {
  let seed = 7
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const grain = Float32Array.from({ length: grey.data.length }, () => 160 * (chance() - 0.5))
  const data = grey.data.map((v, k) => {
    const about = (grain[k]! + (grain[k + 1] ?? 0) + (grain[k + grey.width] ?? 0)) / 2
    return v > 200 ? v : Math.min(255, Math.max(0, v + about))
  })
  return { ...grey, data }
}

const light = scanned(filled(0.4))

describe('pictures without greys', () => {
  const pictures: [string, Grey, boolean, boolean][] = [
    ['a grey scan', light, false, false],
    ['by a level', byLevel(light, 128), true, false],
    ['by a level, through a pencil’s grain', byLevel(grainy(scanned(filled(0.5))), 128), true, false],
    ['by an ordered pattern', byPattern(light), true, true],
    ['by an ordered pattern, dark marks', byPattern(scanned(filled(0.7))), true, true],
    ['by spreading errors', byDiffusion(light), true, true],
    ['white paper', byLevel(sheetOf(210, 297, DENSITY), 128), true, false],
  ]
  it.each(pictures)('%s', (_, grey, bilevel, dotted) => {
    expect([isBilevel(grey), isBilevel(grey) && isDotted(grey)]).toEqual([bilevel, dotted])
  })
})

const read = (grey: Grey) => {
  const seen = locatePage(grey, [card])
  const [best] = seen.places
  return best && readLocated(seen.survey, best, { geometry: card }, best.sheet.page)
}

describe('a page whose greys are dots', () => {
  const kinds: [string, (grey: Grey) => Grey][] = [
    ['a pattern', byPattern],
    ['spread errors', byDiffusion],
  ]
  it.each(kinds)('by %s says what was left blank, though marks are light', (_, dots) => {
    for (const turn of [0, 0.3]) {
      const reading = read(dots(scanned(filled(0.4), turn)))!
      expect(reading.choices.map((c) => c.chosen)).toEqual(answers)
      // Spread errors run together here and there, as a line would.
      const asked = reading.choices.filter((c) => c.doubt)
      expect(asked.filter((c) => c.chosen.length > 0)).toEqual([])
      expect(asked.length).toBeLessThanOrEqual(1)
    }
  })

  it('asks about every blank row where a level parted them: a lighter mark would be gone', () => {
    const reading = read(byLevel(scanned(filled(0.55)), 100))!
    const blank = reading.choices.filter((_, i) => answers[i]!.length === 0)
    expect(blank.filter((c) => c.doubt === undefined)).toEqual([])
  })

  it('accepts nothing wrong where the feeder slipped', () => {
    let refused = 0
    for (const lost of [-4.9, -2, 2, 4.9, 9.8]) {
      const reading = read(byPattern(scanned(slippedFeed(filled(0.4), DENSITY, 120, lost))))
      if (!reading) refused++
      const wrong = reading?.choices.filter((c, i) => !c.doubt && c.chosen.join() !== answers[i]!.join())
      expect(wrong ?? [], `${lost} mm`).toEqual([])
    }
    expect(refused).toBeLessThan(5)
  })
})
