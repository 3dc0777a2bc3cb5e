/** What people write with, and how it lies on paper. */
import type { Chance } from './chance.ts'
import { boxOf, inkOnto, layerOver, strokeOn } from './painter.ts'
import type { Path, Point, Sheet } from './painter.ts'
import { clamp, lattice, smoothstep } from './raster.ts'

export type PenKind = 'pencil' | 'lightPencil' | 'heavyPencil' | 'ball' | 'gel' | 'marker'

/**
 * `ink`: what a fully covered spot reflects of what the paper did, in the green that scanners take for grey. `tooth`: how
 * much of the paper's grain stays white. `width` in mm.
 */
export type Pen = { kind: PenKind; width: number; ink: number; opacity: number; tooth: number }

export const penOf = (kind: PenKind, chance: Chance): Pen => {
  const b = chance.between
  switch (kind) {
    case 'pencil':
      return { kind, width: b(0.7, 1.1), ink: b(0.14, 0.24), opacity: b(0.7, 0.9), tooth: b(0.2, 0.42) }
    case 'lightPencil':
      return { kind, width: b(0.6, 1), ink: b(0.36, 0.5), opacity: b(0.4, 0.6), tooth: b(0.45, 0.65) }
    case 'heavyPencil':
      return { kind, width: b(0.9, 1.3), ink: b(0.1, 0.17), opacity: b(0.85, 0.95), tooth: b(0.08, 0.2) }
    case 'ball':
      return { kind, width: b(0.4, 0.55), ink: b(0.1, 0.24), opacity: b(0.8, 0.95), tooth: b(0.02, 0.12) }
    case 'gel':
      return { kind, width: b(0.42, 0.6), ink: b(0.04, 0.08), opacity: b(0.93, 1), tooth: 0 }
    case 'marker':
      return { kind, width: b(1.1, 1.6), ink: b(0.04, 0.1), opacity: b(0.9, 1), tooth: 0 }
  }
}

/** Passes of the pen one after the other: where strokes of two passes cross it gets darker. */
export const drawWith = (sheet: Sheet, pen: Pen, passes: readonly (readonly Path[])[], press = 1): void => {
  const all = passes.flat()
  if (all.length === 0) return
  const total = layerOver(sheet, boxOf(all), pen.width + 0.4)
  const grain = 0.16 * sheet.scale
  for (const [i, pass] of passes.entries()) {
    const layer = { ...total, data: new Float32Array(total.data.length) }
    // A hand sets down and lifts: both ends of a stroke are thinner.
    const ends = (t: number) => press * clamp(0.55 + Math.min(t, 1 - t) * 9, 0, 1)
    for (const path of pass) strokeOn(layer, path, pen.width, path.length > 3 ? ends : () => press)
    for (let y = 0; y < layer.height; y++)
      for (let x = 0; x < layer.width; x++) {
        const at = y * layer.width + x
        let cover = layer.data[at]!
        if (cover === 0) continue
        if (pen.tooth > 0) {
          const rough =
            lattice((x + layer.x) / grain, (y + layer.y) / grain, 17) * 0.65 +
            lattice(x + layer.x, y + layer.y, 5 + i) * 0.35
          cover *= smoothstep(pen.tooth * (1.25 - 0.45 * press) - 0.22, pen.tooth * (1.25 - 0.45 * press) + 0.22, rough)
        }
        total.data[at] = 1 - (1 - total.data[at]!) * (1 - cover * pen.opacity)
      }
  }
  inkOnto(sheet, total, pen.ink)
}

/** A hand's line: points every third of a millimetre, pulled about by a slow tremor. */
export const byHand = (path: Path, tremor: number, chance: Chance): Point[] => {
  const salt = chance.int(1 << 30)
  const out: Point[] = []
  let gone = 0
  for (let i = 0; i + 1 < path.length; i++) {
    const [ax, ay] = path[i]!
    const [bx, by] = path[i + 1]!
    const long = Math.hypot(bx - ax, by - ay)
    const steps = Math.max(1, Math.ceil(long / 0.35))
    for (let s = i === 0 ? 0 : 1; s <= steps; s++) {
      const t = s / steps
      const along = gone + long * t
      out.push([
        ax + (bx - ax) * t + (lattice(along / 2.2, 0.5, salt) - 0.5) * 2 * tremor,
        ay + (by - ay) * t + (lattice(along / 2.2, 9.5, salt) - 0.5) * 2 * tremor,
      ])
    }
    gone += long
  }
  return out
}

/** Corners made round, as a moving hand makes them. */
export const rounded = (path: Path): Point[] => {
  if (path.length < 3) return [...path]
  const out: Point[] = [path[0]!]
  for (let i = 0; i + 1 < path.length; i++) {
    const [ax, ay] = path[i]!
    const [bx, by] = path[i + 1]!
    out.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75])
  }
  out.push(path.at(-1)!)
  return out
}
