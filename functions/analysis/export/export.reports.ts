/** A report, or those that a school's template binds together, written as one file. */
import type { ReportId } from '#shared/analysis/reports/faces.ts'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import type { ReportParams } from '#shared/analysis/reports/report.params.ts'
import { evenTable } from '#shared/kit/report/cell.words.ts'
import type { ReportSection, ReportValue } from '#shared/kit/report/report.types.ts'
import { dataOf, everyLine, policyOf, schoolNameOf } from '../report.data.ts'
import type { Seen } from '../sight.ts'
import { reportBook } from '#functions/kit/report/report.book.ts'
import type { Bound } from '#functions/kit/report/report.frame.ts'
import type { SettingValues } from '#shared/school/roster/setting.types.ts'

type Template = SettingValues<'reportTemplate'>

const firstPage: ReportParams = { pageNumber: 1, pageSize: 1000 }
/** The whole report of a paper, in the order of its parts. */
const book: readonly ReportId[] = ['summary', 'classContrast', 'paperAnalysis']

const valueOf = async (seen: Seen, id: ReportId, params: ReportParams, schoolName?: string): Promise<ReportValue> => {
  const report = reportNamed(id)
  const data = await dataOf(seen, report, params, schoolName)
  return report.value(data, policyOf(seen, data), params)
}

/** What a school may leave out of its reports (its report template). */
export const boundBy = ({ sections }: Pick<Template, 'sections'>, values: readonly ReportValue[]): Bound[] => {
  const told = (s: ReportSection): ReportSection => {
    if (sections.includes('definitions')) return s
    const { definition: _, ...rest } = s
    return rest
  }
  const parts = { summary: 'sections', classContrast: 'classes', paperAnalysis: 'items' } as const
  const bound = values.map((value) => {
    const whole = sections.includes(parts[value.id as keyof typeof parts])
    return {
      value,
      answer: value.id === 'summary' ? sections.includes('summary') : whole,
      sections: whole ? value.sections.map(told) : [],
    }
  })
  // What two reports share is printed once.
  const printed = new Set<string>()
  for (const b of bound)
    b.sections = b.sections.filter(({ key, table }) => {
      const same = `${key} ${JSON.stringify(table)}`
      return !printed.has(same) && printed.add(same)
    })
  const kept = bound.filter((b) => b.answer || b.sections.length > 0)
  return kept.length > 0 ? kept : bound.slice(0, 1)
}

/** What writes each form; of the libraries only the one that is asked for is loaded. */
const writers = {
  pdf: async () => (await import('#functions/kit/report/report.pdf.ts')).reportPdf,
  docx: async () => (await import('./report.docx.ts')).reportDocx,
  pptx: async () => (await import('./report.pptx.ts')).reportPptx,
} as const

/** The report of a paper as its school wants it, or one report. */
export const documentOf = async (
  form: keyof typeof writers,
  seen: Seen,
  template: Template,
  one: { report?: ReportId | undefined; params: ReportParams },
): Promise<AsyncGenerator<Uint8Array>> => {
  const [schoolName, write] = await Promise.all([schoolNameOf(seen), writers[form]()])
  if (one.report) {
    const value = await valueOf(seen, one.report, { ...one.params, pageSize: 1000 }, schoolName)
    // A list that is printed whole has its points under each other too.
    const sections = value.sections.map((s) => ({ ...s, table: evenTable(s.table) }))
    return write([{ value, answer: true, sections }], value.title, template)
  }
  const params = { ...firstPage, tags: one.params.tags }
  const values = await Promise.all(book.map((id) => valueOf(seen, id, params, schoolName)))
  return write(boundBy(template, values), '质量分析报告', template)
}

/**
 * The transcript with the figures of classes and questions, or one report, as its reader filtered and sorted it. A long
 * list is never in memory.
 */
export const bookOf = async (
  seen: Seen,
  title: string,
  one: { report?: ReportId | undefined; params: ReportParams } = { params: firstPage },
): Promise<AsyncGenerator<Uint8Array>> => {
  const ids: readonly ReportId[] = one.report ? [one.report] : ['transcript', ...book.slice(1)]
  const params = { ...one.params, pageNumber: 1 }
  const { row } = reportNamed(ids[0]!)
  // The rows of a long list come by themselves; what its page needs to know of them is their heads.
  const { sort: _, ...unsorted } = params
  const values = await Promise.all(ids.map((id) => valueOf(seen, id, row ? unsorted : params)))
  if (!row) return reportBook(values, { title })
  const data = await dataOf(seen, { needs: {} }, { ...firstPage, tags: params.tags })
  const line = row(data, policyOf(seen, data))
  async function* rows() {
    for await (const student of everyLine(seen, params)) yield line(student).cells
  }
  return reportBook(values, { title, rows: rows() })
}
