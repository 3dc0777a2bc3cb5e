import PDFDocument from 'pdfkit'
import { type Bears, bornBy, copyOf } from '#shared/card/print/prefilled.rules.ts'
import { scoredLetters } from '#shared/card/scored.rules.ts'
import {
  type Draw,
  type PageGeometry,
  type PrintedCard,
  type Rect,
  qrPayload,
} from '#shared/card/geometry/geometry.types.ts'
import { type Encoder, contentOf, qrContent } from './print.content.ts'
import { type Face, composed, cutFont, missing } from '#functions/kit/fonts.ts'
import { qrModules } from './print.qr.ts'
import { studentDraws } from './print.prefill.ts'

export type PrintStudent = {
  studentNumber: string
  name: string
  className: string
  /** What stands along a seal line. */
  school?: string
  /** Examination room and seat, where the print is by rooms. */
  room?: string
  seat?: string
  /** Which paper, on a card of A and B papers. */
  paperType?: 'A' | 'B'
}
/** What lies over a page of one copy: cells blackened, pictures in their places, and marks in red above all. */
export type Overlay = { ink: Draw[]; pictures: { rect: Rect; jpeg: Buffer }[]; marks: Draw[] }

export type PrintJob = {
  card: PrintedCard
  /** Pre-filled cards, one after another; absent: one blank card. */
  students?: Iterable<PrintStudent> & { readonly length: number }
  /** Of the copy at this place, page by page; asked for when its turn comes. */
  over?: (copy: number) => Promise<Overlay[]>
  /** The document's title. */
  title?: string
  /** Frames, cells and words in red; anchors, marks and codes stay black. */
  red?: boolean
  /** One-sided: copies of an odd number of pages follow each other without a white page. */
  oneSided?: boolean
  /** The bytes (JPEG) of the pictures that its draws name, by their sha256; one that is not there stays white. */
  pictures?: ReadonlyMap<string, Uint8Array>
  /** Filled with the characters that no font has: 〓 stands in their place. */
  missing?: Set<string>
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
  openImage(jpeg: Buffer): { embed(doc: Open): void; obj: object }
  page: { xobjects: Record<string, object>; fonts: Record<string, object>; dictionary: unknown }
}

const textsOf = (pages: readonly PageGeometry[], bold: boolean) =>
  pages
    .flatMap((p) => p.draws.flatMap((d) => (d.kind === 'text' && (d.bold ?? false) === bold ? [d.text] : [])))
    .join('')

const hexOf = (font: Font, character: string) => {
  const [[hex], [position]] = font.encode(character)
  return { hex: hex ?? '0000', advance: position?.advanceWidth ?? 0 }
}

/** Thousandths of the size. */
const composedWidth = (character: string, regular: Font): number => {
  const [first, ...others] = composed.get(character)!
  return others.length > 0 ? 1000 : Math.round(hexOf(regular, first!.character).advance * first!.scaleX)
}

/** A font of type 3 that holds the composed characters used; it keeps their code points for search and copy. */
const composedFont = (doc: Open, used: readonly string[], regular: Font): object => {
  const procs: Record<string, Reference> = {}
  for (const [i, character] of used.entries()) {
    const proc = doc.ref({})
    const parts = composed.get(character)!.map(({ character: c, x, y, scaleX, scaleY }) => {
      const matrix = [scaleX, 0, 0, scaleY, x, y].map((v) => Math.round(v * 1000)).join(' ')
      return `${matrix} Tm <${hexOf(regular, c).hex}> Tj`
    })
    // A hairline around the parts makes up for the strokes that squeezing thins.
    proc.end(`${composedWidth(character, regular)} 0 d0 2 Tr 18 w BT /${regular.id} 1 Tf ${parts.join(' ')} ET`)
    procs[`c${i + 1}`] = proc
  }
  const lines = used.map((c, i) => {
    const utf16 = Buffer.from(c, 'utf16le').swap16().toString('hex')
    return `<${(i + 1).toString(16).padStart(2, '0')}> <${utf16}>`
  })
  const unicode = doc.ref({})
  unicode.end(
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CMapName /composed def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange',
      `${used.length} beginbfchar`,
      ...lines,
      'endbfchar endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n'),
  )
  const font = doc.ref({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, -200, 1000, 1000],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    CharProcs: procs,
    Encoding: { Type: 'Encoding', Differences: [1, ...Object.keys(procs)] },
    FirstChar: 1,
    LastChar: used.length,
    Widths: used.map((c) => composedWidth(c, regular)),
    ToUnicode: unicode,
    Resources: { Font: { [regular.id]: regular.ref() } },
  })
  font.end()
  return font
}

const composedName = 'C1'

const encoderOf = (fonts: Record<Face, Font>, composedUsed: readonly string[], lacking?: Set<string>): Encoder => {
  const known = { regular: new Map(), bold: new Map() } as Record<Face, Map<string, ReturnType<Encoder>>>
  return (face, character) => {
    let glyph = known[face].get(character)
    if (glyph) return glyph
    const font = fonts[face]
    const at = composedUsed.indexOf(character)
    if (font.font.hasGlyphForCodePoint(character.codePointAt(0)!)) glyph = { font: font.id, ...hexOf(font, character) }
    else if (at >= 0)
      glyph = {
        font: composedName,
        hex: (at + 1).toString(16).padStart(2, '0'),
        advance: composedWidth(character, fonts.regular),
      }
    else {
      lacking?.add(character)
      glyph = { font: font.id, ...hexOf(font, missing) }
    }
    known[face].set(character, glyph)
    return glyph
  }
}

/** A JPEG as an object that pages name: stored once, however many copies are printed. */
const imageOf = (doc: Open, jpeg: Uint8Array): object => {
  const image = doc.openImage(Buffer.from(jpeg))
  image.embed(doc)
  return image.obj
}

/** Pictures lie between what was blackened and the marks; the page's space is in millimetres already. */
const layOver = (doc: Open, { ink, pictures, marks }: Overlay, encode: Encoder): void => {
  doc.addContent(contentOf(ink, encode))
  for (const { rect: r, jpeg } of pictures) doc.image(jpeg, r.x, r.y, { width: r.w, height: r.h })
  doc.addContent(contentOf(marks, encode, true))
}

/**
 * Prints a card as PDF: blank, or one pre-filled copy per student (name, class, number, blackened digits, and a QR code
 * with the number). Static content is stored once a page, fonts are cut to the characters used, and the same input
 * gives the same bytes. Several copies of a card with an odd number of pages (above one) get a white last page each, so
 * that two-sided printing keeps them apart.
 *
 * Yields the file piece by piece. Throws RangeError (Chinese message) for a number that does not fit the card.
 */
export async function* printCards({
  card,
  students,
  title,
  red = false,
  oneSided = false,
  missing: lacking,
  over,
  pictures = new Map(),
}: PrintJob): AsyncGenerator<Uint8Array> {
  const { geometry } = card
  // What is printed below a copy's own data: by what it bears.
  const bears = new Set<Bears | 'blank'>([...(students ?? [undefined])].map((s) => (s ? bornBy(s) : 'blank')))
  const sides = new Map(
    [...bears].map((b) => [b, geometry.pages.map((page) => (b === 'blank' ? page : copyOf(page, b)))] as const),
  )
  const allSides = [...sides.values()].flat()
  const copies: Iterable<PrintStudent | undefined> = students ?? [undefined]
  let names = missing + '0123456789' + (over ? scoredLetters : '')
  for (const s of students ?? [])
    names += s.name + s.className + s.studentNumber + (s.school ?? '') + (s.room ?? '') + (s.seat ?? '')
  const regularText = textsOf(allSides, false) + names
  const boldText = textsOf(allSides, true) + missing
  const composedUsed = [...composed.keys()].filter((c) => regularText.includes(c) || boldText.includes(c))
  const partsText = composedUsed.flatMap((c) => composed.get(c)!.map((p) => p.character)).join('')
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
    ['regular', regularText + partsText],
    ['bold', boldText],
  ] as const) {
    doc.registerFont(face, await cutFont(face, text))
    doc.font(face)
    fonts[face] = doc._font
  }
  const encode = encoderOf(fonts, composedUsed, lacking)
  const fontRefs: Record<string, object> = {
    [fonts.regular.id]: fonts.regular.ref(),
    [fonts.bold.id]: fonts.bold.ref(),
    ...(composedUsed.length ? { [composedName]: composedFont(doc, composedUsed, fonts.regular) } : {}),
  }

  const images = Object.fromEntries([...pictures].map(([sha256, jpeg]) => [`I${sha256}`, imageOf(doc, jpeg)]))
  const formOf = (page: PageGeometry) => {
    const draws = page.draws.filter((d) => d.kind !== 'image' || pictures.has(d.sha256))
    const form = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, geometry.width, geometry.height],
      Resources: { Font: fontRefs, XObject: images },
    })
    form.end(contentOf(draws, encode, red))
    return form
  }
  const forms = new Map([...sides].map(([b, pages]) => [b, pages.map(formOf)]))
  const scale = point.toFixed(6)
  const several = (students?.length ?? 1) > 1
  let copy = 0
  for (const student of copies) {
    const overlay = await over?.(copy++)
    for (const [i, page] of geometry.pages.entries()) {
      doc.addPage()
      Object.assign(doc.page.fonts, fontRefs)
      doc.page.xobjects[`P${page.page}`] = forms.get(student ? bornBy(student) : 'blank')![i]!
      const payload = qrPayload({ ...card, hash: geometry.hash }, page.page, student?.studentNumber)
      doc.addContent(
        [
          `${scale} 0 0 ${scale} 0 0 cm`,
          `/P${page.page} Do`,
          qrContent(qrModules(payload), page.qr),
          ...(student ? [contentOf(studentDraws(page, student), encode)] : []),
        ].join('\n'),
      )
      if (overlay) layOver(doc, overlay[i]!, encode)
    }
    if (several && !oneSided && geometry.pages.length > 1 && geometry.pages.length % 2) doc.addPage()
    const piece = doc.read() as Uint8Array | null
    if (piece) yield piece
  }
  doc.end()
  for (let piece = doc.read() as Uint8Array | null; piece; piece = doc.read() as Uint8Array | null) yield piece
}
