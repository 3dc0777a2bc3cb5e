/** A photocopier's generations: what is grey becomes black or white, strokes grow or thin, dust and dark edges come. */
import type { Chance } from './chance.ts'
import type { Point, Sheet } from './painter.ts'
import { ellipsePath, fillOn, inkOnto, layerOver, strokePaths } from './painter.ts'
import { blurred, clamp, lattice, newRaster, sampleAt, smoothstep } from './raster.ts'

export type CopySettings = {
  /** The level where toner begins: a grey above it stays white, so below 0.7 strokes thin. */
  level: number
  /** How hard the step is: 0 a photograph's grey … 1 line art. */
  hard: number
  blur: number
  scale: number
  turn: number
  shift: Point
  dust: number
  darkEdge: number
  /** Solid black comes out mottled. */
  mottle: number
}

export const copySettings = (chance: Chance): CopySettings => {
  const b = chance.between
  return {
    level: b(0.58, 0.82),
    hard: b(0.45, 0.85),
    blur: b(0.06, 0.12),
    scale: b(0.993, 1.008),
    turn: b(-0.008, 0.008),
    shift: [b(-1.5, 1.5), b(-1.5, 1.5)],
    dust: 20 + chance.int(80),
    darkEdge: chance.yes(0.5) ? b(0.2, 0.8) : 0,
    mottle: b(0.02, 0.12),
  }
}

const paper = 0.85
const toner = 0.045

/** The sheet of paper that comes out of the machine. */
export const photocopy = (sheet: Sheet, s: CopySettings, chance: Chance): Sheet => {
  const { front, scale } = sheet
  const seen = blurred(front, s.blur * scale)
  const out = newRaster(front.width, front.height)
  const [c, d] = [Math.cos(s.turn) / s.scale, Math.sin(s.turn) / s.scale]
  const [hw, hh] = [front.width / 2, front.height / 2]
  const [sx, sy] = [s.shift[0] * scale, s.shift[1] * scale]
  const salt = chance.int(1 << 30)
  const width = 0.5 * (1 - s.hard) + 0.03
  for (let y = 0; y < front.height; y++)
    for (let x = 0; x < front.width; x++) {
      const i = y * front.width + x
      const gx = x - hw - sx
      const gy = y - hh - sy
      const u = gx * c + gy * d + hw
      const v = gy * c - gx * d + hh
      const inside = u >= 0 && v >= 0 && u < front.width && v < front.height
      // Tone as an eye has it; the machine's step is there.
      const tone = inside ? Math.sqrt(clamp(sampleAt(seen, u, v) / paper, 0, 1)) : s.darkEdge > 0 ? 0.3 : 1
      let cover = 1 - smoothstep(s.level - width, s.level + width, tone)
      if (cover > 0.05) cover *= 1 - s.mottle * lattice(x / (scale * 0.35), y / (scale * 0.35), salt)
      out.data[i] = paper * (1 - cover) + toner * cover
    }
  const copy: Sheet = {
    ...sheet,
    front: out,
    gone: undefined,
    at: (p) => {
      const [px, py] = sheet.at(p)
      const u = px * scale - hw
      const v = py * scale - hh
      const k = s.scale
      const [cc, ss] = [Math.cos(s.turn) * k, Math.sin(s.turn) * k]
      return [(u * cc - v * ss + hw + sx) / scale, (u * ss + v * cc + hh + sy) / scale]
    },
  }
  for (let i = 0; i < s.dust; i++) {
    const size = 0.12 + Math.abs(chance.normal()) * 0.14
    const layer = layerOver(
      copy,
      { x: chance.between(0, sheet.width), y: chance.between(0, sheet.height), w: size, h: size },
      0.2,
    )
    fillOn(
      layer,
      ellipsePath({ x: layer.x / scale + 0.2, y: layer.y / scale + 0.2, w: size, h: size * chance.between(0.5, 1) }, 8),
    )
    inkOnto(copy, layer, toner, chance.between(0.5, 1))
  }
  if (s.darkEdge > 0) {
    const right = chance.yes(0.5)
    const x = right ? sheet.width - 0.8 : 0.8
    strokePaths(
      copy,
      [
        [
          [x, 0],
          [x + chance.normal() * 0.4, sheet.height],
        ],
      ],
      chance.between(1, 3),
      0.1,
      s.darkEdge,
    )
  }
  return copy
}
