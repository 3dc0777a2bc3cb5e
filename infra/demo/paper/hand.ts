/** Handwriting that looks like writing from arm's length, on the lines and squares of the card; crossed-out words too. */
import type { AnswerBlock, Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Writer } from './glyphs.ts'
import { formula, hanzi, put, word, writeDigits, writeText } from './glyphs.ts'

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

/** Fills an answer block by its kind: squares, lines, blanks or free space. `share` is how far down it is filled, `text` what a blank says. */
export const writeBlock = (writer: Writer, page: PageGeometry, block: AnswerBlock, share: number, text?: string) => {
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
      if (text !== undefined) {
        writeText(writer, text, start, y - 0.8, size)
        return
      }
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
  // Below the boxes that are not the candidate's; now and then a candidate writes over them.
  const boxes = [...(page.scoreRows ?? []), ...(page.picks ?? [])].flatMap(({ cells }) =>
    cells.map((cell) => cell.rect),
  )
  const low = Math.max(rect.y, ...boxes.filter((b) => inside(rect, b.x, b.y)).map((b) => b.y + b.h))
  const top = low > rect.y && !dice.fork('over').chance(0.04) ? low - 3 : rect.y
  for (let y = top + 5 + pitch; y < rect.y + rect.h * Math.min(1, share) - 1; y += pitch * dice.range(0.92, 1.1)) {
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
