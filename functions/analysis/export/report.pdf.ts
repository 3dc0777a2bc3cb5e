import PDFDocument from 'pdfkit'
import { cutFont } from '#functions/card/font.public.ts'
import { reportPages } from './report.pages.ts'
import type { Template } from './report.pages.ts'
import { paper } from './report.pen.ts'
import type { Ink, Stroke } from './report.pen.ts'
import type { Shown } from './shown.ts'

const inks: Record<Ink, string> = {
  ink: '#1f2421',
  faint: '#66706a',
  line: '#d5dad7',
  brand: '#2f7d4f',
  tint: '#e6f1ea',
  warm: '#c2571a',
  white: '#ffffff',
}

const textOf = (pages: readonly Stroke[][], bold: boolean): string =>
  pages.flatMap((p) => p.flatMap((s) => (s.kind === 'text' && s.bold === bold ? [s.text] : []))).join('')

const draw = (doc: PDFKit.PDFDocument, s: Stroke): void => {
  switch (s.kind) {
    case 'text': {
      doc
        .font(s.bold ? 'bold' : 'regular')
        .fontSize(s.size)
        .fillColor(inks[s.ink])
      const own = doc.widthOfString(s.text)
      const shift = s.align === 'right' ? s.width - own : s.align === 'center' ? (s.width - own) / 2 : 0
      doc.text(s.text, s.x + shift, s.y, { lineBreak: false })
      break
    }
    case 'rect':
      doc.rect(s.x, s.y, s.width, s.height).fill(inks[s.ink])
      break
    case 'dot':
      doc.circle(s.x, s.y, s.radius).fill(inks[s.ink])
      break
    case 'line': {
      const [first, ...rest] = s.points
      doc.moveTo(first![0], first![1])
      for (const [x, y] of rest) doc.lineTo(x, y)
      doc.lineWidth(s.thickness).stroke(inks[s.ink])
      break
    }
    default:
      s satisfies never
  }
}

/** The report as PDF, in vectors, with its fonts cut to what is written. The same version gives the same bytes. */
export async function* reportPdf(shown: Shown, template: Template): AsyncGenerator<Uint8Array> {
  const pages = reportPages(shown, template)
  const doc = new PDFDocument({
    autoFirstPage: false,
    compress: true,
    size: [paper.width, paper.height],
    margin: 0,
    lang: 'zh-CN',
    info: {
      Title: `${shown.data.examName} ${shown.data.courseName} 质量分析报告`,
      Creator: '青禾',
      Producer: 'pdfkit',
      // pdfkit reads the clock unless it is told a date.
      CreationDate: new Date(shown.data.madeAt),
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
