/** Recognition against its floor: the decoding of the same pictures with sharp. One core. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { printCards } from '#functions/card/print/card.print.ts'
import { layOutAuto } from '#shared/card/layout/layOut.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'
import { openCardPdf, simulatePage } from '../paper/paper.ts'
import { planStudent } from '../paper/plan.ts'
import { scanRange } from '../paper/scan.ts'
import type { Bench } from './bench.types.ts'
import { twoPageCard } from './card.bench.ts'
import type { ScanOrder, ScanTimes } from './scan.child.ts'

const pagesTaken = 12
/** `--long`: ten thousand pages through one process. */
const memoryTurns = process.argv.includes('--long') ? 834 : 40

/** A4 pages at 200 dpi, grey, JPEG 85: about half a megabyte each. */
const simulated = async (): Promise<{ card: PrintedCard; images: Uint8Array[] }> => {
  const laid = layOutAuto(twoPageCard, 2)
  if ('refusal' in laid) throw new Error(laid.refusal)
  const card: PrintedCard = { code: 'BENCH001', version: 1, geometry: laid.geometry }
  const pieces: Uint8Array[] = []
  for await (const piece of printCards({ card })) pieces.push(piece)
  const rasters = await openCardPdf(new Uint8Array(Buffer.concat(pieces)), 200)
  const withCells = card.geometry.pages.filter((p) => p.choices.length > 0)
  const images: Uint8Array[] = []
  for (let i = 0; i < pagesTaken; i++) {
    const page = withCells[i % withCells.length]!
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

/** Lets a process of its own measure: the simulator's memory and its compiled code are not the recogniser's. */
const measured = (order: ScanOrder): Promise<ScanTimes> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./scan.child.ts', import.meta.url)), { serialization: 'advanced' })
    child.once('message', (times) => resolve(times as ScanTimes))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the recogniser's process ended with ${code}`)))
    child.send(order)
  })

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

const recognition: Bench = {
  name: 'recognition',
  run: async () => {
    const { card, images } = await simulated()
    const times = await measured({ card, images, warm: 12, turns: 20, crops: false })
    const long = await measured({ card, images, warm: 12, turns: memoryTurns, crops: true })
    const kilobytes = images.reduce((n, i) => n + i.length, 0) / images.length / 1000
    const cellsOfPage = card.geometry.pages
      .filter((p) => p.choices.length > 0)
      .map(
        (p) =>
          p.choices.reduce((m, c) => m + c.cells.length, 0) +
          (p.studentNumber?.columns.reduce((m, c) => m + c.cells.length, 0) ?? 0),
      )
    return [
      {
        name: 'decode to grey',
        unit: 'ms/page',
        ours: mean(times.floor),
        note: `${images.length} simulated pages of ${kilobytes.toFixed(0)} KB at 200 dpi: the floor; least of 20 turns, page by page`,
      },
      {
        name: 'whole page: decode, straighten, QR, cells, readings',
        unit: 'ms/page',
        ours: mean(times.whole),
        reference: mean(times.floor),
        referenceName: 'decoding alone',
        goal: { kind: 'ratio', value: 2 },
        note: `${times.read} of ${images.length} read, ${times.rows} rows; ${cellsOfPage.join(', ')} cells a page; with all that disturbed the turns ${times.wholeMean.toFixed(1)} against ${times.floorMean.toFixed(1)} ms`,
      },
      {
        name: 'crop of 1400 × 420 as JPEG',
        unit: 'ms',
        ours: long.crop,
        goal: { kind: 'bound', value: 6 },
        note: 'from the page’s pixels in memory, straightening included',
      },
      {
        name: 'memory of a recogniser’s process',
        unit: 'MB',
        ours: long.mostMegabytes,
        goal: { kind: 'bound', value: 350 },
        note: `at most over ${long.pages} pages with a crop each; ${long.warmMegabytes.toFixed(0)} MB when warm`,
      },
    ]
  },
}

export const scanBenches: readonly Bench[] = [recognition]
