/** Scanners: paper that passes a line of sensors, or lies under it; a fax machine at the end of the line. */
import type { Chance } from './chance.ts'
import type { Point, Sheet } from './painter.ts'
import type { Taken } from './photo.ts'
import { blurred, clamp, newRaster, noiseOf, sampleAt, smoothstep, toneCurve } from './raster.ts'
import type { Raster } from './raster.ts'

export type ScanSettings = {
  dpi: number
  /** Radians. */
  skew: number
  /** Where the sheet lies on the glass, mm; the picture is larger by `border`. */
  shift: Point
  border: number
  stretchX: number
  stretchY: number
  /** Speed of the feed: waves of ±`size` mm along the page, each `length` mm long. */
  wow: { size: number; length: number; phase: number }[]
  /** Sudden slips of the feed: at y mm, the paper moved by mm. */
  slips: { y: number; by: number }[]
  /** Sideways drift, mm at the foot. */
  drift: number
  /** The lens's blur (deviation in mm): across and along; motion makes the second the larger. */
  mtf: readonly [number, number]
  /** Reflectances that become black and white. */
  black: number
  white: number
  gamma: number
  noise: number
  /** Dust on the glass: columns that are darker (or lighter) by a share. */
  streaks: { x: number; width: number; share: number }[]
  /** Lamp unevenness across the page. */
  uneven: number
  lid: 'white' | 'black' | 'grey'
  /** A shadow along the edges where the sheet does not lie on the glass. */
  edgeShadow: number
  /** 1-bit by a level, by error diffusion, by an ordered pattern; absent: grey. */
  bits?: { kind: 'level' | 'diffusion' | 'ordered'; level: number }
  /** Lines a fax leaves out: every line stands for so many. */
  lineRepeat: number
  format: 'jpeg' | 'png'
  quality: number
}

const ordered = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((v) => (v + 0.5) / 16)

/** To black and white. */
export const toBits = (r: Raster, { kind, level }: NonNullable<ScanSettings['bits']>): Raster => {
  const out = newRaster(r.width, r.height)
  if (kind === 'diffusion') {
    const work = r.data.slice()
    const { width } = r
    for (let y = 0; y < r.height; y++)
      for (let x = 0; x < width; x++) {
        const i = y * width + x
        const v = work[i]! > level ? 1 : 0
        const left = work[i]! - v
        out.data[i] = v
        if (x + 1 < width) work[i + 1]! += (left * 7) / 16
        if (y + 1 < r.height) {
          if (x > 0) work[i + width - 1]! += (left * 3) / 16
          work[i + width]! += (left * 5) / 16
          if (x + 1 < width) work[i + width + 1]! += left / 16
        }
      }
    return out
  }
  for (let y = 0; y < r.height; y++)
    for (let x = 0; x < r.width; x++) {
      const i = y * r.width + x
      const at = kind === 'level' ? level : clamp(ordered[(y & 3) * 4 + (x & 3)]! * 0.9 + level - 0.5, 0.04, 0.96)
      out.data[i] = r.data[i]! > at ? 1 : 0
    }
  return out
}

export const scan = (sheet: Sheet, s: ScanSettings, chance: Chance): Taken => {
  const k = s.dpi / 25.4
  const width = Math.round((sheet.width + 2 * s.border) * k)
  const height = Math.round(((sheet.height + 2 * s.border) * k) / s.lineRepeat)
  const [c, d] = [Math.cos(s.skew), Math.sin(s.skew)]
  const [hw, hh] = [sheet.width / 2, sheet.height / 2]
  const out = newRaster(width, height)
  const { front, scale, gone } = sheet
  const lid = s.lid === 'white' ? 0.86 : s.lid === 'black' ? 0.03 : 0.4
  // What the sensor's spot averages beyond a picture of the sheet's own fineness.
  const spot = Math.max(0, (scale / k) * 0.35 - 0.2)
  const source = blurred(front, Math.hypot(s.mtf[0] * scale, spot), Math.hypot(s.mtf[1] * scale, spot * s.lineRepeat))
  const slipAt = (y: number) => {
    let by = 0
    for (const p of s.slips) if (y > p.y) by += p.by
    for (const w of s.wow) by += w.size * Math.sin((2 * Math.PI * y) / w.length + w.phase)
    return by
  }
  const gain = new Float32Array(width).fill(1)
  for (let x = 0; x < width; x++) gain[x] = 1 - s.uneven * Math.sin((x / width) * Math.PI * 1.3 + 0.4)
  for (const t of s.streaks)
    for (let x = Math.floor(t.x * k); x < (t.x + t.width) * k && x < width; x++) if (x >= 0) gain[x]! *= 1 - t.share
  const noise = noiseOf(chance)
  const tone = toneCurve(s.gamma)
  for (let y = 0; y < height; y++) {
    const my = (y * s.lineRepeat + 0.5) / k - s.border
    const fed = my - slipAt(my)
    for (let x = 0; x < width; x++) {
      const mx = (x + 0.5) / k - s.border - (s.drift * my) / sheet.height
      // From the glass to the sheet: shifted, turned and stretched about the middle.
      const gx = (mx - s.shift[0] - hw) / s.stretchX
      const gy = (fed - s.shift[1] - hh) / s.stretchY
      const u = gx * c + gy * d + hw
      const v = gy * c - gx * d + hh
      const edge = Math.min(u, v, sheet.width - u, sheet.height - v)
      let value: number
      if (edge < 0) value = lid * (1 - s.edgeShadow * (1 - smoothstep(0, 2.5, -edge)))
      else {
        const px = u * scale - 0.5
        const py = v * scale - 0.5
        value =
          gone && gone[clamp(py | 0, 0, front.height - 1) * front.width + clamp(px | 0, 0, front.width - 1)]
            ? lid
            : sampleAt(source, px, py)
        if (edge < 0.4) value *= 1 - s.edgeShadow * 0.5
      }
      value = value * gain[x]! + noise() * s.noise
      out.data[y * width + x] = tone[(clamp((value - s.black) / (s.white - s.black), 0, 1) * 4095) | 0]!
    }
  }
  let picture = s.bits ? toBits(out, s.bits) : out
  if (s.lineRepeat > 1) {
    // A fax's coarse lines are doubled on arrival, so that the page keeps its shape.
    const tall = newRaster(width, Math.round((sheet.height + 2 * s.border) * k))
    for (let y = 0; y < tall.height; y++) {
      const from = Math.min(height - 1, Math.floor(y / s.lineRepeat)) * width
      tall.data.set(picture.data.subarray(from, from + width), y * width)
    }
    picture = tall
  }
  return {
    picture,
    place: (p) => {
      const [u, v] = sheet.at(p)
      const gx = ((u - hw) * c - (v - hh) * d) * s.stretchX + hw + s.shift[0]
      let gy = ((u - hw) * d + (v - hh) * c) * s.stretchY + hh + s.shift[1]
      const still = gy
      for (let i = 0; i < 3; i++) gy = still + slipAt(gy)
      return [(gx + s.border + (s.drift * gy) / sheet.height) * k - 0.5, (gy + s.border) * k - 0.5]
    },
  }
}

/** An office scanner that is looked after. */
export const goodScan = (chance: Chance, dpi = 150): ScanSettings => {
  const b = chance.between
  return {
    dpi,
    skew: b(-0.006, 0.006),
    shift: [b(-1, 1), b(-1, 1)],
    border: 0,
    stretchX: b(0.998, 1.002),
    stretchY: b(0.997, 1.003),
    wow: [],
    slips: [],
    drift: 0,
    mtf: [b(0.05, 0.08), b(0.06, 0.1)],
    black: b(0.02, 0.05),
    white: b(0.8, 0.9),
    gamma: b(1.8, 2.2),
    noise: b(0.003, 0.008),
    streaks: [],
    uneven: b(0, 0.03),
    lid: chance.pick(['white', 'white', 'black', 'grey'] as const),
    edgeShadow: b(0, 0.4),
    lineRepeat: 1,
    format: 'jpeg',
    quality: 75 + chance.int(18),
  }
}
