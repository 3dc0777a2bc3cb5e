/** What stands on a pre-filled page beside the static content. */
import type { Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { code128 } from '#shared/card/print/code128.ts'
import { digitBoxes, nameLines, seatLines } from '#shared/card/layout/head.ts'
import { fitSize } from '#shared/card/layout/textWidth.ts'
import type { PrintStudent } from './card.print.ts'

type TextDraw = Extract<Draw, { kind: 'text' }>

const written = (rect: Rect, content: string, size = 4.2, align: 'left' | 'center' = 'left'): TextDraw => {
  const inner = { ...rect, x: rect.x + 1.5, w: rect.w - 3 }
  return {
    kind: 'text',
    rect: inner,
    text: content,
    size: fitSize(content, inner.w, size, false, 1.6),
    align,
    ink: 1,
  }
}

/** A bar code with its quiet zones (ten modules) over the width of its place, the number below it. */
const barcodeDraws = (place: Rect, digits: string): Draw[] => {
  const widths = code128(digits)
  const total = widths.reduce((a, b) => a + b, 0)
  const module = Math.min(0.5, place.w / (total + 20))
  let x = place.x + (place.w - total * module) / 2
  const draws: Draw[] = []
  for (const [i, w] of widths.entries()) {
    if (i % 2 === 0) draws.push({ kind: 'fill', rect: { x, y: place.y + 1, w: w * module, h: place.h - 7 }, ink: 1 })
    x += w * module
  }
  const line = { x: place.x, y: place.y + place.h - 5.5, w: place.w, h: 5 }
  draws.push({ kind: 'text', rect: line, text: digits, size: 3.6, align: 'center', ink: 1 })
  return draws
}

/** A number that fits no card is refused in Chinese: the caller who starts the job reads it. */
const checkNumber = (page: PageGeometry, student: PrintStudent): void => {
  const digits = page.studentNumber?.columns.length
  const fits = digits === undefined ? /^\d{4,18}$/ : new RegExp(`^\\d{${digits}}$`)
  if (fits.test(student.studentNumber)) return
  throw new RangeError(`考号“${student.studentNumber}”（${student.name}）与答题卡不符：应为${digits ?? '4到18'}位数字`)
}

/** The student's data, the blackened number or its bar code, the paper's type. Throws RangeError for an unfit number. */
export const studentDraws = (page: PageGeometry, student: PrintStudent): Draw[] => {
  const draws: Draw[] = []
  checkNumber(page, student)
  const { fields } = page
  for (const { of, rect, turn } of fields ?? []) {
    const value = student[of]
    if (value === undefined) continue
    const words = written(rect, value)
    draws.push(turn === undefined ? words : { ...words, align: 'center', rotate: turn })
  }
  if (page.nameBox && !fields) {
    const values = [student.name, student.className, student.studentNumber]
    for (const [i, { rect }] of nameLines(page.nameBox).entries()) draws.push(written(rect, values[i] ?? ''))
    const [room, seat] = seatLines(page.nameBox)
    if (student.room !== undefined) draws.push(written(room!, student.room))
    if (student.seat !== undefined) draws.push(written(seat!, student.seat))
  }
  // Apart from its front a back says whose it is to a person, not by its QR alone; of a sealed card by its number.
  if (page.nameLine && !fields) {
    const { name, className, studentNumber } = student
    const whose = [name, className, studentNumber].filter(Boolean).join('　')
    draws.push(written(page.nameLine, whose, 3.4, 'center'))
  }
  const paper = page.paperType?.find((c) => c.value === student.paperType)
  if (paper) draws.push({ kind: 'fill', rect: paper.rect, ink: 1 })
  if (page.barcode) draws.push(...barcodeDraws(page.barcode, student.studentNumber))
  const number = page.studentNumber
  if (!number) return draws
  for (const [i, box] of digitBoxes(number).entries()) {
    const digit = student.studentNumber[i]!
    draws.push({ kind: 'text', rect: box, text: digit, size: 4.4, align: 'center', ink: 1 })
    const cell = number.columns[i]!.cells.find((c) => c.value === digit)!
    draws.push({ kind: 'fill', rect: cell.rect, ink: 1 })
  }
  return draws
}
