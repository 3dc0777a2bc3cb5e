/** Handwriting that looks like writing from arm's length: pseudo-Hanzi, cursive words, numbers, formulas, crossed-out words. */
import type { AnswerBlock, Draw, PageGeometry, Rect } from '#shared/card/card.types.ts'
import type { Point } from './pen.ts'
import { curve, stroke } from './pen.ts'
import type { Hand } from './plan.ts'
import type { Raster } from './raster.ts'
import type { Dice } from './seed.ts'

type Writer = { raster: Raster; dice: Dice; hand: Hand }

const put = (writer: Writer, box: Rect, points: readonly (readonly [number, number])[], smooth = true) => {
  const { raster, dice, hand } = writer
  const shake = Math.min(box.w, box.h) * (0.015 + 0.03 * hand.untidy)
  const real = points.map(([u, v]): Point => {
    const y = box.y + v * box.h + dice.gauss() * shake
    return { x: box.x + u * box.w + dice.gauss() * shake + hand.slant * (box.y + box.h - y), y }
  })
  stroke(
    raster,
    dice,
    smooth ? curve(real, 3) : real,
    { ...hand.pen, width: hand.pen.width * 0.62 },
    dice.range(0.75, 1.05),
  )
}

/** A component of a pseudo-Hanzi: a few strokes of the classical kinds in a box. */
const component = (writer: Writer, box: Rect, strokes: number) => {
  const { dice } = writer
  for (let i = 0; i < strokes; i++) {
    const v = (i + 0.5) / strokes
    const kind = dice.int(7)
    if (kind <= 1)
      put(writer, box, [
        [dice.range(0, 0.15), v],
        [0.5, v - 0.03],
        [dice.range(0.8, 1), v - dice.range(0, 0.1)],
      ])
    else if (kind === 2) {
      const u = dice.range(0.2, 0.8)
      put(writer, box, [
        [u, dice.range(0, 0.2)],
        [u + 0.02, 0.5],
        [u, dice.range(0.8, 1)],
      ])
    } else if (kind === 3)
      put(writer, box, [
        [0.6, dice.range(0, 0.3)],
        [0.45, 0.55],
        [dice.range(0, 0.15), dice.range(0.8, 1)],
      ])
    else if (kind === 4)
      put(writer, box, [
        [0.4, dice.range(0.1, 0.4)],
        [0.65, 0.7],
        [1, dice.range(0.85, 1)],
      ])
    else if (kind === 5) {
      const right = dice.range(0.75, 0.95)
      put(
        writer,
        box,
        [
          [0.1, v * 0.6],
          [right, v * 0.6 - 0.03],
          [right - 0.03, 0.95],
          [right - 0.2, 0.85],
        ],
        false,
      )
    } else
      put(writer, box, [
        [dice.range(0.2, 0.8), v],
        [dice.range(0.3, 0.9), v + 0.12],
      ])
  }
}

/** One pseudo-Hanzi in a box of about its size. */
export const hanzi = (writer: Writer, box: Rect) => {
  const { dice } = writer
  const layout = dice.next()
  if (layout < 0.45) {
    const cut = dice.range(0.32, 0.5)
    component(writer, { ...box, w: box.w * cut }, 1 + dice.int(3))
    component(writer, { ...box, x: box.x + box.w * (cut + 0.05), w: box.w * (0.95 - cut) }, 2 + dice.int(4))
  } else if (layout < 0.75) {
    component(writer, { ...box, h: box.h * 0.46 }, 2 + dice.int(3))
    component(writer, { ...box, y: box.y + box.h * 0.5, h: box.h * 0.5 }, 3 + dice.int(3))
  } else component(writer, box, 4 + dice.int(4))
}

/** Stroke shapes of digits and signs in a unit box. */
const shapes: Record<string, readonly (readonly (readonly [number, number])[])[]> = {
  0: [
    [
      [0.5, 0],
      [0.1, 0.4],
      [0.3, 1],
      [0.8, 0.8],
      [0.8, 0.2],
      [0.5, 0],
    ],
  ],
  1: [
    [
      [0.5, 0],
      [0.48, 1],
    ],
  ],
  2: [
    [
      [0.1, 0.2],
      [0.5, 0],
      [0.85, 0.25],
      [0.1, 1],
      [0.9, 0.95],
    ],
  ],
  3: [
    [
      [0.15, 0.1],
      [0.75, 0.1],
      [0.4, 0.45],
      [0.85, 0.7],
      [0.5, 1],
      [0.1, 0.9],
    ],
  ],
  4: [
    [
      [0.5, 0],
      [0.1, 0.65],
      [0.9, 0.6],
    ],
    [
      [0.65, 0.3],
      [0.6, 1],
    ],
  ],
  5: [
    [
      [0.8, 0],
      [0.25, 0.05],
      [0.2, 0.45],
      [0.8, 0.6],
      [0.6, 1],
      [0.1, 0.95],
    ],
  ],
  6: [
    [
      [0.7, 0],
      [0.2, 0.5],
      [0.3, 1],
      [0.8, 0.8],
      [0.5, 0.55],
      [0.2, 0.75],
    ],
  ],
  7: [
    [
      [0.1, 0.05],
      [0.85, 0.05],
      [0.4, 1],
    ],
  ],
  8: [
    [
      [0.7, 0.1],
      [0.2, 0.2],
      [0.8, 0.75],
      [0.4, 1],
      [0.15, 0.75],
      [0.8, 0.2],
      [0.6, 0.05],
    ],
  ],
  9: [
    [
      [0.8, 0.2],
      [0.3, 0.1],
      [0.25, 0.45],
      [0.75, 0.4],
      [0.8, 0.2],
      [0.7, 1],
    ],
  ],
  x: [
    [
      [0.1, 0.35],
      [0.5, 0.65],
      [0.85, 1],
    ],
    [
      [0.85, 0.35],
      [0.1, 1],
    ],
  ],
  y: [
    [
      [0.15, 0.35],
      [0.45, 0.7],
    ],
    [
      [0.85, 0.35],
      [0.3, 1.2],
    ],
  ],
  '=': [
    [
      [0.05, 0.45],
      [0.95, 0.43],
    ],
    [
      [0.05, 0.7],
      [0.95, 0.68],
    ],
  ],
  '+': [
    [
      [0.1, 0.55],
      [0.9, 0.53],
    ],
    [
      [0.5, 0.2],
      [0.5, 0.9],
    ],
  ],
  '-': [
    [
      [0.1, 0.55],
      [0.9, 0.53],
    ],
  ],
  '√': [
    [
      [0, 0.6],
      [0.2, 0.55],
      [0.4, 1],
      [0.65, 0],
      [1.4, 0],
    ],
  ],
}
const signs = Object.keys(shapes)

/** Digits and signs along a line; returns the width used in mm. */
const formula = (writer: Writer, x: number, baseline: number, size: number, length: number): number => {
  let at = x
  for (let i = 0; i < length; i++) {
    const sign = writer.dice.chance(0.6) ? String(writer.dice.int(10)) : writer.dice.pick(signs)
    const box = { x: at, y: baseline - size, w: size * 0.55, h: size }
    for (const line of shapes[sign]!) put(writer, box, line)
    at += size * writer.dice.range(0.62, 0.85)
  }
  return at - x
}

/** A cursive word; returns the width used in mm. */
const word = (writer: Writer, x: number, baseline: number, size: number, letters: number): number => {
  const { dice } = writer
  const points: [number, number][] = []
  const step = 1 / letters
  for (let i = 0; i < letters; i++) {
    const u = i * step
    const tall = dice.chance(0.25) ? dice.range(-0.5, -0.1) : dice.chance(0.15) ? 1.45 : dice.range(0.4, 0.55)
    points.push([u, 0.95], [u + step * 0.45, tall], [u + step * 0.3, dice.range(0.6, 0.9)], [u + step * 0.75, 1])
  }
  const width = letters * size * 0.55
  put(writer, { x, y: baseline - size * 0.75, w: width, h: size * 0.75 }, points)
  return width
}

type Manner = 'hanzi' | 'english' | 'formula'

/** Writes from `x0` to `x1` on a baseline, with crossed-out pieces now and then. */
const line = (writer: Writer, manner: Manner, x0: number, x1: number, baseline: number, size: number) => {
  const { dice, hand } = writer
  const drift = dice.gauss() * 0.004 * (0.5 + hand.untidy)
  let x = x0
  while (x + size * 1.2 < x1) {
    const y = baseline + (x - x0) * drift + dice.gauss() * 0.12
    const start = x
    if (manner === 'english')
      x += word(writer, x, y, size, Math.min(2 + dice.int(6), Math.floor((x1 - x) / (size * 0.55))))
    else if (manner === 'formula')
      x += formula(writer, x, y, size * 0.85, Math.min(3 + dice.int(6), Math.floor((x1 - x) / size)))
    else {
      hanzi(writer, { x, y: y - size, w: size * dice.range(0.8, 0.95), h: size * dice.range(0.85, 1) })
      x += size * dice.range(1.02, 1.22)
    }
    if (dice.chance(manner === 'hanzi' ? 0.012 : 0.04)) {
      const cut = { x: start, y: y - size * 0.8, w: x - start, h: size * 0.6 }
      put(writer, cut, [
        [-0.05, 0.5],
        [0.5, 0.4],
        [1.05, 0.55],
      ])
      put(writer, cut, [
        [1.02, 0.7],
        [0.4, 0.65],
        [0, 0.8],
      ])
    }
    if (manner !== 'hanzi') x += size * dice.range(0.5, 0.9)
  }
}

const inside = (rect: Rect, x: number, y: number) =>
  x >= rect.x - 0.5 && x <= rect.x + rect.w + 0.5 && y >= rect.y - 0.5 && y <= rect.y + rect.h + 0.5

/** Rows of squares drawn as a long box cut by upright lines. */
const squaresOf = (draws: readonly Draw[], block: AnswerBlock): Rect[] =>
  draws.flatMap((draw) => {
    if (draw.kind !== 'box' || draw.rect.h < 4.5 || draw.rect.h > 13 || draw.rect.w < 20) return []
    const { rect } = draw
    if (!inside(block.rect, rect.x, rect.y) || !inside(block.rect, rect.x + rect.w, rect.y + rect.h)) return []
    const cuts = draws
      .flatMap((cut) =>
        cut.kind === 'line' && cut.x1 === cut.x2 && inside(rect, cut.x1, (cut.y1 + cut.y2) / 2) ? [cut.x1] : [],
      )
      .sort((a, b) => a - b)
    if (cuts.length < 5) return []
    const edges = [rect.x, ...cuts, rect.x + rect.w]
    return edges.slice(1).map((right, i) => ({ x: edges[i]!, y: rect.y, w: right - edges[i]!, h: rect.h }))
  })

type Guide = { squares: Rect[]; lines: { x: number; y: number; w: number }[] }

/** The printed help for writing within a block: squares of an essay, lines of a blank. */
const guideOf = (draws: readonly Draw[], block: AnswerBlock): Guide => {
  const guide: Guide = { squares: squaresOf(draws, block), lines: [] }
  for (const draw of draws) {
    if (draw.kind === 'box') {
      const { rect } = draw
      const square = rect.w > 4.5 && rect.w < 13 && Math.abs(rect.w - rect.h) < 1.5
      if (square && inside(block.rect, rect.x + rect.w / 2, rect.y + rect.h / 2)) guide.squares.push(rect)
    } else if (draw.kind === 'line' && Math.abs(draw.y1 - draw.y2) < 0.1) {
      const x = Math.min(draw.x1, draw.x2)
      const w = Math.abs(draw.x2 - draw.x1)
      const edge = Math.abs(draw.y1 - block.rect.y) < 1 || Math.abs(draw.y1 - block.rect.y - block.rect.h) < 1
      const spans = w > block.rect.w - 1 && edge
      if (w > 8 && !spans && inside(block.rect, x, draw.y1) && inside(block.rect, x + w, draw.y1)) {
        guide.lines.push({ x, y: draw.y1, w })
      }
    }
  }
  return guide
}

/** Fills an answer block by its kind: squares, lines, blanks or free space. `share` is how far down it is filled. */
export const writeBlock = (writer: Writer, page: PageGeometry, block: AnswerBlock, share: number) => {
  const { dice, hand } = writer
  const { rect } = block
  const guide = guideOf(page.draws, block)
  if (guide.squares.length > 10) {
    const count = Math.round(guide.squares.length * Math.min(1, share + 0.2))
    guide.squares.slice(0, count).forEach((square, i) => {
      if (i < 2 || dice.chance(0.03)) return
      const margin = square.w * dice.range(0.12, 0.2)
      const size = square.w - 2 * margin
      hanzi(writer, { x: square.x + margin, y: square.y + margin, w: size, h: Math.min(size, square.h - 2 * margin) })
    })
    return
  }
  if (block.unitType === 4) {
    const lines = guide.lines.length
      ? guide.lines
      : [{ x: rect.x + rect.w * 0.3, y: rect.y + rect.h * 0.85, w: rect.w * 0.6 }]
    for (const { x, y, w } of lines) {
      const size = Math.min(4.6 * hand.size, Math.max(2.5, rect.h * 0.7))
      const start = x + w * dice.range(0.05, 0.2)
      const end = Math.min(x + w, start + w * dice.range(0.35, 0.75))
      line(writer, dice.chance(0.55) ? 'formula' : 'hanzi', start, end, y - 0.8, size)
    }
    return
  }
  if (guide.lines.length >= 3) {
    const lines = guide.lines.slice(0, Math.max(1, Math.round(guide.lines.length * Math.min(1, share))))
    const manner = block.unitType === 6 ? 'english' : 'hanzi'
    for (const { x, y, w } of lines) line(writer, manner, x + 1, x + w * dice.range(0.85, 1), y - 1, 4.6 * hand.size)
    return
  }
  const pitch = 8.4 * hand.size
  const maths = dice.chance(0.5)
  for (let y = rect.y + 5 + pitch; y < rect.y + rect.h * Math.min(1, share) - 1; y += pitch * dice.range(0.92, 1.1)) {
    const manner = maths && dice.chance(0.65) ? 'formula' : 'hanzi'
    const reach = manner === 'formula' ? dice.range(0.3, 0.7) : dice.range(0.7, 0.96)
    line(writer, manner, rect.x + 4 + dice.range(0, 6), rect.x + rect.w * reach, y, 4.8 * hand.size)
  }
}

/** Name, class and number on the lines of the name box, or the name alone in the middle of an empty box. */
export const writeName = (writer: Writer, page: PageGeometry, box: Rect, studentNumber: string) => {
  const { dice, hand } = writer
  const size = Math.min(5 * hand.size, box.h * 0.8)
  const lines = guideOf(page.draws, { blockId: '', questionIds: [''], unitType: 4, part: 0, rect: box }).lines
  const name = (x: number, baseline: number, count: number) => {
    for (let i = 0; i < count; i++)
      hanzi(writer, { x: x + i * size * 1.15, y: baseline - size, w: size * 0.9, h: size * 0.95 })
  }
  const [first, second, third] = lines.sort((a, b) => a.y - b.y)
  name((first?.x ?? box.x) + 4, first ? first.y - 0.8 : box.y + (box.h + size) / 2, 2 + dice.int(2))
  if (second) name(second.x + 4, second.y - 0.8, 4)
  if (third) writeDigits(writer, studentNumber, third.x + 4, third.y - 1, size * 0.8, size * 0.7)
}

/** Plain digits from x on, `step` mm apart, standing on the baseline. */
export const writeDigits = (
  writer: Writer,
  digits: string,
  x: number,
  baseline: number,
  size: number,
  step: number,
) => {
  ;[...digits].forEach((digit, i) => {
    const box = { x: x + i * step, y: baseline - size, w: size * 0.55, h: size }
    for (const points of shapes[digit] ?? []) put(writer, box, points)
  })
}
