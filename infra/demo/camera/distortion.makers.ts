/** What the distortions are put together of. */
import type { Chance } from './chance.ts'
import type { Sheet } from './painter.ts'
import { goodPhoto, photograph } from './photo.ts'
import type { PhotoSettings, Taken } from './photo.ts'
import { goodScan, scan } from './scanner.ts'
import type { ScanSettings } from './scanner.ts'
import { bow } from './surface.ts'

export type Shot = Taken & { format: 'jpeg' | 'png'; quality: number }

export type Family = 'scan' | 'bits' | 'copy' | 'paper' | 'photo' | 'bent'

export type Distortion = {
  name: string
  family: Family
  /** Ordinary: what a school's scanner or a careful person with a phone delivers. */
  mild?: true
  /** To the printed blank, before a hand touches it. */
  before?: (sheet: Sheet, chance: Chance) => Sheet
  /** To the filled sheet. */
  after?: (sheet: Sheet, chance: Chance, back: Sheet | null) => Sheet
  take: (sheet: Sheet, chance: Chance) => Shot
}

export const scanned =
  (change: (chance: Chance) => Partial<ScanSettings>, dpi = 150) =>
  (sheet: Sheet, chance: Chance): Shot => {
    const s = { ...goodScan(chance, dpi), ...change(chance) }
    return { ...scan(sheet, s, chance), format: s.format, quality: s.quality }
  }

type PhotoChange = Partial<Omit<PhotoSettings, 'pose'>> & { pose?: Partial<PhotoSettings['pose']> }
export const taken =
  (change: (chance: Chance, sheet: Sheet) => PhotoChange) =>
  (sheet: Sheet, chance: Chance): Shot => {
    const good = goodPhoto(sheet, chance)
    const { pose, ...rest } = change(chance, sheet)
    const s: PhotoSettings = { ...good, ...rest, pose: { ...good.pose, ...pose } }
    return { ...photograph(sheet, s, chance), format: 'jpeg', quality: s.quality }
  }

export const plainScan = scanned(() => ({}))
export const sign = (chance: Chance) => (chance.yes(0.5) ? 1 : -1)

/** Paper bowed by `mm` over its length along any axis, mostly the long or the short one. */
export const bowed = (from: number, to: number) =>
  taken((chance, sheet) => {
    const along = chance.pick(['short', 'long', 'any'] as const)
    const direction =
      along === 'short'
        ? chance.normal() * 0.08
        : along === 'long'
          ? Math.PI / 2 + chance.normal() * 0.08
          : chance.between(0, Math.PI)
    const length = Math.abs(Math.cos(direction)) * sheet.width + Math.abs(Math.sin(direction)) * sheet.height
    return { profiles: [bow(direction, length, chance.between(from, to) * sign(chance))] }
  })

/** A camera that leans by 3 to 8 degrees: 4 to 10 % between the sheet's edges. */
export const leaning = (c: Chance): Partial<PhotoSettings['pose']> => ({
  tiltX: c.between(0.02, 0.12) * sign(c),
  tiltY: c.between(0.05, 0.14) * sign(c),
  distance: c.between(400, 480),
})

export const bits = (
  kind: 'level' | 'diffusion' | 'ordered',
  from: number,
  to: number,
  rest: Partial<ScanSettings> = {},
) =>
  scanned((chance) => ({
    bits: { kind, level: chance.between(from, to) },
    noise: 0.012,
    format: 'png',
    ...rest,
  }))
