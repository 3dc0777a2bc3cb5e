/** Cuts a question's pieces out of the scans again. The script's image version goes up: marks on the old piece are void. */
import type { Rect } from '#shared/card/card.types.ts'
import type { Margin } from '#shared/scan/recut.calls.ts'
import { recutJob } from '#shared/scan/scan.jobs.ts'
import type { ScanPage, Slot, StoredReading } from '#shared/scan/sheet.types.ts'
import { getObject, objectKey, putLines, putObject } from '#functions/kit/objects.ts'
import { work } from '#functions/kit/work.ts'
import { printedCardByCode, printedCardOfPaper } from '#functions/card/card.public.ts'
import { examOf, paperOf, rosterSlices } from '#functions/exam/exam.public.ts'
import { followMarking } from './followMarking.ts'
import { cropBlock } from './reader/crop.ts'
import { decodeGrey } from './reader/decode.ts'
import { recognise } from './reader/recognise.ts'
import { pages, readings, slots, slotsOfStudent } from './scan.store.ts'
import { scanKey } from './unpack/unpackFile.ts'

/** The block with more of the paper around it, within the page; never smaller than a thumb. */
export const widened = (rect: Rect, by: Margin, size: { width: number; height: number }): Rect => {
  const x = Math.max(0, rect.x - by.left)
  const y = Math.max(0, rect.y - by.top)
  const right = Math.min(size.width, rect.x + rect.w + by.right)
  const bottom = Math.min(size.height, rect.y + rect.h + by.bottom)
  return { x, y, w: Math.max(10, right - x), h: Math.max(5, bottom - y) }
}

const nameOf = (i: number, { top, right, bottom, left }: Margin): string =>
  `block-${i}-${[top, right, bottom, left].join('_')}.jpg`

type Blocks = StoredReading['blocks']

/** The blocks of a page with those of the question cut anew; null where the page is not found on its picture any more. */
const cutAgain = async (page: ScanPage, own: Blocks, questionId: string, margin: Margin): Promise<Blocks | null> => {
  const expected = await printedCardOfPaper(page.paperId)
  const grey = await decodeGrey(await getObject(page.imageKey!), 0, false, page.dpi)
  const lookup = async (qr: { code: string; version: number }) => {
    const card = await printedCardByCode(qr.code, qr.version)
    return card && card.paperId === page.paperId ? card : null
  }
  const seen = await recognise(grey, lookup, expected ? [expected] : [])
  const card = seen.card && (await printedCardByCode(seen.card.code, seen.card.version))
  const printed = card?.geometry.pages.find((p) => p.page === page.page)
  if (!card || !printed || !seen.homography) return null
  return Promise.all(
    own.map(async (block) => {
      const i = printed.blocks.findIndex((b) => b.blockId === block.blockId && b.part === block.part)
      const key = scanKey(page, nameOf(i, margin))
      if (i < 0 || !block.questionIds.includes(questionId) || block.key === key) return block
      const { bytes, width, height } = await cropBlock(
        grey,
        seen,
        widened(printed.blocks[i]!.rect, margin, card.geometry),
      )
      await putObject(key, bytes, { type: 'image/jpeg', replace: true })
      return { ...block, key, width, height }
    }),
  )
}

const attempts = 6

/** One page of a script; what was cut so already is left as it is. */
const recutSlot = async (at: Slot, questionId: string, margin: Margin): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = await slots.get(at)
    if (!slot?.batchId || !slot.no || !slot.blocks.some((b) => b.questionIds.includes(questionId))) return
    const [page, reading] = await Promise.all([
      pages.get({ batchId: slot.batchId, no: slot.no }),
      readings.get({ batchId: slot.batchId, no: slot.no }),
    ])
    if (!page?.imageKey || !reading) return
    const blocks = await cutAgain(page, slot.blocks, questionId, margin)
    if (!blocks || blocks.every((b, i) => b === slot.blocks[i])) return
    // The reading first: whoever puts the page into a script again takes the new pieces along.
    await readings.put({ ...reading, blocks })
    if (await slots.save({ ...slot, blocks, imageVersion: slot.imageVersion + 1 })) return
  }
  throw new Error(`a page of ${at.studentId} could not be cut again: too many writers`)
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
      for (const { studentId } of items as { studentId: string }[])
        for (const slot of await slotsOfStudent(input.paperId, studentId))
          await recutSlot(slot, input.questionId, input.margin)
      return items.length
    },
    follow: async ({ input, tenant, startedBy }) => ({
      markingFollows: await followMarking(input.paperId, { tenant, userId: startedBy }),
    }),
  }),
]
