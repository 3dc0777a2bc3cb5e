/** Unseen sheets of other makers: lattices of bubbles with their own print, at random. Millimetres. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Chance } from './chance.ts'
import { textPaths, textWide } from './glyphs.ts'
import { grown } from './hand.ts'
import type { RowOn } from './marks.ts'
import type { Fillable } from './page.ts'
import { boxPath, dashesOf, ellipsePath, fillPath, pillPath, strokePaths } from './painter.ts'
import type { Path, Point, Sheet } from './painter.ts'
import { newRaster } from './raster.ts'

export type CellShape = 'circle' | 'oval' | 'box' | 'bracket' | 'pill'

/** Cells in rows and columns at even steps; uneven gaps make several groups. */
export type FormGroup = {
  kind: 'single' | 'multiple' | 'number'
  x: number
  y: number
  stepX: number
  stepY: number
  rows: number
  columns: number
  /** Of the cells of one line, from the left or from above. */
  values: string[]
  /** Of the lines: printed numbers. */
  names: string[]
}

export type Form = {
  name: string
  width: number
  height: number
  cell: { shape: CellShape; w: number; h: number }
  outline: { width: number; ink: number; dash?: readonly [number, number] }
  /** Letters within the cells: their size as a share of the cell's height, weight in mm, and ink; absent: empty cells. */
  inside?: { size: number; weight: number; ink: number }
  /** Letters above each group's columns. */
  above: boolean
  rightToLeft: boolean
  groups: FormGroup[]
  frames: Rect[]
  marks: { rect: Rect; kind: 'square' | 'ring' | 'bracket' | 'bar' }[]
  heads: { text: string; x: number; y: number; size: number; weight: number }[]
  bands: Rect[]
  lines: Path[]
}

const papers = [
  [210, 297],
  [210, 297],
  [215.9, 279.4],
  [148, 210],
] as const

const words = '姓名班级考号学校日期注意事项请用铅笔填涂答案第一部分选择题阅读理解听力客观主观试卷类型缺考标记准考证'
const lineOf = (chance: Chance, n: number) => Array.from({ length: n }, () => words[chance.int(words.length)]!).join('')

/** `seed`'s form; every choice of it is random. */
export const formOf = (chance: Chance, name: string): Form => {
  const b = chance.between
  const [width, height] = chance.pick(papers)
  const small = width < 200
  const shape = chance.pick(['circle', 'circle', 'oval', 'box', 'bracket', 'pill'] as const)
  const h = small ? b(2.6, 3.4) : b(2.8, 4.6)
  const w = shape === 'circle' ? h : h * b(1.25, 1.9)
  const stepX = w + b(1, 3.6)
  const stepY = h + b(1, small ? 1.8 : 3)
  const rightToLeft = chance.yes(0.2)
  const form: Form = {
    name,
    width,
    height,
    cell: { shape, w, h },
    outline: {
      width: b(0.12, 0.4),
      ink: b(0.05, 0.6),
      ...(chance.yes(0.2) && { dash: [b(0.3, 0.6), b(0.3, 0.5)] as const }),
    },
    ...(chance.yes(0.75) && {
      inside: { size: b(0.45, 0.72), weight: chance.yes(0.4) ? b(0.35, 0.55) : b(0.15, 0.28), ink: b(0.05, 0.6) },
    }),
    above: chance.yes(0.5),
    rightToLeft,
    groups: [],
    frames: [],
    marks: [],
    heads: [],
    bands: [],
    lines: [],
  }
  const margin = b(12, 20)

  // Head: a title, lines to fill in, the number's cells.
  const title = b(4, 7)
  form.heads.push({
    text: lineOf(chance, 6 + chance.int(6)),
    x: margin + b(0, 30),
    y: b(9, 16),
    size: title,
    weight: title / 8,
  })
  let y = 16 + title + b(4, 10)
  if (chance.yes(0.85)) {
    const digits = 4 + chance.int(small ? 3 : 7)
    const gridW = (digits - 1) * stepX + w
    const x = width - margin - gridW - b(0, 4)
    const top = y + b(6, 12)
    form.groups.push({
      kind: 'number',
      x,
      y: top,
      stepX,
      stepY,
      rows: 10,
      columns: digits,
      values: [...'0123456789'],
      names: Array.from({ length: digits }, (_, i) => String(i + 1)),
    })
    form.frames.push({ x: x - 2.5, y: top - 8, w: gridW + 5, h: 10.5 + 9 * stepY + h })
    form.lines.push([
      [x - 2.5, top - 1.5],
      [x + gridW + 2.5, top - 1.5],
    ])
    const space = x - margin - 6
    for (let line = y + 2; line < top + 9 * stepY; line += b(6, 11)) {
      const size = b(2.4, 4)
      form.heads.push({
        text: lineOf(chance, Math.max(2, Math.floor((space * b(0.15, 0.9)) / (size * 1.05)))),
        x: margin,
        y: line,
        size,
        weight: size / 12,
      })
    }
    y = top + 9 * stepY + h + b(6, 12)
  } else y += b(2, 20)

  // Blocks of questions beside each other, each in groups with gaps that need not be alike.
  const options = 2 + chance.int(4) + (chance.yes(0.7) ? 1 : 0)
  const values = chance.yes(0.75) ? [...'ABCDEFG'].slice(0, options) : [...'1234567'].slice(0, options)
  if (rightToLeft) values.reverse()
  const numberWide = 9
  const blockW = numberWide + (options - 1) * stepX + w
  const most = Math.floor((width - 2 * margin + 4) / (blockW + 4))
  const columns = Math.max(1, Math.min(most, 1 + chance.int(5)))
  const between = (width - 2 * margin - columns * blockW) / Math.max(1, columns)
  const run = chance.pick([5, 5, 10, 7, 100])
  const gapsAlike = chance.yes(0.5)
  const gap = b(1, 4)
  const bottom = height - margin - b(8, 45)
  let number = chance.yes(0.85) ? 1 : 1 + chance.int(80)
  const framed = chance.yes(0.5)
  for (let c = 0; c < columns; c++) {
    const x = margin + c * (blockW + between) + (rightToLeft ? 0 : numberWide)
    const start = y + (form.above ? 5 : 1) + (gapsAlike ? 0 : b(0, 3))
    let at = start
    const kind = chance.yes(0.15) ? 'multiple' : 'single'
    while (at + h < bottom && number < 200) {
      const room = Math.floor((bottom - at - h) / stepY) + 1
      const rows = Math.min(run, room)
      if (rows < 2) break
      form.groups.push({
        kind,
        x,
        y: at,
        stepX,
        stepY,
        rows,
        columns: options,
        values,
        names: Array.from({ length: rows }, () => String(number++)),
      })
      at += rows * stepY + (gapsAlike ? gap : b(0.8, 5))
      if (chance.yes(0.06)) break
    }
    if (framed)
      form.frames.push({
        x: x - (rightToLeft ? 2 : numberWide),
        y: start - (form.above ? 5.5 : 2),
        w: blockW + 2,
        h: at - start + (form.above ? 6 : 2.5),
      })
    if (chance.yes(0.25))
      form.bands.push({ x: x - (rightToLeft ? 2 : numberWide), y: start - 9, w: blockW + 2, h: 3.2 })
  }
  form.heads.push({
    text: lineOf(chance, 8 + chance.int(12)),
    x: margin,
    y: height - margin - 5,
    size: 2.8,
    weight: 0.25,
  })

  // What the corners show.
  const kind = chance.pick(['square', 'square', 'ring', 'bracket', 'none'] as const)
  const side = b(4, 7)
  const inset = b(5, 9)
  if (kind !== 'none') {
    const corners: Point[] = [
      [inset, inset],
      [width - inset - side, inset],
      [inset, height - inset - side],
      [width - inset - side, height - inset - side],
    ]
    for (const [cx, cy] of corners.slice(0, chance.yes(0.85) ? 4 : 3))
      form.marks.push({ rect: { x: cx, y: cy, w: side, h: side }, kind })
  }
  if (chance.yes(0.2)) {
    // A timing track: one bar a row along an edge.
    const x = chance.yes(0.5) ? 3.5 : width - 7
    for (const g of form.groups.filter((p) => p.kind !== 'number').slice(0, Math.ceil(200 / run)))
      if (g.x < margin + blockW)
        for (let r = 0; r < g.rows; r++)
          form.marks.push({ rect: { x, y: g.y + r * g.stepY + h * 0.2, w: 3.5, h: h * 0.6 }, kind: 'bar' })
  }
  return form
}

const cellAt = (form: Form, g: FormGroup, row: number, column: number): Rect => ({
  x: g.x + column * g.stepX,
  y: g.y + row * g.stepY,
  w: form.cell.w,
  h: form.cell.h,
})

const outlineOf = (shape: CellShape, r: Rect): Path[] => {
  switch (shape) {
    case 'circle':
    case 'oval':
      return [ellipsePath(r, 32)]
    case 'box':
      return [boxPath(r)]
    case 'pill':
      return [pillPath(r)]
    case 'bracket': {
      const lip = Math.min(r.w * 0.22, 0.9)
      return [
        [
          [r.x + lip, r.y],
          [r.x, r.y],
          [r.x, r.y + r.h],
          [r.x + lip, r.y + r.h],
        ],
        [
          [r.x + r.w - lip, r.y],
          [r.x + r.w, r.y],
          [r.x + r.w, r.y + r.h],
          [r.x + r.w - lip, r.y + r.h],
        ],
      ]
    }
  }
}

/** The lines of a group: one a question or a digit, its cells in order. */
export const rowsOfForm = (form: Form): RowOn[] =>
  form.groups.flatMap((g): RowOn[] => {
    const oval = form.cell.shape === 'circle' || form.cell.shape === 'oval' || form.cell.shape === 'pill'
    if (g.kind === 'number')
      return g.names.map((name, column) => ({
        name: `digit ${name}`,
        kind: 'digit' as const,
        oval,
        cells: g.values.map((value, row) => ({ value, rect: cellAt(form, g, row, column) })),
      }))
    const kind = g.kind
    return g.names.map((name, row) => ({
      name,
      kind,
      oval,
      cells: g.values.map((value, column) => ({ value, rect: cellAt(form, g, row, column) })),
    }))
  })

export const fillableForm = (form: Form): Fillable => {
  const number = form.groups.find((g) => g.kind === 'number')
  return {
    rows: rowsOfForm(form),
    blocks: [],
    ...(number && {
      digitRow: { x: number.x, y: number.y - 7.5, w: (number.columns - 1) * number.stepX + form.cell.w, h: 6 },
    }),
  }
}

/** The form printed on white paper by this generator's own painter. */
export const drawForm = (form: Form, scale: number, chance: Chance): Sheet => {
  const paper = chance.between(0.82, 0.88)
  const front = newRaster(Math.round(form.width * scale), Math.round(form.height * scale), paper)
  const sheet: Sheet = { width: form.width, height: form.height, scale, front, at: (p) => p }
  const black = 0.045
  const { outline, inside, cell } = form
  for (const g of form.groups) {
    const lines = g.kind === 'number' ? g.columns : g.rows
    for (let r = 0; r < g.rows; r++)
      for (let c = 0; c < g.columns; c++) {
        const rect = cellAt(form, g, r, c)
        const paths = outlineOf(cell.shape, rect).flatMap((p) => (outline.dash ? dashesOf(p, ...outline.dash) : [p]))
        strokePaths(sheet, paths, outline.width, outline.ink)
        if (!inside) continue
        const value = g.kind === 'number' ? g.values[r]! : g.values[c]!
        const size = cell.h * inside.size
        const wide = textWide(value, size)
        strokePaths(
          sheet,
          textPaths(value, rect.x + (rect.w - wide) / 2, rect.y + (rect.h - size) / 2, size),
          inside.weight,
          inside.ink,
        )
      }
    if (g.kind === 'number') {
      if (!inside)
        for (let r = 0; r < g.rows; r++)
          strokePaths(
            sheet,
            textPaths(g.values[r]!, g.x - 4.5, g.y + r * g.stepY + cell.h * 0.15, cell.h * 0.7),
            0.25,
            black,
          )
      continue
    }
    const size = Math.min(3.2, cell.h * 0.85)
    for (let i = 0; i < lines; i++) {
      const text = g.names[i]!
      const x = form.rightToLeft ? g.x + (g.columns - 1) * g.stepX + cell.w + 2 : g.x - 2.2 - textWide(text, size)
      strokePaths(sheet, textPaths(text, x, g.y + i * g.stepY + (cell.h - size) / 2, size), 0.3, black)
    }
    if (form.above)
      for (let c = 0; c < g.columns; c++)
        if (g === form.groups.find((o) => o.kind !== 'number' && o.x === g.x))
          strokePaths(sheet, textPaths(g.values[c]!, g.x + c * g.stepX + cell.w / 2 - 1, g.y - 4.2, 2.8), 0.4, black)
  }
  for (const f of form.frames) strokePaths(sheet, [boxPath(f)], 0.3, black)
  for (const l of form.lines) strokePaths(sheet, [l], 0.25, black)
  for (const f of form.bands) fillPath(sheet, boxPath(f), 0.15)
  for (const t of form.heads) {
    const paths = textPaths(t.text, t.x, t.y, t.size)
    for (let i = 0; i < paths.length; i += 40) strokePaths(sheet, paths.slice(i, i + 40), t.weight, black)
  }
  for (const { rect, kind } of form.marks) {
    if (kind === 'square' || kind === 'bar') fillPath(sheet, boxPath(rect), black)
    else if (kind === 'ring') {
      strokePaths(sheet, [ellipsePath(grown(rect, -0.4), 40)], 0.8, black)
      fillPath(sheet, ellipsePath(grown(rect, -rect.w * 0.3), 24), black)
    } else {
      const right = rect.x > form.width / 2
      const low = rect.y > form.height / 2
      const x = right ? rect.x + rect.w : rect.x
      const y = low ? rect.y + rect.h : rect.y
      strokePaths(
        sheet,
        [
          [
            [right ? rect.x : rect.x + rect.w, y],
            [x, y],
            [x, low ? rect.y : rect.y + rect.h],
          ],
        ],
        1.1,
        black,
      )
    }
  }
  return sheet
}
