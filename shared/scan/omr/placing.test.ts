import { describe, expect, it } from 'vitest'
import type { CardGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from './omr.types.ts'
import { fixtureCard, ink, photograph, print, sheetOf, slippedFeed } from './page.fixture.ts'
import { isBetter } from './placing.ts'
import { locatePage, readByPrint, readLocated } from './readPage.ts'
import type { Zone } from './zones.ts'

const DENSITY = 6
const card = fixtureCard()
const page = card.pages[0]!
const answers = page.choices.map((row, i) => (row.unitType === 2 ? ['A', 'C'] : ['ABCD'[(i * 7) % 4]!]))

const filled = (): Grey => {
  const sheet = sheetOf(210, 297, DENSITY)
  print(sheet, DENSITY, page.draws)
  page.choices.forEach((row, i) => {
    for (const c of row.cells) if (answers[i]!.includes(c.value)) ink(sheet, DENSITY, c.rect, 0.7)
  })
  for (const { cells } of page.studentNumber!.columns) ink(sheet, DENSITY, cells[3]!.rect, 0.7)
  return sheet
}

const read = (grey: Grey, geometry: CardGeometry) => {
  const seen = locatePage(grey, [card])
  return readLocated(seen.survey, seen.places[0]!, { geometry }, geometry.pages[0]!)
}

/** The card as it would be if its cells were printed elsewhere: what a place that is one step off makes of it. */
const slipped = (dx: number, dy: number): CardGeometry => {
  const move = (rect: Rect) => ({ ...rect, x: rect.x + dx, y: rect.y + dy })
  const choices = page.choices.map((row) => ({ ...row, cells: row.cells.map((c) => ({ ...c, rect: move(c.rect) })) }))
  const own = new Set(page.choices.flatMap((row) => row.cells.map((c) => c.rect)))
  const draws = page.draws.map((d) => (d.kind === 'box' && own.has(d.rect) ? { ...d, rect: move(d.rect) } : d))
  return { ...card, pages: [{ ...page, choices, draws }] }
}

/** Paper that bulges: rows lie up to `high` mm lower in the middle of the sheet than at its sides. */
const bent = (flat: Grey, high: number): Grey => {
  const out = { ...flat, data: new Uint8Array(flat.data.length).fill(255) }
  for (let x = 0; x < flat.width; x++) {
    const by = Math.round(high * DENSITY * Math.sin((Math.PI * x) / flat.width) ** 2)
    for (let y = Math.max(0, by); y < flat.height; y++)
      out.data[y * flat.width + x] = flat.data[(y - by) * flat.width + x]!
  }
  return out
}

/** Another edition: the same frames and half of the rows, the other half printed a row lower. */
const otherEdition = (): Grey => {
  const moved = new Map(
    page.choices.flatMap((row, i) =>
      i % 4 < 2 ? [] : row.cells.map((c) => [c.rect, { ...c.rect, y: c.rect.y + 4.9 }] as const),
    ),
  )
  const sheet = sheetOf(210, 297, DENSITY)
  const draws = page.draws.map((d) => (d.kind === 'box' ? { ...d, rect: moved.get(d.rect) ?? d.rect } : d))
  print(sheet, DENSITY, draws)
  for (const row of page.choices) {
    const { rect } = row.cells[1]!
    ink(sheet, DENSITY, moved.get(rect) ?? rect, 0.7)
  }
  return sheet
}

describe('a page whose blocks contradict each other', () => {
  const accepted = (grey: Grey) => read(photograph(grey, DENSITY).grey, card).choices.filter((c) => !c.doubt)

  it.each([
    ['stood still for two rows between two others', 105, -9.8],
    ['stood still among the first rows', 100.5, -8],
  ])('accepts nothing where the feeder %s', (_, from, lost) => {
    expect(accepted(slippedFeed(filled(), DENSITY, from, lost)).map((c) => c.questionId)).toEqual([])
  })

  it('gives neither a number nor an absence nor a row of another edition, and refuses it without a code', () => {
    const flat = otherEdition()
    ink(flat, DENSITY, page.absent!.rect, 0.7)
    for (const { cells } of page.studentNumber!.columns) ink(flat, DENSITY, cells[3]!.rect, 0.7)
    const { grey } = photograph(flat, DENSITY)
    const reading = read(grey, card)
    expect(reading.choices.filter((c) => !c.doubt)).toEqual([])
    expect(reading.studentNumber?.value).toBeNull()
    expect(reading.absent?.state).toBe('doubt')
    expect(readByPrint(locatePage(grey, [card]), [card])).toMatchObject({
      status: 'refused',
      doubts: [{ kind: 'foreignCard' }],
    })
  })
})

describe('a placing that is proved', () => {
  const { grey } = photograph(filled(), DENSITY)

  it.each([
    ['a row down', 0, 4.9],
    ['a row up', 0, -4.9],
    ['two rows down', 0, 9.8],
    ['a column to the right', 7.4, 0],
    ['a column to the left', -7.4, 0],
  ])('accepts nothing from a grid that lies %s', (_, dx, dy) => {
    const { choices } = read(grey, slipped(dx, dy))
    expect(choices.filter((c) => !c.doubt).map((c) => c.questionId)).toEqual([])
  })

  const rings = (flat: Grey, r: Rect) => {
    for (let t = 0; t < 120; t++) {
      const [x, y] = [Math.cos((t * Math.PI) / 60), Math.sin((t * Math.PI) / 60)]
      ink(flat, DENSITY, { x: r.x + 2.3 + 3.4 * x, y: r.y + 1.1 + 2.2 * y, w: 0.8, h: 0.8 }, 0.5)
    }
  }
  it('is not lost to rings about the last row', () => {
    const flat = filled()
    const last = page.choices.length - 4
    for (const { rect } of page.choices[last]!.cells) rings(flat, rect)
    const { choices, studentNumber } = read(photograph(flat, DENSITY).grey, card)
    expect(choices.filter((c, i) => c.doubt && i !== last)).toEqual([])
    expect(studentNumber?.value).toBe('33333333')
  })

  it('is not where no outlines are seen, however few zones are left unproven', () => {
    const zones = page.choices.map((_, index) => ({ index }) as Zone)
    const some = { unproven: new Set(zones.slice(0, 3)), seen: true }
    const nothingSeen = { unproven: new Set<Zone>(), seen: false }
    expect(isBetter(nothingSeen, some)).toBe(false)
    expect(isBetter(some, nothingSeen)).toBe(true)
    expect(isBetter({ ...some, unproven: new Set(zones.slice(0, 2)) }, some)).toBe(true)
    expect(isBetter(some, some)).toBe(false)
  })

  it('doubts nothing where the grid is', () => {
    expect(read(grey, slipped(0, 0)).doubts).toEqual([])
    expect(read(grey, slipped(0.3, -0.3)).doubts).toEqual([])
  })

  it.each([3, 5])('follows what is printed over a bulge of %i mm', (high) => {
    const reading = read(photograph(bent(filled(), high), DENSITY).grey, card)
    expect(reading.doubts).toEqual([])
    expect(reading.choices.map((c) => c.chosen)).toEqual(answers)
    expect(reading.studentNumber?.value).toBe('33333333')
  })
})

describe('a lamp’s shine', () => {
  /** Grey paper, on which nothing is left of what is printed where a lamp shines. */
  const shoneOn = (flat: Grey, ...spots: Rect[]): Grey => {
    const out = { ...flat, data: flat.data.map((v) => Math.round(v * 0.86)) }
    for (const r of spots)
      for (let y = Math.round(r.y * DENSITY); y < (r.y + r.h) * DENSITY; y++)
        out.data.fill(
          255,
          y * flat.width + Math.round(r.x * DENSITY),
          y * flat.width + Math.round((r.x + r.w) * DENSITY),
        )
    return out
  }
  /** Rows of the first block from one to another, with the paper about them. */
  const rowsOf = (from: number, to: number): Rect => ({
    x: 20,
    y: 97.5 + from * 4.9,
    w: 39,
    h: (to - from) * 4.9 + 2.2,
  })
  const readUnder = (of: CardGeometry, ...spots: Rect[]) =>
    read(photograph(shoneOn(filled(), ...spots), DENSITY).grey, of)
  const isFirst = (i: number) => i % 4 === 0

  it.each([
    ['the last rows of a block', [rowsOf(6, 10)], 6, 10],
    ['its first rows', [rowsOf(0, 3)], 0, 3],
    ['rows in its middle', [{ ...rowsOf(3, 6), h: 15.4 }], 3, 6],
  ])('over %s is asked about there, and nothing else is', (_, spots, from, to) => {
    const { choices, studentNumber } = readUnder(card, ...spots)
    const isLit = (i: number) => isFirst(i) && i >> 2 >= from && i >> 2 < to
    expect(choices.filter((c) => c.doubt).map((c) => c.questionId)).toEqual(
      page.choices.flatMap((c, i) => (isLit(i) ? [c.questionId] : [])),
    )
    expect(choices.filter((c, i) => !c.doubt && c.chosen.join() !== answers[i]!.join())).toEqual([])
    expect(studentNumber?.value).toBe('33333333')
  })

  it.each([
    ['a quarter of the rows', 5],
    ['half of the page', 2],
  ])('over more than %s leaves the others', (_, first) => {
    const wide = { x: 20, y: 97.5 + first * 4.9, w: 130, h: 51.5 - first * 4.9 }
    const { choices } = readUnder(card, wide)
    expect(choices.flatMap((c, i) => (c.doubt ? [] : [i]))).toEqual(
      page.choices.flatMap((_, i) => (i % 4 === 3 || i >> 2 < first ? [i] : [])),
    )
    expect(choices.filter((c, i) => !c.doubt && c.chosen.join() !== answers[i]!.join())).toEqual([])
  })

  it('over both ends of a block leaves nothing that says where it lies', () => {
    const { choices } = readUnder(card, rowsOf(0, 2), rowsOf(8, 10))
    expect(choices.map((c) => c.doubt !== undefined)).toEqual(page.choices.map((_, i) => isFirst(i)))
  })

  it.each([
    ['a row down', 4.9],
    ['a row up', -4.9],
  ])('proves no grid that lies %s', (_, dy) => {
    for (const spot of [rowsOf(7, 11), rowsOf(-1, 3)])
      expect(readUnder(slipped(0, dy), spot).choices.filter((c) => !c.doubt)).toEqual([])
  })

  it('is no shine where all of the paper is as white', () => {
    const flat = filled()
    const white = shoneOn(flat, rowsOf(6, 10))
    for (let i = 0; i < white.data.length; i++) white.data[i] = Math.min(255, Math.round(white.data[i]! / 0.86))
    expect(read(photograph(white, DENSITY).grey, card).choices.filter((c) => !c.doubt)).toEqual([])
  })
})

describe('words beyond a block', () => {
  /** A copy that lost nearly all of the outlines and none of the words, which stand where the row above the first one would be. */
  const copied = (words: boolean, of = page): { geometry: CardGeometry; grey: Grey } => {
    const sheet = sheetOf(210, 297, DENSITY)
    // Cells' outlines are the thinnest boxes.
    print(
      sheet,
      DENSITY,
      page.draws.map((d) => (d.kind === 'box' && d.width === 0.15 ? { ...d, ink: 0.12 } : d)),
    )
    page.choices.forEach((row, i) => {
      for (const c of row.cells) if (answers[i]!.includes(c.value)) ink(sheet, DENSITY, c.rect, 0.7)
    })
    for (const { cells } of page.studentNumber!.columns) ink(sheet, DENSITY, cells[3]!.rect, 0.7)
    const { x, y, w, h } = page.choices[0]!.cells[0]!.rect
    // Letters as large as cells, whose strokes lie as outlines do.
    for (let k = 0; k < 4; k++)
      print(sheet, DENSITY, [{ kind: 'box', rect: { x: x + k * 7.4, y: y - 4.9, w, h }, width: 0.15, ink: 0.2 }])
    const text = {
      kind: 'text',
      rect: { x, y: y - 6, w: 60, h: 5.4 },
      text: '一、选择题共四十题',
      size: 4,
      align: 'left',
      ink: 1,
    } as const
    const geometry = { ...card, pages: [{ ...of, draws: words ? [...of.draws, text] : of.draws }] }
    return { geometry, grey: photograph(sheet, DENSITY).grey }
  }
  const accepted = ({ geometry, grey }: ReturnType<typeof copied>) =>
    read(grey, geometry).choices.filter((c) => !c.doubt)

  it('say nothing of its place, where the other end does', () => {
    expect(accepted(copied(true)).length).toBe(page.choices.length)
  })

  it('are a row of another edition where the card prints no words there', () => {
    expect(accepted(copied(false))).toEqual([])
  })

  it.each([4.9, -4.9])('prove no grid that lies a row off (%d mm)', (dy) => {
    expect(accepted(copied(true, slipped(0, dy).pages[0]!))).toEqual([])
  })
})
