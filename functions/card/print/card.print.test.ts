import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import type { CardDesign, CardPicture } from '#shared/card/card.types.ts'
import { cardVersion } from '#shared/card/card.version.ts'
import { type PrintedCard, type Rect, qrPayload } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { pictureProblems } from '#shared/card/layout/cardPictures.ts'
import { recognise } from '#functions/scan/omr/omr.public.ts'
import { qrModules } from './print.qr.ts'
import { type Picture, big, dpi, laid, open, picture, print, students } from './printed.fixtures.ts'
import type { PrintJob } from './card.print.ts'
import { printOrder } from './print.students.ts'

const small: PrintedCard = { code: 'SMALL001', version: 1, geometry: layOut(smallCard) }

const now = { cardVersion: '1.4.9' }
/** Cards that tell something: one of every way to number, to score, to cut and to write. */
const telling: Record<string, PrintedCard> = {
  'A and B, score boxes': laid('TELL0001', { ...smallCard, ...now, isAB: true, templateType: 1, showDecimal: true }),
  'number across, seal on the right': laid('TELL0002', {
    ...smallCard,
    ...now,
    studentNumber: { length: 12, mode: 'bubbles', orientation: 'horizontal' },
    showSealLine: true,
    sealLinePosition: 'right',
  }),
  'bar code': laid('TELL0003', { ...englishCard, ...now, studentNumber: { length: 10, mode: 'barcode' } }),
  'own paper, optional questions': laid('TELL0004', {
    ...bigCard,
    ...now,
    sheetType: 1,
    customPageSize: { width: 368, height: 260 },
  }),
}
const candidates = ['2026010203', '2026010201', '2026010202'].map(
  (studentNumber, i) =>
    ({
      studentNumber,
      studentName: `考生${i}`,
      classId: 'c',
      className: i === 2 ? '高一（1）班' : '高一（2）班',
    }) as Candidate,
)

beforeAll(async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

/** Mean ink along an edge: for each position from `from` to `to` (mm), over the middle of the other axis. */
const profile = (p: Picture, r: Rect, axis: 'x' | 'y', from: number, to: number, [a, b] = [0.3, 0.7]) => {
  const [crossFrom, crossTo] = axis === 'x' ? [r.y + r.h * a, r.y + r.h * b] : [r.x + r.w * a, r.x + r.w * b]
  const values: { at: number; ink: number }[] = []
  const [along, across] = axis === 'x' ? [p.x, p.y] : [p.y, p.x]
  for (let i = Math.round(from * along); i < Math.round(to * along); i++) {
    let sum = 0
    let count = 0
    for (let j = Math.round(crossFrom * across); j < Math.round(crossTo * across); j++, count++) {
      sum += axis === 'x' ? p.at(i, j) : p.at(j, i)
    }
    values.push({ at: (i + 0.5) / along, ink: sum / count })
  }
  return values
}

/** Where a stroke lies: the centre of its ink, ±0.45 mm about the expected place. */
const stroke = (p: Picture, r: Rect, axis: 'x' | 'y', expected: number, part?: [number, number]) => {
  const values = profile(p, r, axis, expected - 0.45, expected + 0.45, part)
  const total = values.reduce((sum, v) => sum + v.ink, 0)
  return total < 0.2 ? Number.NaN : values.reduce((sum, v) => sum + v.at * v.ink, 0) / total
}

const edges = (r: Rect) => [
  ['x', r.x] as const,
  ['x', r.x + r.w] as const,
  ['y', r.y] as const,
  ['y', r.y + r.h] as const,
]

describe('a printed card', () => {
  it.each([
    ['small', small, 0],
    ['small, back', small, 1],
    ['big', big, 0],
  ] as const)('stands on the paper where its geometry says: %s', async (_, card, index) => {
    const p = await picture(await print({ card }), index, card.geometry)
    const page = card.geometry.pages[index]!
    expect([p.width, p.height].map((v) => Math.round((v * 25.4) / dpi))).toEqual([
      card.geometry.width,
      card.geometry.height,
    ])
    const wrong: string[] = []
    for (const { role, rect } of page.anchors) {
      // Width of the ink, and its middle.
      for (const axis of ['x', 'y'] as const) {
        const [start, length] = axis === 'x' ? [rect.x, rect.w] : [rect.y, rect.h]
        const values = profile(p, rect, axis, start - 2, start + length + 2)
        const ink = values.reduce((sum, v) => sum + v.ink, 0)
        const middle = values.reduce((sum, v) => sum + v.at * v.ink, 0) / ink
        if (Math.abs(ink / p[axis] - length) > 0.1 || Math.abs(middle - start - length / 2) > 0.1) wrong.push(role)
      }
    }
    const framed = [
      ...page.choices.flatMap((c) => c.cells.map((cell) => ({ name: c.questionId + cell.value, rect: cell.rect }))),
      ...(page.studentNumber?.columns.flatMap((c, i) =>
        c.cells.map((cell) => ({ name: `digit ${i} ${cell.value}`, rect: cell.rect })),
      ) ?? []),
      ...(page.absent ? [{ name: 'absent', rect: page.absent.rect }] : []),
      ...page.blocks.filter((b) => b.unitType !== 4).map((b) => ({ name: b.blockId, rect: b.rect })),
    ]
    expect(framed.length).toBeGreaterThan(1)
    for (const { name, rect } of framed) {
      // Along an upright edge of a block a little above its lower end, clear of its heading.
      const part: [number, number] = rect.h > 10 ? [0.92, 0.96] : [0.3, 0.7]
      for (const [axis, at] of edges(rect)) {
        const found = stroke(p, rect, axis, at, part)
        if (!(Math.abs(found - at) <= 0.1)) wrong.push(`${name} ${axis} ${at}: ${found}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('carries the QR code of its page, module for module', async () => {
    const pdf = await print({ card: big, students })
    for (const [sheet, student, page] of [
      [0, 0, 1],
      [1, 0, 2],
      [2, 1, 1],
    ] as const) {
      const p = await picture(pdf, sheet, big.geometry)
      const { qr } = big.geometry.pages[page - 1]!
      const payload = qrPayload({ ...big, hash: big.geometry.hash }, page, students[student]!.studentNumber)
      const modules = qrModules(payload)
      const seen = modules.map((row, j) =>
        row.map((_, i) => {
          const x = Math.floor((qr.x + ((i + 0.5) * qr.w) / row.length) * p.x)
          const y = Math.floor((qr.y + ((j + 0.5) * qr.h) / modules.length) * p.y)
          return p.at(x, y) > 0.5
        }),
      )
      expect(seen).toEqual(modules)
    }
  })

  it('blackens exactly the digits of the student number', async () => {
    const p = await picture(await print({ card: big, students }), 2, big.geometry)
    const number = big.geometry.pages[0]!.studentNumber!.columns.map((column) =>
      column.cells
        .filter(({ rect }) => {
          const values = profile(p, rect, 'x', rect.x + 0.3, rect.x + rect.w - 0.3, [0.15, 0.85])
          return values.reduce((sum, v) => sum + v.ink, 0) / values.length > 0.9
        })
        .map((c) => c.value)
        .join(''),
    )
    expect(number.join('|')).toBe([...students[1]!.studentNumber].join('|'))
  })

  it('tells who finds the number filled in to check it, and who does not to fill it in', async () => {
    const firstOf = async (job: PrintJob) =>
      open(await print(job), async (document) => (document.getPage(0).getText() as string).replaceAll(/\s/g, ''))
    const said = [await firstOf({ card: small }), await firstOf({ card: small, students })]
    const [fill, check] = [
      /1．答题前，考生须将自己的[^。]*并准确填涂(准考证号|考号)。/,
      /须核对印好的(准考证号|考号)和姓名，/,
    ]
    expect(said.map((text) => [fill.test(text), check.test(text)])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('gives the same bytes for the same input', async () => {
    const digest = async () =>
      createHash('sha256')
        .update(await print({ card: big, students }))
        .digest('hex')
    expect(await digest()).toBe(await digest())
  })

  it('keeps two-sided copies apart and stays small', async () => {
    const three: PrintedCard = {
      code: 'THREE003',
      version: 1,
      geometry: { ...small.geometry, pages: [...small.geometry.pages, { ...small.geometry.pages[1]!, page: 3 }] },
    }
    const pages = await open(await print({ card: three, students }), async (document) => document.getPageCount())
    expect(pages).toBe(8)
    const many = Array.from({ length: 60 }, (_, i) => ({ ...students[0]!, studentNumber: String(2026000000 + i) }))
    const blank = (await print({ card: small })).length
    const each = ((await print({ card: small, students: many })).length - blank) / many.length
    expect(each).toBeLessThan(5_000)
  })

  it.each(Object.keys(telling))('stands where its geometry says, every frame and cell: %s', async (name) => {
    const card = telling[name]!
    const pdf = await print({ card })
    const wrong: string[] = []
    for (const [i, page] of card.geometry.pages.entries()) {
      const p = await picture(pdf, i, card.geometry)
      const cells = [
        ...(page.paperType ?? []),
        ...(page.absent ? [page.absent] : []),
        ...(page.scoreRows ?? []).flatMap((r) => r.cells),
        ...(page.picks ?? []).flatMap((r) => r.cells),
        ...(page.studentNumber?.columns ?? []).flatMap((c) => c.cells),
        ...page.choices.flatMap((c) => c.cells),
      ]
      for (const { value, rect } of cells)
        for (const [axis, at] of edges(rect)) {
          const found = stroke(p, rect, axis, at, [0.3, 0.7])
          if (!(Math.abs(found - at) <= 0.1)) wrong.push(`${i + 1} ${value} ${axis} ${at}: ${found}`)
        }
      // A ladder's ends are ticks; a patch of the ramp is as dark as it says.
      for (const { axis, rect } of page.calibration?.ladders ?? []) {
        for (const at of axis === 'x' ? [rect.x, rect.x + rect.w] : [rect.y, rect.y + rect.h]) {
          const values = profile(p, rect, axis, at - 0.4, at + 0.4, [0.1, 0.4])
          const total = values.reduce((sum, v) => sum + v.ink, 0)
          const found = values.reduce((sum, v) => sum + v.at * v.ink, 0) / total
          if (!(Math.abs(found - at) <= 0.1)) wrong.push(`${i + 1} ladder ${axis} ${at}: ${found}`)
        }
      }
      for (const { rect, ink } of page.calibration?.ramp ?? []) {
        const seen = profile(p, rect, 'x', rect.x + 1, rect.x + rect.w - 1).map((v) => v.ink)
        if (seen.some((v) => Math.abs(v - ink) > 0.03)) wrong.push(`${i + 1} ramp ${ink}: ${seen[0]}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('prints a bar code that a reader reads, in place of bubbles', async () => {
    for (const studentNumber of ['20260102', '202601023', '123456789012345678']) {
      const card = telling['bar code']!
      const p = await picture(await print({ card, students: [{ ...students[0]!, studentNumber }] }), 0, card.geometry)
      const place = card.geometry.pages[0]!.barcode!
      const [x0, y0] = [Math.round(place.x * p.x), Math.round(place.y * p.y)]
      const [width, height] = [Math.round(place.w * p.x), Math.round(place.h * p.y)]
      const data = new Uint8ClampedArray(width * height * 4)
      for (let i = 0; i < width * height; i++) {
        const v = 255 * (1 - p.at(x0 + (i % width), y0 + Math.floor(i / width)))
        data.set([v, v, v, 255], i * 4)
      }
      const read = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as never, { formats: ['Code128'] })
      expect(read.map((r) => r.text)).toEqual([studentNumber])
    }
  })

  it('prints in red what a green channel sees as before, and marks in black', async () => {
    const pdf = await print({ card: small, red: true })
    const grey = await picture(await print({ card: small }), 0, small.geometry)
    const red = await picture(pdf, 0, small.geometry)
    const frame = small.geometry.pages[0]!.choices[3]!.cells[1]!.rect
    const [x, y] = [Math.round((frame.x + frame.w / 2) * grey.x), Math.round(frame.y * grey.y)]
    expect([red.at(x, y) > 0.2, Math.abs(red.at(x, y) - grey.at(x, y)) < 0.1]).toEqual([true, true])
    const colours = await open(pdf, async (document) => {
      const { data, width } = await document.getPage(0).render({ scale: dpi / 72, render: 'bitmap' })
      const at = (px: number, py: number) => [...data.subarray((py * width + px) * 4, (py * width + px) * 4 + 3)]
      const anchor = small.geometry.pages[0]!.anchors[0]!.rect
      return [at(x, y), at(Math.round((anchor.x + 3) * grey.x), Math.round((anchor.y + 3) * grey.y))]
    })
    expect(Math.max(...colours[0]!) - Math.min(...colours[0]!)).toBeGreaterThan(40)
    expect(Math.max(...colours[1]!)).toBeLessThan(10)
  })

  it('fills in room, seat and paper', async () => {
    const card = telling['A and B, score boxes']!
    const all = printOrder(candidates, { order: 'room', seats: 2 })
    expect(all.map((s) => `${s.studentNumber} ${s.room}-${s.seat} ${s.paperType}`)).toEqual([
      '2026010201 01-01 A',
      '2026010202 01-02 B',
      '2026010203 02-01 A',
    ])
    const known = candidates.map((c) => ({ ...c, school: '青禾市第一中学' }))
    expect([printOrder(known, {})[0]!.school, printOrder(candidates, {})[0]!.school]).toEqual([
      '青禾市第一中学',
      undefined,
    ])
    expect(printOrder(candidates, {}).map((s) => s.studentNumber)).toEqual(['2026010202', '2026010201', '2026010203'])
    const p = await picture(await print({ card, students: all.slice(1, 2) }), 0, card.geometry)
    const dark = card.geometry.pages[0]!.paperType!.filter(({ rect }) => {
      const values = profile(p, rect, 'x', rect.x + 0.3, rect.x + rect.w - 0.3, [0.15, 0.85])
      return values.reduce((sum, v) => sum + v.ink, 0) / values.length > 0.9
    })
    expect(dark.map((c) => c.value)).toEqual(['B'])
  })

  it('refuses a number that does not fit the card, by name', async () => {
    await expect(print({ card: big, students: [{ ...students[0]!, studentNumber: '123' }] })).rejects.toThrow(
      '考号“123”（𠮷田䶮㛃）与答题卡不符：应为10位数字',
    )
  })
})

describe('a picture on a card', () => {
  // The worst that a picture can be: the squares that a page is found by, and lines as frames have them.
  const squares = (width: number, height: number, mm: number) => {
    const [side, n] = [(6 * width) / mm, 5]
    const at = (i: number) => ((i % n) * width) / n + 2
    const shapes = Array.from(
      { length: n * 2 },
      (_, i) => `<rect x="${at(i)}" y="${Math.floor(i / n) * side * 1.5 + 4}" width="${side}" height="${side}"/>`,
    )
    return sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${shapes.join('')}<path d="M0 ${height - 2}H${width}" stroke="#000" stroke-width="4"/></svg>`,
      ),
    )
      .jpeg()
      .toBuffer()
  }
  const sha256 = 'ef'.repeat(32)
  const of = (pictureId: string, rest: Partial<CardPicture>): CardPicture => ({
    ...{ pictureId, sha256, name: '图', width: 600, height: 200, x: 0, y: 0, w: 54 },
    ...rest,
  })
  const design: CardDesign = {
    ...smallCard,
    cardVersion,
    pictures: [of('p1', { w: 50, x: 2, y: 2 }), of('p2', { questionId: 'q21', x: 60, y: 2 })],
  }
  const card: PrintedCard = { code: 'P1CTURED', version: 1, geometry: layOut(design) }
  const rects = card.geometry.pages.map((p) => p.draws.flatMap((d) => (d.kind === 'image' ? [d.rect] : [])))

  it('is in the PDF where the layout has it, once however often it is printed, and the page is read as without it', async () => {
    expect(pictureProblems(design, card.geometry)).toEqual([])
    const jpeg = await squares(600, 200, 54)
    const pictures = new Map([[sha256, jpeg]])
    const pdf = await print({ card, pictures })
    expect(pdf.toString('latin1').split('/Subtype /Image').length - 1).toBe(1)
    const many = await print({ card, pictures, students: Array.from({ length: 20 }, () => students[1]!) })
    expect(many.toString('latin1').split('/Subtype /Image').length - 1).toBe(1)
    const bare = await print({ card })
    expect(rects.flat()).toHaveLength(2)
    for (const [i, page] of card.geometry.pages.entries()) {
      const [p, without] = [await picture(pdf, i, card.geometry), await picture(bare, i, card.geometry)]
      for (const r of rects[i]!) {
        // The first square's middle, the white below it.
        const dot = (q: Picture, x: number, y: number) => q.at(Math.round(x * q.x), Math.round(y * q.y))
        const mm = r.w / 600
        expect(dot(p, r.x + 35 * mm, r.y + 35 * mm)).toBeGreaterThan(0.9)
        expect(dot(p, r.x + 35 * mm, r.y + 85 * mm)).toBeLessThan(0.1)
        expect(dot(without, r.x + 35 * mm, r.y + 35 * mm)).toBeLessThan(0.1)
      }
      const data = new Uint8Array(p.width * p.height)
      for (let y = 0; y < p.height; y++)
        for (let x = 0; x < p.width; x++) data[y * p.width + x] = Math.round(255 * (1 - p.at(x, y)))
      const reading = await recognise({ width: p.width, height: p.height, data, dpi }, () => card, [card])
      expect([reading.page, reading.doubts.map((d) => d.kind)]).toEqual([
        page.page,
        page.page === 1 ? ['studentNumber'] : [],
      ])
      for (const choice of reading.choices) expect([choice.chosen, choice.doubt]).toEqual([[], undefined])
      // What a student draws on a figure is not told from it: such an answer is never called blank.
      for (const block of reading.blocks) {
        const at = page.blocks.find((b) => b.blockId === block.blockId)!
        if (at.questionIds.includes('q21')) expect(block.likelyBlank).toBe(false)
        else expect([at.blockId, block.likelyBlank]).toEqual([at.blockId, true])
      }
    }
  })
})
