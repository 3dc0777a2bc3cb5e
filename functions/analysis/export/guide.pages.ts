/** The page for exam morning, drawn with the report's pen. */
import { morningSteps, morningWhatIf } from '#shared/analysis/guide.words.ts'
import { Pen, paper } from '#functions/kit/report/report.pen.ts'
import type { Stroke } from '#functions/kit/report/report.pen.ts'

const indent = 16
const box = 8
const thin = 0.6
/** What one meets stands at the left of what to do. */
const problemWidth = 110

/** A line with a box to tick, broken where it is long. */
const toTick = (pen: Pen, text: string): void => {
  pen.need(18)
  const { left, y } = pen
  for (const at of [0, box]) {
    pen.rect(left, y + 2 + at, box + thin, thin, 'faint')
    pen.rect(left + at, y + 2, thin, box, 'faint')
  }
  pen.paragraph(text, 'ink', 9.5, indent)
  pen.y += 1
}

const answer = (pen: Pen, problem: string, text: string): void => {
  pen.need(32)
  pen.text(pen.left, pen.y, problem, { size: 9.5, bold: true, width: problemWidth })
  pen.paragraph(text, 'ink', 9.5, problemWidth)
  pen.y += 2
  pen.rule()
  pen.y += 5
}

export const guidePages = (schoolName: string): Stroke[][] => {
  const pen = new Pen()
  if (schoolName) {
    pen.text(pen.left, pen.y, schoolName, { size: 10, ink: 'faint' })
    pen.y += 18
  }
  pen.text(pen.left, pen.y, '考试当天一页纸', { size: 20, bold: true })
  pen.y += 32
  for (const { title, lines } of morningSteps) {
    pen.heading(title, 40)
    for (const line of lines) toTick(pen, line)
  }
  pen.heading('五、万一', 80)
  for (const [problem, text] of morningWhatIf) answer(pen, problem, text)
  return pen.pages.map((strokes, i) => [
    ...strokes,
    {
      kind: 'text',
      x: paper.side,
      y: paper.height - paper.bottom - 6,
      width: pen.width,
      text: `各步骤在同名页面，右上角的问号有说明　第 ${i + 1} / ${pen.pages.length} 页`,
      size: 7.5,
      bold: false,
      align: 'center',
      ink: 'faint',
    },
  ])
}
