/** Settings of a scan and the ranges they are drawn from. Every number is concrete: a setting is a fact, not a distribution. */
import type { Dice, Seed } from './seed.ts'
import { diceOf } from './seed.ts'

export type Corner = 'tl' | 'tr' | 'bl' | 'br'
export type Orientation = 0 | 90 | 180 | 270

export type ScanSettings = {
  dpi: number
  colour: boolean
  /** How far the sheet lies turned clockwise in the picture. 90 and 270 swap the picture's sides. */
  orientation: Orientation
  /** Degrees clockwise. */
  rotate: number
  scale: number
  /** x shift per unit of y (skew of the feed). */
  shear: number
  /** Keystone along x and y: by what share the far edge is shorter than the near one. */
  perspective: readonly [number, number]
  /** Millimetres, in the sheet's own directions. */
  shift: readonly [number, number]
  /** Millimetres that the scanner's window is wider than the sheet, on each side. */
  overscan: number
  /** Standard deviation in pixels of the picture. */
  blur: number
  /** Added to 0…255. */
  brightness: number
  /** Factor about the mid grey. */
  contrast: number
  /** Below 1 lightens the mid tones. */
  gamma: number
  /** 0…1: how far blacks are lifted towards white. */
  washedOut: number
  /** A half of the picture in shadow: depth 0…1, direction in degrees. */
  shadow: { depth: number; angle: number } | null
  /** Standard deviation of the sensor's noise, 0…255. */
  noise: number
  /** Share of pixels that are black or white by fault. */
  saltPepper: number
  /** Vertical lines of dirt on the sensor. */
  streaks: number
  rings: number
  blobs: number
  punchHoles: 0 | 2 | 4
  corner: { which: Corner; kind: 'folded' | 'lost'; size: number } | null
  /** 0…1: how much of the back side shines through. */
  bleed: number
  /** What is seen beside the sheet. */
  bed: number
  /** Grey of the paper itself, 0…255. */
  paper: number
  /** 1-bit at this level, or null. */
  threshold: number | null
  format: 'jpeg' | 'png' | 'tiff'
  /** JPEG quality. */
  quality: number
}

/** A perfect scanner: the starting point of every range. */
export const cleanScan: ScanSettings = {
  dpi: 200,
  colour: false,
  orientation: 0,
  rotate: 0,
  scale: 1,
  shear: 0,
  perspective: [0, 0],
  shift: [0, 0],
  overscan: 0,
  blur: 0,
  brightness: 0,
  contrast: 1,
  gamma: 1,
  washedOut: 0,
  shadow: null,
  noise: 0,
  saltPepper: 0,
  streaks: 0,
  rings: 0,
  blobs: 0,
  punchHoles: 0,
  corner: null,
  bleed: 0,
  bed: 255,
  paper: 255,
  threshold: null,
  format: 'jpeg',
  quality: 85,
}

const corners: readonly Corner[] = ['tl', 'tr', 'bl', 'br']

const ordinary = (seed: Seed): ScanSettings => {
  const dice = diceOf(`scan/ordinary/${seed}`)
  return {
    ...cleanScan,
    rotate: dice.range(-1.5, 1.5),
    scale: dice.range(0.995, 1.005),
    shift: [dice.range(-1, 1), dice.range(-1, 1)],
    blur: dice.range(0.3, 0.7),
    brightness: dice.range(-6, 6),
    contrast: dice.range(0.95, 1.05),
    noise: dice.range(1, 4),
    bed: dice.pick([250, 235, 40]),
    paper: dice.range(244, 253),
    quality: 75 + dice.int(16),
  }
}

const orientationOf = (dice: Dice): Orientation => {
  const at = dice.next()
  if (at < 0.82) return 0
  return at < 0.96 ? 180 : dice.pick([90, 270] as const)
}

const demo = (seed: Seed): ScanSettings => {
  const dice = diceOf(`scan/demo/${seed}`)
  const rotate = dice.chance(0.6) ? Math.max(-5, Math.min(5, dice.gauss())) : dice.range(-5, 5)
  return {
    ...cleanScan,
    dpi: dice.pick([150, 200, 200, 200, 240, 300]),
    colour: dice.chance(0.35),
    orientation: orientationOf(dice),
    rotate,
    // a feeder's window is larger than the sheet; what turns far would be cut off by a flatbed's
    overscan: Math.abs(rotate) > 2 ? 10 : dice.pick([0, 0, 3]),
    scale: dice.range(0.98, 1.02),
    shear: dice.gauss() * 0.002,
    perspective: dice.chance(0.25) ? [dice.range(-0.008, 0.008), dice.range(-0.008, 0.008)] : [0, 0],
    shift: [dice.range(-1.5, 1.5), dice.range(-1.5, 1.5)],
    blur: dice.range(0.3, 1.1),
    brightness: dice.range(-25, 15),
    contrast: dice.range(0.8, 1.1),
    gamma: dice.range(0.85, 1.2),
    shadow: dice.chance(0.12) ? { depth: dice.range(0.08, 0.25), angle: dice.range(0, 360) } : null,
    noise: dice.range(1.5, 9),
    saltPepper: dice.chance(0.15) ? dice.range(0, 0.0006) : 0,
    streaks: dice.chance(0.12) ? 1 + dice.int(2) : 0,
    rings: dice.chance(0.1) ? 1 : 0,
    blobs: dice.chance(0.2) ? 1 + dice.int(2) : 0,
    punchHoles: dice.chance(0.2) ? dice.pick([2, 4] as const) : 0,
    corner: dice.chance(0.12) ? { which: dice.pick(corners), kind: 'folded', size: dice.range(6, 16) } : null,
    bleed: dice.chance(0.25) ? dice.range(0.02, 0.07) : 0,
    bed: dice.pick([250, 238, 225, 45, 25]),
    paper: dice.range(238, 253),
    quality: 60 + dice.int(31),
  }
}

/** A corner folded or torn off with its mark, on any bed, leaning or not: three corners have to do. */
const corner = (seed: Seed): ScanSettings => {
  const base = demo(seed)
  const dice = diceOf(`scan/corner/${seed}`)
  return {
    ...base,
    dpi: dice.pick([100, 150, 200]),
    corner: { which: dice.pick(corners), kind: dice.chance(0.67) ? 'folded' : 'lost', size: dice.range(8, 26) },
    punchHoles: dice.pick([0, 2, 4] as const),
    bed: dice.pick([25, 45, 235]),
    perspective: dice.chance(0.4) ? [dice.range(-0.03, 0.03), dice.range(-0.03, 0.03)] : base.perspective,
  }
}

export type EnvelopeCase = { name: string; scan: ScanSettings }

const single: Record<string, Partial<ScanSettings>> = {
  clean: {},
  'turned 90': { orientation: 90 },
  'turned 180': { orientation: 180 },
  'turned 270': { orientation: 270 },
  'rotated +10°': { rotate: 10, overscan: 26, bed: 230 },
  'rotated −10°': { rotate: -10, overscan: 26, bed: 30 },
  'scale 90 %': { scale: 0.9, bed: 235 },
  'scale 103 %': { scale: 1.03 },
  'shift 4 mm': { shift: [4, -4], bed: 240 },
  'perspective 3 %': { perspective: [0.03, -0.03], overscan: 5, bed: 220 },
  'skew 1 %': { shear: 0.01, bed: 240 },
  'blur 2.6 px': { blur: 2.6 },
  'brightness −60': { brightness: -60 },
  'washed out': { brightness: 45, gamma: 0.7, washedOut: 0.35 },
  'contrast × 0.45': { contrast: 0.45 },
  'half-page shadow 50 %': { shadow: { depth: 0.5, angle: 20 } },
  'noise σ 25': { noise: 25 },
  'JPEG q15': { quality: 15 },
  '1-bit': { threshold: 140, format: 'png', noise: 4, blur: 0.5 },
  '100 dpi': { dpi: 100 },
  '300 dpi': { dpi: 300 },
  'corner lost': { corner: { which: 'tr', kind: 'lost', size: 22 }, bed: 235 },
  'corner folded': { corner: { which: 'bl', kind: 'folded', size: 20 }, bed: 235 },
  streaks: { streaks: 4 },
  stains: { rings: 1, blobs: 3 },
  'punch holes': { punchHoles: 4, bed: 30 },
  'bleed-through': { bleed: 0.14 },
  'salt and pepper': { saltPepper: 0.004 },
  combined: {
    rotate: 2.5,
    scale: 0.96,
    blur: 1.2,
    shadow: { depth: 0.35, angle: 250 },
    noise: 10,
    quality: 50,
    blobs: 1,
    bed: 225,
    paper: 246,
  },
}

/** What comes after the envelope is reached. */
const further: Record<string, Partial<ScanSettings>> = {
  'rotated +15°': { rotate: 15, overscan: 38, bed: 230 },
  'perspective 6 %': { perspective: [0.06, 0.06], overscan: 10, bed: 220 },
}

const cases = (table: Record<string, Partial<ScanSettings>>): EnvelopeCase[] =>
  Object.entries(table).map(([name, change]) => ({ name, scan: { ...cleanScan, ...change } }))

export const scanRange = {
  /** The demo's range: an office scanner used carelessly. */
  demo,
  /** A good scanner, well fed. */
  ordinary,
  /** The demo's range, each sheet without one of its corners. */
  corner,
  /** One extreme each, and their combination, named. */
  envelope: cases(single),
  /** Beyond the envelope. */
  further: cases(further),
}
