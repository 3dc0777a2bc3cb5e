/**
 * Pages that wait, out to a zip: for a person who settles with the paper in hand, or asks the teacher whose class it
 * is.
 */
import { downloadErrorCardsJob } from '#shared/scan/scan.jobs.ts'
import { doubtTexts } from '#shared/scan/scan.rules.ts'
import type { ScanPage, SheetDoubtKind } from '#shared/scan/sheet.types.ts'
import { waitsFor } from '#shared/scan/tally.rules.ts'
import type { Candidate } from '#shared/exam/exam.types.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { fileName } from '#shared/kit/text.ts'
import { csvLine } from '#shared/kit/csv.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { getObject } from '#functions/kit/objects.ts'
import { work } from '#functions/kit/work.ts'
import { zipWriter } from '#functions/kit/zip.ts'
import { eachInTurns } from '#functions/kit/turns.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { sheetCounts } from '../counts.ts'
import { queueFrom, queueOfKind } from '../doubts/doubt.read.ts'
import { exportKey } from './export.store.ts'
import { seenPages } from '../managed.ts'
import type { Seen } from '../managed.ts'
import { uploaderOf } from '../uploading/uploader.store.ts'

/** A zip that a school's line and desk can take; what is left is told, and comes when these are settled. */
const mostPages = 3000
const together = 100
/** Pictures that are fetched at once. */
const atOnce = 8

async function* waiting(paperId: PaperId, kind: SheetDoubtKind | undefined): AsyncGenerator<ScanPage[]> {
  let [after, seen]: [string | undefined, number] = [undefined, 0]
  do {
    const found: { list: ScanPage[]; next?: string } =
      kind === undefined ? await queueFrom(paperId, after, together) : await queueOfKind(paperId, kind, together, after)
    yield found.list.slice(0, mostPages - seen)
    seen += found.list.length
    after = found.next
  } while (after !== undefined && seen < mostPages)
}

const head = ['文件', '原文件', '原页码', '存疑', '说明', '怎么处理', '考号', '姓名', '班级']
const lineOf = (page: ScanPage, name: string, owner: Candidate | undefined): string => {
  const kind = waitsFor(page)
  const details = page.doubts.map((d) => [d.number && `第${d.number}题`, d.detail].filter(Boolean).join('：'))
  const who = owner ? [owner.studentNumber, owner.studentName, owner.className] : [page.number ?? '', '', '']
  const { name: file, page: at } = page.source
  return csvLine([name, file, String(at), doubtTexts[kind].name, details.join('；'), doubtTexts[kind].todo, ...who])
}

/** Members of the zip; answers how many pages are in it. */
async function* packed(
  of: Seen & { kind: SheetDoubtKind | undefined; at: number },
  told: (pages: number, looked: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const zip = zipWriter(of.at)
  const lines = [csvLine(head)]
  let [count, looked] = [0, 0]
  for await (const found of waiting(of.paper.paperId, of.kind)) {
    const { list, byId } = await seenPages(of, found)
    looked += found.length
    const pictureOf = ({ imageKey }: (typeof list)[number]) => (imageKey ? getObject(imageKey) : null)
    for await (const [page, bytes] of eachInTurns(list, atOnce, pictureOf)) {
      count++
      const number = String(count).padStart(4, '0')
      const suffix = page.imageKey?.slice(page.imageKey.lastIndexOf('.') + 1) ?? ''
      const name = bytes ? fileName(`${number}-${doubtTexts[waitsFor(page)].name}-${page.source.name}`, suffix) : ''
      lines.push(lineOf(page, name, (page.studentId && byId.get(page.studentId)) || undefined))
      if (bytes) yield* zip.add(name, bytes)
    }
    await told(count, looked)
  }
  yield* zip.add('清单.csv', Buffer.from(`\ufeff${lines.join('')}`))
  yield* zip.end()
}

export const errorCardsWork = work(downloadErrorCardsJob, {
  pack: async ({ input, jobId, offer, progress }) => {
    const paper = await paperOf(input.paperId)
    const exam = paper && (await examOf(paper.examId))
    if (!exam) throw new Error(`no paper ${input.paperId}`)
    const sums = await sheetCounts.read(input.paperId)
    const total = sums.get(input.kind ? `kind.${input.kind}` : 'queue') ?? 0
    await progress({ total: Math.min(total, mostPages), message: '正在打包存疑页' })
    const key = exportKey(exam, jobId, 'zip')
    let [pages, seen] = [0, 0]
    const { classIds, uploaderId, kind } = input
    const uploader = uploaderId ? await uploaderOf(paper.paperId, uploaderId) : null
    const sight = { manages: uploaderId === undefined, classIds, homeIds: classIds, takesOut: classIds }
    const of = { exam, paper, sight, uploader, userId: uploaderId ?? '', kind, at: exam.createdAt }
    const members = packed(of, async (done, looked) => {
      ;[pages, seen] = [done, looked]
      await progress({ message: `已打包${done}页` })
    })
    const { size } = await putStream(key, members, { type: 'application/zip' })
    const left = Math.max(0, total - seen)
    const rest = left === 0 ? '' : `-前${pages}页`
    await offer([{ key, name: fileName(`存疑页-${exam.examName}-${paper.courseName}${rest}`, 'zip'), size }])
    return { pages, left }
  },
})
