/**
 * What people do with a row of cells, and what a careful person would read there. `allowed`: the readings that are right;
 * `ask`: whether asking a person is needed, fair, or needless.
 */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Chance } from './chance.ts'
import { fillPasses, grown, outlinePass, ringPath, wordPaths, zigzag } from './hand.ts'
import type { Writer } from './hand.ts'
import type { Path, Point, Sheet } from './painter.ts'
import { boxOf, ellipsePath, fillOn, layerOver, paintOnto, boxPath, inkOnto, strokeOn } from './painter.ts'
import type { Pen } from './pens.ts'
import { byHand, drawWith, penOf, rounded } from './pens.ts'
import { clamp, lattice } from './raster.ts'

export type Ask = 'needless' | 'fair' | 'must'
export type Truth = { allowed: string[][]; ask: Ask }

export type CellOn = { value: string; rect: Rect }
export type RowOn = {
  /** The question, or a digit's place. */
  name: string
  kind: 'single' | 'multiple' | 'digit'
  cells: readonly CellOn[]
  /** Cells are ovals: a hand stays within them. */
  oval: boolean
}

export const markKinds = [
  'blank',
  'full',
  'outlined',
  'scribbled',
  'light',
  'tick',
  'cross',
  'dash',
  'ring',
  'half',
  'overlap',
  'dot',
  'rest',
  'underline',
  'erasedBlank',
  'erasedOther',
  'fluidOther',
  'tapeOther',
  'struckOther',
  'scratchedOther',
  'double',
  'struckOfMany',
  'strayNear',
  'bleedPen',
] as const
/** A ring in light pencil has a marking of its own: what is drawn by the other seeds stays as it is. */
export type MarkKind = (typeof markKinds)[number] | 'paleRing'
/** Marks as the card's foot asks for them. */
export const plainKinds: readonly MarkKind[] = ['blank', 'full', 'outlined', 'scribbled']

const draw = (sheet: Sheet, w: Writer, passes: readonly (readonly Path[])[], pen: Pen = w.pen): void =>
  drawWith(sheet, pen, passes, w.press)

const centre = (r: Rect): Point => [r.x + r.w / 2, r.y + r.h / 2]

const full = (sheet: Sheet, w: Writer, row: RowOn, cell: CellOn): void =>
  draw(sheet, w, fillPasses(w, cell.rect, row.oval))

/** Rubber over a box: graphite goes, some is smeared, the paper's grain lies open and is a little brighter or greyer. */
const erase = (sheet: Sheet, w: Writer, r: Rect, before: Float32Array): void => {
  const { chance } = w
  const { front, scale } = sheet
  const left = chance.between(0.02, 0.2)
  const salt = chance.int(1 << 30)
  const angle = chance.between(-0.4, 0.4)
  const box = grown(r, chance.between(0.8, 2), chance.between(0.4, 1.2))
  const layer = layerOver(sheet, box, 0)
  for (let y = 0; y < layer.height; y++)
    for (let x = 0; x < layer.width; x++) {
      const at = (y + layer.y) * front.width + x + layer.x
      const edge = Math.min(x, y, layer.width - x, layer.height - y) / scale
      const part = clamp(edge / 0.5, 0, 1)
      const smear =
        (lattice((x * Math.cos(angle) + y * Math.sin(angle)) / (scale * 1.6), y / (scale * 0.35), salt) - 0.35) * 0.05
      const clean = before[at]!
      const wiped =
        clean * (1 - Math.max(0, smear)) - (clean - front.data[at]!) * left * (0.5 + lattice(x / 2, y / 2, salt + 1))
      front.data[at] = front.data[at]! * (1 - part) + Math.min(0.92, wiped) * part
    }
}

const cross = (w: Writer, r: Rect): Path[] => {
  const s = (v: number) => v * w.chance.between(0.75, 1.15)
  return [
    byHand(
      [
        [r.x + r.w * 0.15, r.y + s(0.1) * r.h],
        [r.x + r.w * s(0.85), r.y + r.h * s(0.9)],
      ],
      w.tremor,
      w.chance,
    ),
    byHand(
      [
        [r.x + r.w * s(0.85), r.y + s(0.1) * r.h],
        [r.x + r.w * 0.15, r.y + r.h * s(0.9)],
      ],
      w.tremor,
      w.chance,
    ),
  ]
}

/** Lines through a cell that was blackened, their ends well outside. */
const strike = (w: Writer, r: Rect): Path[] => {
  const { chance } = w
  const kind = chance.int(3)
  const out = () => chance.between(1.1, 2)
  const line = (a: Point, b: Point) => byHand([a, b], w.tremor, chance)
  if (kind === 0)
    return [
      line([r.x - out(), r.y - out() * 0.6], [r.x + r.w + out(), r.y + r.h + out() * 0.6]),
      line([r.x + r.w + out(), r.y - out() * 0.6], [r.x - out(), r.y + r.h + out() * 0.6]),
    ]
  if (kind === 1) return [line([r.x - out(), r.y + r.h + out() * 0.5], [r.x + r.w + out(), r.y - out() * 0.5])]
  const y = r.y + r.h * 0.4
  return [
    line([r.x - out() * 1.2, y], [r.x + r.w + out(), y]),
    line([r.x - out(), y + 0.8], [r.x + r.w + out() * 1.2, y + 0.8]),
  ]
}

const valueOf = (c: CellOn) => c.value
const said = (cells: readonly CellOn[]): string[] => cells.map(valueOf)

/** Draws `kind` of mark in a row; what is said there comes back. Null where the row cannot hold this kind. */
export const markRow = (sheet: Sheet, w: Writer, row: RowOn, kind: MarkKind): Truth | null => {
  const { chance } = w
  const { cells } = row
  const order = chance.shuffled(cells.map((_, i) => i))
  const [first, second, third] = order.map((i) => cells[i]!)
  if (!first || !second) return null
  // A digit's place is never left empty on purpose.
  if (row.kind === 'digit' && (kind === 'blank' || kind === 'erasedBlank' || kind === 'rest')) return null
  const { rect } = first
  const pencil = w.pen.kind.toLowerCase().includes('pencil')
  const plain = (chosen: readonly CellOn[]): Truth => {
    const wanted = cells.filter((c) => chosen.includes(c))
    return { allowed: [said(wanted)], ask: 'needless' }
  }
  const seen = (...chosen: CellOn[]): Truth => ({ ...plain(chosen), ask: 'fair' })
  const before = kind.startsWith('erased') ? sheet.front.data.slice() : new Float32Array(0)
  switch (kind) {
    case 'blank':
      return { allowed: [[]], ask: 'needless' }
    case 'full': {
      const many = row.kind === 'multiple' ? 1 + chance.int(Math.min(3, cells.length)) : 1
      const chosen = order.slice(0, many).map((i) => cells[i]!)
      for (const c of chosen) full(sheet, w, row, c)
      return plain(chosen)
    }
    case 'outlined':
      draw(sheet, w, [outlinePass(w, rect, row.oval), ...fillPasses(w, grown(rect, -0.15), row.oval)])
      return plain([first])
    case 'scribbled': {
      // A biro runs to and fro in wide turns; white shows between them.
      const r = grown(rect, -0.2)
      const gap = Math.max(w.pen.width * 1.1, 0.5)
      draw(sheet, w, [
        [byHand(zigzag(r, w.slope, gap, 0.15, row.oval, chance), w.tremor, chance)],
        [byHand(zigzag(r, -w.slope + 0.4, gap * 1.2, 0.15, row.oval, chance), w.tremor, chance)],
      ])
      return plain([first])
    }
    case 'light': {
      const pen = penOf('lightPencil', chance)
      draw(sheet, { ...w, pen }, fillPasses({ ...w, pen }, rect, row.oval), pen)
      return seen(first)
    }
    case 'tick': {
      const [x, y] = centre(rect)
      const k = chance.between(0.8, 1.2)
      const path: Point[] = [
        [x - rect.w * 0.35 * k, y - rect.h * 0.05],
        [x - rect.w * 0.08 * k, y + rect.h * 0.42 * k],
        [x + rect.w * 0.5 * k, y - rect.h * 0.75 * k],
      ]
      draw(sheet, w, [[byHand(rounded(path), w.tremor, chance)]])
      return seen(first)
    }
    case 'cross':
      draw(sheet, w, [cross(w, rect)])
      return seen(first)
    case 'dash': {
      const y = rect.y + rect.h * chance.between(0.4, 0.6)
      const path: Point[] = [
        [rect.x + rect.w * chance.between(-0.05, 0.2), y],
        [rect.x + rect.w * chance.between(0.8, 1.05), y + chance.normal() * 0.2],
      ]
      draw(sheet, w, [[byHand(path, w.tremor, chance)], [byHand([path[1]!, path[0]!], w.tremor, chance)]])
      return seen(first)
    }
    case 'ring':
      draw(sheet, w, [[ringPath(w, rect, chance.between(0.3, 0.9))]])
      return seen(first)
    case 'paleRing':
      draw(sheet, w, [[ringPath(w, rect, chance.between(0.3, 0.9))]], penOf('lightPencil', chance))
      return seen(first)
    case 'half': {
      const left = chance.yes(0.5)
      const part = { ...rect, w: rect.w * chance.between(0.45, 0.6), x: rect.x + (left ? 0 : rect.w * 0.45) }
      draw(sheet, w, fillPasses(w, part, false))
      return seen(first)
    }
    case 'overlap': {
      const i = cells.indexOf(first)
      const next = cells[i + 1] ?? cells[i - 1]
      if (!next) return null
      // Well in the cell, and a fifth of the way over the gap into the next.
      const [dx, dy] = [Math.sign(next.rect.x - rect.x), Math.sign(next.rect.y - rect.y)]
      const gapX = Math.abs(next.rect.x - rect.x) - rect.w
      const gapY = Math.abs(next.rect.y - rect.y) - rect.h
      const far = chance.between(0.1, 0.22)
      const r = {
        x: dx < 0 ? rect.x - gapX - rect.w * far : rect.x,
        y: dy < 0 ? rect.y - gapY - rect.h * far : rect.y,
        w: rect.w + (dx === 0 ? 0 : gapX + rect.w * far),
        h: rect.h + (dy === 0 ? 0 : gapY + rect.h * far),
      }
      draw(sheet, w, fillPasses(w, r, row.oval))
      return seen(first)
    }
    case 'dot': {
      const [x, y] = centre(rect)
      const s = chance.between(1.1, 1.8)
      const at = { x: x - s / 2 + chance.normal() * 0.3, y: y - s / 2, w: s, h: Math.min(s, rect.h * 0.8) }
      draw(sheet, w, fillPasses({ ...w, neat: 0.9 }, at, true))
      return seen(first)
    }
    case 'rest': {
      // The pen rested; nothing was meant.
      const [x, y] = centre(rect)
      const p: Point = [x + chance.normal() * rect.w * 0.2, y + chance.normal() * rect.h * 0.2]
      draw(sheet, w, [[[p, [p[0] + 0.08, p[1] + 0.1]]]], {
        ...w.pen,
        width: Math.min(w.pen.width, chance.between(0.3, 0.5)),
      })
      return { allowed: [[]], ask: 'fair' }
    }
    case 'underline': {
      const y = rect.y + rect.h + chance.between(0.15, 0.5)
      draw(sheet, w, [
        [
          byHand(
            [
              [rect.x - 0.4, y],
              [rect.x + rect.w + 0.4, y + chance.normal() * 0.15],
            ],
            w.tremor,
            chance,
          ),
        ],
      ])
      return { allowed: [[first.value]], ask: 'must' }
    }
    case 'erasedBlank':
    case 'erasedOther': {
      const pen = pencil ? w.pen : penOf('pencil', chance)
      drawWith(sheet, pen, fillPasses({ ...w, pen }, rect, row.oval), w.press * 0.9)
      erase(sheet, w, rect, before)
      if (kind === 'erasedBlank') return { allowed: [[]], ask: 'fair' }
      drawWith(sheet, pen, fillPasses({ ...w, pen }, second.rect, row.oval), w.press)
      return seen(second)
    }
    case 'fluidOther':
    case 'tapeOther': {
      const pen = penOf('gel', chance)
      drawWith(sheet, pen, fillPasses({ ...w, pen }, rect, row.oval), 1)
      const layer = layerOver(sheet, grown(rect, 2.5), 1)
      if (kind === 'tapeOther') fillOn(layer, boxPath(grown(rect, chance.between(0.2, 0.5), chance.between(0.3, 0.5))))
      else {
        const blot = ellipsePath(grown(rect, chance.between(0.2, 0.5), chance.between(0.25, 0.45)), 40).map(
          ([x, y], i): Point => [x + (lattice(i / 3, 0, chance.int(99)) - 0.5) * 0.3, y],
        )
        fillOn(layer, blot)
      }
      paintOnto(sheet, layer, chance.between(0.82, 0.93), chance.between(0.9, 0.99))
      drawWith(sheet, pen, fillPasses({ ...w, pen }, second.rect, row.oval), 1)
      return seen(second)
    }
    case 'struckOther':
      full(sheet, w, row, first)
      draw(sheet, w, [strike(w, rect)])
      full(sheet, w, row, second)
      return seen(second)
    case 'scratchedOther': {
      full(sheet, w, row, first)
      const r = grown(rect, 0.7, 0.6)
      draw(sheet, w, [
        [byHand(zigzag(r, 0.3, 0.55, 0.35, false, chance), w.tremor * 2, chance)],
        [byHand(zigzag(r, 1.2, 0.7, 0.35, false, chance), w.tremor * 2, chance)],
      ])
      full(sheet, w, row, second)
      return seen(second)
    }
    case 'double':
      if (row.kind === 'multiple') return null
      full(sheet, w, row, first)
      full(sheet, w, row, second)
      return { allowed: [], ask: 'must' }
    case 'struckOfMany':
      if (row.kind !== 'multiple' || !third) return null
      for (const c of [first, second, third]) full(sheet, w, row, c)
      draw(sheet, w, [strike(w, rect)])
      return seen(second, third)
    case 'strayNear': {
      full(sheet, w, row, first)
      // A word or a loose line runs into the row from the side, in the other pen.
      const box = boxOf([cells.flatMap((c) => boxPath(c.rect))])
      const paths: Path[] = chance.yes(0.5)
        ? wordPaths(w, String(10 + chance.int(90)), box.x + box.w - 1, box.y - 0.8, 4)
        : [
            byHand(
              [
                [box.x - 3, box.y + chance.between(-2, box.h + 2)],
                [box.x + chance.between(1, 5), box.y + chance.between(-1, box.h)],
              ],
              0.4,
              chance,
            ),
          ]
      draw(sheet, w, [paths], { ...w.words, width: w.words.width * 0.8 })
      return seen(first)
    }
    case 'bleedPen': {
      // A thick marker touches the cell once or twice, and its ink creeps into the paper about it.
      const pen = penOf('marker', chance)
      const r = grown(rect, -0.4)
      drawWith(sheet, pen, fillPasses({ ...w, pen }, r, row.oval), 1)
      const halo = layerOver(sheet, rect, 1.5)
      strokeOn(
        halo,
        [
          [r.x + 1, r.y + r.h / 2],
          [r.x + r.w - 1, r.y + r.h / 2],
        ],
        r.h + 0.7,
      )
      inkOnto(sheet, halo, 0.55, 0.4)
      return seen(first)
    }
  }
}

/** Which mark a row of a badly marked page carries. */
export const badKind = (chance: Chance, row: RowOn): MarkKind => {
  const bad = markKinds.filter((k) => !plainKinds.includes(k))
  for (;;) {
    const kind = chance.pick(bad)
    if (kind === 'struckOfMany' && row.kind !== 'multiple') continue
    if (kind === 'double' && row.kind === 'multiple') continue
    return kind
  }
}
