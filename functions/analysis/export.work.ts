/** Exports of what was published, and of the scans. */
import { exportReportJob, exportTranscriptJob } from '#shared/analysis/analysis.jobs.ts'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import type { ClassId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { fileName } from '#shared/kit/text.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { work } from '#functions/kit/work.ts'
import { ownerSchool } from '#functions/exam/exam.public.ts'
import { settingOf } from '#functions/school/roster/school.public.ts'
import { exportAnswersWork } from './export/answers.work.ts'
import { exportEvidenceWork } from './evidence/evidence.work.ts'
import { exportKey, handOver, typeOf } from './export/offer.ts'
import { bookOf, documentOf } from './export/export.reports.ts'
import { exportScansWork } from './export/scans.work.ts'
import { publications } from './analysis.store.ts'
import { seenAt } from './sight.ts'
import { examAndPaper } from './standing/standing.ts'

/** What was seen when the export was asked for. */
const seenThen = async (input: {
  paperId: PaperId
  v: number
  classIds: ClassId[] | null
  homeIds?: ClassId[] | null | undefined
  totalRank: boolean
  schoolIds?: SchoolId[] | null | undefined
  by: { tenant: string }
}) => {
  const { classIds, homeIds = classIds, totalRank, schoolIds = classIds === null ? null : [] } = input
  const publication = await publications.get({ paperId: input.paperId })
  // Since when it is read: a correction is dated in a file as on the screen.
  const at = publication?.current === input.v ? publication.publishedAt : undefined
  const version = { v: input.v, published: true, ...(at === undefined ? {} : { at }) }
  return seenAt(
    await examAndPaper(input.paperId),
    version,
    { classIds, homeIds, totalRank, schoolIds },
    input.by.tenant,
  )
}

export const exportWorks = [
  work(exportTranscriptJob, {
    write: async ({ input, jobId, progress }) => {
      const seen = await seenThen(input)
      await progress({ message: '正在生成表格' })
      const { examName, courseName } = seen.head
      const name = fileName(`${examName} ${courseName}成绩单`, 'xlsx')
      const key = exportKey(seen.paper, jobId, 'xlsx')
      const { size } = await putStream(key, await bookOf(seen, `${examName}成绩单`, input), { type: typeOf.xlsx, name })
      return handOver(jobId, input.by, 'analysis.exportTranscript', seen.paper, { key, name, size })
    },
  }),

  work(exportReportJob, {
    write: async ({ input, jobId, progress }) => {
      const { form } = input
      const seen = await seenThen(input)
      const template = await settingOf((await ownerSchool(seen.exam))?.schoolId ?? '', 'reportTemplate')
      await progress({ message: form === 'xlsx' ? '正在生成表格' : '正在排版报告' })
      const { examName, courseName } = seen.head
      const title = input.report ? reportNamed(input.report).title : '质量分析报告'
      const pieces =
        form === 'xlsx'
          ? await bookOf(seen, `${examName}${title}`, input)
          : await documentOf(form, seen, template, input)
      const name = fileName(`${examName} ${courseName}${title}`, form)
      const key = exportKey(seen.paper, jobId, form)
      const { size } = await putStream(key, pieces, { type: typeOf[form], name })
      return handOver(jobId, input.by, 'analysis.exportReport', seen.paper, { key, name, size })
    },
  }),

  exportScansWork,
  exportAnswersWork,
  exportEvidenceWork,
]
