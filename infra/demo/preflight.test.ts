/** The pre-flight against the paper simulator: what a blank card's scan is said to be, in what was done to it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { examineFile } from '#functions/card/preflight/examine.ts'
import { printCards } from '#functions/card/print/card.print.ts'
import { bigCard, smallCard } from '#shared/card/card.fixtures.ts'
import { cardVersion } from '#shared/card/card.version.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { adviceOf } from '#shared/card/preflight/preflight.rules.ts'
import type { Judgement, MeasureName, PreflightPage } from '#shared/card/preflight/preflight.types.ts'
import { foreignPage } from './paper/foreign.ts'
import { openCardPdf, scanSheet, simulatePage } from './paper/paper.ts'
import { planStudent } from './paper/plan.ts'
import { blankPage, sheetOf } from './paper/raster.ts'
import type { PageRaster } from './paper/raster.ts'
import { cleanScan, scanRange } from './paper/scan.ts'
import type { ScanSettings } from './paper/scan.ts'

type Printed = { card: PrintedCard; rasters: PageRaster[] }

const printedAs = async (code: string, design: CardDesign, cardVersion: string): Promise<Printed> => {
  const card: PrintedCard = { code, version: 2, geometry: layOut({ ...design, cardVersion }) }
  const pieces: Uint8Array[] = []
  for await (const piece of printCards({ card })) pieces.push(piece)
  return { card, rasters: await openCardPdf(Buffer.concat(pieces), 200) }
}

/** A blank sheet. */
const scanned = async (
  of: Printed,
  scan: Partial<ScanSettings>,
  more: { index?: number; printScale?: number; filled?: boolean } = {},
): Promise<Uint8Array> => {
  const { geometry } = of.card
  const index = more.index ?? 0
  const page = geometry.pages[index]!
  const plan = planStudent(geometry, { seed: 'preflight', ability: 0.6, printedNumber: true })
  const { image } = await simulatePage({
    raster: of.rasters[index]!,
    page,
    geometry,
    plan: more.filled ? plan : { ...plan, rows: [], blocks: [], digits: [], extras: [] },
    scan: { ...cleanScan, ...scan },
    seed: `preflight ${index}`,
    ...(more.printScale === undefined ? {} : { printScale: more.printScale }),
  })
  return new Uint8Array(image)
}

let small: Printed
let big: Printed
beforeAll(async () => {
  ;[small, big] = [await printedAs('PREFLT22', smallCard, cardVersion), await printedAs('PREFLT33', bigCard, '1.4.9')]
}, 120_000)

const examined = async (of: Printed, bytes: Uint8Array, name = '空白卡.jpg'): Promise<PreflightPage> => {
  const [page] = await examineFile(bytes, name, of.card, async () => null)
  return page!
}
const valueOf = (page: PreflightPage, name: MeasureName): number => page.measures.find((m) => m.name === name)!.value!
const judgedOf = (page: PreflightPage, name: MeasureName): Judgement =>
  page.measures.find((m) => m.name === name)!.judged

describe('a pre-flight', () => {
  it.each([1, 2])('passes a good scanner, both sheets, page by page: %s', async (seed) => {
    for (const of of [small, big])
      for (const index of [0, 1]) {
        const page = await examined(of, await scanned(of, scanRange.ordinary(seed), { index }))
        expect(page.refusal).toBeUndefined()
        expect(page.page).toBe(index + 1)
        expect(page.measures.filter((m) => m.judged !== 'good')).toEqual([])
        expect(adviceOf([page])).toEqual([])
      }
  })

  it.each([
    [1, 0.004],
    [0.8, 0.004],
    [0.94, 0.004],
    [1.02, 0.004],
  ])('measures the print’s size by the millimetre ladder: %s', async (printScale, within) => {
    const page = await examined(small, await scanned(small, { dpi: 200, rotate: 0.7, blur: 0.6 }, { printScale }))
    expect(Math.abs(valueOf(page, 'scale') - printScale)).toBeLessThan(within)
    expect(judgedOf(page, 'scale')).toBe(printScale < 0.9 ? 'bad' : printScale < 0.97 ? 'warn' : 'good')
    if (printScale < 0.9) expect(adviceOf([page])[0]!.text).toContain('印出来是原大的80%')
  })

  it('measures the stretch of one direction by both ladders', async () => {
    // The same scan with a picture that a slipping roller made 2 % longer.
    const { default: sharp } = await import('sharp')
    const bytes = await scanned(small, { dpi: 200 })
    const { width, height } = await sharp(bytes).metadata()
    const longer = await sharp(bytes)
      .resize(width, Math.round(height * 1.02), { fit: 'fill' })
      .withMetadata({ density: 200 })
      .jpeg()
      .toBuffer()
    const page = await examined(small, new Uint8Array(longer))
    expect(Math.abs(valueOf(page, 'stretch') - 0.02)).toBeLessThan(0.002)
    expect(judgedOf(page, 'stretch')).toBe('bad')
  })

  const spoilt: [string, Partial<ScanSettings>, MeasureName, Judgement][] = [
    ['washed out', { brightness: 45, gamma: 0.7, washedOut: 0.35 }, 'light', 'bad'],
    ['much too dark', { brightness: -100, contrast: 1.3 }, 'dark', 'bad'],
    ['black and white', { threshold: 140, format: 'png', noise: 4, blur: 0.5 }, 'greys', 'bad'],
    ['flat', { contrast: 0.2 }, 'contrast', 'bad'],
    ['blurred', { blur: 2.6 }, 'sharpness', 'warn'],
    ['very blurred', { blur: 4.5 }, 'sharpness', 'bad'],
    ['too coarse', { dpi: 90 }, 'resolution', 'bad'],
    ['coarse', { dpi: 120 }, 'resolution', 'warn'],
    ['with streaks on the glass', { streaks: 3 }, 'dirt', 'warn'],
    ['with a lost corner', { corner: { which: 'tr', kind: 'lost', size: 22 }, bed: 235 }, 'anchors', 'warn'],
    ['askew', { rotate: 6, overscan: 26, bed: 230 }, 'skew', 'warn'],
    ['photographed aslant', { perspective: [0.05, 0.03], overscan: 10 }, 'bend', 'warn'],
    ['cut too near', { shift: [8, 0] }, 'margins', 'warn'],
  ]
  it.each(spoilt)('names what is wrong with a scan that is: %s', async (_, scan, name, judged) => {
    const type = scan.format ?? 'jpeg'
    const page = await examined(big, await scanned(big, scan), `卡.${type === 'jpeg' ? 'jpg' : type}`)
    expect(page.refusal).toBeUndefined()
    const worse: Record<Judgement, readonly Judgement[]> = {
      good: ['good'],
      warn: ['warn', 'bad'],
      bad: ['bad'],
      unknown: ['unknown'],
    }
    expect(worse[judged], `${name} ${valueOf(page, name)}`).toContain(judgedOf(page, name))
    expect(worse[judged]).toContain(page.judged)
  })

  it('sees stains on the free paper, and what is blackened on a card that should be blank', async () => {
    const clean = await examined(big, await scanned(big, {}))
    const stained = await examined(big, await scanned(big, { rings: 2, blobs: 6 }))
    expect(valueOf(clean, 'dirt')).toBe(0)
    expect(judgedOf(stained, 'dirt')).not.toBe('good')
    const filled = await examined(big, await scanned(big, {}, { filled: true }))
    expect(judgedOf(filled, 'marks')).toBe('bad')
    expect(valueOf(clean, 'marks')).toBe(0)
  })

  it('names what is no page of this card', async () => {
    const size = { width: 210, height: 297, dpi: 200 }
    const foreign = await scanSheet({
      sheet: sheetOf(foreignPage({ ...size, seed: 5 }), false),
      scan: { ...cleanScan },
      seed: 5,
    })
    const white = await scanSheet({
      sheet: sheetOf(blankPage(size.width, size.height, size.dpi), false),
      scan: { ...cleanScan },
      seed: 6,
    })
    const [other, sheet, paper] = [
      await examined(small, await scanned(big, {})),
      await examined(small, new Uint8Array(foreign.image)),
      await examined(small, new Uint8Array(white.image)),
    ]
    expect(other.refusal).toContain('这是另一张答题卡')
    expect(other.refusal).toContain('PREFLT33')
    expect(sheet.refusal).toMatch(/没有找到答题卡的定位点|这不是这张答题卡/)
    expect(paper.refusal).toContain('白纸')
    expect([other, sheet, paper].map((p) => p.judged)).toEqual(['bad', 'bad', 'bad'])
    const older = { ...small, card: { ...small.card, version: 3 } }
    const [old] = await examineFile(await scanned(small, {}), '卡.jpg', older.card, async () => small.card)
    expect(old!.refusal).toContain('这是第2版答题卡，现在要用的是第3版')
  })
})
