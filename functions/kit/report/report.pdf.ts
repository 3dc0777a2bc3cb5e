/** Reports as PDF: the answer, the pictures, the tables, how each figure is computed; in vectors, its fonts cut to what is written. */
import PDFDocument from 'pdfkit'
import { cutFont } from '#functions/kit/fonts.ts'
import type { Mark } from './chart.svg.ts'
import type { Bound, Template } from './report.frame.ts'
import { reportPages } from './report.layout.ts'
import { paper } from './report.pen.ts'
import type { Ink, Stroke } from './report.pen.ts'

const inks: Record<Ink, string> = {
  ink: '#1f2421',
  faint: '#5f6963',
  line: '#d5dad7',
  brand: '#2f7d4f',
  tint: '#eef5f0',
  below: '#e59a52',
  low: '#f7d9b5',
  high: '#d3e3f4',
  above: '#7fb0dd',
}

const write = (
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  align: string,
  width = 0,
  options = {},
): void => {
  const own = doc.widthOfString(text)
  const shift = align === 'right' ? width - own : align === 'center' ? (width - own) / 2 : 0
  doc.text(text, x + shift, y, { lineBreak: false, ...options })
}
const anchors: Record<string, string> = { start: 'left', middle: 'center', end: 'right' }

const drawMark = (doc: PDFKit.PDFDocument, m: Mark): void => {
  doc.save().transform(...m.matrix)
  if (m.kind === 'text') {
    doc
      .font(m.bold ? 'bold' : 'regular')
      .fontSize(m.size)
      .fillColor(m.paint.colour, m.paint.opacity)
    write(doc, m.text, 0, 0, anchors[m.anchor] ?? 'left', 0, { baseline: 'middle' })
  } else {
    const { fill, stroke } = m
    doc.path(m.d)
    if (stroke) doc.lineWidth(stroke.width).strokeColor(stroke.colour, stroke.opacity)
    if (stroke?.dash) doc.dash(stroke.dash[0]!, { space: stroke.dash[1] ?? stroke.dash[0]! })
    if (fill) doc.fillColor(fill.colour, fill.opacity)
    if (fill && stroke) doc.fillAndStroke()
    else if (fill) doc.fill()
    else doc.stroke()
  }
  doc.restore()
}

const draw = (doc: PDFKit.PDFDocument, s: Stroke): void => {
  switch (s.kind) {
    case 'text':
      doc
        .font(s.bold ? 'bold' : 'regular')
        .fontSize(s.size)
        .fillColor(inks[s.ink], 1)
      write(doc, s.text, s.x, s.y, s.align, s.width)
      break
    case 'rect':
      doc.rect(s.x, s.y, s.width, s.height).fill(inks[s.ink])
      break
    case 'line':
      doc
        .moveTo(...s.from)
        .lineTo(...s.to)
        .lineWidth(s.thickness)
        .stroke(inks[s.ink])
      break
    case 'chart':
      doc.save().translate(s.x, s.y).scale(s.scale)
      for (const m of s.marks) drawMark(doc, m)
      doc.restore()
      break
    default:
      s satisfies never
  }
}

const textOf = (pages: readonly Stroke[][], bold: boolean): string =>
  pages
    .flat()
    .flatMap((s): readonly (Stroke | Mark)[] => (s.kind === 'chart' ? s.marks : [s]))
    .flatMap((s) => (s.kind === 'text' && s.bold === bold ? [s.text] : []))
    .join('')

/** Pages as PDF, their fonts cut to what is written. The same pages of the same moment give the same bytes. */
export async function* pdfOf(
  pages: readonly Stroke[][],
  { title, madeAt }: { title: string; madeAt: number },
): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    compress: true,
    size: [paper.width, paper.height],
    margin: 0,
    lang: 'zh-CN',
    info: {
      Title: title,
      Creator: '青禾',
      Producer: 'pdfkit',
      // pdfkit reads the clock unless it is told a date.
      CreationDate: new Date(madeAt),
    },
  })
  doc.registerFont('regular', await cutFont('regular', textOf(pages, false)))
  doc.registerFont('bold', await cutFont('bold', textOf(pages, true)))
  for (const strokes of pages) {
    doc.addPage()
    for (const s of strokes) draw(doc, s)
    const piece = doc.read() as Uint8Array | null
    if (piece) yield piece
  }
  doc.end()
  for (let piece = doc.read() as Uint8Array | null; piece; piece = doc.read() as Uint8Array | null) yield piece
}

/** The same values give the same bytes. */
export async function* reportPdf(
  bound: readonly Bound[],
  title: string,
  template: Template,
): AsyncGenerator<Uint8Array> {
  const pages = await reportPages(bound, title, template)
  const { examName, courseName, madeAt } = bound[0]!.value.source
  yield* pdfOf(pages, { title: `${examName} ${courseName} ${title}`, madeAt })
}
