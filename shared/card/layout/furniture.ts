import type { CardDesign } from '#shared/card/card.types.ts'
import type { Anchor, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { box, fill, line, rect, text } from './draw.ts'
import { clipText, fitSize } from './textWidth.ts'
import { evens, reaches, tells } from '#shared/card/card.version.ts'
import { layCalibration, layQuietCalibration } from './calibration.ts'
import { type Sheet, columnsOf, columnsOn, isWide, sideInset } from './sheet.ts'

/** Anchors: squares of 6 mm, 9 mm from the paper's upper and lower edges. */
const side = 6
const inset = 9

/** The QR symbol itself (18 mm); its quiet zone, kept clear of everything, is another 2.5 mm all round. */
export const qrRect = (design: CardDesign, sheet: Sheet) =>
  rect(sheet.width - sideInset(design) - side - 3.5 - 18, 9.5, 18, 18)
export const qrQuiet = 2.5

/** Where words beside the anchors of the upper left corner begin. */
export const stripStart = (design: CardDesign) => sideInset(design) + 22

const anchorsOf = (sheet: Sheet, from: number): Anchor[] => {
  const right = sheet.width - from - side
  const low = sheet.height - inset - side
  const square = (role: Anchor['role'], x: number, y: number): Anchor => ({ role, rect: rect(x, y, side, side) })
  const anchors = [
    square('tl', from, inset),
    square('tr', right, inset),
    square('bl', from, low),
    square('br', right, low),
    // Beside the top left corner: it breaks the page's symmetry, so that a page is never read upside down.
    square('edge', from + side + 6, inset),
  ]
  // Wide sheets bend more between their corners: one more pair in the gutters.
  const columns = columnsOf(sheet)
  if (isWide(sheet)) {
    for (const column of columns.slice(1)) {
      const x = column.x - sheet.gutter / 2 - side / 2
      anchors.push(square('edge', x, inset), square('edge', x, low))
    }
  }
  return anchors
}

/** Boxes of the page mark: four bits, more only for cards of more than 15 pages. */
export const markBits = (pages: number) => Math.max(4, pages.toString(2).length)

/** What is free between the anchors and the QR above the last column. */
const stripOf = (page: PageGeometry, sheet: Sheet, design: CardDesign): { x: number; w: number } => {
  const columns = columnsOn(design, sheet, page.page)
  // Clear of the gutter's anchor, which stays where it is when a seal line moves the columns.
  const gutter = Math.max(...page.anchors.filter((a) => a.rect.x < page.qr.x).map((a) => a.rect.x + a.rect.w))
  const x = columns.length === 1 ? stripStart(design) : Math.max(columns.at(-1)!.x, gutter + 1)
  return { x, w: page.qr.x - qrQuiet - 1 - x }
}

/**
 * Below the running title; a front with the candidate's own lines has no need of it. From 1.5.4 on nor has the back of a
 * sheet that is sealed, or a further front whose number is blackened: nothing tells a name inside of a seal line.
 */
const nameLineOf = (page: PageGeometry, sheet: Sheet, design: CardDesign): Rect | undefined => {
  const { x, w } = stripOf(page, sheet, design)
  const told = tells(design)
  const hidden = told && design.showSealLine && (isBack(page) || page.studentNumber !== undefined)
  const wanted = page.page > 1 && !page.nameBox && !hidden && reaches(design.cardVersion, '1.5.2')
  return wanted && w > 20 ? rect(x, evens(design) ? 21 : told ? 22.5 : 24, w, 5) : undefined
}

const isBack = ({ page }: Pick<PageGeometry, 'page'>): boolean => page % 2 === 0

/** What a line of so many mm asks for: the number where it has no room for both, and behind a seal line. */
const askedIn = (w: number, design: CardDesign): ('姓名' | '考号')[] =>
  design.showSealLine || w < 84 ? ['考号'] : ['姓名', '考号']

/** What the fronts of further sheets ask for, where they have no head of their own. */
export const askedFurther = (page: PageGeometry, sheet: Sheet, design: CardDesign): string[] => {
  if (design.addStudentNumRegion) return []
  const { w } = stripOf({ ...page, page: 3 }, sheet, design)
  return w > 20 ? askedIn(w, design) : []
}

/** Everything of a page that does not depend on its content: anchors, QR, the running title, the seal line. */
export const furnish = (page: PageGeometry, sheet: Sheet, design: CardDesign) => {
  page.anchors = anchorsOf(sheet, sideInset(design))
  for (const anchor of page.anchors) page.draws.push(fill(anchor.rect))
  const columns = columnsOn(design, sheet, page.page)
  // The strip beside the QR: on the front of a one-column or A4 sheet it carries the title (see head.ts).
  const first = page.page === 1 && (!isWide(sheet) || columns.length === 1)
  const { x, w } = stripOf(page, sheet, design)
  if (tells(design)) {
    if (page.page > 1 && w > 20) runningHead(page, design, { x, w })
  } else if (!first && w > 20) {
    const size = fitSize(design.title, w, 3.8, false, 2.6)
    page.draws.push(
      text(rect(x, 11, w, 6), clipText(design.title, w, size), size, { align: 'center', ink: 0.85 }),
      text(rect(x, 18.5, w, 5), '保持卡面清洁，不要折叠、弄破', fitSize('保持卡面清洁，不要折叠、弄破', w, 2.9), {
        align: 'center',
        ink: 0.6,
      }),
    )
  }
  if (page.page === 1 && design.showSealLine) {
    const right = design.sealLinePosition === 'right'
    if (!tells(design)) sealLine(page, sheet, right)
    else sealedLines(page, sheet, right, evens(design) ? sealedFields : [undefined, ...sealedFields.slice(1)])
  }
}

/** What tells a further page from another subject's in a pile; the title where neither school nor subject is known. */
const runningHead = (page: PageGeometry, design: CardDesign, { x, w }: { x: number; w: number }) => {
  const subject = design.subtitle?.replace(/[　\s]*答题卡$/u, '').trim() ?? ''
  const known = [design.school?.trim() ?? '', subject].filter(Boolean)
  const words = [...(known.length > 0 ? known : [design.title.trim()]), `第${page.page}页`].join('　')
  const size = fitSize(words, w, 3.8, false, 2.6)
  page.draws.push(text(rect(x, 13, w, 6), clipText(words, w, size), size, { align: 'center', ink: 0.85 }))
}

/**
 * Whose a further page is: printed on a copy, and asked for on the fronts of a blank card's further sheets. Behind a seal
 * line it is the number alone.
 */
const layNameLine = (page: PageGeometry, sheet: Sheet, design: CardDesign) => {
  const r = nameLineOf(page, sheet, design)
  if (!r) return
  page.nameLine = r
  if (!tells(design)) return
  const asked = askedIn(r.w, design)
  const each = Math.min(60, r.w / asked.length)
  const from = r.x + (r.w - each * asked.length) / 2
  if (design.showSealLine)
    page.fields = [...(page.fields ?? []), { of: 'studentNumber', rect: rect(from + 9, r.y, each - 13, r.h) }]
  if (isBack(page)) return
  for (const [i, words] of asked.entries()) {
    const x = from + i * each
    page.draws.push(
      { ...text(rect(x, r.y, 9, r.h), words, 3.2, { ink: 0.85 }), blank: true },
      { ...line(x + 9, r.y + r.h - 0.4, x + each - 4, r.y + r.h - 0.4, 0.2, 0.8), blank: true },
    )
  }
}

/** 密封线: the candidate's own lines, read from the paper's edge, and the dashed line itself. */
const sealLine = (page: PageGeometry, sheet: Sheet, right: boolean) => {
  // Mirrored on the right, where the QR stands above it.
  const at = (x: number) => (right ? sheet.width - x : x)
  const turn = right ? 90 : -90
  const x = at(22.5)
  const top = right ? 34 : 20
  const spots = [top + 50, (top + sheet.height - 20) / 2, sheet.height - 70]
  let from = top
  for (const [i, y] of spots.entries()) {
    page.draws.push(line(x, from, x, y - 4, 0.25, 0.8, 1.2))
    page.draws.push(
      text(rect(x - 3, y - 3, 6, 6), (right ? ['密', '封', '线'] : ['线', '封', '密'])[i]!, 4, {
        align: 'center',
        rotate: turn,
      }),
    )
    from = y + 4
  }
  page.draws.push(line(x, from, x, sheet.height - 20, 0.25, 0.8, 1.2))
  const length = sheet.height - 40 - top
  const label = ['学校', '班级', '姓名', '考号'].map((s) => `${s}：`)
  const part = length / label.length
  for (const [i, s] of label.entries()) {
    // Read along the line: the first label stands lowest on the left edge, highest on the right one.
    const y = right ? top + 10 + i * part : sheet.height - 30 - i * part
    const [near, far] = right ? [y + 13, y + part - 2] : [y - 13, y - part + 2]
    const middle = right ? y + 6 : y - 6
    page.draws.push(text(rect(at(14.5) - 6, middle - 2.5, 12, 5), s, 3.6, { align: 'center', rotate: turn }))
    page.draws.push(line(at(17), near, at(17), far, 0.2, 0.9))
  }
}

const sealedFields = ['school', 'className', 'name', 'studentNumber'] as const

/**
 * The seal line and what stands outside of it, where a copy's name, class and number are printed too: what is folded
 * away is nowhere else on the front.
 */
const sealedLines = (
  page: PageGeometry,
  sheet: Sheet,
  right: boolean,
  asked: readonly ((typeof sealedFields)[number] | undefined)[],
) => {
  sealLine(page, sheet, right)
  const top = right ? 34 : 20
  const length = sheet.height - 40 - top
  const part = length / asked.length
  page.nameBox = rect(right ? sheet.width - 20.5 : 8.5, top, 12, sheet.height - 20 - top)
  page.fields = asked.flatMap((of, i) => {
    if (of === undefined) return []
    // Lines as `sealLine` draws them, from behind their label to before the next one.
    const y = right ? top + 10 + i * part : sheet.height - 30 - i * part
    const [near, far] = right ? [y + 13, y + part - 2] : [y - 13, y - part + 2]
    const w = Math.abs(far - near)
    const x = right ? sheet.width - 14.5 : 14.5
    return [{ of, rect: rect(x - w / 2, (near + far) / 2 - 2.5, w, 5), turn: right ? 90 : -90 }]
  })
}

/** Page mark, page number, name line and calibration, once the number of pages is known. */
export const finishPage = (page: PageGeometry, sheet: Sheet, pages: number, design: CardDesign) => {
  layNameLine(page, sheet, design)
  const y = sheet.height - inset - side
  const bits = markBits(pages)
  const quiet = reaches(design.cardVersion, '1.5')
  for (let bit = 0; bit < bits; bit++) {
    const r = rect(24 + bit * 7.5, y + 1, 5, 4)
    page.pageMark.push(r)
    const one = ((page.page >> bit) & 1) === 1
    // From 1.5.4 on a zero is white: an empty box at the foot looks like one to be filled.
    if (one) page.draws.push(fill(r))
    else if (!tells(design)) page.draws.push(quiet ? box(r, 0.15, 0.5) : box(r, 0.25, 0.8))
  }
  const middle = Math.max(isWide(sheet) ? sheet.width / 4 : sheet.width / 2, 24 + bits * 7.5 + 20)
  if (design.showFooter !== false) {
    page.draws.push(
      text(rect(middle - 25, y, 50, side), `第 ${page.page} 页　共 ${pages} 页`, 3.2, { align: 'center', ink: 0.9 }),
    )
  }
  // The pre-flight alone looks at it, and one page a card is enough for that.
  if (quiet) {
    if (page.page === 1) layQuietCalibration(page, sheet, design, y)
  } else if (reaches(design.cardVersion, '1.4.9')) layCalibration(page, sheet, middle + 19, y)
}
