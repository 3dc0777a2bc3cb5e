/** What happens to a sheet before it is taken: paper, stains, folds, holes, the other side. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Chance } from './chance.ts'
import type { Point, Sheet } from './painter.ts'
import { ellipsePath, fillOn, inkOnto, layerOver, paintOnto, strokeOn, strokePaths } from './painter.ts'
import { byHand } from './pens.ts'
import { blurred, clamp, lattice } from './raster.ts'

const everyPixel = (sheet: Sheet, change: (v: number, x: number, y: number) => number): void => {
  const { width, height, data } = sheet.front
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data[y * width + x] = change(data[y * width + x]!, x, y)
}

/** Coloured paper: in green it reflects less, evenly. */
export const colourPaper = (sheet: Sheet, share: number): void => everyPixel(sheet, (v) => v * share)

/** Recycled paper: greyer, cloudy, with fibres and specks. */
export const recycle = (sheet: Sheet, share: number, chance: Chance): void => {
  const salt = chance.int(1 << 30)
  const k = sheet.scale
  everyPixel(
    sheet,
    (v, x, y) =>
      v *
      share *
      (0.95 +
        0.1 * lattice(x / (k * 2.2), y / (k * 2.2), salt) +
        0.05 * lattice(x / (k * 0.25), y / (k * 0.25), salt + 1)),
  )
  for (let i = 0; i < 500; i++) {
    const p: Point = [chance.between(0, sheet.width), chance.between(0, sheet.height)]
    const a = chance.between(0, Math.PI)
    const long = chance.between(0.3, 1.8)
    const fibre: Point[] = [p, [p[0] + Math.cos(a) * long, p[1] + Math.sin(a) * long]]
    strokePaths(sheet, [byHand(fibre, 0.15, chance)], 0.09, 0.35, chance.between(0.2, 0.7))
  }
}

/** The back shines through, mirrored and soft. */
export const bleedThrough = (sheet: Sheet, back: Sheet, share: number): void => {
  const soft = blurred(back.front, 0.28 * sheet.scale)
  const { width, height, data } = sheet.front
  for (let y = 0; y < Math.min(height, soft.height); y++)
    for (let x = 0; x < width; x++) {
      const other = soft.data[y * soft.width + clamp(soft.width - 1 - x, 0, soft.width - 1)]!
      data[y * width + x]! *= 1 - share * (1 - clamp(other / 0.85, 0, 1))
    }
}

/** A cup's ring, drops of tea, a thumb's grease, a blot of ink. */
export const stain = (sheet: Sheet, kind: 'ring' | 'drop' | 'grease' | 'blot', at: Point, chance: Chance): void => {
  const salt = chance.int(1 << 30)
  const size =
    kind === 'ring' ? chance.between(60, 85) : kind === 'blot' ? chance.between(1.5, 5) : chance.between(8, 26)
  const box: Rect = {
    x: at[0] - size / 2,
    y: at[1] - size / 2,
    w: size,
    h: size * (kind === 'ring' ? 1 : chance.between(0.7, 1)),
  }
  const layer = layerOver(sheet, box, 3)
  const edge = ellipsePath(box, 64).map(([x, y], i): Point => {
    const k = 1 + (lattice(i / 6, 0, salt) - 0.5) * (kind === 'ring' ? 0.03 : 0.35)
    return [at[0] + (x - at[0]) * k, at[1] + (y - at[1]) * k]
  })
  const closed = [...edge.slice(0, -1), edge[0]!]
  if (kind === 'ring') {
    strokeOn(layer, closed, chance.between(1.2, 3), (t) => 0.35 + 0.65 * lattice(t * 9, 1, salt))
    inkOnto(sheet, { ...layer, data: blurredLayer(layer, 0.25) }, chance.between(0.62, 0.8), chance.between(0.5, 0.9))
    return
  }
  fillOn(layer, closed)
  if (kind === 'blot') return inkOnto(sheet, layer, 0.1, chance.between(0.8, 1))
  const inner = blurredLayer(layer, kind === 'grease' ? 1.6 : 0.4)
  inkOnto(sheet, { ...layer, data: inner }, kind === 'grease' ? 0.84 : 0.78, chance.between(0.5, 1))
  // A drop dries from its edge: the rim is the darkest.
  if (kind === 'drop') {
    const rim = layerOver(sheet, box, 3)
    strokeOn(rim, closed, 0.5)
    inkOnto(sheet, { ...rim, data: blurredLayer(rim, 0.2) }, 0.6, 0.6)
  }
}

const blurredLayer = (
  layer: { width: number; height: number; scale: number; data: Float32Array },
  mm: number,
): Float32Array =>
  layer.width * layer.height === 0
    ? layer.data
    : blurred({ width: layer.width, height: layer.height, data: layer.data }, mm * layer.scale).data

/** A crease as a scanner sees it: toner broken off along it, one side in shadow. */
export const foldLine = (sheet: Sheet, from: Point, to: Point, chance: Chance): void => {
  const path = byHand([from, to], 0.25, chance)
  const layer = layerOver(
    sheet,
    {
      x: Math.min(from[0], to[0]),
      y: Math.min(from[1], to[1]),
      w: Math.abs(to[0] - from[0]),
      h: Math.abs(to[1] - from[1]),
    },
    4,
  )
  strokeOn(layer, path, chance.between(0.3, 0.6), () => 1)
  const salt = chance.int(1 << 30)
  const broken = layer.data.map(
    (v, i) => v * clamp(lattice((i % layer.width) / 3, Math.floor(i / layer.width) / 3, salt) * 1.6 - 0.3, 0, 1),
  )
  paintOnto(sheet, { ...layer, data: broken }, 0.8, 0.75)
  const shadow = layerOver(
    sheet,
    {
      x: Math.min(from[0], to[0]),
      y: Math.min(from[1], to[1]),
      w: Math.abs(to[0] - from[0]),
      h: Math.abs(to[1] - from[1]),
    },
    4,
  )
  const aside = path.map(([x, y]): Point => [x + 0.5, y + 0.5])
  strokeOn(shadow, aside, 0.7, () => 1)
  inkOnto(sheet, { ...shadow, data: blurredLayer(shadow, 0.5) }, 0.45, chance.between(0.5, 1))
}

const goneOf = (sheet: Sheet): Uint8Array => (sheet.gone ??= new Uint8Array(sheet.front.data.length))

const cutOut = (sheet: Sheet, path: readonly Point[]): void => {
  const xs = path.map((p) => p[0])
  const ys = path.map((p) => p[1])
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const layer = layerOver(sheet, { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }, 0.3)
  fillOn(layer, path)
  const gone = goneOf(sheet)
  for (let ly = 0; ly < layer.height; ly++)
    for (let lx = 0; lx < layer.width; lx++)
      if (layer.data[ly * layer.width + lx]! > 0.5) gone[(ly + layer.y) * sheet.front.width + lx + layer.x] = 1
}

/** Two holes of a punch at the left edge, 80 mm apart (ISO 838). */
export const punch = (sheet: Sheet, chance: Chance): void => {
  const y = sheet.height / 2 + chance.between(-6, 6)
  for (const d of [-40, 40]) cutOut(sheet, ellipsePath({ x: 9 + chance.normal() * 0.5, y: y + d - 3, w: 6, h: 6 }, 24))
}

export const staple = (sheet: Sheet, chance: Chance): void => {
  const [x, y] = [chance.between(6, 14), chance.between(6, 14)]
  const a = chance.between(-0.9, 0.2)
  const end: Point = [x + 11 * Math.cos(a), y + 11 * Math.sin(a)]
  strokePaths(sheet, [[[x, y], end]], 0.55, 0.25)
  strokePaths(
    sheet,
    [
      [
        [x + 0.3, y + 0.5],
        [end[0] + 0.3, end[1] + 0.5],
      ],
    ],
    0.6,
    0.6,
    0.6,
  )
}

/** A corner folded over: the back of the paper covers what lies under it, the corner is gone. */
export const dogEar = (sheet: Sheet, corner: 'tl' | 'tr' | 'bl' | 'br', a: number, b: number): void => {
  const right = corner.endsWith('r')
  const low = corner.startsWith('b')
  const at = (x: number, y: number): Point => [right ? sheet.width - x : x, low ? sheet.height - y : y]
  // The corner mirrored at the line from (a, 0) to (0, b).
  const k = (2 * a * b) / (a * a + b * b)
  const tip = at(k * b, k * a)
  const flap = [at(a, 0), tip, at(0, b)]
  const xs = flap.map((p) => p[0])
  const ys = flap.map((p) => p[1])
  const box = {
    x: Math.min(...xs),
    y: Math.min(...ys),
    w: Math.max(...xs) - Math.min(...xs),
    h: Math.max(...ys) - Math.min(...ys),
  }
  const shade = layerOver(sheet, box, 3)
  fillOn(shade, flap)
  inkOnto(sheet, { ...shade, data: blurredLayer(shade, 0.8) }, 0.5, 0.8)
  const layer = layerOver(sheet, box, 1)
  fillOn(layer, flap)
  paintOnto(sheet, layer, 0.78)
  cutOut(sheet, [at(-1, -1), at(a, -1), at(a, 0), at(0, b), at(-1, b)])
}

/** A corner or an edge torn away. */
export const tear = (sheet: Sheet, corner: 'tl' | 'tr' | 'bl' | 'br', size: number, chance: Chance): void => {
  const right = corner.endsWith('r')
  const low = corner.startsWith('b')
  const at = (x: number, y: number): Point => [right ? sheet.width - x : x, low ? sheet.height - y : y]
  const edge: Point[] = []
  for (let i = 0; i <= 12; i++) {
    const t = i / 12
    const ragged = chance.normal() * size * 0.04
    edge.push(at(size * t + ragged, size * (1 - t) * chance.between(0.95, 1.05) + ragged))
  }
  cutOut(sheet, [at(-2, -2), at(-2, size), ...edge, at(size, -2)])
}
