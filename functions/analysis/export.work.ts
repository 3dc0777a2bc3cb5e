/** Exports. A file is offered and its audit record written in one transaction: one is there if and only if the other is (I16). */
import { exportReportJob, exportScansJob, exportTranscriptJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { Actor } from '#shared/analysis/publication.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { fileName } from '#shared/kit/text.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { getObject, objectKey, putStream, sha256 } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { jobRecords, work } from '#functions/kit/work.ts'
import { readingsOf } from '#functions/scan/scan.public.ts'
import { settingOf } from '#functions/school/school.public.ts'
import { reportPdf } from './export/report.pdf.ts'
import { scansZip } from './export/scans.zip.ts'
import type { ScanEntry } from './export/scans.zip.ts'
import { shownOf } from './export/shown.ts'
import { transcriptBook } from './export/transcript.sheet.ts'
import { examAndPaper } from './standing.ts'

type File = { key: string; name: string; size: number }

const keyOf = (paper: Paper, jobId: string, suffix: string): string =>
  objectKey(jobId, paper.owner, 'analysis', paper.paperId, 'export', `${jobId}.${suffix}`)

/** Puts the file on the job's record together with the audit record; a repeat finds it there. */
const handOver = async (jobId: JobId, by: Actor, act: string, paper: Paper, file: File): Promise<File> => {
  const offered = async () => (await jobRecords.get({ jobId }))?.files.some((f) => f.key === file.key) ?? false
  if (await offered()) return file
  const record = auditRecord(by, act, paper.paperId, { after: file })
  const write = jobRecords.updating({ jobId }, { files: [file], lastTimestamps: now() })
  if (!(await audited([write], record)) && !(await offered())) throw new Error('the export could not be offered')
  return file
}

const typeOf = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const

/** Characters that would make another folder or that a file system refuses. */
const segment = (text: string): string => fileName(text, 'x').slice(0, -2)

const scanEntries = async (paper: Paper, classIds: readonly string[] | null): Promise<ScanEntry[]> => {
  const roster = (await candidatesOf(paper.examId)).filter((c) => classIds === null || classIds.includes(c.classId))
  const readings = new Map((await readingsOf(paper.paperId)).map((r) => [r.studentId as string, r.pages]))
  const entries = roster.flatMap((c) =>
    [...(readings.get(c.studentId) ?? [])]
      .sort((a, b) => a.page - b.page)
      .map((p): ScanEntry => {
        const suffix = /\.(jpe?g|png|tiff?|webp)$/i.exec(p.key)?.[1]?.toLowerCase() ?? 'jpg'
        const stem = `${segment(c.studentNumber)}-${segment(c.studentName)}-第${p.page}页`
        return { ...c, name: `${segment(c.className)}/${stem}.${suffix}`, key: p.key, page: p.page }
      }),
  )
  return entries
}

export const exportWorks = [
  work(exportTranscriptJob, {
    write: async ({ input, jobId, progress }) => {
      const { paper } = await examAndPaper(input.paperId)
      const shown = await shownOf(paper, input.v, input)
      await progress({ message: '正在生成表格' })
      const name = fileName(`${shown.data.examName} ${shown.data.courseName}成绩单`, 'xlsx')
      const key = keyOf(paper, jobId, 'xlsx')
      const { size } = await putStream(key, transcriptBook(shown), { type: typeOf.xlsx, name })
      return handOver(jobId, input.by, 'analysis.exportTranscript', paper, { key, name, size })
    },
  }),

  work(exportReportJob, {
    write: async ({ input, jobId, progress }) => {
      const { exam, paper } = await examAndPaper(input.paperId)
      const [shown, template] = await Promise.all([
        shownOf(paper, input.v, input),
        settingOf(exam.schoolId, 'reportTemplate'),
      ])
      await progress({ message: '正在排版报告' })
      const name = fileName(`${shown.data.examName} ${shown.data.courseName}质量分析报告`, 'pdf')
      const key = keyOf(paper, jobId, 'pdf')
      const { size } = await putStream(key, reportPdf(shown, template), { type: typeOf.pdf, name })
      return handOver(jobId, input.by, 'analysis.exportReport', paper, { key, name, size })
    },
  }),

  work(exportScansJob, {
    write: async ({ input, jobId, progress }) => {
      const { exam, paper } = await examAndPaper(input.paperId)
      const entries = await scanEntries(paper, input.classIds)
      if (entries.length === 0) refuse(analysisProblems.noScans)
      await progress({ message: `正在打包${entries.length}页答卷` })
      const name = fileName(`${exam.examName} ${paper.courseName}答卷图片`, 'zip')
      const key = keyOf(paper, jobId, 'zip')
      const { size } = await putStream(
        key,
        scansZip(entries, { date: new Date(exam.examDate), read: getObject, digest: sha256 }),
        { type: typeOf.zip, name },
      )
      const file = await handOver(jobId, input.by, 'analysis.exportScans', paper, { key, name, size })
      return { ...file, pages: entries.length, students: new Set(entries.map((e) => e.studentNumber)).size }
    },
  }),
]
