/** Writes the report of marking, and certificates of work. */
import { fileName } from '#shared/kit/text.ts'
import { certifyMarkingJob, exportMarkingJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { markingReportOf } from '#shared/marking/quality/marking.report.ts'
import { mayManage, ownerSchool } from '#functions/exam/exam.public.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { reportBook } from '#functions/kit/report/report.book.ts'
import { pdfOf, reportPdf } from '#functions/kit/report/report.pdf.ts'
import { work } from '#functions/kit/work.ts'
import { settingOf } from '#functions/school/roster/school.public.ts'
import { certificatePages } from './certificate.pages.ts'
import { certificatesOf } from './certificate.read.ts'
import { deskNow, managed } from '../desk/desk.ts'
import { markersOfSchools } from '../markerNames.ts'
import { countedWhole } from '../progress.read.ts'
import { fileKey, handOver, types } from './handOver.ts'
import { reportFigures } from './quality.read.ts'

export const exportMarkingWork = work(exportMarkingJob, {
  write: async ({ input: { paperId, form, by }, jobId, progress }) => {
    const desk = await managed(paperId, by)
    const { exam, paper } = desk
    await progress({ message: form === 'xlsx' ? '正在生成表格' : '正在排版报告' })
    const counts = await countedWhole(desk, { tenant: exam.owner, userId: by.userId })
    const value = markingReportOf(await reportFigures(desk, counts, await markersOfSchools(desk, by)))
    const { footer } = await settingOf((await ownerSchool(exam))?.schoolId ?? '', 'reportTemplate')
    const pieces =
      form === 'xlsx'
        ? reportBook([value], { title: `${exam.examName}${value.title}` })
        : reportPdf([{ value, answer: true, sections: value.sections }], value.title, { heading: value.title, footer })
    const name = fileName(`${exam.examName} ${paper.courseName}${value.title}`, form)
    const key = fileKey(desk, jobId, form)
    const { size } = await putStream(key, pieces, { type: types[form], name })
    return handOver(jobId, by, 'marking.exportReport', desk, { key, name, size })
  },
})

export const certifyMarkingWork = work(certifyMarkingJob, {
  write: async ({ input: { paperId, of, by }, jobId, progress }) => {
    const desk = await deskNow(paperId)
    const { exam, paper, arrangement } = desk
    if (of !== by.userId && !mayManage(exam, by)) throw new Barred(403)
    if (arrangement.state !== 'closed') return refuse(markingProblems.certifyEarly)
    await progress({ message: '正在排版证明' })
    const all = await certificatesOf(desk, by, of)
    const title = `${exam.examName} ${paper.courseName}阅卷工作证明`
    const name = fileName(title, 'pdf')
    const key = fileKey(desk, jobId, 'pdf')
    const { size } = await putStream(key, pdfOf(certificatePages(all), { title, madeAt: now() }), {
      type: types.pdf,
      name,
    })
    return handOver(jobId, by, 'marking.certify', desk, { key, name, size })
  },
})
