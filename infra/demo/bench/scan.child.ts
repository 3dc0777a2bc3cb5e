/**
 * Recognition by itself: a process that holds nothing but the recogniser, as a worker does. It is given pictures, reads
 * them over and over, and answers with the times and its memory. The floor (sharp decoding the same picture) takes turns
 * with it, picture by picture.
 */
import sharp from 'sharp'
import { cropBlock } from '#functions/scan/omr/crop.ts'
import { decodeGrey } from '#functions/scan/omr/decode.ts'
import { recognise } from '#functions/scan/omr/recognise.ts'
import type { PrintedCard } from '#shared/card/geometry/geometry.types.ts'

export type ScanOrder = { card: PrintedCard; images: Uint8Array[]; warm: number; turns: number; crops: boolean }
export type ScanTimes = {
  /** Per picture, the least of its turns in ms: what the work takes when nothing else disturbs it. */
  floor: number[]
  whole: number[]
  /** All turns together, disturbances included. */
  floorMean: number
  wholeMean: number
  /** Of a block of 1400 × 420, pixels already in memory: the least. */
  crop: number
  read: number
  rows: number
  /** Resident MB after the warm-up and at most after it. */
  warmMegabytes: number
  mostMegabytes: number
  pages: number
}

sharp.concurrency(1)
const megabytes = () => process.memoryUsage.rss() / 2 ** 20

const measure = async ({ card, images, warm, turns, crops }: ScanOrder): Promise<ScanTimes> => {
  const floor = images.map(() => Infinity)
  const whole = images.map(() => Infinity)
  const sums = { floor: 0, whole: 0 }
  let [crop, read, rows, warmMegabytes, mostMegabytes, pages] = [Infinity, 0, 0, 0, 0, 0]
  for (let turn = -warm; turn < turns; turn++) {
    for (const [i, image] of images.entries()) {
      const began = performance.now()
      await sharp(image).toColourspace('b-w').raw().toBuffer()
      const decoded = performance.now()
      const grey = await decodeGrey(image)
      const reading = await recognise(grey, () => card, [card])
      const done = performance.now()
      pages++
      if (crops) {
        const from = performance.now()
        await cropBlock(grey, reading, { x: 16, y: 40, w: 177.8, h: 53.3 })
        if (turn >= 0) crop = Math.min(crop, performance.now() - from)
      }
      if (turn < 0) continue
      floor[i] = Math.min(floor[i]!, decoded - began)
      whole[i] = Math.min(whole[i]!, done - decoded)
      sums.floor += decoded - began
      sums.whole += done - decoded
      if (turn === 0 && reading.card) read++
      if (turn === 0) rows += reading.choices.length
    }
    if (turn === -1) warmMegabytes = megabytes()
    if (turn >= 0) mostMegabytes = Math.max(mostMegabytes, megabytes())
  }
  const n = Math.max(1, turns * images.length)
  return {
    floor,
    whole,
    floorMean: sums.floor / n,
    wholeMean: sums.whole / n,
    crop,
    read,
    rows,
    warmMegabytes,
    mostMegabytes,
    pages,
  }
}

process.once('message', (order) => {
  void measure(order as ScanOrder).then((times) => {
    process.send!(times)
    process.disconnect()
  })
})
