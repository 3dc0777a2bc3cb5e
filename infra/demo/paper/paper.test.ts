import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { pdfOf, tiffOf, zipOf } from './bundles.ts'
import { fixtureGeometry as geometry, fixturePdf } from './card.fixture.ts'
import { foreignPage } from './foreign.ts'
import { mark } from './marks.ts'
import type { MarkStyle } from './marks.ts'
import { openCardPdf, scanSheet, simulatePage } from './paper.ts'
import { inks } from './pen.ts'
import { planStudent } from './plan.ts'
import type { PageRaster, Raster } from './raster.ts'
import { blankPage, sheetOf } from './raster.ts'
import type { ScanSettings } from './scan.ts'
import { cleanScan, scanRange } from './scan.ts'
import { diceOf, sfc32 } from './seed.ts'
import { mapPoint, placementOf } from './warp.ts'

const page = geometry.pages[0]!
/** Coarse, so that the tests are quick. */
const dpi = 100
let rasters: PageRaster[]
beforeAll(async () => {
  rasters = await openCardPdf(await fixturePdf(), dpi)
})

const simulate = (change: Partial<ScanSettings>, seed = 'one', habits = 0) => {
  const plan = planStudent(geometry, { seed, ability: 0.5, habits })
  const scan = { ...cleanScan, dpi, format: 'png' as const, ...change }
  return simulatePage({ raster: rasters[0]!, page, geometry, plan, scan, seed })
}

type Grey = { width: number; height: number; data: Buffer }
const greyOf = async (image: Buffer): Promise<Grey> => {
  const { data, info } = await sharp(image).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** Share of pixels darker than half within a rectangle of the sheet, found by the truth's matrix. */
const darkShare = (grey: Grey, matrix: Parameters<typeof mapPoint>[0], rect: Rect, limit = 140) => {
  let dark = 0
  let all = 0
  for (let v = 0.15; v < 0.9; v += 0.1) {
    for (let u = 0.1; u < 0.95; u += 0.05) {
      const { x, y } = mapPoint(matrix, rect.x + rect.w * u, rect.y + rect.h * v)
      all++
      if (grey.data[Math.floor(y) * grey.width + Math.floor(x)]! < limit) dark++
    }
  }
  return dark / all
}

const mean = (values: Uint8Array) => values.reduce((sum, v) => sum + v, 0) / values.length

describe('seed', () => {
  it('repeats itself for one seed and differs for another', () => {
    const take = (seed: string) => Array.from({ length: 5 }, sfc32(seed))
    expect(take('a')).toEqual(take('a'))
    expect(take('a')).not.toEqual(take('b'))
  })
  it('is uniform enough', () => {
    const dice = diceOf('uniform')
    const bins = new Array<number>(10).fill(0)
    for (let i = 0; i < 10_000; i++) bins[dice.int(10)]!++
    for (const bin of bins) expect(Math.abs(bin - 1000)).toBeLessThan(150)
  })
})

describe('rasterised PDF', () => {
  it('has the size of the sheet and black where a fill is', () => {
    expect(rasters).toHaveLength(2)
    const { width, height, pxPerMm, grey } = rasters[0]!
    expect(Math.abs(width - 210 * pxPerMm)).toBeLessThan(1)
    expect(Math.abs(height - 297 * pxPerMm)).toBeLessThan(1)
    expect(grey[Math.round(285 * pxPerMm) * width + Math.round(198 * pxPerMm)]).toBeLessThan(10)
    expect(grey[Math.round(200 * pxPerMm) * width + Math.round(100 * pxPerMm)]).toBe(255)
  })
  it('refuses a resolution that it cannot hold', async () => {
    await expect(openCardPdf(await fixturePdf(), 1200)).rejects.toThrow(RangeError)
  })
})

describe('simulatePage', () => {
  it('gives the same bytes for the same seed and others for another', async () => {
    const scan = scanRange.demo('same')
    const [a, b, c] = [await simulate(scan), await simulate(scan), await simulate(scan, 'two')]
    expect(a.image.equals(b.image)).toBe(true)
    expect(a.truth).toEqual(b.truth)
    expect(a.image.equals(c.image)).toBe(false)
  })

  it('leaves the raster of the blank card as it was', async () => {
    const before = Buffer.from(rasters[0]!.grey).toString('base64')
    await simulate({ punchHoles: 4, blobs: 2, corner: { which: 'tl', kind: 'lost', size: 20 } })
    expect(Buffer.from(rasters[0]!.grey).toString('base64')).toBe(before)
  })

  it.each([
    {},
    { rotate: 4, shear: 0.004 },
    { orientation: 180 as const, perspective: [0.02, 0.01] as const },
    { orientation: 90 as const },
  ])('darkens exactly the cells of the truth (%o)', async (change) => {
    for (const seed of ['a', 'b', 'c']) {
      const { image, truth } = await simulate({ overscan: 8, ...change }, seed)
      const grey = await greyOf(image)
      for (const row of page.choices) {
        const intended = truth.choices.find((choice) => choice.questionId === row.questionId)!.intended
        for (const cell of row.cells) {
          const dark = darkShare(grey, truth.distortion.matrix, cell.rect, 180)
          if (intended.includes(cell.value)) expect(dark).toBeGreaterThan(0.5)
          else expect(dark).toBeLessThan(0.3)
        }
      }
      page.studentNumber!.columns.forEach((column, i) => {
        for (const cell of column.cells) {
          const dark = darkShare(grey, truth.distortion.matrix, cell.rect, 180)
          if (truth.studentNumber[i] === cell.value) expect(dark).toBeGreaterThan(0.5)
          else expect(dark).toBeLessThan(0.3)
        }
      })
    }
  })

  it('writes in the blocks that the truth calls written and in no other', async () => {
    const plan = planStudent(geometry, { seed: 'w', ability: 0.9 })
    const inked = async (written: boolean) => {
      const own = { ...plan, blocks: plan.blocks.map((block) => ({ ...block, written, share: 0.8 })) }
      const scan = { ...cleanScan, dpi, format: 'png' as const }
      const result = await simulatePage({ raster: rasters[0]!, page, geometry, plan: own, scan, seed: 1 })
      const { x, y, w, h } = page.blocks[0]!.rect
      expect(result.truth.blocks[0]!.written).toBe(written)
      return darkShare(await greyOf(result.image), result.truth.distortion.matrix, {
        x: x + 1,
        y: y + 1,
        w: w - 2,
        h: h - 2,
      })
    }
    expect(await inked(true)).toBeGreaterThan(0.01)
    expect(await inked(false)).toBe(0)
  })
})

describe('marks', () => {
  const cell: Rect = { x: 10, y: 10, w: 5, h: 3 }
  const marked = (style: MarkStyle, strength: number): Raster => {
    const raster = sheetOf(blankPage(25, 23, 200), false)
    mark(raster, diceOf(style), cell, style, inks.pencil, strength)
    return raster
  }
  const darkness = (raster: Raster, area: Rect) => {
    let sum = 0
    let count = 0
    for (let y = Math.ceil(area.y * raster.pxPerMm); y < (area.y + area.h) * raster.pxPerMm - 1; y++) {
      for (let x = Math.ceil(area.x * raster.pxPerMm); x < (area.x + area.w) * raster.pxPerMm - 1; x++) {
        sum += 255 - raster.data[y * raster.width + x]!
        count++
      }
    }
    return sum / count / 255
  }
  it('come in the order of what a reader would call them', () => {
    const at = (style: MarkStyle, strength = 0.5) => darkness(marked(style, strength), cell)
    expect(at('full')).toBeGreaterThan(0.55)
    expect(at('light')).toBeLessThan(at('full'))
    expect(at('light')).toBeGreaterThan(at('faint'))
    expect(at('half')).toBeLessThan(at('full') * 0.8)
    expect(at('erased', 0)).toBeLessThan(0.12)
    expect(at('erased', 1)).toBeGreaterThan(at('erased', 0))
    expect(at('dot')).toBeLessThan(0.12)
    expect(at('ticked')).toBeGreaterThan(at('dot'))
    expect(at('crossed')).toBeLessThan(at('full'))
  })
  it('are strokes, not a flat rectangle', () => {
    const { data } = marked('full', 0.5)
    expect(new Set(data).size).toBeGreaterThan(40)
  })
})

describe('plan', () => {
  it('follows the key as far as the ability goes', () => {
    const key = Object.fromEntries(
      geometry.pages.flatMap((p) => p.choices.map((row) => [row.questionId, ['B']] as const)),
    )
    const right = (ability: number) =>
      Array.from({ length: 40 }, (_, seed) => planStudent(geometry, { seed, ability, key, blankRate: 0 }))
        .flatMap((plan) => plan.rows)
        .filter((row) => row.intended.join() === 'B').length
    expect(right(1)).toBe(40 * 24)
    expect(right(0.5) / 960).toBeGreaterThan(0.4)
    expect(right(0.5) / 960).toBeLessThan(0.62)
  })
  it('has only clear rows among ordinary habits, and marks that say what is meant', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const plan = planStudent(geometry, { seed, ability: 0.7 })
        for (const row of plan.rows) {
          expect(row.clarity).toBe('clear')
          expect(row.marks.map((one) => one.value)).toEqual(row.intended)
        }
        expect(plan.studentNumber).toMatch(/^[1-9]\d{5}$/)
      }),
      { numRuns: 50 },
    )
  })
  it('has every hard mark among hard habits', () => {
    const styles = new Set(
      Array.from({ length: 30 }, (_, seed) => planStudent(geometry, { seed, ability: 0.7, habits: 'hard' })).flatMap(
        (plan) => plan.rows.map((row) => row.style),
      ),
    )
    for (const style of [
      'ticked',
      'crossed',
      'corrected',
      'half',
      'dot',
      'faint',
      'stained',
      'double',
      'erased',
      'struck',
    ] as const) {
      expect(styles).toContain(style)
    }
  })
})

describe('geometry of a scan', () => {
  it('maps a known point as said', () => {
    const at = (change: Partial<ScanSettings>, x: number, y: number) => {
      const scan = { ...cleanScan, dpi: 254, ...change }
      const { matrix } = placementOf(scan, 210, 297)
      const point = mapPoint(matrix, x, y)
      return [Math.round(point.x * 10) / 10, Math.round(point.y * 10) / 10]
    }
    expect(at({}, 10, 20)).toEqual([100, 200])
    expect(at({ orientation: 180 }, 10, 20)).toEqual([2000, 2770])
    expect(at({ orientation: 90 }, 10, 20)).toEqual([2770, 100])
    expect(at({ orientation: 270 }, 10, 20)).toEqual([200, 2000])
    expect(at({ shift: [4, -4] }, 10, 20)).toEqual([140, 160])
    expect(at({ overscan: 5 }, 10, 20)).toEqual([150, 250])
    expect(at({ scale: 0.9 }, 5, 148.5)).toEqual([150, 1485])
    // 100 mm right of the centre, turned by 10° clockwise
    expect(at({ rotate: 10 }, 205, 148.5)).toEqual([
      Math.round((105 + 100 * Math.cos(Math.PI / 18)) * 100) / 10,
      Math.round((148.5 + 100 * Math.sin(Math.PI / 18)) * 100) / 10,
    ])
  })
  it('puts the ink where the matrix says, in any orientation', async () => {
    await Promise.all(
      ([0, 90, 180, 270] as const).map(async (orientation) => {
        const { image, truth } = await simulate({ orientation, rotate: 3, overscan: 10, perspective: [0.02, -0.01] })
        const grey = await greyOf(image)
        expect([grey.width, grey.height]).toEqual([truth.distortion.width, truth.distortion.height])
        for (const { rect } of page.anchors) {
          expect(darkShare(grey, truth.distortion.matrix, rect)).toBeGreaterThan(0.98)
          expect(darkShare(grey, truth.distortion.matrix, { ...rect, x: rect.x + 7 })).toBeLessThan(0.05)
        }
      }),
    )
  })
  it('prints at 80 % when asked', async () => {
    const plan = planStudent(geometry, { seed: 1, ability: 1 })
    const scan = { ...cleanScan, dpi, format: 'png' as const }
    const small = await simulatePage({ raster: rasters[0]!, page, geometry, plan, scan, seed: 1, printScale: 0.8 })
    const { matrix } = small.truth.distortion
    const rect = { x: 105 + (9 - 105) * 0.8, y: 148.5 + (9 - 148.5) * 0.8, w: 4.8, h: 4.8 }
    expect(darkShare(await greyOf(small.image), matrix, rect)).toBeGreaterThan(0.95)
  })
})

describe('each distortion changes what it should', () => {
  const cornerOf = async (change: Partial<ScanSettings>) => {
    const { image, truth } = await simulate(change)
    return darkShare(await greyOf(image), truth.distortion.matrix, page.anchors[1]!.rect)
  }
  const pixels = async (change: Partial<ScanSettings>) => (await greyOf((await simulate(change)).image)).data
  const differing = (a: Buffer, b: Buffer) =>
    a.reduce((sum, v, i) => sum + (Math.abs(v - b[i]!) > 8 ? 1 : 0), 0) / a.length

  it('light and tone', async () => {
    const plain = mean(await pixels({}))
    expect(mean(await pixels({ brightness: -60 }))).toBeLessThan(plain - 45)
    expect(mean(await pixels({ shadow: { depth: 0.5, angle: 0 } }))).toBeLessThan(plain - 45)
    expect((await pixels({ washedOut: 0.35 })).reduce((a, b) => Math.min(a, b))).toBeGreaterThan(80)
    const flat = await pixels({ contrast: 0.45 })
    expect(flat.reduce((a, b) => Math.max(a, b))).toBeLessThan(200)
    expect(mean(await pixels({ gamma: 0.6 }))).toBeGreaterThanOrEqual(plain)
    expect(mean(await pixels({ paper: 240 }))).toBeLessThan(plain - 8)
  })
  it('noise has the standard deviation that was asked for', async () => {
    const clean = await pixels({ brightness: -100 })
    const noisy = await pixels({ brightness: -100, noise: 10 })
    const deltas = Float64Array.from(noisy, (v, i) => (clean[i]! > 140 ? v - clean[i]! : 0))
    const count = clean.reduce((sum, v) => sum + (v > 140 ? 1 : 0), 0)
    const sigma = Math.sqrt(deltas.reduce((sum, v) => sum + v * v, 0) / count)
    expect(sigma).toBeGreaterThan(9)
    expect(sigma).toBeLessThan(11)
  })
  it('blur softens edges, salt and pepper hits its share, streaks are columns', async () => {
    const plain = await pixels({})
    const edges = (data: Buffer) => data.reduce((sum, v, i) => sum + (i && Math.abs(v - data[i - 1]!) > 90 ? 1 : 0), 0)
    expect(edges(await pixels({ blur: 2.6 }))).toBeLessThan(edges(plain) * 0.3)
    const peppered = differing(plain, await pixels({ saltPepper: 0.01 }))
    expect(peppered).toBeGreaterThan(0.003)
    expect(peppered).toBeLessThan(0.012)
    const streaked = differing(plain, await pixels({ streaks: 3 }))
    expect(streaked).toBeGreaterThan(2 / 1300)
    expect(streaked).toBeLessThan(0.02)
  })
  it('damage to the sheet', async () => {
    expect(await cornerOf({})).toBeGreaterThan(0.98)
    expect(await cornerOf({ corner: { which: 'tr', kind: 'lost', size: 32 } })).toBe(0)
    expect(await cornerOf({ corner: { which: 'tr', kind: 'folded', size: 18 } })).toBeLessThan(0.05)
    expect(await cornerOf({ corner: { which: 'bl', kind: 'lost', size: 32 } })).toBeGreaterThan(0.98)
    const plain = await pixels({})
    for (const change of [{ rings: 1 }, { blobs: 3 }, { punchHoles: 4 as const, bed: 20 }, { bleed: 0.2 }]) {
      const share = differing(plain, await pixels(change))
      expect(share).toBeGreaterThan(0.0005)
      expect(share).toBeLessThan(0.2)
    }
  })
  it('tells in the truth which rows a stain touches', async () => {
    const { truth } = await simulate({ blobs: 40 })
    expect(truth.distortion.stains).toHaveLength(40)
    expect(truth.choices.some((choice) => choice.damaged)).toBe(true)
    expect((await simulate({})).truth.choices.some((choice) => choice.damaged)).toBe(false)
  })
  it('file: resolution, format, quality, 1-bit, colour', async () => {
    const low = await simulate({ format: 'jpeg', quality: 15 })
    const high = await simulate({ format: 'jpeg', quality: 90 })
    expect(low.image.length).toBeLessThan(high.image.length / 2)
    expect(await sharp(high.image).metadata()).toMatchObject({ format: 'jpeg', density: dpi, channels: 1 })
    const coarse = await sharp((await simulate({ dpi: 75 })).image).metadata()
    expect([coarse.width, coarse.height]).toEqual([620, 877])
    const bits = await pixels({ threshold: 140, noise: 6 })
    expect([...new Set(bits)].sort((a, b) => a - b)).toEqual([0, 255])
    const colour = await sharp((await simulate({ colour: true })).image).metadata()
    expect(colour.channels).toBe(3)
    const tiff = await simulate({ format: 'tiff', threshold: 140 })
    expect((await sharp(tiff.image).metadata()).format).toBe('tiff')
  })
})

describe('ranges', () => {
  it('keep to what the demo promises', () => {
    for (let seed = 0; seed < 300; seed++) {
      const scan = scanRange.demo(seed)
      expect(Math.abs(scan.rotate)).toBeLessThanOrEqual(5)
      expect(Math.abs(scan.scale - 1)).toBeLessThanOrEqual(0.02)
      expect(scan.quality).toBeGreaterThanOrEqual(60)
      expect(scan.quality).toBeLessThanOrEqual(90)
      expect(scan.dpi).toBeGreaterThanOrEqual(150)
      expect(scan.dpi).toBeLessThanOrEqual(300)
    }
    expect(new Set(scanRange.envelope.map((one) => one.name)).size).toBe(scanRange.envelope.length)
  })
})

describe('other pages and containers', () => {
  it('a blank and a foreign page can be scanned', async () => {
    const scan = { ...cleanScan, dpi: 100, format: 'png' as const }
    const blank = await scanSheet({ sheet: sheetOf(blankPage(210, 297, 100), false), scan, seed: 1 })
    expect(mean((await greyOf(blank.image)).data)).toBe(255)
    const foreign = foreignPage({ width: 210, height: 297, dpi: 100, seed: 1 })
    const { image } = await scanSheet({ sheet: sheetOf(foreign, false), scan, seed: 1 })
    expect(mean((await greyOf(image)).data)).toBeLessThan(250)
  })
  it('TIFF, PDF and zip hold every page, and are the same twice', async () => {
    const pages = [(await simulate({ format: 'jpeg' })).image, (await simulate({ format: 'jpeg', dpi: 75 })).image]
    const tiff = await tiffOf(pages)
    expect((await sharp(tiff).metadata()).pages).toBe(2)
    const second = await sharp(tiff, { page: 1 }).metadata()
    expect([second.width, second.height]).toEqual([827, 1169])
    const pdf = await pdfOf(pages)
    const opened = await openCardPdf(new Uint8Array(pdf), 100)
    expect(opened.map(({ width, height }) => [width, height])).toEqual([
      [827, 1169],
      [827, 1169],
    ])
    expect(pdf.equals(await pdfOf(pages))).toBe(true)
    const files = pages.map((bytes, i) => ({ name: `扫描/${i}.jpg`, bytes }))
    const zip = await zipOf(files)
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect(zip.length).toBeGreaterThan(pages[0]!.length + pages[1]!.length)
    expect(zip.equals(await zipOf(files))).toBe(true)
  })
})
