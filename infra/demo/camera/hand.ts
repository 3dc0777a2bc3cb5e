/** A person who writes: the pen, the habits, and the movements that marks and words are made of. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Chance } from './chance.ts'
import { glyphOf, glyphWidth } from './glyphs.ts'
import type { Path, Point, Sheet } from './painter.ts'
import { boxPath, ellipsePath } from './painter.ts'
import type { Pen, PenKind } from './pens.ts'
import { byHand, drawWith, penOf, rounded } from './pens.ts'

export type Writer = {
  pen: Pen
  /** For words: most people blacken with a pencil and write with a pen. */
  words: Pen
  /** 0 careless … 1 neat. */
  neat: number
  /** Millimetres that a line strays. */
  tremor: number
  /** The direction of scribbling, radians. */
  slope: number
  press: number
  chance: Chance
}

export const writerOf = (chance: Chance, kind: PenKind): Writer => ({
  pen: penOf(kind, chance),
  words: penOf(chance.pick(['gel', 'gel', 'ball']), chance),
  neat: chance.between(0.35, 1),
  tremor: chance.between(0.04, 0.16),
  slope: chance.pick([-0.5, -0.25, 0.1, 0.9, 1.4]) + chance.between(-0.15, 0.15),
  press: chance.between(0.75, 1),
  chance,
})

const middle = (r: Rect): Point => [r.x + r.w / 2, r.y + r.h / 2]

export const grown = (r: Rect, by: number, byY = by): Rect => ({
  x: r.x - by,
  y: r.y - byY,
  w: r.w + 2 * by,
  h: r.h + 2 * byY,
})

/** To and fro over a box (or the oval within it) at a slope, lines `gap` apart. */
export const zigzag = (r: Rect, slope: number, gap: number, loose: number, oval: boolean, chance: Chance): Point[] => {
  const [cx, cy] = middle(r)
  const ux = Math.cos(slope)
  const uy = Math.sin(slope)
  const reach = (Math.abs(uy) * r.w + Math.abs(ux) * r.h) / 2
  const path: Point[] = []
  let forth = true
  // However small the shape, one line is drawn.
  for (let o = Math.min(0, -reach + gap / 2); o <= reach; o += gap * chance.between(0.8, 1.2)) {
    // The line cx − o·uy, cy + o·ux in direction (ux, uy), cut by the shape.
    const px = -o * uy
    const py = o * ux
    let from: number
    let to: number
    if (oval) {
      const a = (2 * ux) / r.w
      const b = (2 * uy) / r.h
      const p = (2 * px) / r.w
      const q = (2 * py) / r.h
      const [k, l, m] = [a * a + b * b, a * p + b * q, p * p + q * q - 1]
      const root = l * l - k * m
      if (root <= 0) continue
      from = (-l - Math.sqrt(root)) / k
      to = (-l + Math.sqrt(root)) / k
    } else {
      const cut = (d: number, at: number, half: number): [number, number] => {
        if (Math.abs(d) < 1e-6) return Math.abs(at) <= half ? [-1e9, 1e9] : [1, -1]
        const [s, t] = [(-half - at) / d, (half - at) / d]
        return s < t ? [s, t] : [t, s]
      }
      const [x0, x1] = cut(ux, px, r.w / 2)
      const [y0, y1] = cut(uy, py, r.h / 2)
      from = Math.max(x0, y0)
      to = Math.min(x1, y1)
      if (from >= to) continue
    }
    const stray = () => chance.normal() * loose
    const ends: Point[] = [
      [cx + px + ux * from + stray(), cy + py + uy * from + stray() * 0.6],
      [cx + px + ux * to + stray(), cy + py + uy * to + stray() * 0.6],
    ]
    path.push(...(forth ? ends : ends.reverse()))
    forth = !forth
  }
  return rounded(path)
}

/** Blackens a cell as asked: rubbed full, by most with a second pass. */
export const fillPasses = (w: Writer, cell: Rect, oval: boolean): Path[][] => {
  const { chance, pen, neat } = w
  const inset = pen.width / 2 - (1 - neat) * 0.35 * chance.next()
  const r = grown(
    { ...cell, x: cell.x + chance.normal() * 0.12, y: cell.y + chance.normal() * 0.1 },
    -Math.min(inset, cell.w * 0.45),
    -Math.min(inset, cell.h * 0.35),
  )
  const gap = pen.width * (0.55 + 0.35 * (1 - neat) * chance.next())
  const pass = (slope: number): Path[] => [
    byHand(zigzag(r, slope, gap, 0.06 + 0.16 * (1 - neat), oval, chance), w.tremor * 0.4, chance),
  ]
  const passes = [pass(w.slope)]
  if (pen.kind !== 'marker' && chance.yes(0.55 + 0.45 * neat)) passes.push(pass(w.slope + chance.between(-0.5, 0.5)))
  return passes
}

export const outlinePass = (w: Writer, cell: Rect, oval: boolean): Path[] => {
  const path = oval ? ellipsePath(grown(cell, -w.pen.width / 3)) : boxPath(grown(cell, -w.pen.width / 3))
  return [byHand(rounded(path), w.tremor, w.chance)]
}

/** A ring about a box: an oval that does not close well. */
export const ringPath = (w: Writer, about: Rect, room: number): Point[] => {
  const { chance } = w
  const from = chance.between(-2.4, -1)
  const r = grown(about, room * chance.between(0.8, 1.3), room * chance.between(0.8, 1.3))
  return byHand(ellipsePath(r, 30, from, Math.PI * 2 * chance.between(0.97, 1.15)), w.tremor * 1.5, chance)
}

/** Words as a hand writes them: the strokes of letters, crooked and joined. */
export const wordPaths = (w: Writer, text: string, x: number, y: number, size: number): Point[][] => {
  const { chance } = w
  const paths: Point[][] = []
  let at = x
  const slant = chance.between(-0.05, 0.3)
  for (const character of text) {
    const big = size * chance.between(0.85, 1.12)
    const rise = chance.normal() * size * 0.06
    for (const path of glyphOf(character)) {
      const crooked = path.map(([gx, gy]): Point => [
        at + gx * big + (1 - gy) * slant * big + chance.normal() * big * 0.035,
        y + rise + gy * big + chance.normal() * big * 0.035,
      ])
      paths.push(byHand(rounded(crooked), w.tremor * 0.5, chance))
    }
    at += glyphWidth(character) * big * chance.between(0.85, 1.05)
  }
  return paths
}

const writing = '解由题意得因为所以设函数单调递增证明连接中点平行四边形当时有故答案如下综上可知其中方程的根即'

/** Lines of working in an answer's box. */
export const writeAnswer = (sheet: Sheet, w: Writer, box: Rect, fill: number): void => {
  const { chance } = w
  const size = chance.between(3.6, 5)
  const paths: Path[] = []
  for (let y = box.y + chance.between(3, 6); y + size < box.y + box.h * fill - 1; y += size * chance.between(1.5, 2)) {
    const count = Math.floor(((box.w - 8) / size) * chance.between(0.3, 0.8))
    let line = ''
    for (let i = 0; i < count; i++)
      line += chance.yes(0.25) ? String(chance.int(10)) : writing[chance.int(writing.length)]!
    paths.push(...wordPaths(w, line, box.x + chance.between(2, 5), y, size))
  }
  for (let i = 0; i < paths.length; i += 60)
    drawWith(sheet, { ...w.words, width: w.words.width * 0.8 }, [paths.slice(i, i + 60)], w.press)
}
