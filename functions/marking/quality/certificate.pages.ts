/** Certificates of work, a page each, drawn with the report's pen. Pure. */
import { decimal } from '#shared/kit/score.ts'
import { showDate } from '#shared/kit/time.ts'
import { Pen } from '#functions/kit/report/report.pen.ts'
import type { Stroke } from '#functions/kit/report/report.pen.ts'
import type { Certificate } from './certificate.read.ts'

/** As a document with a seal writes a day. */
const dayOf = (at: number): string => {
  const [year, month, day] = showDate(at).split('-').map(Number)
  return `${year}年${month}月${day}日`
}
const daysOf = ({ days }: Certificate): string =>
  days === null ? '' : `于${days.from === days.to ? '' : `${dayOf(days.from)}至`}${dayOf(days.to)}`

const size = 15

/** Less than this would read as no time at all, hours. */
const leastTold = 0.05

/** What it certifies, in a paragraph. */
export const certificateText = (of: Certificate): string =>
  `兹证明${of.schoolName}${of.teacherName}${of.isTeacher ? '老师' : ''}${daysOf(of)}参加“${of.examName}”${of.courseName}科目的网上阅卷工作，` +
  `评阅第${of.numbers.join('、')}题，共评阅答卷${of.marked}份${of.hours === null || of.hours < leastTold ? '' : `，累计用时约${decimal(of.hours, 1)}小时`}。`

export const certificatePages = (all: readonly Certificate[]): Stroke[][] => {
  const pen = new Pen()
  // A letter's margins, wider than a report's.
  pen.left += 36
  pen.width -= 72
  all.forEach((of, i) => {
    if (i > 0) pen.turn()
    pen.y += 60
    pen.text(pen.left, pen.y, '阅卷工作证明', { size: 24, bold: true, align: 'center' })
    pen.y += 76
    pen.paragraph(`　　${certificateText(of)}`, 'ink', size)
    pen.y += 10
    pen.paragraph('　　特此证明。', 'ink', size)
    pen.y += 60
    for (const line of [of.issuer ? `${of.issuer}（盖章）` : '（盖章）', dayOf(of.at)]) {
      pen.text(pen.left, pen.y, line, { size, align: 'right' })
      pen.y += size * 1.9
    }
  })
  return pen.pages
}
