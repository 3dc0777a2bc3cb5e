/** Pieces of scanned pages cut for one look: nothing is stored. */
import { headOf } from '#shared/scan/covered.rules.ts'
import * as calls from '#shared/scan/uploading/piece.calls.ts'
import type { DrawnPiece } from '#shared/scan/uploading/piece.calls.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { CellReading } from '#shared/scan/omr/omr.types.ts'
import type { ScanPage, Slot } from '#shared/scan/sheet.types.ts'
import type { Cell, Rect } from '#shared/card/geometry/geometry.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { printedCardOfPaper } from '#functions/card/card.public.ts'
import { findAgain, widened } from '../doubts/findAgain.ts'
import type { FoundAgain } from '../doubts/findAgain.ts'
import { seenBatch, seenCandidate, seenPage, seenPaper } from '../managed.ts'
import type { Seen } from '../managed.ts'
import { around, rowOf } from '../read/crops.ts'
import { cropBlock } from '../omr/crop.ts'
import type { CropOptions } from '../omr/crop.ts'
import { scriptPage } from '../doubts/scriptPage.ts'
import { pages, slotsOfStudent } from '../scan.store.ts'
import type { PageAt } from '../scan.store.ts'

const pageAgain = async (at: PageAt, caller: Caller): Promise<{ page: ScanPage; again: FoundAgain }> => {
  const seen = await seenBatch(at.batchId, caller)
  const page = await seenPage(seen, (await pages.get(at)) ?? refuse(commonProblems.notFound))
  return { page, again: (await findAgain(page)) ?? refuse(scanProblems.noReading) }
}

const asScanned = { density: 7.874, quality: 75 }
/** A piece as a picture in the answer: as scanned, or as `options` says. */
const pictureOf = async ({ grey, seen }: FoundAgain, rect: Rect, options: CropOptions = asScanned) => {
  const { bytes, width, height } = await cropBlock(grey, seen, rect, options)
  return { image: `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`, width, height }
}

type SeenCell = Pick<CellReading, 'value' | 'state'>
/** The piece about these cells; `seen` says what is in each. */
const drawn = async (
  again: FoundAgain,
  cells: readonly (Cell & { seen: SeenCell['state'] })[],
  read: string,
  pad: { left: number; right: number; y: number },
): Promise<DrawnPiece> => {
  const rect = around(
    cells.map((c) => c.rect),
    pad,
    again.geometry,
  )
  return {
    ...(await pictureOf(again, rect)),
    cells: cells.map(({ value, rect: r, seen }) => ({
      value,
      x: (r.x - rect.x) / rect.w,
      y: (r.y - rect.y) / rect.h,
      w: r.w / rect.w,
      h: r.h / rect.h,
      state: seen,
    })),
    read,
  }
}

const stateIn = (cells: readonly SeenCell[] | undefined, value: string): SeenCell['state'] =>
  cells?.find((c) => c.value === value)?.state ?? 'empty'

/** A preview shows a few: how far an answer goes beyond its frame is seen of any. */
const previewed = 3

/** The first candidates with this question on a page, or the one that was asked for. */
const bearersOf = async (of: Seen, questionId: string, studentId: string | undefined) => {
  const { paperId } = of.paper
  const bearing = (own: readonly Slot[]) =>
    own.find((s) => s.batchId && s.no && s.blocks.some((b) => b.questionIds.includes(questionId)))
  if (studentId !== undefined) {
    const candidate = await seenCandidate(of, studentId)
    const slot = bearing(await slotsOfStudent(paperId, studentId))
    return slot ? [{ whose: candidate, slot }] : []
  }
  const { list } = await scriptPage(of, { paperId, state: 'present', pageSize: 20 })
  const out: { whose: Pick<(typeof list)[number], 'studentId' | 'studentName' | 'className'>; slot: Slot }[] = []
  for (const whose of list) {
    const slot = bearing(await slotsOfStudent(paperId, whose.studentId))
    if (slot) out.push({ whose, slot })
    if (out.length === previewed) break
  }
  return out
}

export const pieceHandlers = [
  implement(calls.questionBlock, async ({ input, caller }) => {
    const { page, again } = await pageAgain(input, caller)
    const cells = rowOf(input.questionId, again.printed) ?? refuse(scanProblems.notPrinted)
    const choice = again.seen.choices.find((c) => c.questionId === input.questionId)
    const read = page.settled[input.questionId] ?? choice?.chosen.join('') ?? ''
    const pad = { left: 10, right: 4, y: 6 }
    return drawn(
      again,
      cells.map((c) => ({ ...c, seen: stateIn(choice?.cells, c.value) })),
      read,
      pad,
    )
  }),

  implement(calls.drawAbsent, async ({ input, caller }) => {
    const { again } = await pageAgain(input, caller)
    const cell = again.printed.absent ?? refuse(scanProblems.notPrinted)
    const seen = again.seen.absent?.state ?? 'empty'
    return drawn(again, [{ ...cell, seen }], seen === 'filled' ? '缺考' : '', { left: 30, right: 50, y: 10 })
  }),

  implement(calls.drawNumber, async ({ input, caller }) => {
    const { page, again } = await pageAgain(input, caller)
    const columns = again.printed.studentNumber?.columns ?? refuse(scanProblems.notPrinted)
    const digits = again.seen.studentNumber?.digits
    const cells = columns.flatMap((column, i) => {
      const digit = digits?.[i]
      return column.cells.map((c) => ({
        ...c,
        seen: digit && digit.value === c.value ? digit.state : ('empty' as const),
      }))
    })
    return drawn(again, cells, again.seen.studentNumber?.value ?? page.number ?? '', { left: 4, right: 4, y: 4 })
  }),

  implement(calls.recutPreview, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    const card = (await printedCardOfPaper(input.paperId)) ?? refuse(scanProblems.noCard)
    const { questionId, studentId, top, right, bottom, left } = input
    if (!card.geometry.pages.some((p) => p.blocks.some((b) => b.questionIds.includes(questionId))))
      return refuse(scanProblems.notCut)
    const out: {
      image: string
      width: number
      height: number
      studentId: typeof studentId & string
      studentName: string
      className: string
    }[] = []
    for (const { whose, slot } of await bearersOf(seen, questionId, studentId)) {
      const page = await pages.get({ batchId: slot.batchId!, no: slot.no! })
      const again = page && (await findAgain(page))
      const block = again?.printed.blocks.find((b) => b.questionIds.includes(questionId))
      if (!again || !block) continue
      const wide = widened(block.rect, { top, right, bottom, left }, again.geometry)
      // As markers will see it.
      const picture = await pictureOf(again, wide, { covered: headOf(again.printed) })
      const { studentId: id, studentName, className } = whose
      out.push({ ...picture, studentId: id, studentName, className })
    }
    return out
  }),
]
