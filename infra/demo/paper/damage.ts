/** What happens to a sheet between the pen and the scanner. Works on the sheet, so that it turns with it. */
import { drop } from './marks.ts'
import type { Raster } from './raster.ts'
import type { Corner, ScanSettings } from './scan.ts'
import type { Dice } from './seed.ts'

/** A stain in mm on the sheet; `depth` 0…1; a ring is only its rim. */
export type Stain = { kind: 'ring' | 'blob'; x: number; y: number; radius: number; depth: number }

const tint = (raster: Raster, at: number, rgb: readonly number[], alpha: number) => {
  const { channels: ch, data } = raster
  const grey = 0.299 * rgb[0]! + 0.587 * rgb[1]! + 0.114 * rgb[2]!
  for (let c = 0; c < ch; c++) data[at + c] = data[at + c]! * (1 - alpha + (alpha * (ch === 1 ? grey : rgb[c]!)) / 255)
}

const ring = (raster: Raster, dice: Dice, stain: Stain) => {
  const k = raster.pxPerMm
  const gap = dice.range(0, 6.28)
  const reach = stain.radius + 3
  const band = dice.range(0.5, 1.1)
  for (
    let y = Math.max(0, Math.floor((stain.y - reach) * k));
    y < Math.min(raster.height, (stain.y + reach) * k);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor((stain.x - reach) * k));
      x < Math.min(raster.width, (stain.x + reach) * k);
      x++
    ) {
      const dx = (x + 0.5) / k - stain.x
      const dy = (y + 0.5) / k - stain.y
      const r = Math.hypot(dx, dy)
      if (r > reach) continue
      const angle = Math.atan2(dy, dx)
      const edge = stain.radius * (1 + 0.012 * Math.sin(2 * angle + gap) + 0.006 * Math.sin(7 * angle))
      const rim = Math.exp(-(((r - edge) / band) ** 2)) * (0.35 + 0.65 * Math.max(0, 0.4 + Math.cos(angle - gap)))
      const alpha = stain.depth * (rim + (r < edge ? 0.1 : 0))
      if (alpha > 0.01) tint(raster, (y * raster.width + x) * raster.channels, [132, 92, 52], Math.min(1, alpha))
    }
  }
}

const holeSpots = (count: 0 | 2 | 4, height: number): number[] => {
  if (count === 0) return []
  return count === 2 ? [-40, 40].map((dy) => height / 2 + dy) : [-120, -40, 40, 120].map((dy) => height / 2 + dy)
}

/** Holes of 6 mm, 12 mm from the left edge, 80 mm apart (ISO 838). */
const punch = (raster: Raster, count: 0 | 2 | 4, bed: number, dice: Dice) => {
  const k = raster.pxPerMm
  const slip = dice.gauss() * 0.8
  for (const cy of holeSpots(count, raster.height / k)) {
    for (let y = Math.max(0, Math.floor((cy - 3.3) * k)); y < Math.min(raster.height, (cy + 3.3) * k); y++) {
      for (let x = Math.floor(8.5 * k); x < 15.6 * k; x++) {
        const r = Math.hypot((x + 0.5) / k - 12 - slip, (y + 0.5) / k - cy)
        if (r > 3.2) continue
        const at = (y * raster.width + x) * raster.channels
        // a soft shade on the rim, then the bed
        for (let c = 0; c < raster.channels; c++) raster.data[at + c] = r > 3 ? raster.data[at + c]! * 0.85 : bed
      }
    }
  }
}

/** Folds or tears a corner. A fold of `size` mm hides the triangle and covers its mirror image with the back of the paper. */
const spoilCorner = (raster: Raster, which: Corner, kind: 'folded' | 'lost', size: number, bed: number, dice: Dice) => {
  const k = raster.pxPerMm
  const phase = dice.range(0, 6)
  const reach = Math.ceil((size + 3) * k)
  const right = which === 'tr' || which === 'br'
  const below = which === 'bl' || which === 'br'
  for (let j = 0; j < Math.min(reach, raster.height); j++) {
    for (let i = 0; i < Math.min(reach, raster.width); i++) {
      const u = (i + 0.5) / k
      const v = (j + 0.5) / k
      const torn = kind === 'lost' ? 0.5 * Math.sin(u * 2.3 + phase) + 0.3 * Math.sin(u * 6.1 + v) : 0
      const over = u + v - size + torn
      const x = right ? raster.width - 1 - i : i
      const y = below ? raster.height - 1 - j : j
      const at = (y * raster.width + x) * raster.channels
      for (let c = 0; c < raster.channels; c++) {
        const old = raster.data[at + c]!
        if (over < 0) raster.data[at + c] = bed
        else if (kind === 'lost') raster.data[at + c] = over < 0.4 ? 255 - (255 - old) * 0.5 : old
        else if (u < size && v < size) raster.data[at + c] = over < 0.25 ? 150 : 244 - 10 * Math.exp(-over)
        // the flap's shadow on the sheet
        else if (u < size + 1.2 && v < size + 1.2) raster.data[at + c] = old * 0.82
      }
    }
  }
}

/** The mirrored back side, softened by the paper. Same size as the sheet. */
const bleed = (raster: Raster, back: Uint8Array, strength: number) => {
  const { width, height, channels: ch, data } = raster
  const spread = Math.max(1, Math.round(raster.pxPerMm * 0.15))
  for (let y = 0; y < height; y++) {
    const row = y * width
    const near = Math.min(height - 1, y + spread) * width
    for (let x = 0; x < width; x++) {
      const mirror = width - 1 - x
      const side = Math.max(0, mirror - spread)
      const light = (back[row + mirror]! + back[row + side]! + back[near + mirror]! + back[near + side]!) / 4
      if (light > 250) continue
      const keep = 1 - (strength * (255 - light)) / 255
      const at = (row + x) * ch
      for (let c = 0; c < ch; c++) data[at + c] = data[at + c]! * keep
    }
  }
}

/** Does everything of `scan` that belongs to the sheet; returns the stains for the truth. */
export const spoil = (raster: Raster, scan: ScanSettings, dice: Dice, back: Uint8Array): Stain[] => {
  const widthMm = raster.width / raster.pxPerMm
  const heightMm = raster.height / raster.pxPerMm
  if (scan.bleed > 0) bleed(raster, back, scan.bleed)
  const stains: Stain[] = []
  const place = () => ({ x: dice.range(0.05, 0.95) * widthMm, y: dice.range(0.05, 0.95) * heightMm })
  for (let i = 0; i < scan.rings; i++) {
    const stain: Stain = { kind: 'ring', ...place(), radius: dice.range(28, 42), depth: dice.range(0.15, 0.5) }
    ring(raster, dice, stain)
    stains.push(stain)
  }
  for (let i = 0; i < scan.blobs; i++) {
    const stain: Stain = { kind: 'blob', ...place(), radius: dice.range(1, 7), depth: dice.range(0.1, 0.55) }
    drop(
      raster,
      dice,
      stain,
      stain.radius,
      dice.pick([
        [132, 92, 52],
        [120, 110, 90],
        [60, 60, 66],
      ]),
      stain.depth,
    )
    stains.push(stain)
  }
  punch(raster, scan.punchHoles, scan.bed, dice)
  if (scan.corner) spoilCorner(raster, scan.corner.which, scan.corner.kind, scan.corner.size, scan.bed, dice)
  return stains
}
