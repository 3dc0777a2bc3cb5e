/** Candidates and how their cards stand, out to a file: a page of rows at a time, at any number. */
import { inOrder } from '#shared/exam/exam.rules.ts'
import { exportAbsentJob, exportScriptsJob } from '#shared/scan/scan.jobs.ts'
import type { ScriptRow } from '#shared/scan/scan.calls.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { csvFile, csvLine } from '#shared/kit/csv.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { putObject } from '#functions/kit/objects.ts'
import { work } from '#functions/kit/work.ts'
import { examOf, paperOf, papersOf } from '#functions/exam/exam.public.ts'
import { exportKey } from './export.store.ts'
import { scriptPage } from '../doubts/scriptPage.ts'
import { bookOf } from '#functions/kit/workbook.ts'

const head = ['考号', '姓名', '班级', '状态', '已有页', '缺少页', '存疑题数', '是否完整']
const states = { present: '已交', absent: '缺考', missing: '未交' } as const
const cellsOf = (r: ScriptRow): string[] => [
  r.studentNumber,
  r.studentName,
  r.className,
  states[r.state],
  r.pages.join('、'),
  r.missingPages.join('、'),
  r.doubtful === 0 ? '' : String(r.doubtful),
  r.state !== 'present' ? '' : r.complete ? '是' : '否',
]

type Wanted = { exam: Exam; paperId: PaperId; state: 'absent' | 'all'; classIds: readonly string[] | null }

async function* scriptsOf({ exam, paperId, state, classIds }: Wanted): AsyncGenerator<ScriptRow> {
  let after: string | undefined
  do {
    const { list, next } = await scriptPage(
      { exam, sight: { classIds, homeIds: classIds } },
      {
        paperId,
        pageSize: 500,
        ...(state === 'absent' ? { state } : {}),
        ...(after === undefined ? {} : { after }),
      },
    )
    yield* list
    after = next
  } while (after !== undefined)
}

/** A workbook is made in memory: longer lists are CSV. */
const mostInBook = 20_000

export const exportWorks = [
  work(exportAbsentJob, {
    write: async ({ input, jobId, offer }) => {
      const exam = await examOf(input.examId)
      if (!exam) throw new Error(`no exam ${input.examId}`)
      const rows: string[][] = []
      for (const paper of inOrder(exam, await papersOf(input.examId)))
        for await (const r of scriptsOf({ exam, paperId: paper.paperId, state: 'absent', classIds: null }))
          rows.push([paper.courseName, r.studentNumber, r.studentName, r.className])
      const titles = ['科目', '考号', '姓名', '班级']
      const title = `缺考名单-${exam.examName}`
      const inBook = rows.length <= mostInBook
      const key = exportKey(exam, jobId, inBook ? 'xlsx' : 'csv')
      const bytes = inBook
        ? await bookOf([{ name: '缺考', rows: [titles, ...rows] }])
        : Buffer.from(csvFile([titles, ...rows]))
      await putObject(key, bytes, { replace: true })
      await offer([{ key, name: `${title}.${inBook ? 'xlsx' : 'csv'}`, size: bytes.length }])
      return { rows: rows.length }
    },
  }),

  work(exportScriptsJob, {
    write: async ({ input, jobId, offer }) => {
      const paper = await paperOf(input.paperId)
      const exam = paper && (await examOf(paper.examId))
      if (!exam) throw new Error(`no paper ${input.paperId}`)
      const title = `${input.state === 'absent' ? '缺考名单' : '答题卡状态'}-${exam.examName}-${paper.courseName}`
      let count = 0
      const key = (suffix: string) => exportKey(exam, jobId, suffix)
      if (exam.candidateCount <= mostInBook) {
        const rows: string[][] = []
        for await (const row of scriptsOf({ exam, ...input })) rows.push(cellsOf(row))
        const bytes = await bookOf([{ name: '考生', rows: [head, ...rows] }])
        await putObject(key('xlsx'), bytes, { replace: true })
        await offer([{ key: key('xlsx'), name: `${title}.xlsx`, size: bytes.length }])
        return { rows: rows.length }
      }
      const lines = async function* () {
        yield Buffer.from(`\ufeff${csvLine(head)}`)
        for await (const row of scriptsOf({ exam, ...input })) {
          count++
          yield Buffer.from(csvLine(cellsOf(row)))
        }
      }
      const { size } = await putStream(key('csv'), lines(), { type: 'text/csv' })
      await offer([{ key: key('csv'), name: `${title}.csv`, size }])
      return { rows: count }
    },
  }),
]
