/** What lies between the answer sheets: each page is named for what it is, however it was scanned. */
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeGrey } from '#functions/scan/omr/decode.ts'
import { recognise } from '#functions/scan/omr/recognise.ts'
import type { Lookup, Recognition } from '#functions/scan/omr/recognise.ts'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import type { CorpusCard, CorpusSeed } from './corpus.ts'
import { corpusCards } from './corpus.ts'
import { foreignPage } from './paper/foreign.ts'
import { openCardPdf, scanSheet, simulatePage } from './paper/paper.ts'
import { planStudent } from './paper/plan.ts'
import { blankPage, sheetOf } from './paper/raster.ts'
import type { PageRaster } from './paper/raster.ts'
import type { ScanSettings } from './paper/scan.ts'
import { scanRange } from './paper/scan.ts'

const seed: CorpusSeed = { purpose: 'report', name: 'strays' }
const each = process.env['QINGHE_LONG'] ? 12 : 3

let cards: CorpusCard[]
let rasters: PageRaster[][]

beforeAll(async () => {
  cards = await corpusCards([smallCard, bigCard, englishCard])
  rasters = await Promise.all(cards.map(({ pdf }) => openCardPdf(pdf, 150)))
}, 120_000)

const scanOf = (own: string): ScanSettings => ({ ...scanRange.demo(own), dpi: 150 })
const seeds = (kind: string) => Array.from({ length: each }, (_, i) => `${seed.purpose}/${seed.name}/${kind}/${i}`)

/** A filled page of the card `at`; `printScale` as the printer made it. */
const filled = async (at: number, page: number, own: string, printScale = 1): Promise<Uint8Array> => {
  const { geometry } = cards[at]!.card
  const { image } = await simulatePage({
    raster: rasters[at]![page - 1]!,
    page: geometry.pages[page - 1]!,
    geometry,
    plan: planStudent(geometry, { seed: own, ability: 0.7 }),
    scan: scanOf(own),
    seed: own,
    printScale,
  })
  return image
}

/** Reads a picture in a batch of the small card's exam. */
const read = async (image: Uint8Array, lookup?: Lookup): Promise<Recognition> => {
  const expected = cards[0]!.card
  const own: Lookup = (qr) => (qr.code === expected.code && qr.version === expected.version ? expected : null)
  return recognise(await decodeGrey(image), lookup ?? own, [expected])
}

const kindsOf = (r: Recognition) => r.doubts.filter((d) => d.questionId === undefined).map((d) => d.kind)

/** Every seed's answer that is not as it should be. */
const unlike = async (
  kind: string,
  picture: (own: string, i: number) => Promise<Uint8Array>,
  good: (reading: Recognition) => boolean,
): Promise<string[]> => {
  const bad: string[] = []
  for (const [i, own] of seeds(kind).entries()) {
    const reading = await read(await picture(own, i))
    if (!good(reading)) bad.push(`${own}: ${reading.status}, ${JSON.stringify(reading.doubts.slice(0, 3))}`)
  }
  return bad
}

describe('pages that are no answer sheets of this exam', { timeout: each * 20_000 }, () => {
  it('calls white paper blank', async () => {
    const blank = async (own: string) =>
      (await scanSheet({ sheet: sheetOf(blankPage(210, 297, 150), false), scan: scanOf(own), seed: own })).image
    expect(await unlike('blank', blank, (r) => r.status === 'refused' && kindsOf(r)[0] === 'blankPage')).toEqual([])
  })

  it('refuses a sheet of another maker', async () => {
    const foreign = async (own: string) => {
      const sheet = sheetOf(foreignPage({ width: 210, height: 297, dpi: 150, seed: own }), false)
      return (await scanSheet({ sheet, scan: scanOf(own), seed: own })).image
    }
    const good = (r: Recognition) =>
      r.status === 'refused' && ['foreignCard', 'noAnchors'].includes(kindsOf(r)[0] ?? '')
    expect(await unlike('foreign', foreign, good)).toEqual([])
  })

  it('names a sheet of another exam', async () => {
    const other = (own: string, i: number) => filled(1 + (i % 2), 1, own)
    const good = (r: Recognition) =>
      r.status === 'refused' && ['otherExam', 'foreignCard', 'noAnchors'].includes(kindsOf(r)[0] ?? '')
    expect(await unlike('other exam', other, good)).toEqual([])
  })

  it('never reads a sheet of another layout under its own name', async () => {
    // The QR says this exam, the layout is another: a card that was changed after it was printed.
    const { card } = cards[0]!
    const changed = { ...card, geometry: { ...card.geometry, hash: '00000000' } }
    for (const own of seeds('changed').slice(0, 3)) {
      const reading = await recognise(await decodeGrey(await filled(0, 1, own)), () => changed, [changed])
      if (reading.qr || reading.status === 'refused') expect(kindsOf(reading)[0]).toBe('foreignCard')
      else expect(kindsOf(reading).length).toBeGreaterThan(0)
    }
  })

  it('says of a print at 80 % that its scale is wrong', async () => {
    const small = (own: string, i: number) => filled(0, 1 + (i % 2), own, 0.8)
    expect(await unlike('scaled', small, (r) => kindsOf(r).includes('scale') || r.status === 'refused')).toEqual([])
  })
})
