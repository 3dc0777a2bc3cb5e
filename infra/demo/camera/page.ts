/** A sheet that was filled in and photographed, with what a careful person would read. */
import sharp from 'sharp'
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Chance } from './chance.ts'
import { chanceOf } from './chance.ts'
import type { Distortion, Shot } from './distortion.makers.ts'
import { wordPaths, writeAnswer, writerOf } from './hand.ts'
import type { Writer } from './hand.ts'
import type { CellOn, MarkKind, RowOn, Truth } from './marks.ts'
import { badKind, markRow } from './marks.ts'
import type { Point, Sheet } from './painter.ts'
import { drawWith } from './pens.ts'
import type { PenKind } from './pens.ts'
import { copyOf, sampleAt } from './raster.ts'
import type { Raster } from './raster.ts'

/** What is on a page for a hand to fill. */
export type Fillable = {
  rows: RowOn[]
  /** Where answers are written. */
  blocks: Rect[]
  nameBox?: Rect
  /** Boxes above the digits' cells, in which the number is written. */
  digitRow?: Rect
}

export type RowTruth = Truth & { name: string; kind: MarkKind; row: RowOn['kind']; cells: readonly CellOn[] }

export type MadePage = {
  picture: Raster
  format: 'jpeg' | 'png'
  quality: number
  rows: RowTruth[]
  /** From the blank's millimetres to the picture's pixels. */
  place: (p: Point) => Point
  pen: PenKind
  /** The same picture of the same sheet without its marks: what of a mark is left on a picture is the difference. */
  unmarked?: () => Raster
}

/** The places of one page of an own card. */
export const fillableOf = (page: PageGeometry): Fillable => {
  const rows: RowOn[] = page.choices.map((c) => ({
    name: c.questionId,
    kind: c.unitType === 2 ? 'multiple' : 'single',
    cells: c.cells,
    oval: false,
  }))
  for (const [i, column] of (page.studentNumber?.columns ?? []).entries())
    rows.push({ name: `digit ${i + 1}`, kind: 'digit', cells: column.cells, oval: false })
  const columns = page.studentNumber?.columns.map((c) => c.cells[0]!.rect) ?? []
  const [first, second] = columns
  const last = columns.at(-1)
  return {
    rows,
    // Digits that stand below one another have their boxes above them.
    ...(first &&
      second &&
      last &&
      second.x > first.x && { digitRow: { x: first.x, y: first.y - 6.8, w: last.x + last.w - first.x, h: 6 } }),
    blocks: page.blocks.map((b) => b.rect),
    ...(page.nameBox && { nameBox: page.nameBox }),
  }
}

/**
 * A printed sheet from its grey picture (0 black … 1 white, `scale` pixels a millimetre). Tones come out darker than asked:
 * dots of toner grow (dot gain, ISO 12647: 15–25 % at half tone).
 */
export const printed = (grey: Raster, width: number, height: number, scale: number, chance: Chance): Sheet => {
  const gain = chance.between(0.1, 0.22)
  const paper = chance.between(0.83, 0.88)
  const toner = chance.between(0.03, 0.06)
  const curve = Float32Array.from({ length: 256 }, (_, i) => {
    const dots = 1 - i / 255
    const grown = Math.min(1, dots + gain * 4 * dots * (1 - dots))
    return paper * (1 - grown) + toner * grown
  })
  const front = { ...grey, data: grey.data.map((v) => curve[Math.min(255, Math.max(0, Math.round(v * 255)))]!) }
  return { width, height, scale, front, at: (p) => p }
}

/** `pale`: as plain, but a quarter of the questions are answered by a ring in light pencil. */
export type Marking = 'plain' | 'mixed' | 'pale'

const penKinds: readonly PenKind[] = ['pencil', 'pencil', 'pencil', 'heavyPencil', 'ball', 'gel', 'gel', 'marker']

const plainKind = (chance: Chance, row: RowOn, w: Writer): MarkKind => {
  if (row.kind !== 'digit' && chance.yes(0.08)) return 'blank'
  if (w.pen.kind === 'ball' && chance.yes(0.4)) return 'scribbled'
  return chance.yes(0.12) ? 'outlined' : 'full'
}

/** Kinds of mark that a digit's column can carry and a person still reads a digit from, or asks. */
const digitKinds: readonly MarkKind[] = [
  'light',
  'tick',
  'half',
  'overlap',
  'ring',
  'erasedOther',
  'struckOther',
  'double',
  'dash',
  'cross',
]

const kindOf = (chance: Chance, marking: Marking, row: RowOn, w: Writer): MarkKind => {
  const isDigit = row.kind === 'digit'
  if (marking === 'pale' && !isDigit && chance.yes(1 / 4)) return 'paleRing'
  if (marking === 'mixed' && chance.yes(isDigit ? 0.06 : 1 / 3))
    return isDigit ? chance.pick(digitKinds) : badKind(chance, row)
  return plainKind(chance, row, w)
}

/** On a copied blank what is printed lies elsewhere: the hand follows what it sees. */
const moved = (sheet: Sheet, row: RowOn): RowOn => ({
  ...row,
  cells: row.cells.map(({ value, rect: r }) => {
    const [x, y] = sheet.at([r.x + r.w / 2, r.y + r.h / 2])
    return { value, rect: { ...r, x: x - r.w / 2, y: y - r.h / 2 } }
  }),
})

export const fillSheet = (
  sheet: Sheet,
  what: Fillable,
  marking: Marking,
  chance: Chance,
): { rows: RowTruth[]; pen: PenKind } => {
  const w = writerOf(chance.fork('writer'), chance.pick(penKinds))
  const rows: RowTruth[] = []
  for (const on of what.rows) {
    const row = moved(sheet, on)
    let kind = kindOf(chance, marking, row, w)
    let truth = markRow(sheet, w, row, kind)
    if (!truth) truth = markRow(sheet, w, row, (kind = 'full'))
    rows.push({ ...truth!, name: on.name, kind, row: on.kind, cells: on.cells })
  }
  // Words: the name over its frame now and then, working in the boxes.
  for (const b of what.blocks) if (chance.yes(0.8)) writeAnswer(sheet, w, b, chance.between(0.3, 1))
  if (what.nameBox) {
    const r = what.nameBox
    const over = marking === 'mixed' && chance.yes(0.3)
    const size = over ? Math.min(12, r.h * 0.5) : Math.min(5, r.h * 0.25)
    drawWith(sheet, w.words, [
      wordPaths(
        w,
        chance.pick(['李明远', '欧阳思涵', '王芳', '陈晓']),
        r.x + r.w * 0.3,
        r.y + (over ? -1 : r.h * 0.15),
        size,
      ),
    ])
  }
  if (what.digitRow) {
    const r = what.digitRow
    const digits = rows.filter((x) => x.row === 'digit').map((x) => x.allowed[0]?.[0] ?? '7')
    for (const [i, d] of digits.entries())
      drawWith(sheet, w.words, [
        wordPaths(w, d, r.x + ((i + 0.25) * r.w) / digits.length, r.y + 0.8, Math.min(5, r.h * 0.7)),
      ])
  }
  return { rows, pen: w.pen.kind }
}

/** One page: `blank` is printed alike on every copy and stays as it is. */
export const makePage = (
  blank: Sheet,
  what: Fillable,
  distortion: Distortion,
  marking: Marking,
  seed: string,
  back: Sheet | null = null,
): MadePage => {
  const chance = chanceOf(seed)
  const take = (fill: (sheet: Sheet) => void): Shot => {
    let sheet: Sheet = { ...blank, front: copyOf(blank.front), gone: undefined }
    if (distortion.before) sheet = distortion.before(sheet, chance.fork('before'))
    fill(sheet)
    if (distortion.after) sheet = distortion.after(sheet, chance.fork('after'), back)
    return distortion.take(sheet, chance.fork('take'))
  }
  let filled: ReturnType<typeof fillSheet> | undefined
  const shot = take((sheet) => (filled = fillSheet(sheet, what, marking, chance.fork('hand'))))
  return { ...shot, ...filled!, unmarked: () => take(() => undefined).picture }
}

/**
 * Whether anything of a row's marks can be seen on the picture: in at least a hundredth of one cell and its surroundings
 * it is darker or lighter than it would be without them. A copy or a fax can lose a mark altogether.
 */
export const isSeen = (
  page: Pick<MadePage, 'picture' | 'place'>,
  unmarked: Raster,
  cells: readonly CellOn[],
): boolean =>
  cells.some(({ rect: r }) => {
    let changed = 0
    let points = 0
    for (let y = r.y - 1; y < r.y + r.h + 1; y += 0.2)
      for (let x = r.x - 1; x < r.x + r.w + 1; x += 0.2) {
        const [px, py] = page.place([x, y])
        points++
        if (Math.abs(sampleAt(unmarked, px, py) - sampleAt(page.picture, px, py)) > 0.1) changed++
      }
    return changed > points * 0.01
  })

/** As a file: a grey JPEG or a PNG. */
export const encode = async (picture: Raster, format: 'jpeg' | 'png', quality: number): Promise<Buffer> => {
  const bytes = new Uint8ClampedArray(picture.data.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = picture.data[i]! * 255
  const image = sharp(bytes, { raw: { width: picture.width, height: picture.height, channels: 1 } })
  return format === 'jpeg' ? image.jpeg({ quality }).toBuffer() : image.png({ compressionLevel: 3 }).toBuffer()
}
