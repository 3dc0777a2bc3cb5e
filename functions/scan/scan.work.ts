import { recogniseJob, recountJob } from '#shared/scan/scan.jobs.ts'
import type { Batch, ScanFile, ScanPage } from '#shared/scan/sheet.types.ts'
import type { StepEvent } from '#shared/kit/job.ts'
import { countMetric } from '#functions/kit/count.ts'
import { Crash } from '#functions/kit/faults.ts'
import { asError } from '#functions/kit/refusal.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { randomOf } from '#functions/kit/ports.ts'
import { work, workers } from '#functions/kit/work.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import {
  countBatch,
  countScripts,
  countSheets,
  countUnits,
  countedUnits,
  isCounted,
  markCounted,
  recountDue,
  scriptUnit,
} from './counts.ts'
import { closePages, giveUpUnread } from './read/closeBatch.ts'
import { expectedOf, readBatchPage } from './read/readBatchPage.ts'
import { configOf } from './act.store.ts'
import { actWorks } from './act.work.ts'
import { absenceWorks } from './doubts/absence.work.ts'
import { errorCardsWork } from './results/errorCards.work.ts'
import { exportWorks } from './results/export.work.ts'
import { followMarking } from './followMarking.ts'
import { readAgain } from './read/readAgain.ts'
import { rosterOf } from './read/roster.ts'
import { batches, batchesOfPaper, files, filesOfBatch, pagesOfBatch } from './scan.store.ts'
import { unpackFile } from './unpack/unpackFile.ts'
import { recutWorks } from './batches/recut.work.ts'
import { uploaderWorks } from './uploading/uploader.work.ts'

const batchOf = async (at: { paperId: string; batchId: string }): Promise<Batch> => {
  const batch = await batches.get(at)
  if (!batch) throw new Error(`no batch ${at.batchId}`)
  return batch
}

const manifest = (batch: Batch, jobId: string, name: string): string =>
  objectKey(batch.batchId, batch.owner, 'scan', 'batches', batch.batchId, `${jobId}-${name}.jsonl`)

const finish = async (at: { paperId: string; batchId: string }, set: Partial<Batch>): Promise<void> => {
  await batches.edit(at, (batch) => {
    if (!batch) throw new Error(`no batch ${at.batchId}`)
    return Object.entries(set).every(([k, v]) => batch[k as keyof Batch] === v) ? null : { ...batch, ...set }
  })
}

/** Up to so many bytes a file is unpacked beside others. */
const smallBytes = 4_000_000
const isSmall = (file: ScanFile): boolean => file.size <= smallBytes
const filesAtOnce = 8
const pagesAtOnce = 2

/** Does these side by side; one that fails stops none of the others. @throws what the first of them threw, then. */
const sideBySide = async <T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> => {
  const left = [...items]
  const failures: unknown[] = []
  const go = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      try {
        await run(item)
      } catch (error) {
        // The process is gone: nothing more is done.
        if (error instanceof Crash) left.length = 0
        failures.push(error)
      }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, go))
  const crash = failures.find((f) => f instanceof Crash)
  if (failures.length > 0) throw asError(crash ?? failures[0])
}

const inAnyOrder = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Buffer.from(randomOf(4)).readUInt32BE() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

const count = (pages: readonly ScanPage[], state: ScanPage['state']): number =>
  pages.filter((p) => p.state === state).length

export const scanWorks = [
  work(recogniseJob, {
    intake: async ({ input, jobId, progress }) => {
      const batch = await batchOf(input)
      const all = await filesOfBatch(batch.batchId)
      if (input.again) await readAgain(batch.batchId)
      const manifestKey = manifest(batch, jobId, 'files')
      await putLines(
        manifestKey,
        all.map(({ file }) => ({ file })),
      )
      await progress({ message: `正在打开${all.length}个文件` })
      return { manifestKey, files: all.length }
    },
    unpack: async ({ input, items, isLate }) => {
      const batch = await batchOf(input)
      const all = items
      const rows = await files.getMany(all.map(({ file }) => ({ batchId: batch.batchId, file })))
      // Small files side by side: the time is the store's. What is larger than was said of it is never read.
      await sideBySide(rows.filter(isSmall), filesAtOnce, (row) => unpackFile(batch, row, isLate))
      for (const row of rows) if (!isSmall(row)) await unpackFile(batch, row, isLate)
      // Progress counts pages; files do not add to it.
      return 0
    },
    collect: async ({ input, jobId, progress }) => {
      const batch = await batchOf(input)
      const all = await pagesOfBatch(batch.batchId)
      const unread = all.filter((p) => p.state === 'open' && p.readAt === undefined && p.imageKey)
      const manifestKey = manifest(batch, jobId, 'pages')
      await putLines(
        manifestKey,
        unread.map(({ no }) => ({ no })),
      )
      await finish(input, { handed: all.length })
      await progress({ total: unread.length, message: `正在识别${unread.length}页` })
      return { manifestKey, pages: all.length }
    },
    read: async ({ input, items }) => {
      const batch = await batchOf(input)
      const paper = await paperOf(batch.paperId)
      const expected = await expectedOf(batch, await rosterOf(batch.examId), paper?.questions ?? [])
      const mode = paper ? (await configOf(paper)).mode : 'standard'
      // A page that ends the process must not always take the same ones with it, and one that fails takes none. While one
      // is fetched and put, another is read.
      await sideBySide(inAnyOrder(items), pagesAtOnce, ({ no }) => readBatchPage(batch, no, expected, mode))
      return items.length
    },
    close: async ({ input, tenant, startedBy }) => {
      const batch = await batchOf(input)
      await giveUpUnread(batch.batchId)
      const all = await closePages(batch, await rosterOf(batch.examId))
      // Counted before the batch is said to be read: a ledger that balances has seen every page of it.
      await countBatch(batch)
      await finish(input, { handed: all.length, state: 'recognised' })
      await countSheets(batch.paperId, [batch.batchId])
      await movePaper(batch, 'scanned')
      // Nothing may be in doubt at all; or late cards of an exam that is being marked.
      await followMarking(batch.paperId, { tenant, userId: startedBy })
      return {
        pages: all.length,
        matched: count(all, 'matched'),
        duplicate: count(all, 'duplicate'),
        waiting: all.filter((p) => p.waits).length,
      }
    },
  }),

  work(recountJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const paper = await paperOf(input.paperId)
      const exam = paper && (await examOf(paper.examId))
      const students: { studentId: string }[] = []
      const sit = new Set<string>()
      if (exam)
        for await (const { candidates } of rosterSlices(exam, 1000))
          for (const c of candidates) {
            students.push({ studentId: c.studentId })
            sit.add(scriptUnit(c))
          }
      // Who sat in another class when they were counted, or has left the roster since.
      const left: { unit: string }[] = []
      for await (const units of countedUnits(input.paperId))
        left.push(...units.flatMap((unit) => (sit.has(unit) ? [] : { unit })))
      const all = await batchesOfPaper(input.paperId)
      const manifestKey = objectKey(jobId, tenant, 'scan', 'recount', `${jobId}.jsonl`)
      await putLines(manifestKey, [...all.map(({ batchId }) => ({ batchId })), ...students, ...left])
      await progress({ total: all.length + students.length + left.length, message: '正在汇总' })
      // What differs later was missed by the reader, if all was counted before and nothing is on its way.
      const atRest = (await isCounted(input.paperId)) && all.every((b) => b.state !== 'recognising')
      return { manifestKey, atRest }
    },
    count: async ({ input, items, out }) => {
      const paper = await paperOf(input.paperId)
      if (!paper) return
      const students = items.flatMap((i) => ('studentId' in i ? i.studentId : []))
      let late = await countScripts(paper, students)
      late += await countUnits(
        paper,
        items.flatMap((i) => ('unit' in i ? i.unit : [])),
      )
      for (const item of items) if ('batchId' in item) late += await countBatch({ ...paper, batchId: item.batchId })
      const { atRest } = out.plan
      if (atRest && late > 0) countMetric('scan', 'countsLate', late)
    },
    whole: async ({ input }) => {
      await markCounted(input.paperId)
      return { whole: true }
    },
  }),
]

const runStep = workers('scan', [
  ...scanWorks,
  ...uploaderWorks,
  ...absenceWorks,
  ...actWorks,
  ...exportWorks,
  errorCardsWork,
  ...recutWorks,
])

export const handler = async (event: StepEvent | { schedule: string }): Promise<unknown> => {
  if (!('schedule' in event)) return runStep(event)
  if (event.schedule !== 'recountDue') throw new Error(`no such schedule: ${event.schedule}`)
  return { papers: await recountDue() }
}
