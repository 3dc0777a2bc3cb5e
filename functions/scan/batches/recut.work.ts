/** Cuts a question's pieces out of the scans again. The script's image version goes up: marks on the old piece are void. */
import type { Margin } from '#shared/scan/batches/recut.calls.ts'
import { headOf } from '#shared/scan/covered.rules.ts'
import { recutJob } from '#shared/scan/scan.jobs.ts'
import type { ScanPage, Slot, StoredReading } from '#shared/scan/sheet.types.ts'
import { objectKey, putLines, putObject } from '#functions/kit/objects.ts'
import { work } from '#functions/kit/work.ts'
import { examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { findAgain, widened } from '../doubts/findAgain.ts'
import { followMarking } from '../followMarking.ts'
import { cropBlock } from '../omr/crop.ts'
import { pages, readings, scanKey, slots, slotsOfStudent } from '../scan.store.ts'

const endOf = ({ top, right, bottom, left }: Margin): string => `-${[top, right, bottom, left].join('_')}.jpg`

type Blocks = StoredReading['blocks']

/** The blocks of a page with those of the question cut anew; null where nothing changes or the page is not found any more. */
const cutAgain = async (page: ScanPage, own: Blocks, questionId: string, margin: Margin): Promise<Blocks | null> => {
  // Asked for again, a piece that was cut so already costs no look at the picture.
  if (own.every((b) => !b.questionIds.includes(questionId) || b.key.endsWith(endOf(margin)))) return null
  const found = await findAgain(page)
  if (!found) return null
  const { grey, seen, printed, geometry } = found
  return Promise.all(
    own.map(async (block) => {
      const i = printed.blocks.findIndex((b) => b.blockId === block.blockId && b.part === block.part)
      const key = scanKey(page, `block-${i}${endOf(margin)}`)
      if (i < 0 || !block.questionIds.includes(questionId) || block.key === key) return block
      const { bytes, width, height } = await cropBlock(grey, seen, widened(printed.blocks[i]!.rect, margin, geometry), {
        covered: headOf(printed),
      })
      await putObject(key, bytes, { type: 'image/jpeg', replace: true })
      return { ...block, key, width, height }
    }),
  )
}

/** One page of a script; what was cut so already is left as it is. */
const recutSlot = async (at: Slot, questionId: string, margin: Margin): Promise<void> => {
  await slots.edit(at, async (slot) => {
    if (!slot?.batchId || !slot.no || !slot.blocks.some((b) => b.questionIds.includes(questionId))) return null
    const [page, reading] = await Promise.all([
      pages.get({ batchId: slot.batchId, no: slot.no }),
      readings.get({ batchId: slot.batchId, no: slot.no }),
    ])
    if (!page?.imageKey || !reading) return null
    const blocks = await cutAgain(page, slot.blocks, questionId, margin)
    if (!blocks || blocks.every((b, i) => b === slot.blocks[i])) return null
    // The reading first: putting the page into a script again takes the new pieces along.
    await readings.put({ ...reading, blocks })
    return { ...slot, blocks, imageVersion: slot.imageVersion + 1 }
  })
}

export const recutWorks = [
  work(recutJob, {
    plan: async ({ input, jobId, tenant, progress }) => {
      const paper = await paperOf(input.paperId)
      const exam = paper && (await examOf(paper.examId))
      if (!exam) throw new Error(`no paper ${input.paperId}`)
      const wanted = new Set<string>(input.studentIds)
      const all: { studentId: string }[] = []
      for await (const { candidates } of rosterSlices(exam, 1000))
        for (const { studentId } of candidates) if (wanted.size === 0 || wanted.has(studentId)) all.push({ studentId })
      const manifestKey = objectKey(jobId, tenant, 'scan', 'recut', `${jobId}.jsonl`)
      await putLines(manifestKey, all)
      await progress({ total: all.length, message: '正在重新裁切' })
      return { manifestKey, items: all.length }
    },
    cut: async ({ input, items }) => {
      for (const { studentId } of items)
        for (const slot of await slotsOfStudent(input.paperId, studentId))
          await recutSlot(slot, input.questionId, input.margin)
      return items.length
    },
    follow: async ({ input, tenant, startedBy }) => ({
      markingFollows: await followMarking(input.paperId, { tenant, userId: startedBy }),
    }),
  }),
]
