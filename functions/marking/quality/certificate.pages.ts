/** Certificates of work, a page each, drawn with the report's pen. Pure. */
import { decimal } from '#shared/kit/score.ts'
import { showDate } from '#shared/kit/time.ts'
import { Pen } from '#functions/kit/report/report.pen.ts'
import type { Stroke } from '#functions/kit/report/report.pen.ts'
import type { Certificate } from './certificate.read.ts'

const daysOf = ({ from, to }: Certificate): string =>
  showDate(from) === showDate(to) ? showDate(from) : `${showDate(from)}至${showDate(to)}`

/** What it certifies, in a paragraph. */
export const certificateText = (of: Certificate): string =>
  `兹证明${of.schoolName ? `${of.schoolName}` : ''}${of.teacherName}老师于${daysOf(of)}参加“${of.examName}”${of.courseName}科目的网上阅卷工作，` +
  `评阅第${of.numbers.join('、')}题，共评阅答卷${of.marked}份${of.hours === null ? '' : `，累计用时约${decimal(of.hours, 1)}小时`}。`

export const certificatePages = (all: readonly Certificate[]): Stroke[][] => {
  const pen = new Pen()
  all.forEach((of, i) => {
    if (i > 0) pen.turn()
    pen.y += 60
    pen.text(pen.left, pen.y, '阅卷工作证明', { size: 24, bold: true, align: 'center' })
    pen.y += 70
    pen.paragraph(`　　${certificateText(of)}`, 'ink', 13)
    pen.y += 10
    pen.paragraph('　　特此证明。', 'ink', 13)
    pen.y += 60
    for (const line of [of.issuer ? `${of.issuer}（盖章）` : '（盖章）', showDate(of.at)]) {
      pen.text(pen.left, pen.y, line, { size: 13, align: 'right' })
      pen.y += 26
    }
  })
  return pen.pages
}
