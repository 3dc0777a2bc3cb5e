/** Recognition against its floor: the decoding of the same pictures with sharp. One core. */
import sharp from 'sharp'
import { printCards } from '#functions/card/print/card.print.ts'
import { cropBlock } from '#functions/scan/reader/crop.ts'
import { decodeGrey } from '#functions/scan/reader/decode.ts'
import { recognise } from '#functions/scan/reader/recognise.ts'
import { layOutAuto } from '#shared/card/layout/layOut.ts'
import type { PrintedCard } from '#shared/card/card.types.ts'
import { openCardPdf, simulatePage } from '../paper/paper.ts'
import { planStudent } from '../paper/plan.ts'
import { scanRange } from '../paper/scan.ts'
import { inTurns, median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'
import { twoPageCard } from './card.bench.ts'

const pagesTaken = 12

/** A4 pages at 200 dpi, grey, JPEG 85: about half a megabyte each. */
const simulated = async (): Promise<{ card: PrintedCard; images: Uint8Array[] }> => {
  const laid = layOutAuto(twoPageCard, 2)
  if ('refusal' in laid) throw new Error(laid.refusal)
  const card: PrintedCard = { code: 'BENCH001', version: 1, geometry: laid.geometry }
  const pieces: Uint8Array[] = []
  for await (const piece of printCards({ card })) pieces.push(piece)
  const rasters = await openCardPdf(new Uint8Array(Buffer.concat(pieces)), 200)
  const images: Uint8Array[] = []
  for (let i = 0; i < pagesTaken; i++) {
    const page = card.geometry.pages[i % card.geometry.pages.length]!
    const plan = planStudent(card.geometry, { seed: `bench/${i}`, ability: 0.7 })
    const scan = { ...scanRange.ordinary(`bench/${i}`), dpi: 200, colour: false, format: 'jpeg' as const, quality: 88 }
    const { image } = await simulatePage({
      raster: rasters[page.page - 1]!,
      page,
      geometry: card.geometry,
      plan,
      scan,
      seed: `bench/${i}`,
    })
    images.push(image)
  }
  return { card, images }
}

const recognition: Bench = {
  name: 'recognition',
  run: async () => {
    sharp.concurrency(1)
    const { card, images } = await simulated()
    let cells = 0
    let read = 0
    const floor = async (): Promise<void> => {
      for (const image of images) await sharp(image).toColourspace('b-w').raw().toBuffer()
    }
    const whole = async (): Promise<void> => {
      cells = 0
      read = 0
      for (const image of images) {
        const reading = await recognise(await decodeGrey(image), () => card, [card])
        if (reading.card) read++
        cells += reading.choices.length
      }
    }
    const [below, ours] = await inTurns(5, floor, whole)
    const kilobytes = images.reduce((n, i) => n + i.length, 0) / images.length / 1000
    const cellsOfCard = card.geometry.pages.reduce((n, p) => n + p.choices.reduce((m, c) => m + c.cells.length, 0), 0)

    const grey = await decodeGrey(images[1]!)
    const located = await recognise(grey, () => card, [card])
    const crops: number[] = []
    const rect = { x: 16, y: 40, w: 177.8, h: 53.3 }
    for (let i = 0; i < 15; i++) {
      const began = performance.now()
      await cropBlock(grey, located, rect)
      crops.push(performance.now() - began)
    }
    return [
      {
        name: 'decode to grey',
        unit: 'ms/page',
        ours: below! / images.length,
        note: `${images.length} simulated pages of ${kilobytes.toFixed(0)} KB at 200 dpi: the floor`,
      },
      {
        name: 'whole page: decode, straighten, QR, cells, readings',
        unit: 'ms/page',
        ours: ours! / images.length,
        reference: below! / images.length,
        referenceName: 'decoding alone',
        goal: { kind: 'ratio', value: 2 },
        note: `${read} of ${images.length} read, ${cells} rows; the card has ${cellsOfCard} cells on ${card.geometry.pages.length} pages`,
      },
      { name: 'crop of 1400 × 420 as JPEG', unit: 'ms', ours: median(crops), goal: { kind: 'bound', value: 6 } },
      {
        name: 'memory of this process after it',
        unit: 'MB',
        ours: process.memoryUsage.rss() / 1e6,
        goal: { kind: 'bound', value: 350 },
        note: 'with the simulator in it',
      },
    ]
  },
}

export const scanBenches: readonly Bench[] = [recognition]
