/** Pages into the recycle bin and out of it again: each under its version, with the act in its journal. */
import { bringBack } from '#shared/scan/aside.rules.ts'
import { undoable } from '#shared/scan/scan.rules.ts'
import type { PageStanding, ScanPage, Settlement } from '#shared/scan/sheet.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { candidatesByIds, examOf } from '#functions/exam/exam.public.ts'
import { place, standingOf } from '../pagePlace.ts'
import { besides } from '../read/seatPage.ts'
import { batchPlaces, isBinned, pages } from '../scan.store.ts'
import type { PageAt } from '../scan.store.ts'
import { countAgain, countMoved, wasDoneBy } from '../doubts/settle.ts'

type By = { by: UserId; byName: string; at: number }

/**
 * Takes a page out, in any standing, or only at the `version` that was seen. Answers the page as it was, or null where
 * it was out already: asked for again, nothing happens twice.
 */
export const takeOut = async (
  at: PageAt,
  act: Extract<Settlement['act'], 'void' | 'rollback' | 'transfer'>,
  reason: string,
  by: By,
  version?: number,
): Promise<ScanPage | null> => {
  return edit(`page ${at.no} of ${at.batchId}`, async () => {
    const page = await pages.get(at)
    if (page?.state === 'voided' && page.reason === reason && wasDoneBy(page, { userId: by.by }, act))
      await countAgain(page)
    if (!page || page.state === 'voided' || (version !== undefined && page.version !== version)) return null
    const to: PageStanding = { state: 'voided', waits: false, doubts: [], settled: page.settled, reason }
    const placed = await place([{ page, to, entry: { ...by, act, note: reason, before: standingOf(page) } }])
    if (!placed.done) return beaten
    await countMoved([{ page, to }])
    return page
  })
}

/** Whether this person has taken a page out for this reason, and nothing was done to it since. */
export const tookOut = async (at: PageAt, reason: string, who: { userId: UserId }): Promise<boolean> => {
  const page = await pages.get(at)
  return page?.state === 'voided' && page.reason === reason && wasDoneBy(page, who, 'void')
}

export type PutBack = 'back' | 'waiting' | 'nothing'

/** Puts a page back as it was before it was taken out; where its place is taken, it waits as a second picture. */
export const putBack = async (at: PageAt, by: By): Promise<PutBack> =>
  edit<PutBack>(`page ${at.no} of ${at.batchId}`, async () => {
    const page = await pages.get(at)
    // Put back by the same person before, whose answer was lost.
    if (page && !isBinned(page) && wasDoneBy(page, { userId: by.by }, 'restore')) {
      await countAgain(page)
      return page.waits || page.state === 'open' ? 'waiting' : 'back'
    }
    if (!page || !isBinned(page)) return 'nothing'
    const last = undoable(page.journal)
    // Taken out too long ago to know how it was: it waits to be judged again.
    const before: PageStanding =
      last && last.before.state !== 'voided'
        ? last.before
        : { state: 'open', waits: true, doubts: [{ kind: 'noNumber', detail: '从回收站恢复' }], settled: page.settled }
    const entry: Settlement = { ...by, act: 'restore', note: page.reason ?? '', before: standingOf(page) }
    const placed = await place([{ page, to: before, entry }])
    if (placed.done) {
      await countMoved([{ page, to: before }])
      return before.waits || before.state === 'open' ? 'waiting' : 'back'
    }
    if (placed.why === 'stale' || !before.studentId) return beaten
    const exam = await examOf((await batchPlaces.get(page))?.examId ?? '')
    const [candidate] = exam ? await candidatesByIds(exam, [before.studentId]) : []
    if (!candidate) return beaten
    const { doubts, settled } = bringBack(before) ?? before
    const was = { ...page, doubts, settled }
    const to = besides(was, candidate.studentId, placed.slot, candidate.studentName)
    if (!(await place([{ page, to, entry }])).done) return beaten
    await countMoved([{ page, to }])
    return to.waits ? 'waiting' : 'back'
  })
