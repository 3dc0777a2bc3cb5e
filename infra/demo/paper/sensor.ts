/** The scanner's optics and electronics, and its file. */
import sharp from 'sharp'
import type { Raster } from './raster.ts'
import type { ScanSettings } from './scan.ts'
import type { Dice } from './seed.ts'
import { diceOf, sfc32 } from './seed.ts'

const gaussCount = 1 << 16
/** Ready normal deviates: a scan reads them from a random place in each row. */
const gaussTable = (() => {
  const dice = diceOf('gauss')
  return Float32Array.from({ length: gaussCount }, () => dice.gauss())
})()

/** Tone curve from reflected light (0…255) to the sensor's value. */
export const toneOf = (scan: ScanSettings): Float32Array =>
  Float32Array.from({ length: 256 }, (_, v) => {
    const lit = (v / 255) * scan.paper
    const curved = 255 * (lit / 255) ** scan.gamma
    const lifted = curved + (255 - curved) * scan.washedOut
    return (lifted - 128) * scan.contrast + 128.5 + scan.brightness
  })

const blurred = async (raster: Raster, sigma: number): Promise<Raster> => {
  if (sigma < 0.3) return raster
  const { width, height, channels } = raster
  const data = await sharp(raster.data, { raw: { width, height, channels } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .blur(sigma)
    .raw()
    .toBuffer()
  return { ...raster, data }
}

/** How much light falls on a pixel: 1 in the open, 1 − depth in the shadowed half, with a soft edge of 8 % of the page. */
const shadeOf = (scan: ScanSettings, width: number, height: number) => {
  const { depth, angle } = scan.shadow ?? { depth: 0, angle: 0 }
  const nx = Math.cos((angle * Math.PI) / 180)
  const ny = Math.sin((angle * Math.PI) / 180)
  const soft = 0.08 * Math.hypot(width, height)
  return (x: number, y: number) => {
    const t = Math.min(1, Math.max(0, ((x - width / 2) * nx + (y - height / 2) * ny) / soft + 0.5))
    return 1 - depth * t * t * (3 - 2 * t)
  }
}

const clamp = (v: number) => (v < 0 ? 0 : v > 255 ? 255 : v)

const tones = (raster: Raster, scan: ScanSettings, dice: Dice) => {
  const { width, height, channels: ch, data } = raster
  const tone = toneOf(scan)
  const shade = shadeOf(scan, width, height)
  const random = sfc32(dice.next())
  const { noise, shadow } = scan
  // sensors share most of their noise between the colours of one spot
  const channelNoise = noise * 0.45
  for (let y = 0; y < height; y++) {
    const at = y * width * ch
    const end = at + width * ch
    // each row reads the deviates from a place of its own
    const n = random() % (gaussCount - width)
    if (shadow) for (let i = at, x = 0; x < width; x++) for (let c = 0, k = shade(x, y); c < ch; c++, i++) data[i]! *= k
    if (ch === 1) {
      for (let i = at, j = n; i < end; i++, j++) {
        data[i] = clamp(tone[data[i]!]! + noise * gaussTable[j]!)
      }
      continue
    }
    const m = random() % (gaussCount - width * ch)
    for (let i = at, j = n, k = m; i < end; i += 3, j++, k += 3) {
      const common = noise * gaussTable[j]!
      data[i] = clamp(tone[data[i]!]! + common + channelNoise * gaussTable[k]!)
      data[i + 1] = clamp(tone[data[i + 1]!]! + common + channelNoise * gaussTable[k + 1]!)
      data[i + 2] = clamp(tone[data[i + 2]!]! + common + channelNoise * gaussTable[k + 2]!)
    }
  }
}

const dirt = (raster: Raster, scan: ScanSettings, dice: Dice) => {
  const { width, height, channels: ch, data } = raster
  for (let s = 0; s < scan.streaks; s++) {
    const x0 = dice.int(width)
    const wide = 1 + dice.int(Math.max(1, Math.round(width / 800)))
    const keep = dice.range(0.45, 0.85)
    const dark = dice.chance(0.8)
    for (let y = 0; y < height; y++) {
      for (let x = x0; x < Math.min(width, x0 + wide); x++) {
        for (let c = 0; c < ch; c++) {
          const at = (y * width + x) * ch + c
          data[at] = dark ? data[at]! * keep : 255 - (255 - data[at]!) * keep
        }
      }
    }
  }
  const faults = Math.round(scan.saltPepper * width * height)
  for (let i = 0; i < faults; i++) {
    const at = dice.int(width * height) * ch
    data.fill(dice.chance(0.5) ? 255 : 0, at, at + ch)
  }
}

/** A picture of the warped sheet as a file. The raster is used up. */
export const sense = async (warped: Raster, scan: ScanSettings, dice: Dice): Promise<Buffer> => {
  const raster = await blurred(warped, scan.blur)
  tones(raster, scan, dice.fork('noise'))
  dirt(raster, scan, dice.fork('dirt'))
  return encode(raster, scan)
}

/** Puts a JFIF header with the resolution in front: asking sharp for it would add a colour profile at twice the time. */
const withDensity = (jpeg: Buffer, dpi: number): Buffer => {
  const header = Buffer.from('ffd8ffe000104a46494600010201000000000000', 'hex')
  header.writeUInt16BE(dpi, 14)
  header.writeUInt16BE(dpi, 16)
  return Buffer.concat([header, jpeg.subarray(2)])
}

/** The raster as JPEG, PNG or TIFF with its resolution; 1-bit if there is a threshold. */
export const encode = async (
  raster: Raster,
  scan: Pick<ScanSettings, 'format' | 'quality' | 'threshold' | 'dpi'>,
): Promise<Buffer> => {
  const { width, height, channels } = raster
  let picture = sharp(raster.data, { raw: { width, height, channels } }).toColourspace(channels === 1 ? 'b-w' : 'srgb')
  if (scan.threshold !== null) picture = picture.threshold(Math.round(scan.threshold)).toColourspace('b-w')
  if (scan.format === 'jpeg') return withDensity(await picture.jpeg({ quality: scan.quality }).toBuffer(), scan.dpi)
  if (scan.format === 'png') return picture.withMetadata({ density: scan.dpi }).png({ compressionLevel: 4 }).toBuffer()
  const dots = scan.dpi / 25.4
  return scan.threshold === null
    ? picture.tiff({ compression: 'deflate', xres: dots, yres: dots }).toBuffer()
    : picture.tiff({ compression: 'ccittfax4', bitdepth: 1, xres: dots, yres: dots }).toBuffer()
}
