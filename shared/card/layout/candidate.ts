/**
 * The candidate's block from 1.5.4 on. What is asked is asked once: with a seal line its outside has name, class and
 * number; a number that is blackened has boxes of its own to be written in.
 */
import type { CardDesign } from '#shared/card/card.types.ts'
import type { Cell, Draw, Rect } from '#shared/card/geometry/geometry.types.ts'
import { box, fill, line, rect, round, text } from './draw.ts'
import { type Flow, gap } from './flow.ts'
import { layNotices, mostLines, noticesIn } from './copyWords.ts'
import { bubble, columnsOn, isWide, strip } from './sheet.ts'
import { fitSize, textWidth } from './textWidth.ts'
import { askedFurther } from './furniture.ts'

type Field = NonNullable<Flow['page']['fields']>[number]['of']
const labels: Readonly<Record<Field, string>> = {
  school: '学校',
  name: '姓名',
  className: '班级',
  studentNumber: '考号',
  room: '考场',
  seat: '座号',
}

const rowHeight = 7.4
const markHeight = 7
const sampleHeight = 6.5
const titleHeight = 5.6
const noticePitch = 4.1
/** The left half of a head holds its words in no less than this. */
const leastBeside = 47
/** And in this much without small print. */
const easyBeside = 55
/** A sticker's place, and the frame about it. */
const sticker = { w: 66, h: 22 }
const stickerFrame = { w: 70, h: 32 }

const gridded = ({ studentNumber: { mode } }: CardDesign): boolean => mode === 'bubbles' || mode === 'printed'

/** What the grid of the number takes; closer where a long number would stand below for the sake of some millimetres. */
const gridWidth = ({ studentNumber: { length, orientation } }: CardDesign, width: number): number => {
  if (orientation === 'horizontal') return 74
  const wide = length * 6.8
  if (width - wide - gap >= easyBeside) return round(wide)
  const usual = length * bubble.pitchX + 3
  const close = length * (bubble.w + 0.8) + 1
  const fits = width - usual - gap < easyBeside && width - close - gap >= leastBeside
  return round(fits ? Math.max(close, Math.min(usual, width - gap - easyBeside)) : usual)
}

const gridHeight = ({ studentNumber: { length, orientation } }: CardDesign): number =>
  orientation === 'horizontal' ? 7.5 + length * 4.8 : 5.5 + 7 + 10 * bubble.pitchY + 1.4

/** Bubbles closer than this are narrower, mm. */
const closePitch = 6.2
const closeBubble = 4.6

/** The lines of a front: inside of a seal line none is a name's, and a further front has the number alone. */
const rowsOf = ({ design, page }: Flow): Field[][] => {
  const sealed = design.showSealLine
  const numbered = !gridded(design) && (!sealed || page.page > 1)
  return [
    ...(sealed ? [] : [['name'] as Field[], ['className'] as Field[]]),
    ...(numbered ? [['studentNumber'] as Field[]] : []),
    ['room', 'seat'],
  ]
}

const isSealed = ({ design }: Flow): boolean => design.showSealLine

const layRows = ({ page }: Flow, r: Rect, rows: readonly Field[][], pitch: number) => {
  const fields = rows.flatMap((row, i) =>
    row.map((of, k) => {
      const w = r.w / row.length
      return { of, rect: rect(r.x + k * w + 12.5, r.y + i * pitch + 0.4, w - 14.5, pitch - 1) }
    }),
  )
  for (const { of, rect: at } of fields) {
    page.draws.push(text(rect(at.x - 10.5, at.y + at.h - 5.2, 10, 5), labels[of], 3.5))
    page.draws.push(line(at.x, at.y + at.h, at.x + at.w, at.y + at.h, 0.2, 0.8))
  }
  page.fields = [...(page.fields ?? []), ...fields]
  const own = rows.filter(([of]) => of !== 'room').length
  if (own > 0) page.nameBox = rect(r.x, r.y, r.w, own * pitch)
}

/** Marks of absence and of the paper, `across` beside one another. */
const marksOf = ({ design, page }: Flow): ('absent' | 'paper')[] =>
  page.page > 1
    ? []
    : [...(design.absentLabelMode === 'none' ? [] : ['absent' as const]), ...(design.isAB ? ['paper' as const] : [])]

const layMark = ({ page }: Flow, kind: 'absent' | 'paper', r: Rect) => {
  const d = page.draws
  const values = kind === 'absent' ? ['absent'] : ['A', 'B']
  const cells = values.map((value, i): Cell => ({ value, rect: rect(r.x + 18 + i * 7.6, r.y + 2, 5.4, 3) }))
  d.push(text(rect(r.x + 2, r.y, 15, r.h), kind === 'absent' ? '缺考标记' : '试卷类型', 3.2))
  for (const { value, rect: cell } of cells) {
    d.push(box(cell, 0.2, kind === 'absent' ? 0.6 : 0.5))
    if (kind === 'paper') d.push(text(cell, value, 2.3, { align: 'center', ink: 0.45 }))
  }
  if (kind === 'absent') page.absent = cells[0]!
  else page.paperType = cells
  const from = kind === 'absent' ? 26 : 34
  const long = '考生禁填！由监考员用2B铅笔填涂'
  const words =
    kind === 'paper' ? '请用2B铅笔填涂' : textWidth(long, 2.75) <= r.w - from - 2 ? long : '考生禁填，监考员填涂'
  const room = r.w - from - 2
  d.push(text(rect(r.x + from, r.y, room, r.h), words, fitSize(words, room, 2.75), { ink: 0.8 }))
}

const layMarks = (flow: Flow, r: Rect, across: boolean) => {
  const marks = marksOf(flow)
  const d = flow.page.draws
  for (const [i, kind] of marks.entries()) {
    const w = across ? r.w / marks.length : r.w
    const [x, y] = across ? [r.x + i * w, r.y] : [r.x, r.y + i * markHeight]
    if (!across || i === 0) d.push(line(r.x, y, r.x + r.w, y, 0.2, 0.8))
    else d.push(line(x, y, x, y + markHeight, 0.2, 0.8))
    layMark(flow, kind, rect(x, y, w, markHeight))
  }
}

/** How to blacken a cell, and how not to. What stands for true and false on this card is no sample of a mistake. */
const laySample = ({ design, page }: Flow, r: Rect) => {
  const d = page.draws
  d.push(line(r.x, r.y, r.x + r.w, r.y, 0.2, 0.8))
  const k = Math.min(1, r.w / 66)
  const cell = (x: number) => rect(x, r.y + (r.h - 2.6) / 2, 4.6 * k, 2.6)
  d.push(text(rect(r.x + 2, r.y, 14 * k, r.h), '正确填涂', 2.9 * k))
  d.push(fill(cell(r.x + 2 + 14 * k), 1))
  d.push(text(rect(r.x + 2 + 24 * k, r.y, 14 * k, r.h), '错误填涂', 2.9 * k))
  const signed = design.trueOrFalseType === 'sign' && design.units.some((u) => u.unitType === 3)
  for (const [i, kind] of (signed ? ['line', 'dot', 'half'] : ['tick', 'cross', 'line', 'dot']).entries()) {
    const c = cell(r.x + 2 + (38 + i * 6.4) * k)
    const at = (u: number, v: number) => [c.x + u * c.w, c.y + v * c.h] as const
    const stroke = (a: readonly [number, number], b: readonly [number, number]) => line(...a, ...b, 0.3, 1)
    d.push(box(c, 0.2, 0.6))
    if (kind === 'tick') d.push(stroke(at(0.2, 0.5), at(0.42, 0.9)), stroke(at(0.42, 0.9), at(0.85, 0.05)))
    if (kind === 'cross') d.push(stroke(at(0.25, 0.1), at(0.75, 0.9)), stroke(at(0.75, 0.1), at(0.25, 0.9)))
    if (kind === 'line') d.push(stroke(at(0.15, 0.5), at(0.85, 0.5)))
    if (kind === 'dot') d.push(fill(rect(c.x + c.w * 0.4, c.y + c.h * 0.32, c.w * 0.2, c.h * 0.36), 1))
    if (kind === 'half') d.push(fill(rect(c.x, c.y, c.w * 0.4, c.h), 1))
  }
}

const noticesOf = ({ design, page, sheet, sheets }: Flow, width: number) =>
  noticesIn(design, width, sheets > 1 ? askedFurther(page, sheet, design) : [])

/** Title, lines and samples below the candidate's lines, to the foot of `r`. */
const layWords = (flow: Flow, r: Rect) => {
  const d = flow.page.draws
  d.push(line(r.x, r.y, r.x + r.w, r.y, 0.2, 0.8))
  d.push(text(rect(r.x + 2, r.y + 0.5, r.w - 4, 5), '注 意 事 项', 3.2, { align: 'center', bold: true }))
  const h = r.h - titleHeight - sampleHeight - 0.6
  layNotices(flow.page, noticesOf(flow, r.w), rect(r.x, r.y + titleHeight, r.w, h))
  laySample(flow, rect(r.x, r.y + r.h - sampleHeight, r.w, sampleHeight))
}
const wordsHeight = (flow: Flow, width: number): number =>
  flow.page.page > 1 ? 0 : titleHeight + mostLines(noticesOf(flow, width)) * noticePitch + sampleHeight + 0.6

/** The place of a sticker, whose outline is what the scanner looks at. A copy has its code printed there. */
const laySticker = ({ page }: Flow, r: Rect) => {
  const at = rect(r.x + (r.w - sticker.w) / 2, r.y + (r.h - sticker.h) / 2, sticker.w, sticker.h)
  page.barcode = at
  const [right, foot] = [at.x + at.w, at.y + at.h]
  const sides = [
    [at.x, at.y, right, at.y],
    [right, at.y, right, foot],
    [at.x, foot, right, foot],
    [at.x, at.y, at.x, foot],
  ] as const
  const words: Draw[] = [
    text(rect(at.x, at.y + 5, at.w, 6), '条形码粘贴处', 3.6, { align: 'center', ink: 0.6 }),
    text(rect(at.x, at.y + 11, at.w, 5), '正面朝上，贴在虚线框内', 2.75, { align: 'center', ink: 0.6 }),
  ]
  const outline = sides.map(([x1, y1, x2, y2]) => line(x1, y1, x2, y2, 0.25, 0.7, 1.2))
  page.draws.push(...[...outline, ...words].map((d): Draw => ({ ...d, blank: true })))
}

/** Lines on the left, the sticker's place on the right, what is to be read below both: one frame. */
const layCoded = (flow: Flow, r: Pick<Rect, 'x' | 'y' | 'w'>): number => {
  const rows = rowsOf(flow)
  const beside = r.w - stickerFrame.w >= 46
  const lines = rows.length * rowHeight + 2.4
  const top = beside ? Math.max(stickerFrame.h, lines) : lines + stickerFrame.h - 4
  // Behind a seal line the lines are one row: the marks stand below it, beside the sticker.
  const within = beside && isSealed(flow)
  const across = !within && r.w >= 150
  const all = marksOf(flow).length
  const marks = within || all === 0 ? 0 : across ? markHeight : all * markHeight
  const height = round(top + marks + wordsHeight(flow, r.w))
  const d = flow.page.draws
  d.push(box(rect(r.x, r.y, r.w, height), 0.35, 1))
  const leftW = beside ? r.w - stickerFrame.w : r.w
  const taken = within ? all * markHeight : 0
  const pitch = beside ? Math.min(12, (top - 2.4 - taken) / rows.length) : rowHeight
  layRows(flow, rect(r.x, r.y, leftW, lines), rows, pitch)
  if (within) layMarks(flow, rect(r.x, r.y + top - taken, leftW, taken), false)
  if (beside) d.push(line(r.x + leftW, r.y, r.x + leftW, r.y + top, 0.2, 0.8))
  laySticker(
    flow,
    beside
      ? rect(r.x + leftW, r.y, stickerFrame.w, top)
      : rect(r.x + (r.w - stickerFrame.w) / 2, r.y + lines, stickerFrame.w, top - lines),
  )
  if (!within) layMarks(flow, rect(r.x, r.y + top, r.w, marks), across)
  if (flow.page.page === 1) layWords(flow, rect(r.x, r.y + top + marks, r.w, height - top - marks))
  return r.y + height
}

/** The candidate's block of a front, below the strip; answers where the columns begin. */
export const layCandidate = (flow: Flow): (number | undefined)[] => {
  const { design, sheet, page } = flow
  const columns = columnsOn(design, sheet, page.page)
  const first = columns[0]!
  const last = columns.at(-1)!
  const wide = isWide(sheet)
  const x = first.x
  const w = wide ? first.w : last.x + last.w - first.x
  if (design.studentNumber.mode === 'barcode') {
    const end = round(layCoded(flow, { x, y: strip, w }) + gap)
    return wide ? [end] : columns.map(() => end)
  }
  const gridW = gridded(design) ? gridWidth(design, w) : 0
  const beside = gridW > 0 && w - gridW - gap >= leastBeside
  const leftW = beside ? round(w - gridW - gap) : w
  const rows = rowsOf(flow)
  const marks = marksOf(flow).length * markHeight
  const words = wordsHeight(flow, leftW)
  const least = rows.length * rowHeight + 1.6 + marks + words
  const gridH = gridW === 0 ? 0 : gridHeight(design)
  const height = round(beside ? Math.max(least, gridH) : least)
  // What the grid is higher goes to the lines first, to be written in.
  const pitch = Math.min(10, rowHeight + (height - least) / rows.length)
  page.draws.push(box(rect(x, strip, leftW, height), 0.35, 1))
  layRows(flow, rect(x, strip, leftW, height), rows, pitch)
  const below = strip + rows.length * pitch + 1.6
  layMarks(flow, rect(x, below, leftW, marks), false)
  if (page.page === 1) layWords(flow, rect(x, below + marks, leftW, round(strip + height - below - marks)))
  const grid = beside
    ? rect(x + w - gridW, strip, gridW, height)
    : rect(x + (w - gridW) / 2, strip + height + gap, gridW, gridH)
  if (gridW > 0) (design.studentNumber.orientation === 'horizontal' ? layAcross : layDown)(flow, grid)
  const end = round((gridW === 0 ? strip + height : grid.y + grid.h) + gap)
  return wide ? [end] : columns.map(() => end)
}

const titleOf = (flow: Flow, r: Rect) => {
  const d = flow.page.draws
  d.push(box(r, 0.35, 1))
  d.push(text(rect(r.x, r.y, r.w, 5.5), '考 号', 3.5, { align: 'center', bold: true }))
  d.push(line(r.x, r.y + 5.5, r.x + r.w, r.y + 5.5, 0.2, 0.8))
  // On the first front the notices say it.
  const hint = '2B铅笔填涂'
  if (flow.page.page > 1 && textWidth(hint, 2.5) + 8 <= r.w / 2)
    d.push(text(rect(r.x, r.y, r.w - 2, 5.5), hint, 2.5, { align: 'right', ink: 0.7 }))
}

const cellOf = (flow: Flow, x: number, y: number, digit: number, w = bubble.w): Cell => {
  const cell = rect(x, y, w, bubble.h)
  flow.page.draws.push(box(cell, 0.15, 0.5), text(cell, String(digit), 2.3, { align: 'center', ink: 0.45 }))
  return { value: String(digit), rect: cell }
}

/** Digits beside one another, their boxes equally wide, their bubbles below over the height of the frame. */
const layDown = (flow: Flow, r: Rect) => {
  const d = flow.page.draws
  const digits = flow.design.studentNumber.length
  titleOf(flow, r)
  d.push(line(r.x, r.y + 12.5, r.x + r.w, r.y + 12.5, 0.2, 0.8))
  const pitchX = r.w / digits
  // A thick pencil's stroke joins no two of a long number's bubbles.
  const w = pitchX < closePitch ? closeBubble : bubble.w
  for (let i = 1; i < digits; i++) d.push(line(r.x + i * pitchX, r.y + 5.5, r.x + i * pitchX, r.y + 12.5, 0.15, 0.6))
  const pitchY = Math.min(7.6, (r.h - 12.5 - 1) / 10)
  const y0 = r.y + 12.5 + (r.h - 12.5 - 10 * pitchY) / 2
  const columns = Array.from({ length: digits }, (_, i) => ({
    cells: Array.from({ length: 10 }, (_, digit) =>
      cellOf(flow, r.x + i * pitchX + (pitchX - w) / 2, y0 + digit * pitchY + (pitchY - bubble.h) / 2, digit, w),
    ),
  }))
  flow.page.studentNumber = { rect: r, columns }
}

/** The number from left to right: a written digit and its ten bubbles on each line. */
const layAcross = (flow: Flow, r: Rect) => {
  const d = flow.page.draws
  const digits = flow.design.studentNumber.length
  titleOf(flow, r)
  const pitch = (r.h - 5.5) / digits
  d.push(line(r.x + 9.4, r.y + 5.5, r.x + 9.4, r.y + r.h, 0.2, 0.8))
  const columns = Array.from({ length: digits }, (_, i) => {
    const y = r.y + 5.5 + i * pitch
    if (i > 0) d.push(line(r.x, y, r.x + 9.4, y, 0.15, 0.6))
    return {
      cells: Array.from({ length: 10 }, (_, digit) =>
        cellOf(flow, r.x + 11 + digit * bubble.pitchX, y + (pitch - bubble.h) / 2, digit),
      ),
    }
  })
  flow.page.studentNumber = { rect: r, columns }
}
