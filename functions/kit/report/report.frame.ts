/** What every written form of a report says around it: its head, its facts in one line, its foot. */
import { cellWords } from '#shared/kit/report/cell.words.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import type { ReportFact, ReportSection, ReportValue } from '#shared/kit/report/report.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate, showTime } from '#shared/kit/time.ts'

/** What a school says over and below its reports. */
export type Template = { heading: string; footer?: string | undefined }
/** A report as it is bound into a book: with or without its answer, and only its sections of these keys. */
export type Bound = { value: ReportValue; answer: boolean; sections: readonly ReportSection[] }

/** The line over the exam's name, and what stands below it. */
export const headOf = ({ source }: ReportValue, title: string, { heading }: Template) => {
  const { schoolName: school } = source
  return {
    over: school && !heading.includes(school) ? `${school}　${heading}` : heading,
    facts: [
      source.gradeName,
      source.courseName,
      title,
      `考试日期 ${showDate(source.examDate)}`,
      `满分 ${showScore(source.fullScore)} 分`,
    ],
  }
}

export const factsOf = (facts: readonly ReportFact[]): string =>
  facts.map((f) => `${f.name} ${cellWords(f.value, f)}`).join('　')

/** Which scores it stands on. */
export const sourceOf = ({ source }: ReportValue): string =>
  `${source.v > 0 ? `成绩第${source.v}版（${showTime(source.madeAt)}生成）` : `${showTime(source.madeAt)}生成`}，${keyWords(source)}。`
export const footOf = ({ source }: ReportValue, title: string, { footer }: Template): string =>
  `${footer ? `${footer}　` : ''}${source.examName} ${source.courseName} ${title}${source.v > 0 ? `　成绩第${source.v}版` : ''}`
