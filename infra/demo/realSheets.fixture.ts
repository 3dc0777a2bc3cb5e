/** Real sheets by others with their right answers, turned into templates of ours: for tests alone. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import * as z from 'zod'
import { packGrey } from '#shared/card/geometry/guide.types.ts'
import type { TemplateGuide } from '#shared/card/geometry/guide.types.ts'
import { gridBox, templateGeometry } from '#shared/card/template/template.rules.ts'
import type { TemplateArea, TemplatePage } from '#shared/card/template/template.types.ts'
import type { CellGrid } from '#shared/card/geometry/geometry.types.ts'
import { fit } from '#shared/scan/omr/homography.ts'
import { straighten } from '#shared/scan/omr/sample.ts'
import { after } from '#shared/scan/omr/template/align.ts'
import { findPaper } from '#shared/scan/omr/template/paperCorners.ts'
import { snapGrid } from '#shared/scan/omr/template/snap.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'

export const realSheets = join(import.meta.dirname, 'realSheets')

/** Any picture, however small: the product refuses pictures of 260 pixels, the sets have one. */
export const openSheet = async (...path: string[]): Promise<Grey> => {
  const file = sharp(join(realSheets, ...path))
    .autoOrient()
    .flatten({ background: '#fff' })
  const { data, info } = await file.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

const Block = z.object({
  fieldType: z.string().optional(),
  origin: z.tuple([z.number(), z.number()]),
  bubblesGap: z.number(),
  labelsGap: z.number(),
  fieldLabels: z.array(z.string()),
  bubbleValues: z.array(z.string()).optional(),
  direction: z.enum(['vertical', 'horizontal']).optional(),
})
const Foreign = z.object({
  pageDimensions: z.tuple([z.number(), z.number()]),
  bubbleDimensions: z.tuple([z.number(), z.number()]),
  customLabels: z.record(z.string(), z.array(z.string())).optional(),
  fieldBlocks: z.record(z.string(), Block),
  preProcessors: z.array(z.object({ name: z.string() })),
})
type Foreign = z.infer<typeof Foreign>

/** `q1..5` is q1, q2, … q5. */
const labelsOf = (text: string): string[] => {
  const m = /^(.*?)(\d+)\.\.(\d+)$/.exec(text)
  if (!m) return [text]
  return Array.from({ length: Number(m[3]) - Number(m[2]) + 1 }, (_, i) => `${m[1]}${Number(m[2]) + i}`)
}

const valuesOf = (block: z.infer<typeof Block>): string[] =>
  block.bubbleValues ??
  (block.fieldType === 'QTYPE_INT' ? [...'0123456789'] : [...'ABCDE'].slice(0, Number(block.fieldType!.at(-1))))

/** A block of fields as one of our areas: a field is a line of cells. */
const areaOf = (
  id: string,
  block: z.infer<typeof Block>,
  [w, h]: readonly [number, number],
  k: number,
  around: { left: number; top: number },
): TemplateArea => {
  const numbers = block.fieldLabels.flatMap(labelsOf)
  const values = valuesOf(block)
  const down = block.direction === 'vertical' || block.fieldType === 'QTYPE_INT'
  const [rows, columns] = down ? [values.length, numbers.length] : [numbers.length, values.length]
  const grid: CellGrid = {
    x: (block.origin[0] + around.left) * k,
    y: (block.origin[1] + around.top) * k,
    w: w * k,
    h: h * k,
    stepX: (down ? block.labelsGap : block.bubblesGap) * k,
    stepY: (down ? block.bubblesGap : block.labelsGap) * k,
    rows,
    columns,
  }
  return { areaId: id, type: 12, rect: gridBox(grid), grid, along: down ? 'columns' : 'rows', numbers, values }
}

export type RealTemplate = {
  page: TemplatePage
  card: { geometry: ReturnType<typeof templateGeometry>; guide: TemplateGuide }
  /** Fields that stand for several lines of cells, in order. */
  joined: Record<string, string[]>
}

/** The corners of the page that a template's pixels begin from. */
export type Corners = readonly { x: number; y: number }[]

const frame = (g: Grey): Corners => [
  { x: 0, y: 0 },
  { x: g.width, y: 0 },
  { x: g.width, y: g.height },
  { x: 0, y: g.height },
]

/** The longer side of a reference picture. */
const REFERENCE = 900

/**
 * A template from a foreign description and the picture that it is drawn on, straightened by its corners. `around` is what
 * the page has beyond those corners, in the description's pixels, where they are marks on it.
 */
export const realTemplate = async (
  json: string,
  picture: Grey,
  corners?: Corners,
  around: { left: number; top: number; right: number; bottom: number } = { left: 0, top: 0, right: 0, bottom: 0 },
): Promise<RealTemplate> => {
  const foreign = Foreign.parse(JSON.parse(await readFile(join(realSheets, json), 'utf8')))
  const [innerW, innerH] = foreign.pageDimensions
  const W = innerW + around.left + around.right
  const H = innerH + around.top + around.bottom
  const cropped = foreign.preProcessors.some((p) => p.name === 'CropPage')
  const from = corners ?? (cropped ? findPaper(picture) : null) ?? frame(picture)
  const k = Math.max(1, Math.ceil(600 / Math.max(W, H)))
  const side = Math.min(1, REFERENCE / (Math.max(W, H) * k))
  const [w, h] = [Math.round(W * k * side), Math.round(H * k * side)]
  const f = w / W
  const [x0, y0] = [around.left * f, around.top * f]
  const [x1, y1] = [x0 + innerW * f, y0 + innerH * f]
  const map = fit(
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ].map(([x, y], i) => ({ x: x!, y: y!, u: from[i]!.x, v: from[i]!.y, weight: 1 })),
  )!
  const reference = straighten(picture, map, { x: 0, y: 0, w, h }, 1)
  const drawnOn = straighten(
    picture,
    after(map, [w / (W * k), 0, 0, 0, h / (H * k), 0, 0, 0, 1]),
    { x: 0, y: 0, w: W * k, h: H * k },
    1,
  )
  const page: TemplatePage = {
    pageNumber: 1,
    imageKey: 'test',
    naturalWidth: W * k,
    naturalHeight: H * k,
    rotation: 0,
    isBlankPage: false,
    featureRecognition: true,
    areas: Object.entries(foreign.fieldBlocks).map(([id, b]) => {
      const drawn = areaOf(id, b, foreign.bubbleDimensions, k, around)
      const { grid } = snapGrid(drawnOn, drawn.grid!)
      return { ...drawn, grid, rect: gridBox(grid) }
    }),
  }
  const geometry = templateGeometry([page], 'template')
  const guide = { pages: [{ page: 1, picture: packGrey(reference), marks: [], blank: false }] }
  const joined = Object.fromEntries(
    Object.entries(foreign.customLabels ?? {}).map(([name, labels]) => [name, labels.flatMap(labelsOf)]),
  )
  return { page, card: { geometry, guide }, joined }
}

const changed = (g: Grey, to: (v: number, x: number, y: number) => number): Grey => {
  const data = new Uint8Array(g.data.length)
  for (let y = 0, i = 0; y < g.height; y++)
    for (let x = 0; x < g.width; x++, i++) data[i] = Math.min(255, Math.max(0, Math.round(to(g.data[i]!, x, y))))
  return { ...g, data }
}

/** What light and machines do to a picture of a sheet. */
export const spoilt: Record<string, (g: Grey) => Grey> = {
  'half in shadow': (g) =>
    changed(g, (v, x, y) => {
      const t = Math.min(1, Math.max(0, ((x / g.width - 0.5) * 0.94 + (y / g.height - 0.5) * 0.34) / 0.1 + 0.5))
      return v * (1 - 0.5 * t * t * (3 - 2 * t))
    }),
  'shone upon by a lamp': (g) =>
    changed(
      g,
      (v, x, y) => v + 150 * Math.exp(-(((x / g.width - 0.45) / 0.14) ** 2) - ((y / g.height - 0.5) / 0.1) ** 2),
    ),
  'in black and white': (g) => changed(g, (v) => (v < 128 ? 0 : 255)),
  'in black and white, its light tones lost': (g) => changed(g, (v) => (v < 100 ? 0 : 255)),
  'without its light tones': (g) => changed(g, (v) => v * 1.35 + 20),
  'copied hard': (g) => changed(g, (v) => (v - 128) * 2 + 128),
  'under a grid': (g) => {
    const step = Math.round(g.height / 37)
    return changed(g, (v, x, y) => (y % step < 2 || x % step < 1 ? v * 0.6 : v))
  },
}
