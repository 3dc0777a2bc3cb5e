/** Reports as PDF: the answer, the pictures, the tables, how each figure is computed; in vectors, its fonts cut to what is written. */
import PDFDocument from 'pdfkit'
import { chartHeight } from '#shared/kit/report/chart.option.ts'
import { cellWords, withheldNote } from '#shared/kit/report/cell.words.ts'
import type { Chart, ReportSection, ReportValue } from '#shared/kit/report/report.types.ts'
import { cutFont } from '#functions/kit/fonts.ts'
import { chartMarks } from './chart.svg.ts'
import type { Mark } from './chart.svg.ts'
import { footOf, headOf, sourceOf } from './report.frame.ts'
import { printedOnce } from './report.once.ts'
import type { Bound, Template } from './report.frame.ts'
import { Pen, paper } from './report.pen.ts'
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

/** A pixel of a chart in points: its 12 px are print's 8.5. */
const scale = 8.5 / 12
/** No more than this stays together. */
const pageful = 640
/** A half figure: 56 mm. */
const halfHigh = 159

const head = (pen: Pen, value: ReportValue, title: string, template: Template): void => {
  const { over, facts } = headOf(value, title, template)
  pen.text(pen.left, pen.y, over, { size: 9.5, ink: 'brand', bold: true })
  pen.y += 18
  pen.text(pen.left, pen.y, value.source.examName, { size: 20, bold: true })
  pen.y += 30
  pen.text(pen.left, pen.y, facts.join('　'), { ink: 'faint' })
  pen.y += 20
  pen.rule('brand', 1)
  pen.y += 12
}

const answerHeight = (pen: Pen, { sentence, number, facts }: ReportValue): number =>
  Math.max(number ? 64 : 0, Math.ceil(facts.length / 3) * 22) + 6 + pen.heightOf(sentence)

const answer = (pen: Pen, { sentence, number, facts }: ReportValue): void => {
  const indent = number ? 160 : 0
  const rows = Math.ceil(facts.length / 3)
  pen.need(Math.max(number ? 64 : 0, rows * 22) + 30)
  if (number) {
    pen.text(pen.left, pen.y, cellWords(number.value, number), { size: 30, bold: true, width: 150 })
    pen.text(pen.left, pen.y + 40, number.name, { size: 8.5, ink: 'faint', width: 150 })
  }
  const width = (pen.width - indent) / 3
  facts.forEach((f, i) => {
    const [x, y] = [pen.left + indent + (i % 3) * width, pen.y + Math.floor(i / 3) * 22]
    pen.text(x, y + 1, f.name, { size: 8.5, ink: 'faint', width: width - 12 })
    pen.text(x, y, cellWords(f.value, f), { bold: true, width: width - 12, align: 'right' })
  })
  pen.y += Math.max(number ? 64 : 0, rows * 22) + 6
  pen.paragraph(sentence)
}

/** Pictures that say as much at half the width: few bars or sections. */
const mayBeHalf = (chart: Chart): boolean =>
  chart.kind === 'scatter' ||
  chart.kind === 'radar' ||
  (chart.kind === 'histogram'
    ? chart.counts.length <= 12
    : 'series' in chart && !('panels' in chart) && chart.names.length <= 8)

/** What is said below a section; it begins no page without what it is about. */
const saidBelow = ({ table, note, definition }: ReportSection): string[] => [
  ...(table.rows.some((r) => r.cells.includes(false)) ? [withheldNote] : []),
  ...[note, definition].flatMap((text) => (text ? [text] : [])),
]
/** A longer definition may go on without it. */
const mostTail = 110

/** How a section is laid: its picture, whether its table stands beside that, and how much stays together on a page. */
const planOf = (pen: Pen, { chart, table, ...said }: ReportSection) => {
  const tail = Math.min(
    mostTail,
    saidBelow({ table, ...said }).reduce((n, text) => n + pen.heightOf(text, 8.5), 0),
  )
  if (!chart) return { tail, height: 0, beside: null, together: 80 }
  const beside = table.rows.length > 0 && mayBeHalf(chart) ? pen.halfHeight(table) : null
  if (beside !== null) {
    const height = Math.max(halfHigh, Math.min(beside, halfHigh * 1.3))
    return { tail, height, beside, together: Math.max(height, beside) + 16 + tail }
  }
  const height = chartHeight(chart) * scale
  return { tail, height, beside, together: height + 8 + (table.rows.length === 0 ? tail : 0) }
}
/** What a heading takes before what stays with it. */
const headingHeight = 30

const part = async (pen: Pen, of: ReportSection): Promise<void> => {
  const { title, chart, table } = of
  const { tail, height, beside, together } = planOf(pen, of)
  pen.heading(title, together)
  if (chart && beside !== null)
    pen.beside(await chartMarks(chart, pen.half / scale, height / scale), height, scale, table)
  else {
    if (chart) pen.chart(await chartMarks(chart, pen.width / scale, height / scale), height, scale)
    if (!chart || table.rows.length > 0) pen.table(table, tail)
  }
  for (const text of saidBelow(of)) pen.paragraph(text, 'faint', 8.5)
}

/** The pages as strokes, numbered. */
export const reportPages = async (bound: readonly Bound[], title: string, template: Template): Promise<Stroke[][]> => {
  const { value } = bound[0]!
  const pen = new Pen()
  head(pen, value, title, template)
  for (const [i, { value: own, answer: answered, sections }] of printedOnce(bound, (t) => pen.fits(t)).entries()) {
    if (i > 0) {
      // A report's title stays with the beginning of its first section.
      const [first] = sections
      const lead = first ? headingHeight + planOf(pen, first).together : 0
      pen.need(Math.min(38 + (answered ? answerHeight(pen, own) : 0) + lead, pageful))
      pen.y += 12
      pen.text(pen.left, pen.y, own.title, { size: 16, bold: true, ink: 'brand' })
      pen.y += 26
    }
    if (answered) answer(pen, own)
    for (const section of sections) await part(pen, section)
  }
  pen.y += 4
  pen.paragraph(sourceOf(value), 'faint', 8.5)
  const foot = footOf(value, title, template)
  return pen.pages.map((strokes, i) => [
    ...strokes,
    {
      kind: 'text',
      x: paper.side,
      y: paper.height - 34,
      width: pen.width,
      text: `${foot}　第 ${i + 1} / ${pen.pages.length} 页`,
      size: 8,
      bold: false,
      align: 'center',
      ink: 'faint',
    },
  ])
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
