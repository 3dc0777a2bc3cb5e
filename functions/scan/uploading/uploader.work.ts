/** Uploaders out to a workbook and in from one. */
import { exportUploadersJob, importUploadersJob } from '#shared/scan/scan.jobs.ts'
import { planUploaders, uploaderRows } from '#shared/scan/uploading/uploader.rules.ts'
import type { UploaderProblem } from '#shared/scan/uploading/uploader.rules.ts'
import type { ClassId, UserId } from '#shared/kit/ids.ts'
import { objectKey, putObject } from '#functions/kit/objects.ts'
import { work } from '#functions/kit/work.ts'
import { classNamesOf, examOf, examTeachersOf, papersOf } from '#functions/exam/exam.public.ts'
import { readUpload } from '#functions/platform/upload.public.ts'
import { giveClasses, uploadersOf } from './uploader.store.ts'
import { bookOf, tableIn } from '#functions/kit/workbook.ts'

const knownOf = async (examId: string, paperIds: readonly string[]) => {
  const exam = await examOf(examId)
  if (!exam) throw new Error(`no exam ${examId}`)
  const [papers, teachers, classes] = await Promise.all([
    papersOf(examId),
    examTeachersOf(examId),
    classNamesOf(examId),
  ])
  return { exam, papers: papers.filter((p) => paperIds.includes(p.paperId)), teachers, classes }
}

const planned = async (key: string, fileName: string, known: Awaited<ReturnType<typeof knownOf>>) => {
  try {
    return planUploaders(await tableIn(await readUpload(key), fileName), known)
  } catch (error) {
    if (error instanceof Error && '$metadata' in error) throw error
    const text = '文件打不开：请用 Excel 另存为 .xlsx 或 .csv 后重新上传'
    return { planned: [], rows: 0, problems: [{ row: 0, column: '', text } satisfies UploaderProblem] }
  }
}

export const uploaderWorks = [
  work(exportUploadersJob, {
    write: async ({ input, jobId, tenant, offer }) => {
      const known = await knownOf(input.examId, input.paperIds)
      const all = (await Promise.all(known.papers.map((p) => uploadersOf(p.paperId)))).flat()
      const rows = uploaderRows(all, known)
      const bytes = await bookOf([{ name: '上传人', rows }])
      const key = objectKey(jobId, tenant, 'scan', 'exports', `${jobId}.xlsx`)
      await putObject(key, bytes, { replace: true })
      await offer([{ key, name: `上传人-${known.exam.examName}.xlsx`, size: bytes.length }])
      return { rows: rows.length - 1 }
    },
  }),

  work(importUploadersJob, {
    read: async ({ input, jobId, tenant, startedBy, offer }) => {
      const context = await knownOf(input.examId, input.paperIds)
      const plan = await planned(input.key, input.fileName, context)
      if (plan.problems.length > 0) {
        const bytes = await bookOf([
          {
            name: '问题',
            rows: [
              ['行', '列', '问题'],
              ...plan.problems.map((p) => [p.row === 0 ? '' : String(p.row), p.column, p.text]),
            ],
          },
        ])
        const key = objectKey(jobId, tenant, 'scan', 'exports', `${jobId}.xlsx`)
        await putObject(key, bytes, { replace: true })
        await offer([{ key, name: `问题-${input.fileName}.xlsx`, size: bytes.length }])
      }
      let changed = 0
      const by = { userId: startedBy as UserId, userName: input.byName }
      for (const p of input.mode === 'all' ? plan.planned : []) {
        const paper = context.papers.find((x) => x.paperId === p.paperId)!
        const teacher = context.teachers.find((t) => t.userId === p.userId)!
        if (await giveClasses(paper, { ...teacher, userId: p.userId as UserId }, p.classIds as ClassId[], false, by))
          changed++
      }
      return {
        rows: plan.rows,
        problemCount: plan.problems.length,
        problems: plan.problems.slice(0, 20),
        changed,
      }
    },
  }),
]
