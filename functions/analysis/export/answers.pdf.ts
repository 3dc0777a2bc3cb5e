/** A booklet of answers as PDF: question by question, each with its picture and what it earned; no name anywhere. */
import PDFDocument from 'pdfkit'
import { cutFont } from '#functions/kit/fonts.ts'

export type BookPicture = { bytes: Buffer; width: number; height: number }
export type BookAnswer = { label: string; pictures: readonly BookPicture[] }
export type BookQuestion = { title: string; facts: string; answers: readonly BookAnswer[] }
export type Book = { title: string; subtitle: string; madeAt: number; questions: readonly BookQuestion[] }

/** A4 in points. */
const [width, height] = [595.28, 841.89]
const margin = 46
const gap = 10
/** A picture is no higher than a page leaves. */
const most = height - 2 * margin - 40
const foot = height - 30

/** The same book of the same moment gives the same bytes. */
export async function* answersPdf(book: Book): AsyncGenerator<Uint8Array> {
  const texts = book.questions.flatMap((q) => [q.title, q.facts, ...q.answers.map((a) => a.label)])
  const all = [book.title, book.subtitle, ...texts, '第页/0123456789 '].join('')
  const doc = new PDFDocument({ size: [width, height], margin: 0, autoFirstPage: false, bufferPages: true })
  doc.info.CreationDate = new Date(book.madeAt)
  doc.registerFont('regular', await cutFont('regular', all))
  doc.registerFont('bold', await cutFont('bold', all))
  let y = 0
  const turn = (): void => {
    doc.addPage()
    y = margin
  }
  const line = (text: string, face: 'regular' | 'bold', size: number, colour: string): void => {
    doc.font(face).fontSize(size).fillColor(colour).text(text, margin, y, { lineBreak: false })
    y += size * 1.7
  }
  const need = (space: number): void => {
    if (y + space > foot - 10) turn()
  }
  turn()
  line(book.title, 'bold', 20, '#1f2421')
  line(book.subtitle, 'regular', 10, '#5f6963')
  y += gap
  for (const { title, facts, answers } of book.questions) {
    need(160)
    line(title, 'bold', 14, '#2f7d4f')
    line(facts, 'regular', 9, '#5f6963')
    for (const { label, pictures } of answers) {
      for (const [n, image] of pictures.entries()) {
        const scale = Math.min((width - 2 * margin) / image.width, most / image.height)
        const high = image.height * scale
        need(high + (n === 0 ? 24 : 0))
        if (n === 0) line(label, 'bold', 10, '#1f2421')
        doc.image(image.bytes, margin, y, { width: image.width * scale, height: high })
        doc
          .rect(margin, y, image.width * scale, high)
          .lineWidth(0.5)
          .stroke('#d5dad7')
        y += high + gap
      }
    }
    y += gap
  }
  const { count } = doc.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    doc.switchToPage(i)
    const text = `第 ${i + 1} / ${count} 页`
    doc.font('regular').fontSize(8).fillColor('#5f6963')
    doc.text(text, (width - doc.widthOfString(text)) / 2, foot, { lineBreak: false })
  }
  doc.end()
  for await (const chunk of doc) yield chunk as Uint8Array
}
