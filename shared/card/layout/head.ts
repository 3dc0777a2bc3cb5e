import type { CardDesign } from '#shared/card/card.types.ts'
import type { Cell, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { reaches, tells } from '#shared/card/card.version.ts'
import { box, fill, image, line, rect, round, text } from './draw.ts'
import { layCandidate as layTold } from './candidate.ts'
import { type Flow, enterColumn, gap, keepsNumbers } from './flow.ts'
import { headPictures, pictureIn, titleBeside, titleStrip } from './cardPictures.ts'
import { bubble, columnsOn, isWide, numberWidth, strip } from './sheet.ts'
import { clipText, fitSize, inTwo, wrapText } from './textWidth.ts'

const rowHeight = 7.4

/** The three lines inside a name box, each with its label: printed cards carry their text on them. */
export const nameLines = (nameBox: Rect): { label: string; rect: Rect }[] =>
  ['姓名', '班级', '考号'].map((label, i) => ({
    label,
    rect: rect(nameBox.x + 12.5, nameBox.y + (i * nameBox.h) / 3 + 0.4, nameBox.w - 14.5, nameBox.h / 3 - 1),
  }))

/** Examination room and seat, below a name box. */
export const seatLines = (nameBox: Rect): Rect[] =>
  [0, 1].map((i) =>
    rect(nameBox.x + (i * nameBox.w) / 2 + 12.5, nameBox.y + nameBox.h + 0.4, nameBox.w / 2 - 14.5, nameBox.h / 3 - 1),
  )

const firstNotice: Partial<Record<CardDesign['studentNumber']['mode'], string>> = {
  printed: '1．答题前，考生须认真核对卡上印好的姓名、班级和准考证号，并填写考场号和座位号。',
  qr: '1．答题前，考生须认真核对卡上印好的姓名、班级和准考证号，并填写考场号和座位号。',
  barcode: '1．答题前，考生须将自己的姓名、班级、考场号和座位号填写清楚，并认真核对条形码上的姓名和准考证号。',
}
/** From 1.5 on the number has one name on the whole card, 考号, as the candidate's own line says; from 1.5.3 on so have room and seat. */
const oneName = (design: CardDesign, words: string) => {
  if (!reaches(design.cardVersion, '1.5')) return words
  const numbered = words.replaceAll('准考证号', '考号').replaceAll('准 考 证 号', '考 号')
  return reaches(design.cardVersion, '1.5.3') ? numbered.replace('考场号和座位号', '考场和座号') : numbered
}
const notices = (design: CardDesign) => [
  firstNotice[design.studentNumber.mode] ??
    '1．答题前，考生须将自己的姓名、班级、考场号和座位号填写清楚，并准确填涂准考证号。',
  '2．选择题必须使用2B铅笔填涂，修改时用橡皮擦干净；非选择题必须使用0.5毫米黑色字迹的签字笔书写，字体工整、笔迹清楚。',
  '3．请按照题号顺序在各题目的答题区域内作答，超出答题区域书写的答案无效；在草稿纸、试题卷上答题无效。',
  '4．保持卡面清洁，不要折叠、弄破、弄皱，不准使用涂改液、修正带、刮纸刀。',
]

/** Where the title stands: from 1.5.4 on over the middle of what it heads, where it is as large there. */
const titlePlace = ({ design, sheet, page }: Flow, area: Rect): Pick<Rect, 'x' | 'w'> => {
  const free = titleBeside(area, design)
  if (!tells(design) || headPictures(design).length > 0) return free
  const columns = columnsOn(design, sheet, page.page)
  const [first, last] = [columns[0]!, isWide(sheet) ? columns[0]! : columns.at(-1)!]
  const middle = (first.x + last.x + last.w) / 2
  const half = Math.min(middle - free.x, free.x + free.w - middle)
  const size = fitSize(design.title, free.w, 6.2, true)
  const fits = half > 0 && size >= 4.2 && fitSize(design.title, half * 2, 6.2, true) >= Math.min(size, 4.8)
  return fits ? { x: round(middle - half), w: round(half * 2) } : free
}

/** Title, subtitle, the candidate's data, notices and student number: the head of page 1. */
export const layHead = (flow: Flow) => {
  const { design, sheet, page } = flow
  const wide = isWide(sheet)

  const area = titleStrip(design, page, wide)
  for (const p of headPictures(design)) page.draws.push(image(pictureIn(area, p), p))
  const { x: titleX, w: titleW } = titlePlace(flow, area)
  const one = fitSize(design.title, titleW, 6.2, true)
  // Too long for one line: two lines, as large as they may be.
  let size = one >= 4.2 ? one : 4.4
  let lines = [design.title]
  for (; one < 4.2; size -= 0.2) {
    lines = tells(design) ? inTwo(design.title, titleW, size) : wrapText(design.title, titleW, size, true)
    if (lines.length <= 2 || size < 1.4) break
  }
  const school = reaches(design.cardVersion, '1.5') ? (design.school?.trim() ?? '') : ''
  // A school over two lines of title: all three move together, so that the subtitle stays clear of the frame.
  const close = tells(design) && school !== '' && lines.length > 1
  let y = design.subtitle || school ? 9.5 : 11.5
  const titleH = close ? 5 : lines.length > 1 ? 5.6 : school ? 8 : 9
  if (school) {
    const name = fitSize(school, titleW, close ? 3.6 : 4, false, 2.6)
    const top = close ? 8 : 8.8
    page.draws.push(
      text(rect(titleX, top, titleW, close ? 4.4 : 5), clipText(school, titleW, name), name, { align: 'center' }),
    )
    y = close ? 12.6 : 14
  }
  for (const l of lines) {
    page.draws.push(text(rect(titleX, y, titleW, titleH), l, size, { align: 'center', bold: true }))
    y += titleH
  }
  const sub = design.subtitle ?? '答题卡'
  const subSize = fitSize(sub, titleW, design.subtitle ? 3.8 : 4.6)
  const said = tells(design) ? Math.min(subSize, size - 0.4) : subSize
  page.draws.push(text(rect(titleX, y + 0.6, titleW, close ? 5 : 6), sub, said, { align: 'center' }))

  const tops = layCandidates(flow)
  flow.tops.set(1, tops)
  enterColumn(flow, 0, tops[0])
}

/** The candidate's block of a front, below the strip; answers where the columns begin. */
export const layCandidates = (flow: Flow): (number | undefined)[] => {
  const { design, sheet, page } = flow
  if (tells(design)) return layTold(flow)
  const columns = columnsOn(design, sheet, page.page)
  const first = columns[0]!
  const wide = isWide(sheet)
  const headX = first.x
  const headW = wide ? first.w : columns.at(-1)!.x + columns.at(-1)!.w - first.x
  // Student number on the right, the rest on the left; one above the other where there is no room.
  const { mode, orientation, length } = design.studentNumber
  const gridW = round(numberWidth(design))
  const beside = gridW === 0 || headW - gridW - gap >= 50
  const leftW = beside && gridW > 0 ? round(headW - gridW - gap) : headW
  const noticeSize = 2.75
  // A further front has the candidate's lines alone.
  const noticeLines =
    page.page === 1
      ? notices(design).flatMap((n) => wrapText(oneName(design, n), leftW - 4, noticeSize, false, keepsNumbers(design)))
      : []
  const marks = (page.page === 1 && absentShown(design) ? 7 : 0) + (page.page === 1 && design.isAB ? 7 : 0)
  const leftH = rowHeight * 4 + marks + (page.page === 1 ? 6 + noticeLines.length * 4 + 7.5 : 1.6)
  const gridH =
    mode === 'qr'
      ? 0
      : mode === 'barcode'
        ? 32
        : orientation === 'horizontal'
          ? 7.5 + length * rowPitch
          : 5.5 + 7 + 10 * bubble.pitchY + 1.4
  const height = beside ? Math.max(leftH, gridH) : leftH
  layCandidate(flow, rect(headX, strip, leftW, height), noticeLines, noticeSize)
  const grid = beside
    ? rect(headX + headW - gridW, strip, gridW, height)
    : rect(headX + (headW - gridW) / 2, strip + height + gap, gridW, gridH)
  if (mode === 'barcode') layBarcode(flow, grid)
  else if (mode !== 'qr') (orientation === 'horizontal' ? layNumberAcross : layNumber)(flow, grid)
  const end = round((gridW === 0 ? strip + height : grid.y + grid.h) + gap)
  return wide ? [end] : columns.map(() => end)
}

const absentShown = (design: CardDesign) => design.absentLabelMode !== 'none'
/** Down from one digit to the next where the bubbles run across. */
const rowPitch = 4.8

const layCandidate = (flow: Flow, r: Rect, noticeLines: string[], size: number) => {
  const { page } = flow
  const d = page.draws
  d.push(box(r, 0.35, 1))
  page.nameBox = rect(r.x, r.y, r.w, rowHeight * 3)
  for (const row of nameLines(page.nameBox)) {
    d.push(text(rect(r.x + 2, row.rect.y, 10, row.rect.h), row.label, 3.5, {}))
    d.push(line(row.rect.x, row.rect.y + row.rect.h, row.rect.x + row.rect.w, row.rect.y + row.rect.h, 0.2, 0.8))
  }
  // Examination room and seat share a row.
  const y = r.y + rowHeight * 3
  for (const [i, label] of ['考场', '座号'].entries()) {
    const x = r.x + (i * r.w) / 2
    d.push(text(rect(x + 2, y + 0.4, 10, rowHeight - 1), label, 3.5, {}))
    d.push(line(x + 12.5, y + rowHeight - 0.6, x + r.w / 2 - 2, y + rowHeight - 0.6, 0.2, 0.8))
  }
  let noticeY = y + rowHeight + 1.6
  if (page.page > 1) return
  if (absentShown(flow.design)) {
    page.absent = { value: 'absent', rect: markRow(flow, r, noticeY, '缺考标记', ['']).at(0)! }
    const absentText = r.w >= 70 ? '考生禁填！由监考员用2B铅笔填涂' : '考生禁填，监考员填涂'
    d.push(text(rect(r.x + 26, noticeY, r.w - 28, 7), absentText, fitSize(absentText, r.w - 28, 2.75), { ink: 0.8 }))
    noticeY += 7
  }
  if (flow.design.isAB) {
    const cells = markRow(flow, r, noticeY, '试卷类型', ['A', 'B'])
    page.paperType = cells.map((cell, i) => ({ value: 'AB'[i]!, rect: cell }))
    const label = '请用2B铅笔填涂'
    d.push(text(rect(r.x + 34, noticeY, r.w - 36, 7), label, fitSize(label, r.w - 36, 2.75), { ink: 0.8 }))
    noticeY += 7
  }
  d.push(line(r.x, noticeY, r.x + r.w, noticeY, 0.2, 0.8))
  d.push(text(rect(r.x + 2, noticeY + 0.6, r.w - 4, 5), '注 意 事 项', 3.2, { align: 'center', bold: true }))
  const sampleH = 6.5
  const from = noticeY + 5.8
  const pitch = Math.min(5.2, (r.y + r.h - sampleH - from - 0.6) / Math.max(1, noticeLines.length))
  for (const [i, l] of noticeLines.entries()) {
    d.push(text(rect(r.x + 2, from + i * pitch, r.w - 4, pitch), l, size, { ink: 0.9 }))
  }
  laySample(flow, rect(r.x, r.y + r.h - sampleH, r.w, sampleH))
}

/** A row of cells under a line, with its name before them. */
const markRow = ({ page }: Flow, r: Rect, y: number, name: string, labels: readonly string[]): Rect[] => {
  const d = page.draws
  d.push(line(r.x, y, r.x + r.w, y, 0.2, 0.8))
  const cells = labels.map((_, i) => rect(r.x + 18 + i * 7.6, y + 2, 5.4, 3))
  d.push(text(rect(r.x + 2, y, 15, 7), name, 3.2, {}))
  for (const [i, cell] of cells.entries()) {
    d.push(box(cell, 0.2, labels[i] ? 0.5 : 0.6))
    if (labels[i]) d.push(text(cell, labels[i], 2.3, { align: 'center', ink: 0.45 }))
  }
  return cells
}

/** 填涂样例: how to blacken a cell, and how not to. */
const laySample = (flow: Flow, r: Rect) => {
  const d = flow.page.draws
  d.push(line(r.x, r.y, r.x + r.w, r.y, 0.2, 0.8))
  const k = Math.min(1, r.w / 60)
  const cell = (x: number) => rect(x, r.y + (r.h - 2.6) / 2, 4.6 * k, 2.6)
  d.push(text(rect(r.x + 2, r.y, 14 * k, r.h), '正确填涂', 2.9 * k, {}))
  d.push(fill(cell(r.x + 2 + 14 * k), 1))
  d.push(text(rect(r.x + 2 + 24 * k, r.y, 14 * k, r.h), '错误填涂', 2.9 * k, {}))
  for (let i = 0; i < 3; i++) {
    const c = cell(r.x + 2 + (38 + i * 6.4) * k)
    const at = (u: number, v: number) => [c.x + u * c.w, c.y + v * c.h] as const
    const stroke = (a: readonly [number, number], b: readonly [number, number]) => line(...a, ...b, 0.3, 1)
    d.push(box(c, 0.2, 0.6))
    if (i === 0) d.push(stroke(at(0.2, 0.5), at(0.42, 0.9)), stroke(at(0.42, 0.9), at(0.85, 0.05)))
    if (i === 1) d.push(stroke(at(0.25, 0.1), at(0.75, 0.9)), stroke(at(0.75, 0.1), at(0.25, 0.9)))
    if (i === 2) d.push(stroke(at(0.15, 0.5), at(0.85, 0.5)))
  }
}

const layNumber = (flow: Flow, r: Rect) => {
  const { page, design } = flow
  const d = page.draws
  const digits = design.studentNumber.length
  d.push(box(r, 0.35, 1))
  const caption = oneName(design, '准 考 证 号')
  d.push(text(rect(r.x, r.y, r.w, 5.5), caption, Math.min(3.5, r.w / 8), { align: 'center', bold: true }))
  d.push(line(r.x, r.y + 5.5, r.x + r.w, r.y + 5.5, 0.2, 0.8))
  d.push(line(r.x, r.y + 12.5, r.x + r.w, r.y + 12.5, 0.2, 0.8))
  const x0 = r.x + (r.w - digits * bubble.pitchX) / 2
  for (let i = 1; i < digits; i++) {
    d.push(line(x0 + i * bubble.pitchX, r.y + 5.5, x0 + i * bubble.pitchX, r.y + 12.5, 0.15, 0.6))
  }
  // Spread over the height that the left half needs, at least the usual pitch.
  const pitchY = Math.min(6.6, (r.h - 12.5 - 1) / 10)
  const y0 = r.y + 12.5 + (r.h - 12.5 - 10 * pitchY) / 2
  const columns = Array.from({ length: digits }, (_, i) => ({
    cells: Array.from({ length: 10 }, (_, digit): Cell => {
      const cell = rect(
        x0 + i * bubble.pitchX + (bubble.pitchX - bubble.w) / 2,
        y0 + digit * pitchY + (pitchY - bubble.h) / 2,
        bubble.w,
        bubble.h,
      )
      d.push(box(cell, 0.15, 0.5), text(cell, String(digit), 2.3, { align: 'center', ink: 0.45 }))
      return { value: String(digit), rect: cell }
    }),
  }))
  page.studentNumber = { rect: r, columns }
}

/** The number from left to right: a written digit and its ten bubbles on each line. */
const layNumberAcross = (flow: Flow, r: Rect) => {
  const { page, design } = flow
  const d = page.draws
  const digits = design.studentNumber.length
  d.push(box(r, 0.35, 1))
  d.push(text(rect(r.x, r.y, r.w, 5.5), oneName(design, '准 考 证 号'), 3.5, { align: 'center', bold: true }))
  d.push(line(r.x, r.y + 5.5, r.x + r.w, r.y + 5.5, 0.2, 0.8))
  const pitch = Math.min(6.6, (r.h - 6.5) / digits)
  const y0 = r.y + 5.5 + (r.h - 5.5 - digits * pitch) / 2
  d.push(line(r.x + 9.4, r.y + 5.5, r.x + 9.4, r.y + r.h, 0.2, 0.8))
  const columns = Array.from({ length: digits }, (_, i) => {
    if (i > 0) d.push(line(r.x, y0 + i * pitch, r.x + 9.4, y0 + i * pitch, 0.15, 0.6))
    return {
      cells: Array.from({ length: 10 }, (_, digit): Cell => {
        const cell = rect(r.x + 11 + digit * bubble.pitchX, y0 + i * pitch + (pitch - bubble.h) / 2, bubble.w, bubble.h)
        d.push(box(cell, 0.15, 0.5), text(cell, String(digit), 2.3, { align: 'center', ink: 0.45 }))
        return { value: String(digit), rect: cell }
      }),
    }
  })
  page.studentNumber = { rect: r, columns }
}

/** Where the bar code is pasted, or printed on a pre-filled card. */
const layBarcode = (flow: Flow, r: Rect) => {
  const { page } = flow
  page.draws.push(box(r, 0.35, 1))
  page.barcode = rect(r.x + 4, r.y + (r.h - 22) / 2, r.w - 8, 22)
  page.draws.push(
    text(rect(r.x, r.y, r.w, (r.h - 22) / 2), '贴条形码区', 3.2, { align: 'center', ink: 0.8 }),
    text(rect(r.x, r.y + r.h - (r.h - 22) / 2, r.w, (r.h - 22) / 2), '正面朝上，切勿贴出方框', 2.75, {
      align: 'center',
      ink: 0.8,
    }),
  )
}

/** Where the digits are written, above or before the bubbles: one box a digit. */
export const digitBoxes = ({ columns, rect: r }: NonNullable<PageGeometry['studentNumber']>): Rect[] =>
  columns.map(({ cells }) => {
    const [first, second] = [cells[0]!.rect, cells[1]!.rect]
    return second.x > first.x ? rect(r.x + 1, first.y - 0.8, 7.4, 4.4) : rect(first.x, r.y + 5.5, first.w, 7)
  })
