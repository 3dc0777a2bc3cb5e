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
    return (lifted - 128) * scan.contrast + 128 + scan.brightness
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

const tones = (raster: Raster, scan: ScanSettings, dice: Dice) => {
  const { width, height, channels: ch, data } = raster
  const tone = toneOf(scan)
  const shade = shadeOf(scan, width, height)
  const random = sfc32(dice.next())
  const { noise, shadow } = scan
  // sensors share most of their noise between the colours of one spot
  const own = ch === 1 ? 0 : 0.45
  for (let y = 0; y < height; y++) {
    let at = y * width * ch
    let n = random() & (gaussCount - 1)
    let m = random() & (gaussCount - 1)
    for (let x = 0; x < width; x++) {
      if ((x & 1023) === 1023) n = random() & (gaussCount - 1)
      const light = shadow ? shade(x, y) : 1
      n = (n + 1) & (gaussCount - 1)
      const common = noise * gaussTable[n]!
      for (let c = 0; c < ch; c++, at++) {
        let v = tone[(data[at]! * light) | 0]! + common
        if (own > 0 && noise > 0) {
          m = (m + 1) & (gaussCount - 1)
          v += noise * own * gaussTable[m]!
        }
        data[at] = v < 0 ? 0 : v > 255 ? 255 : v + 0.5
      }
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

/** The raster as JPEG, PNG or TIFF with its resolution; 1-bit if there is a threshold. */
export const encode = (
  raster: Raster,
  scan: Pick<ScanSettings, 'format' | 'quality' | 'threshold' | 'dpi'>,
): Promise<Buffer> => {
  const { width, height, channels } = raster
  let picture = sharp(raster.data, { raw: { width, height, channels } }).toColourspace(channels === 1 ? 'b-w' : 'srgb')
  if (scan.threshold !== null) picture = picture.threshold(Math.round(scan.threshold)).toColourspace('b-w')
  picture = picture.withMetadata({ density: scan.dpi })
  if (scan.format === 'jpeg') return picture.jpeg({ quality: scan.quality }).toBuffer()
  if (scan.format === 'png') return picture.png({ compressionLevel: 4 }).toBuffer()
  const dots = scan.dpi / 25.4
  return scan.threshold === null
    ? picture.tiff({ compression: 'deflate', xres: dots, yres: dots }).toBuffer()
    : picture.tiff({ compression: 'ccittfax4', bitdepth: 1, xres: dots, yres: dots }).toBuffer()
}
