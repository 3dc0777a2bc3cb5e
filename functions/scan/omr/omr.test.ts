import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headOf } from '#shared/scan/covered.rules.ts'
import { photograph } from '#shared/scan/omr/page.fixture.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'
import { cropBlock } from './crop.ts'
import { decodeGrey } from './decode.ts'
import { openPages } from './openPages.ts'
import { PageProblem } from './pageProblem.ts'
import { DENSITY, bmpOf, cardOf, expectedChoices, jpegOf, paint, pngOf, studentNumber } from './omr.fixture.ts'
import { recognise } from './recognise.ts'

const card = cardOf('READER01')
const other = cardOf('OTHER002')
const front = paint(card)
const choices = expectedChoices(card)

const all = async (source: Uint8Array | string, name?: string): Promise<Grey[]> => {
  const pages: Grey[] = []
  for await (const page of openPages(source, name)) pages.push(await page.grey())
  return pages
}

const problemOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'none'
  } catch (error) {
    return error instanceof PageProblem ? error.kind : String(error)
  }
}

describe('openPages', () => {
  let jpeg: Buffer
  let png: Buffer
  let folder: string
  beforeAll(async () => {
    jpeg = await jpegOf(front)
    png = await pngOf(front)
    folder = await mkdtemp(join(tmpdir(), 'reader-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const reads = async (grey: Grey) => {
    const r = await recognise(grey, () => card, [card])
    expect(r.choices.map((c) => c.chosen)).toEqual(choices)
    expect(r.studentNumber?.value).toBe(studentNumber)
    return r
  }

  it('opens a JPEG from a path, grey or colour, and a PNG', async () => {
    const file = join(folder, 'a.JPG')
    await writeFile(file, jpeg)
    const [grey] = await all(file)
    expect([grey!.width, grey!.height]).toEqual([front.width, front.height])
    await reads(grey!)
    await reads((await all(png, 'a.png'))[0]!)
    const clear = await sharp({
      create: { width: front.width, height: front.height, channels: 4, background: '#0000' },
    })
      .composite([{ input: await sharp(png).toColourspace('srgb').png().toBuffer(), blend: 'over' }])
      .png()
      .toBuffer()
    await reads((await all(clear, 'clear.png'))[0]!)
    const colour = await sharp(jpeg).toColourspace('srgb').tint({ r: 250, g: 245, b: 225 }).jpeg().toBuffer()
    await reads((await all(colour))[0]!)
  })

  it('turns a picture as its EXIF says', async () => {
    const turned = await sharp(jpeg).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer()
    const [grey] = await all(turned)
    expect([grey!.width, grey!.height]).toEqual([front.width, front.height])
    const r = await reads(grey!)
    expect(Math.min(r.rotation!, 360 - r.rotation!)).toBeLessThan(1)
  })

  it('opens every page of a TIFF, also of a 1-bit one', async () => {
    const { width, height } = front
    const both = Buffer.concat([front.data, paint(card, 2).data])
    const tiff = await sharp(both, { raw: { width, height: 2 * height, channels: 1, pageHeight: height } })
      .toColourspace('b-w')
      .tiff({ compression: 'deflate' })
      .toBuffer()
    const pages = await all(tiff, 'x.tiff')
    expect(pages).toHaveLength(2)
    await reads(pages[0]!)
    expect((await recognise(pages[1]!, () => card, [card])).page).toBe(2)
    const bits = await sharp(png)
      .threshold(140)
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer()
    await reads((await all(bits, 'x.tif'))[0]!)
  })

  it('lifts the JPEG out of a scanned PDF and renders other pages', async () => {
    const doc = await PDFDocument.create()
    const picture = await doc.embedJpg(new Uint8Array(jpeg))
    doc.addPage([595.28, 841.89]).drawImage(picture, { x: 0, y: 0, width: 595.28, height: 841.89 })
    const mixed = doc.addPage([595.28, 841.89])
    mixed.drawImage(picture, { x: 0, y: 0, width: 595.28, height: 841.89 })
    mixed.drawRectangle({ x: 300, y: 400, width: 2, height: 2 })
    const pdf = await doc.save()
    const pages = await all(pdf, 'scan.pdf')
    expect(pages.map((p) => p.width)).toEqual([front.width, 1652])
    for (const p of pages) await reads(p)
  })

  it('gives the good pages of a PDF and names each broken one', async () => {
    const doc = await PDFDocument.create()
    for (const bytes of [jpeg, jpeg.subarray(0, jpeg.length >> 1), jpeg]) {
      // pdf-lib reads the header only, so a picture may be spoilt behind it.
      const picture = await doc.embedJpg(new Uint8Array(bytes))
      doc.addPage([595.28, 841.89]).drawImage(picture, { x: 0, y: 0, width: 595.28, height: 841.89 })
    }
    // A page that is a number, between good ones.
    doc.addPage([595.28, 841.89])
    const last = await doc.embedJpg(new Uint8Array(jpeg))
    doc.addPage([595.28, 841.89]).drawImage(last, { x: 0, y: 0, width: 595.28, height: 841.89 })
    doc.catalog.Pages().Kids().set(3, doc.context.obj(7))
    const pdf = await doc.save({ useObjectStreams: false })
    const seen: string[] = []
    for await (const page of openPages(pdf, 'mixed.pdf'))
      seen.push(
        await page.grey().then(
          (grey) => `${page.index}: ${grey.width}`,
          (error: unknown) =>
            error instanceof PageProblem ? `${page.index}: ${error.kind} of ${error.page}` : String(error),
        ),
      )
    const fine = front.width
    expect(seen).toEqual([`0: ${fine}`, '1: truncated of 1', `2: ${fine}`, '3: broken of 3', `4: ${fine}`])
  })

  it.each([1, 8, 24, 32] as const)('reads a BMP of %i bits, from below and from above', async (bits) => {
    const flat = photograph(front, DENSITY, { dpi: 130 }).grey
    for (const fromAbove of [false, true]) {
      const [grey] = await all(bmpOf(flat, bits, fromAbove), 'scan.bmp')
      expect([grey!.width, grey!.height, grey!.dpi]).toEqual([flat.width, flat.height, 130])
      if (bits > 1) expect(Buffer.compare(grey!.data, flat.data)).toBe(0)
      await reads(grey!)
    }
  })

  it('names what is wrong with a BMP', async () => {
    const good = bmpOf(front, 8, false)
    const changed = (change: (bmp: Buffer) => void) => {
      const bmp = Buffer.from(good)
      change(bmp)
      return problemOf(all(bmp, 'a.bmp'))
    }
    expect(await problemOf(all(good.subarray(0, good.length - 1), 'a.bmp'))).toBe('truncated')
    expect(await problemOf(all(good.subarray(0, 40), 'a.bmp'))).toBe('truncated')
    expect(await problemOf(all(good, 'a.png'))).toBe('wrongExtension')
    expect(await changed((b) => b.writeInt32LE(100_000, 18))).toBe('tooLarge')
    expect(await changed((b) => b.writeInt32LE(-5, 18))).toBe('broken')
    expect(await changed((b) => b.writeInt32LE(-2_000_000_000, 22))).toBe('tooLarge')
    expect(await changed((b) => b.writeInt32LE(20, 18))).toBe('tooSmall')
    expect(await changed((b) => b.writeUInt16LE(16, 28))).toBe('unknownType')
    expect(await changed((b) => b.writeUInt32LE(1, 30))).toBe('unknownType')
    expect(await changed((b) => b.writeUInt32LE(20, 10))).toBe('broken')
    expect(await changed((b) => b.writeUInt32LE(0xffffffff, 10))).toBe('truncated')
  })

  it('names what is wrong with a file', async () => {
    const patched = Buffer.from(
      await sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    patched.writeUInt32BE(20_000, 16)
    patched.writeUInt32BE(20_000, 20)
    patched.writeUInt32BE(crc32(patched.subarray(12, 29)), 29)
    const locked = new Pdf({ userPassword: 'secret' })
    locked.text('x').end()
    const chunks: Buffer[] = []
    for await (const chunk of locked) chunks.push(chunk as Buffer)
    const plain = await (await PDFDocument.create()).save()
    const tiny = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const found = {
      empty: await problemOf(all(new Uint8Array(0), 'a.jpg')),
      text: await problemOf(all(new TextEncoder().encode('hello, this is not a picture'), 'a.txt')),
      named: await problemOf(all(png, 'a.jpg')),
      fake: await problemOf(all(new TextEncoder().encode('<html>'.repeat(50)), 'a.pdf')),
      cutJpeg: await problemOf(all(jpeg.subarray(0, jpeg.length >> 1), 'a.jpg')),
      cutPng: await problemOf(all(png.subarray(0, png.length >> 1), 'a.png')),
      cutPdf: await problemOf(all(plain.subarray(0, plain.length >> 2), 'a.pdf')),
      locked: await problemOf(all(Buffer.concat(chunks), 'a.pdf')),
      large: await problemOf(all(patched, 'a.png')),
      small: await problemOf(all(tiny, 'a.png')),
    }
    expect(found).toEqual({
      empty: 'empty',
      text: 'unknownType',
      named: 'wrongExtension',
      fake: 'notPicture',
      cutJpeg: 'truncated',
      cutPng: 'truncated',
      cutPdf: 'truncated',
      locked: 'encrypted',
      large: 'tooLarge',
      small: 'tooSmall',
    })
  })
})

describe('recognise', () => {
  it.each([0, 90, 180, 270, 8, 185])('reads QR and cells of a page turned by %i°', async (turn) => {
    const { grey } = photograph(front, DENSITY, { turn, border: turn % 90 ? 80 : 0, dpi: 150 })
    const r = await recognise(grey, (qr) => (qr.code === card.code ? card : null), [other, card])
    expect(r.qr).toMatchObject({ code: 'READER01', page: 1, hash: card.geometry.hash })
    expect(r.choices.map((c) => c.chosen)).toEqual(choices)
    expect(r.doubts).toEqual([])
  })

  it('finds the card by the QR alone', async () => {
    const { grey } = photograph(front, DENSITY, { turn: 180, dpi: 150 })
    const r = await recognise(grey, () => card)
    expect(r.choices.map((c) => c.chosen)).toEqual(choices)
  })

  it('reads by page mark and print when the QR is gone', async () => {
    const { grey } = photograph(paint(card, 1, null), DENSITY, { turn: 180, dpi: 150 })
    const r = await recognise(grey, () => null, [card])
    expect(r).toMatchObject({ status: 'read', page: 1, card: { code: 'READER01' } })
    expect(r.choices.map((c) => c.chosen)).toEqual(choices)
  })

  const kinds = async (sheet: Grey, ...how: [Parameters<typeof recognise>[1], Parameters<typeof recognise>[2]?]) => {
    const r = await recognise(photograph(sheet, DENSITY, { dpi: 150 }).grey, ...how)
    return [r.status, ...r.doubts.map((d) => d.kind)]
  }
  it('names pages that do not belong', async () => {
    const white = { ...front, data: new Uint8Array(front.data.length).fill(250) }
    expect(await kinds(front, () => null, [card])).toEqual(['refused', 'otherExam'])
    expect(await kinds(paint(card, 1, 'https://example.com/'), () => card, [card])).toEqual(['refused', 'foreignCard'])
    const changed = { ...card, geometry: { ...card.geometry, hash: '00000000' } }
    expect(await kinds(front, () => changed, [changed])).toEqual(['refused', 'foreignCard'])
    expect(await kinds(white, () => card, [card])).toEqual(['refused', 'blankPage'])
  })

  it('does not take one page for another when the QR and the page mark disagree', async () => {
    const payload = `QH1:READER01:1:2:${card.geometry.hash.toUpperCase()}`
    expect(await kinds(paint(card, 1, payload), () => card, [card])).toContain('pageMark')
  })
})

describe('cropBlock', () => {
  it('cuts a block out of a turned page, straight', async () => {
    const { grey } = photograph(front, DENSITY, { turn: 187, border: 60, dpi: 150 })
    const r = await recognise(grey, () => card, [card])
    const block = card.geometry.pages[0]!.blocks[0]!
    const { bytes, width, height } = await cropBlock(grey, r, block.rect)
    // One as large as an essay's has fewer pixels a millimetre.
    expect([width, height]).toEqual([Math.round(block.rect.w * 5), Math.round(block.rect.h * 5)])
    const upper = { ...block.rect, h: block.rect.h / 2 }
    expect((await cropBlock(grey, r, upper)).width).toBe(Math.round(block.rect.w * 6))
    const piece = await decodeGrey(new Uint8Array(bytes))
    // The block's frame runs along the crop's edges: dark rows at the top and the bottom, paper within.
    const row = (y: number) =>
      piece.data.subarray(y * width + 40, (y + 1) * width - 40).reduce((a, b) => a + b, 0) / (width - 80)
    expect(Math.min(row(0), row(1), row(2))).toBeLessThan(200)
    expect(row(Math.round(height * 0.6))).toBeGreaterThan(240)
    await expect(cropBlock(grey, {}, block.rect)).rejects.toThrow(/not located/)
  })

  it('paints the head white where a drawn area or a wide margin reaches into it', async () => {
    const { grey } = photograph(front, DENSITY, { turn: 0, border: 60, dpi: 150 })
    const r = await recognise(grey, () => card, [card])
    const page = card.geometry.pages[0]!
    const head = page.nameBox!
    const wide = { x: head.x, y: head.y, w: head.w, h: head.h + 20 }
    const inkOf = async (covered: boolean) => {
      const { bytes, width } = await cropBlock(grey, r, wide, {
        density: 7.874,
        ...(covered ? { covered: headOf(page) } : {}),
      })
      const piece = await decodeGrey(new Uint8Array(bytes))
      const rows = Math.floor((head.h - 1) * 7.874)
      return piece.data.subarray(0, rows * width).filter((v) => v < 128).length
    }
    expect(await inkOf(false)).toBeGreaterThan(500)
    expect(await inkOf(true)).toBe(0)
  })
})
