/** Many pages at once: taken out, or judged by another mode. */
import { rollbackJob, switchModeJob } from '#shared/scan/scan.jobs.ts'
import { likelyBlank, nothingChosen } from '#shared/scan/scan.rules.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { objectKey, putLines } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { work } from '#functions/kit/work.ts'
import { takeOut } from './uploading/bin.ts'
import { scriptCounts, sheetCounts } from './counts.ts'
import { followMarking } from './followMarking.ts'
import { place, standingOf } from './pagePlace.ts'
import { batchesOfPaper, pages, pagesOfBatch, readings, slotsOfStudent } from './scan.store.ts'
import { countMoved } from './doubts/settle.ts'

/** A page that was read judged by a mode: null where nothing changes. */
const judgedBy = async (page: ScanPage, mode: 'standard' | 'strict'): Promise<ScanPage | null> => {
  const has = page.doubts.some((d) => d.kind === 'likelyBlank')
  if (page.state !== 'matched' && !(page.state === 'open' && page.waits)) return null
  if (mode === 'standard') return has ? { ...page, doubts: page.doubts.filter((d) => d.kind !== 'likelyBlank') } : null
  if (has || page.journal.some((e) => e.act === 'confirm')) return null
  const reading = await readings.get(page)
  // An absent candidate chose nothing: the card says so itself.
  if (!reading || reading.absent === 'filled' || !nothingChosen({ ...reading.choices, ...page.settled })) return null
  return { ...page, doubts: [...page.doubts, likelyBlank] }
}

export const actWorks = [
  work(rollbackJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const { of } = input
      const all = await batchesOfPaper(input.paperId)
      const own =
        of.kind === 'uploader'
          ? all.filter((b) => b.uploadedBy === of.userId)
          : of.kind === 'batch'
            ? all.filter((b) => b.batchId === of.batchId)
            : of.kind === 'whole'
              ? all
              : []
      const items: ({ batchId: string; no: string } | { studentId: string })[] = []
      for (const b of own)
        for (const p of await pagesOfBatch(b.batchId))
          if (p.state !== 'voided') items.push({ batchId: p.batchId, no: p.no })
      for (const classId of of.kind === 'class' ? of.classIds : [])
        for (const { unit } of await scriptCounts.range(input.paperId, `${classId}#`, { limit: 10_000 }))
          items.push({ studentId: unit.split('#')[1]! })
      const manifestKey = objectKey(jobId, tenant, 'scan', 'rollback', `${jobId}.jsonl`)
      await putLines(manifestKey, items)
      await progress({ total: items.length, message: '正在移到回收站' })
      return { manifestKey, items: items.length }
    },
    takeOut: async ({ input, items, startedBy }) => {
      const by = { by: startedBy as UserId, byName: input.byName, at: input.at }
      for (const item of items) {
        const at: { batchId: string; no: string }[] =
          'studentId' in item
            ? (await slotsOfStudent(input.paperId, item.studentId)).flatMap((s) =>
                s.batchId && s.no ? [{ batchId: s.batchId as string, no: s.no }] : [],
              )
            : [item]
        for (const page of at) await takeOut(page, 'rollback', input.reason, by)
      }
    },
    follow: async ({ input, tenant, startedBy }) => ({
      markingFollows: await followMarking(input.paperId, { tenant, userId: startedBy }),
    }),
  }),

  work(switchModeJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const all = await batchesOfPaper(input.paperId)
      const manifestKey = objectKey(jobId, tenant, 'scan', 'mode', `${jobId}.jsonl`)
      await putLines(
        manifestKey,
        all.map(({ batchId }) => ({ batchId })),
      )
      await progress({ total: all.length, message: '正在重新判断' })
      return { manifestKey, batches: all.length }
    },
    judge: async ({ input, items, startedBy }) => {
      for (const { batchId } of items)
        for (const { no } of await pagesOfBatch(batchId))
          await edit(`page ${no} of ${batchId}`, async () => {
            const page = await pages.get({ batchId, no })
            const next = page && (await judgedBy(page, input.mode))
            if (!page || !next) return null
            const to = { ...standingOf(next), waits: page.state === 'open' || next.doubts.length > 0 }
            const by = { at: now(), by: startedBy as UserId, byName: input.byName }
            if (!(await place([{ page, to, entry: { ...by, act: 'mode', note: input.mode } }])).done) return beaten
            return countMoved([{ page, to }])
          })
    },
    whole: async ({ input }) => ({ waiting: (await sheetCounts.read(input.paperId)).get('waiting') ?? 0 }),
  }),
]
