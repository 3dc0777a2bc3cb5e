import { describe, expect, it } from 'vitest'
import type { Grey } from './omr.types.ts'
import { measureInk } from './ink.ts'
import type { CellInk } from './ink.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf } from './page.fixture.ts'
import { locatePage } from './readPage.ts'
import { full, line } from './row.fixture.ts'
import type { Mark } from './row.fixture.ts'
import { lookBeyond, paperUnder, printKept, rowsOffPrint, shownBy } from './shown.ts'
import { aroundsOf } from './surroundings.ts'

const DENSITY = 8
const card = fixtureCard()
const page = card.pages[0]!

/** A sheet with lines of a table below the second option of every row, as other makers print them. */
const tabled = (darker = 1): Grey => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  for (const { cells } of page.choices) {
    const { x, y, w, h } = cells[1]!.rect
    line(sheet, x - 0.6, y + h + 0.5, x + w + 0.6, y + h + 0.5, 0.5, 0.3)
  }
  for (let i = 0; i < sheet.data.length; i++) sheet.data[i] = Math.max(0, 255 - darker * (255 - sheet.data[i]!))
  // A copier loses lines, no black corners.
  const corners = page.draws.filter((d) => d.kind === 'fill')
  print(sheet, DENSITY, corners)
  return sheet
}

const mapOf = (sheet: Grey) => {
  const { grey } = photograph(sheet, DENSITY, { dpi: 200, turn: 0.4 })
  const { survey, places } = locatePage(grey, [card])
  return measureInk(survey, places[0]!, page)
}
const shown = shownBy(mapOf(tabled()))

/** Which cells of the first row seem to have a line on a side, on a page where all other rows are full. */
const linedIn = (marks: Record<string, Mark>, darker?: number, reference = shown): string[] => {
  const sheet = tabled(darker)
  page.choices.forEach((r, i) => {
    if (i > 0) ink(sheet, DENSITY, r.cells[i % 4]!.rect, 0.7)
  })
  for (const [value, mark] of Object.entries(marks)) {
    const { x, y, w, h } = page.choices[0]!.cells.find((c) => c.value === value)!.rect
    mark(sheet, x, y, w, h)
  }
  const about = aroundsOf(mapOf(sheet), reference)
  return [...about].flatMap(([c, { sides }]) =>
    c.zone.kind === 'choice' && c.zone.index === 0 && sides.some((s) => s >= 0.7) ? [c.cell.value] : [],
  )
}

const underline: Mark = (s, x, y, w, h) => line(s, x - 0.3, y + h + 0.6, x + w + 0.3, y + h + 0.6, 0.6, 0.4)
/** As light as a hard pencil. */
const faint: Mark = (s, x, y, w, h) => line(s, x - 0.3, y + h + 0.8, x + w + 0.3, y + h + 0.8, 0.25, 0.4)
/** Nearer to the next row than to its own. */
const low: Mark = (s, x, y, w, h) => line(s, x - 0.3, y + h + 1.1, x + w + 0.3, y + h + 1.1, 0.6, 0.4)

/** On the table's line. */
const atTable: Mark = (s, x, y, w, h) => line(s, x - 0.3, y + h + 0.5, x + w + 0.3, y + h + 0.5, 0.28, 0.3)
/** A soft pencil's heavy ring: so much of it that the cell's own paper seems dark. */
const heavyRing: Mark = (s, x, y, w, h) => {
  for (const out of [0.35, 0.7, 1.05])
    for (const [x0, y0, x1, y1] of [
      [x - out, y - out, x + w + out, y - out],
      [x - out, y + h + out, x + w + out, y + h + out],
      [x - out, y - out, x - out, y + h + out],
      [x + w + out, y - out, x + w + out, y + h + out],
    ] as const)
      line(s, x0, y0, x1, y1, 0.35, 0.4)
}

describe('the look of ink where the unfilled sheet is known', () => {
  const raster = (value: (x: number, y: number) => number) => {
    const values = Float32Array.from({ length: 12 * 10 }, (_, k) => value((k % 12) - 2, Math.floor(k / 12) - 2))
    return { across: 12, down: 10, x0: 2, y0: 2, values }
  }
  const stem = (x: number) => (x === 3 ? 0.4 : 0)
  const bar = (y: number) => (y === 2 ? 0.6 : 0)

  it.each([
    ['is beyond what the like cells show', false],
    ['is beyond the sheet’s own print where a stroke that the like cells have was taken for print', true],
  ])('%s', (_, overdrawn) => {
    const c = { cell: {}, ink: 0.1 } as CellInk
    const alike = raster((x, y) => (x === 3 ? 0 : bar(y)) - (overdrawn && x === 5 ? 0.3 : 0))
    const map = {
      cells: new Map(),
      darkOf: () => raster((x, y) => Math.max(stem(x), bar(y))),
      rasterOf: () => alike,
    }
    const look = lookBeyond(map, new Map([[c.cell, raster(stem)]]))(c)
    const at = (x: number, y: number) => look.values[(y + 2) * 12 + x + 2]!
    if (!overdrawn) return expect(look).toBe(alike)
    // Nothing of the stem, and not of a stem that lies a place beside its print; of the bar what no stem may explain.
    expect([at(3, 0), at(5, 0), at(6, 2), at(3, 2)].map((v) => Math.round(v * 10) / 10)).toEqual([0, 0, 0.6, 0.2])
  })
})

describe('lines beside the cells of a sheet whose own picture is known', () => {
  it.each<[string, Record<string, Mark>, string[]]>([
    ['printed lines', {}, []],
    ['an underline', { C: underline }, ['C']],
    ['a light underline', { A: faint }, ['A']],
    ['a low underline', { D: low }, ['D']],
  ])('tells %s', (_, marks, expected) => {
    expect(linedIn(marks)).toEqual(expected)
  })

  /** Which rows nothing is known of, on a page whose marks run over, but for two blank rows; lines beside all other cells. */
  const unknownRows = (over: number, everywhere: boolean): (number | string)[] => {
    const sheet = tabled()
    const blank = [0, 5]
    page.choices.forEach((r, i) => {
      const { x, y, w, h } = r.cells[1]!.rect
      if (!blank.includes(i)) ink(sheet, DENSITY, { x: x - over, y: y - 0.2, w: w + 2 * over, h: h + 0.4 }, 0.7)
      if (everywhere)
        for (const c of r.cells) if (c.value === 'D') underline(sheet, c.rect.x, c.rect.y, c.rect.w, c.rect.h)
    })
    const { x, y, w, h } = page.choices[5]!.cells[2]!.rect
    underline(sheet, x, y, w, h)
    const about = aroundsOf(mapOf(sheet), shown)
    return [...about].flatMap(([c, a]): (number | string)[] => {
      if (c.zone.kind !== 'choice' || !blank.includes(c.zone.index)) return []
      return a.unknown ? [c.zone.index] : a.sides.some((v) => v >= 0.7) ? [`${c.cell.value} lined`] : []
    })
  }

  it('looks at blank rows all the same where the pen runs over beside its marks', () => {
    expect(unknownRows(0, false)).toEqual(['C lined'])
    expect(unknownRows(1.2, false)).toEqual(['C lined'])
    expect(new Set(unknownRows(1.2, true))).toEqual(new Set([0, 5]))
  })

  it('hears a line through one of two marks where the pen runs over beside all of them, and many lines as the sheet’s', () => {
    const struckRows = (rows: readonly number[]) => {
      const sheet = tabled()
      page.choices.forEach((r, i) => {
        const { x, y, w, h } = r.cells[1]!.rect
        ink(sheet, DENSITY, { x: x - 1.2, y: y - 0.2, w: w + 2.4, h: h + 0.4 }, 0.7)
        const d = r.cells[3]!.rect
        if (i === 3 || rows.includes(i)) full(sheet, d.x, d.y, d.w, d.h)
        if (rows.includes(i)) line(sheet, d.x - 1.3, d.y + d.h / 2, d.x + d.w + 1.3, d.y + d.h / 2, 0.9, 0.45)
      })
      const about = aroundsOf(mapOf(sheet), shown)
      return [...about].filter(([c, a]) => c.cell.value === 'D' && a.struck).map(([c]) => c.zone.index)
    }
    expect(struckRows([7])).toEqual([7])
    expect(struckRows([1, 4, 5, 7, 9, 11])).toEqual([])
  })

  it('knows print that a copier made darker for print', () => {
    expect(linedIn({}, 1.5)).toEqual([])
    expect(linedIn({ C: underline }, 1.5)).toEqual(['C'])
  })

  it('tells a line where a copy lost the printed one', () => {
    expect(linedIn({}, 0.3)).toEqual([])
    expect(linedIn({ B: atTable }, 0.3)).toEqual(['B'])
    expect(printKept(mapOf(tabled(0.3)), shown).lost).toBe(true)
    expect(printKept(mapOf(tabled()), shown).lost).toBe(false)
  })

  it('tells where a lamp took the print of one cell, on a page that has kept its own', () => {
    const sheet = tabled()
    const { x, y, w, h } = page.choices[0]!.cells[1]!.rect
    for (let v = Math.round((y - 1.5) * DENSITY); v < (y + h + 1.5) * DENSITY; v++)
      for (let u = Math.round((x - 1.5) * DENSITY); u < (x + w + 1.5) * DENSITY; u++)
        sheet.data[v * sheet.width + u] = Math.min(255, sheet.data[v * sheet.width + u]! * 0.3 + 180)
    const map = mapOf(sheet)
    const kept = printKept(map, shown)
    expect(kept.lost).toBe(false)
    const first = [...map.cells].find(([zone]) => zone.kind === 'choice' && zone.index === 0)![1]
    expect(first.map((c) => kept.shareOf(c) > 0.6)).toEqual([true, false, true, true])
  })

  it('tells which rows lie beside their print: a feeder slipped half a row from there on', () => {
    const sheet = tabled()
    const at = (index: number) => Math.round((page.choices[index]!.cells[0]!.rect.y - 0.9) * DENSITY)
    const from = at(20)
    const slip = Math.round(2.4 * DENSITY)
    const end = at(36) + slip
    sheet.data.copyWithin((from + slip) * sheet.width, from * sheet.width, (end - slip) * sheet.width)
    expect(rowsOffPrint(mapOf(tabled()), shown)).toEqual(new Set())
    const off = rowsOffPrint(mapOf(sheet), shown)
    for (const index of [24, 25, 26, 27, 30]) expect(off).toContain(index)
    for (const index of [0, 7, 15]) expect(off).not.toContain(index)
  })

  /** Other light print where the cells of these rows have theirs. */
  const reprinted = (rows: readonly number[]): Grey => {
    const sheet = tabled()
    for (const index of rows)
      for (const { rect: r } of page.choices[index]!.cells) {
        for (let v = Math.round((r.y - 0.5) * DENSITY); v < (r.y + r.h + 0.5) * DENSITY; v++)
          sheet.data.fill(
            255,
            v * sheet.width + Math.round((r.x - 0.5) * DENSITY),
            v * sheet.width + Math.round((r.x + r.w + 0.5) * DENSITY),
          )
        for (const k of [0.3, 0.7]) line(sheet, r.x + k * r.w, r.y + 0.5, r.x + k * r.w, r.y + r.h - 0.5, 0.25, 0.3)
      }
    return sheet
  }

  it('tells which rows lie beside their print: two side by side, on a page that shows it', () => {
    expect(rowsOffPrint(mapOf(reprinted([10])), shown)).toEqual(new Set())
    expect(rowsOffPrint(mapOf(reprinted([10, 11])), shown)).toEqual(new Set([10, 11]))
    // Where no row shows the sheet's print, it is not that one of them lies elsewhere.
    expect(rowsOffPrint(mapOf(reprinted(page.choices.map((_, i) => i))), shown)).toEqual(new Set())
  })

  it('tells a ring that darkens the paper about its cell', () => {
    expect(linedIn({ A: heavyRing })).toContain('A')
  })

  it('takes a mark on the sheet’s own picture for no print', () => {
    const model = tabled()
    for (const r of page.choices) {
      const { x, y, w, h } = r.cells[2]!.rect
      full(model, x, y, w, h)
      if (r === page.choices[0]) line(model, x - 0.3, y + h + 0.6, x + w + 0.3, y + h + 0.6, 0.6, 0.4)
    }
    expect(linedIn({ C: underline }, 1, shownBy(mapOf(model)))).toEqual(['C'])
  })

  it.each([
    ['a heavy ring, whose ink makes its own paper seem light', -0.2, -0.1, -0.1],
    ['correction fluid, under which no print is left', -0.2, 0, 0],
    ['a blank cell', 0, -0.1, 0],
  ])('knows what is paper in %s', (_, beyond, dark, expected) => {
    const of = (v: number) => ({ across: 10, down: 10, x0: 3, y0: 3, values: new Float32Array(100).fill(v) })
    expect(paperUnder(of(beyond), of(dark))).toBeCloseTo(expected)
  })
})
