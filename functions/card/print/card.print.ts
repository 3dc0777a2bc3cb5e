import PDFDocument from 'pdfkit'
import { type Draw, type PageGeometry, type PrintedCard, qrPayload } from '#shared/card/card.types.ts'
import { digitBoxes, nameLines } from '#shared/card/layout/head.ts'
import { fitSize } from '#shared/card/layout/text.ts'
import { type Composed, type Encoder, contentOf, qrContent } from './print.content.ts'
import { type Face, composed, cutFont, missing } from './print.fonts.ts'
import { qrModules } from './print.qr.ts'

export type PrintStudent = { studentNumber: string; name: string; className: string }
export type PrintJob = {
  card: PrintedCard
  /** Pre-filled cards, one after another; absent: one blank card. */
  students?: Iterable<PrintStudent> & { readonly length: number }
  /** The document's title. */
  title?: string
}

/** Points in a millimetre. */
const point = 72 / 25.4

/** What pdfkit does not declare: the current font and the page's resources. */
type Font = { id: string; encode(text: string): [string[], { advanceWidth: number }[]]; ref(): object; font: Glyphs }
type Glyphs = { hasGlyphForCodePoint(code: number): boolean }
type Reference = { write(data: string): void; end(data?: string): void }
type Open = PDFKit.PDFDocument & {
  _font: Font
  ref(data: object): Reference
  addContent(data: string): void
  page: { xobjects: Record<string, object>; fonts: Record<string, object>; dictionary: unknown }
}

const textsOf = (pages: readonly PageGeometry[], bold: boolean) =>
  pages
    .flatMap((p) => p.draws.flatMap((d) => (d.kind === 'text' && (d.bold ?? false) === bold ? [d.text] : [])))
    .join('')

/** What stands on a pre-filled page beside the static content: the student's data, the blackened number. */
const studentDraws = (page: PageGeometry, student: PrintStudent): Draw[] => {
  const draws: Draw[] = []
  if (page.nameBox) {
    const values = [student.name, student.className, student.studentNumber]
    for (const [i, { rect }] of nameLines(page.nameBox).entries()) {
      const content = values[i] ?? ''
      const inner = { ...rect, x: rect.x + 1.5, w: rect.w - 3 }
      draws.push({
        kind: 'text',
        rect: inner,
        text: content,
        size: fitSize(content, inner.w, 4.2, false, 1.6),
        align: 'left',
        ink: 1,
      })
    }
  }
  const number = page.studentNumber
  if (!number) return draws
  if (number.columns.length !== student.studentNumber.length || !/^\d+$/.test(student.studentNumber)) {
    throw new RangeError(
      `考号“${student.studentNumber}”（${student.name}）与答题卡不符：应为${number.columns.length}位数字`,
    )
  }
  for (const [i, box] of digitBoxes(number).entries()) {
    const digit = student.studentNumber[i]!
    draws.push({ kind: 'text', rect: box, text: digit, size: 4.4, align: 'center', ink: 1 })
    const cell = number.columns[i]!.cells.find((c) => c.value === digit)!
    draws.push({ kind: 'fill', rect: cell.rect, ink: 1 })
  }
  return draws
}

const encoderOf = (fonts: Record<Face, Font>): Encoder => {
  const known = { regular: new Map(), bold: new Map() } as Record<Face, Map<string, ReturnType<Encoder>>>
  const glyphs = (face: Face, text: string) => {
    const [hex, positions] = fonts[face].encode(text)
    return hex.map((h, i) => ({ hex: h, advance: positions[i]!.advanceWidth }))
  }
  return (face, character) => {
    let found = known[face].get(character)
    if (found) return found
    const parts = composed.get(character)
    if (fonts[face].font.hasGlyphForCodePoint(character.codePointAt(0)!)) found = glyphs(face, character)
    else if (parts) {
      found = { composed: parts.map(({ character: c, ...p }): Composed => ({ ...p, hex: glyphs(face, c)[0]!.hex })) }
    } else found = glyphs(face, missing)
    known[face].set(character, found)
    return found
  }
}

/**
 * Prints a card as PDF: blank, or one pre-filled copy per student (name, class, number, blackened digits, and a QR code
 * with the number). Static content is stored once a page, fonts are cut to the characters used, and the same input
 * gives the same bytes. Several copies of a card with an odd number of pages (above one) get a white last page each, so
 * that two-sided printing keeps them apart.
 *
 * Yields the file piece by piece. Throws RangeError (Chinese message) for a number that does not fit the card.
 */
export async function* printCards({ card, students, title }: PrintJob): AsyncGenerator<Uint8Array> {
  const { geometry } = card
  const copies: Iterable<PrintStudent | undefined> = students ?? [undefined]
  let names = missing + '0123456789'
  for (const s of students ?? []) names += s.name + s.className + s.studentNumber
  for (const [character, parts] of composed) {
    if (names.includes(character)) names += parts.map((p) => p.character).join('')
  }
  const doc = new PDFDocument({
    autoFirstPage: false,
    compress: true,
    size: [geometry.width * point, geometry.height * point],
    margin: 0,
    // pdfkit reads the clock unless it is told a date: the same card gives the same bytes.
    info: { Title: title ?? '答题卡', Creator: '青禾', Producer: 'pdfkit', CreationDate: new Date(0) },
  }) as unknown as Open
  const fonts = {} as Record<Face, Font>
  for (const [face, text] of [
    ['regular', textsOf(geometry.pages, false) + names],
    ['bold', textsOf(geometry.pages, true) + missing],
  ] as const) {
    doc.registerFont(face, await cutFont(face, text))
    doc.font(face)
    fonts[face] = doc._font
  }
  const encode = encoderOf(fonts)
  const fontNames = { regular: fonts.regular.id, bold: fonts.bold.id }
  const fontRefs = { [fonts.regular.id]: fonts.regular.ref(), [fonts.bold.id]: fonts.bold.ref() }

  const forms = geometry.pages.map((page) => {
    const form = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, geometry.width, geometry.height],
      Resources: { Font: fontRefs },
    })
    form.end(contentOf(page.draws, encode, fontNames))
    return form
  })
  const scale = point.toFixed(6)
  const several = (students?.length ?? 1) > 1
  for (const student of copies) {
    for (const [i, page] of geometry.pages.entries()) {
      doc.addPage()
      Object.assign(doc.page.fonts, fontRefs)
      doc.page.xobjects[`P${page.page}`] = forms[i]!
      const payload = qrPayload({ ...card, hash: geometry.hash }, page.page, student?.studentNumber)
      doc.addContent(
        [
          `${scale} 0 0 ${scale} 0 0 cm`,
          `/P${page.page} Do`,
          qrContent(qrModules(payload), page.qr),
          ...(student ? [contentOf(studentDraws(page, student), encode, fontNames)] : []),
        ].join('\n'),
      )
    }
    if (several && geometry.pages.length > 1 && geometry.pages.length % 2) doc.addPage()
    const piece = doc.read() as Uint8Array | null
    if (piece) yield piece
  }
  doc.end()
  for (let piece = doc.read() as Uint8Array | null; piece; piece = doc.read() as Uint8Array | null) yield piece
}
