/**
 * Crops of a blank with what is known to stand on them, by two hands that share no stroke: the paper simulator's and the
 * camera's. Print (the number and the line) stands at nearly the same place on each, as on straightened pages.
 */
import type { Grey } from '#shared/marking/intelligent/ink.rules.ts'
import { chanceOf } from '../camera/chance.ts'
import { wordPaths, writerOf } from '../camera/hand.ts'
import type { Sheet } from '../camera/painter.ts'
import { drawWith } from '../camera/pens.ts'
import { writeText } from '../paper/glyphs.ts'
import { inks } from '../paper/pen.ts'
import { diceOf } from '../paper/seed.ts'

export type Crop = Grey & { text: string }

const [widthMm, heightMm, scale] = [52, 13, 6]
const [width, height] = [widthMm * scale, heightMm * scale]

/** What candidates answer: most are right, a few mistakes are common, some are rare, some leave it. */
export const answersOf = (
  seed: string,
  count: number,
  right: string,
  common: readonly string[],
  rare: readonly string[],
) => {
  const dice = diceOf(`answers/${seed}`)
  return Array.from({ length: count }, () => {
    const at = dice.next()
    if (at < 0.68) return right
    if (at < 0.88) return common[Math.min(common.length - 1, Math.floor(dice.next() ** 1.6 * common.length))]!
    if (at < 0.92) return dice.pick(rare)
    return ''
  })
}

/** Print, dust, blur and noise: what scanning leaves of a crop. */
const scanned = (data: Float32Array, seed: string): Uint8Array => {
  const dice = diceOf(`scanned/${seed}`)
  const [dx, dy] = [dice.int(3) - 1, dice.int(3) - 1]
  const line = Math.round(10.6 * scale) + dy
  for (let y = line; y < line + 2; y++) for (let x = 60 + dx; x < width - 14 + dx; x++) data[y * width + x] = 60
  // The number of the question: the same strokes on every crop.
  for (let y = 24; y < 50; y++)
    for (const x of [18, 19, 20, 30 + Math.round((y - 24) / 3), 31 + Math.round((y - 24) / 3)])
      data[(y + dy) * width + x + dx] = 40
  for (let x = 0; x < width; x++) data[x] = data[(height - 1) * width + x] = 70
  const light = dice.range(0.88, 1)
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      let n = 0
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const weight = u === x && v === y ? 6 : 1
          sum += data[v * width + u]! * weight
          n += weight
        }
      out[y * width + x] = Math.max(0, Math.min(255, (sum / n) * light + dice.gauss() * 5))
    }
  for (let k = dice.int(4); k > 0; k--) out[dice.int(out.length)] = 60
  return out
}

/** The paper simulator's hand. */
export const simulatorCrop = (text: string, seed: string): Crop => {
  const dice = diceOf(`simulator/${seed}`)
  const raster = { width, height, channels: 1 as const, data: new Uint8Array(width * height).fill(250), pxPerMm: scale }
  const hand = {
    marker: inks.pencil,
    pen: dice.chance(0.82) ? inks.black : inks.blue,
    slant: dice.range(-0.08, 0.22),
    size: dice.range(0.85, 1.12),
    untidy: dice.next(),
  }
  writeText({ raster, dice, hand }, text, 12 + dice.range(0, 10), 10.2 + dice.gauss() * 0.3, 4.6 * hand.size)
  return { width, height, text, data: scanned(Float32Array.from(raster.data), seed) }
}

/** The camera's hand: other strokes for every sign, its own tremor, pens and lean. */
export const cameraCrop = (text: string, seed: string): Crop => {
  const chance = chanceOf(`camera-like:${seed}`)
  const front = { width, height, data: new Float32Array(width * height).fill(1) }
  const sheet: Sheet = { width: widthMm, height: heightMm, scale, front, at: (p) => p }
  const writer = writerOf(chance, 'ball')
  const size = chance.between(3.6, 5)
  const paths = wordPaths(writer, text, 12 + chance.between(0, 10), 9.9 - size + chance.normal() * 0.3, size)
  if (paths.length > 0) drawWith(sheet, { ...writer.words, width: writer.words.width * 0.8 }, [paths], writer.press)
  return {
    width,
    height,
    text,
    data: scanned(
      front.data.map((v) => v * 250),
      seed,
    ),
  }
}
