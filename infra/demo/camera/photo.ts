/** A photograph: the bent sheet on a table, lit, through a lens onto a sensor. */
import type { Chance } from './chance.ts'
import { cameraOf } from './lens.ts'
import type { Pose } from './lens.ts'
import { drawMesh, meshOf } from './mesh.ts'
import type { Lit } from './mesh.ts'
import type { Point, Sheet } from './painter.ts'
import { blurred, clamp, lattice, newRaster, noiseOf, sampleAt, smeared, smoothstep, toneCurve } from './raster.ts'
import type { Raster } from './raster.ts'
import { surfaceOf } from './surface.ts'
import type { Dents, Profile, Space } from './surface.ts'

export type Shade = {
  /** A soft-edged bar over the sheet: a phone, an arm. Middle (mm from the sheet's), half sizes, angle. */
  x: number
  y: number
  halfW: number
  halfH: number
  angle: number
  /** Millimetres from dark to light. */
  soft: number
  depth: number
}

export type PhotoSettings = {
  profiles: Profile[]
  dents?: Dents
  pose: Pose
  /** A lamp at (x, y, z) mm and the room's light; both shares of a full one. */
  lamp: { at: Space; power: number }
  ambient: number
  shades: Shade[]
  /** 0 matt … 1 glossy, and how narrow the gloss is. */
  gloss: number
  shine: number
  /** cos⁴ raised to this. */
  vignette: number
  /** Pixels of blur in focus, per 100 mm out of focus, and of the hand's movement. */
  blur: number
  depthBlur: number
  focusShift: number
  shake: number
  /** Brightness that white paper gets, 0…1 (above 1 is burnt). */
  exposure: number
  /** Electrons of a white pixel: shot noise is their root. */
  fullWell: number
  readNoise: number
  /** Unsharp masking of the camera's own software. */
  sharpen: number
  gamma: number
  table: 'wood' | 'dark' | 'pale' | 'cloth'
  quality: number
}

export type Taken = { picture: Raster; place: (p: Point) => Point }

const tableAt = (kind: PhotoSettings['table'], u: number, v: number, salt: number): number => {
  const grain = (x: number, y: number) => lattice(u / x, v / y, salt)
  switch (kind) {
    case 'wood':
      return 0.18 + 0.16 * grain(180, 7) + 0.05 * grain(40, 1.5)
    case 'dark':
      return 0.02 + 0.03 * grain(60, 60)
    case 'pale':
      return 0.42 + 0.08 * grain(90, 90) + 0.03 * grain(2, 2)
    case 'cloth':
      return 0.06 + 0.05 * grain(70, 40) + 0.02 * grain(1.5, 1.5)
  }
}

export const photograph = (sheet: Sheet, s: PhotoSettings, chance: Chance): Taken => {
  const { width, height } = s.pose
  const surface = surfaceOf(sheet.width, sheet.height, s.profiles, s.dents)
  const [hw, hh] = [sheet.width / 2, sheet.height / 2]
  const outline: Space[] = []
  for (let i = 0; i <= 8; i++) {
    const t = i / 4 - 1
    outline.push(surface.at(t * hw, -hh), surface.at(t * hw, hh), surface.at(-hw, t * hh), surface.at(hw, t * hh))
  }
  const camera = cameraOf(s.pose, outline)
  const salt = chance.int(1 << 30)

  // Light: the lamp by distance and angle, what stands in its way, the gloss.
  const reach = Math.hypot(...s.lamp.at)
  const lit: Lit = (p, n, u, v) => {
    const l = [s.lamp.at[0] - p[0], s.lamp.at[1] - p[1], s.lamp.at[2] - p[2]] as const
    const far = Math.hypot(...l)
    const facing = Math.max(0, (l[0] * n[0] + l[1] * n[1] + l[2] * n[2]) / far)
    let lamp = s.lamp.power * facing * (reach / far) ** 2
    let all = 1
    for (const h of s.shades) {
      const [c, d] = [Math.cos(h.angle), Math.sin(h.angle)]
      const x = Math.abs((u - h.x) * c + (v - h.y) * d) - h.halfW
      const y = Math.abs((v - h.y) * c - (u - h.x) * d) - h.halfH
      const outside = Math.max(x, y) > 0 ? Math.hypot(Math.max(0, x), Math.max(0, y)) : Math.max(x, y)
      all *= 1 - h.depth * (1 - smoothstep(-h.soft / 2, h.soft / 2, outside))
    }
    lamp *= all
    const e = [camera.position[0] - p[0], camera.position[1] - p[1], camera.position[2] - p[2]] as const
    const eye = Math.hypot(...e)
    const hx = l[0] / far + e[0] / eye
    const hy = l[1] / far + e[1] / eye
    const hz = l[2] / far + e[2] / eye
    const hn = Math.max(0, (hx * n[0] + hy * n[1] + hz * n[2]) / Math.hypot(hx, hy, hz))
    return { light: lamp + s.ambient * (0.5 + 0.5 * all), glare: s.gloss * lamp * hn ** s.shine }
  }

  const image = newRaster(width, height)
  const { data } = image
  const depths = s.depthBlur > 0 ? new Float32Array(width * height) : null
  const ground = (u: number, v: number): Space => [u, v, 0]
  const table = meshOf({ u0: -hw * 4, v0: -hh * 4, u1: hw * 4, v1: hh * 4 }, 20, ground, camera, lit)
  drawMesh(table, width, height, (i, u, v, light, _glare, depth) => {
    const edge = Math.hypot(Math.max(0, Math.abs(u) - hw), Math.max(0, Math.abs(v) - hh))
    data[i] = tableAt(s.table, u, v, salt) * light * (1 - 0.35 * (1 - smoothstep(0, 7, edge)))
    if (depths) depths[i] = depth
  })
  const net = meshOf({ u0: -hw, v0: -hh, u1: hw, v1: hh }, 2.5, surface.at, camera, lit)
  const { front, scale, gone } = sheet
  drawMesh(net, width, height, (i, u, v, light, glare, depth) => {
    const x = (u + hw) * scale - 0.5
    const y = (v + hh) * scale - 0.5
    if (
      gone &&
      gone[clamp(Math.round(y), 0, front.height - 1) * front.width + clamp(Math.round(x), 0, front.width - 1)]
    )
      return
    data[i] = sampleAt(front, x, y) * light + glare
    if (depths) depths[i] = depth
  })

  // Lens: out of focus by depth, vignette, movement, then the sensor's own blur.
  let seen = image
  if (depths) {
    const [, , near] = camera.project(surface.at(0, 0))
    const [a, b] = [blurred(image, 1.6), blurred(image, 3.6)]
    const out = newRaster(width, height)
    for (let i = 0; i < data.length; i++) {
      const coc = (Math.abs(depths[i]! - near - s.focusShift) / 100) * s.depthBlur
      out.data[i] =
        coc < 1.6
          ? data[i]! + ((a.data[i]! - data[i]!) * coc) / 1.6
          : a.data[i]! + (b.data[i]! - a.data[i]!) * Math.min(1, (coc - 1.6) / 2)
    }
    seen = out
  }
  if (s.shake > 1) seen = smeared(seen, s.shake, chance.between(0, Math.PI))
  seen = blurred(seen, s.blur)
  const [cx, cy] = [width / 2, height / 2]
  // Exposure is set by the sheet, as an automatic does: the brighter tenth of its nodes.
  const lights = net.nodes.map((n) => n.light).sort((p, q) => p - q)
  const white = lights[Math.floor(lights.length * 0.9)]! * 0.85
  const noise = noiseOf(chance)
  // cos⁴ of the angle to the axis, in steps of the squared radius.
  const far = (cx * cx + cy * cy) / 1000
  const gain = Float32Array.from({ length: 1002 }, (_, i) => {
    const r2 = (i * far) / camera.focal ** 2
    return (s.exposure / white) * Math.pow(1 + r2, -2 * s.vignette)
  })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const v = Math.max(0, seen.data[i]! * gain[(((x - cx) * (x - cx) + (y - cy) * (y - cy)) / far) | 0]!)
      seen.data[i] = v + noise() * Math.sqrt(v / s.fullWell + s.readNoise * s.readNoise)
    }
  // The camera's software: a little smoothing, sharpening, the tone curve.
  const soft = blurred(seen, 1.2)
  const picture = newRaster(width, height)
  const tone = toneCurve(s.gamma)
  for (let i = 0; i < picture.data.length; i++) {
    const v = clamp(seen.data[i]! + (seen.data[i]! - soft.data[i]!) * s.sharpen, 0, 1)
    picture.data[i] = tone[(v * 4095) | 0]!
  }
  return {
    picture,
    place: (p) => {
      const [u, v] = sheet.at(p)
      const [x, y] = camera.project(surface.at(u - hw, v - hh))
      return [x, y]
    },
  }
}

/** A careful person with a good phone in good light. Everything else is a change of this. */
export const goodPhoto = (sheet: { width: number; height: number }, chance: Chance): PhotoSettings => {
  const wide = sheet.width > sheet.height
  const b = chance.between
  return {
    profiles: [],
    pose: {
      distance: b(380, 520) * (wide ? 1.3 : 1),
      tiltX: b(-0.05, 0.05),
      tiltY: b(-0.06, 0.08),
      roll: b(-0.03, 0.03),
      k1: b(-0.02, 0.02),
      k2: b(-0.01, 0.01),
      width: wide ? 2400 : 1560,
      height: wide ? 1800 : 2080,
      fill: b(0.84, 0.95),
      shift: [b(-0.01, 0.01), b(-0.01, 0.01)],
    },
    lamp: { at: [b(-600, 600), b(-900, 200), b(900, 1600)], power: b(0.5, 0.8) },
    ambient: b(0.3, 0.5),
    shades: [],
    gloss: 0.01,
    shine: 20,
    vignette: b(0.3, 0.9),
    blur: b(0.6, 0.8),
    depthBlur: 0,
    focusShift: 0,
    shake: 0,
    exposure: b(0.6, 0.85),
    fullWell: b(3000, 9000),
    readNoise: b(0.003, 0.008),
    sharpen: b(0.3, 0.8),
    gamma: b(1.9, 2.3),
    table: chance.pick(['wood', 'dark', 'pale', 'cloth'] as const),
    quality: 80 + chance.int(12),
  }
}
