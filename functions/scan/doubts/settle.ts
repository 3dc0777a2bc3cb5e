/** One settlement: under the page's version, with a name, and in the page's journal. */
import type { PageStanding, Settlement, ScanPage } from '#shared/scan/sheet.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { countChanged } from '../counts.ts'
import { standingOf } from '../pagePlace.ts'
import { pageAfter, pages } from '../scan.store.ts'

export type OnePage = { batchId: string; no: string; version: number }

export const entryOf = (caller: Caller, act: Settlement['act'], note: string, page: ScanPage): Settlement => ({
  at: now(),
  by: caller.userId,
  byName: caller.userName,
  act,
  note,
  before: standingOf(page),
})

/** The page under the version that the caller has seen. `done` says that it is already as wished: a repeat is welcome. */
export const pageAt = async (
  of: OnePage,
  done: (page: ScanPage) => boolean,
): Promise<{ page: ScanPage; already: boolean }> => {
  const page = (await pages.get(of)) ?? refuse(commonProblems.notFound)
  if (page.version === of.version) return { page, already: false }
  if (!done(page)) return refuseStale(pages, of)
  await countAgain(page)
  return { page, already: true }
}

/**
 * Whether the last that was done to a page is this act of this person. What an act leaves to be done behind it may have
 * been cut off: asked for again, the page is as wished, and the rest is done.
 */
export const wasDoneBy = (page: ScanPage, caller: Pick<Caller, 'userId'>, act: Settlement['act']): boolean => {
  const last = page.journal.at(-1)
  return last?.act === act && last.by === caller.userId
}

export const settledAs = (page: ScanPage, also = 0) => ({
  state: page.state,
  waits: page.waits,
  version: page.version,
  also,
})

/**
 * A page that was changed by a request which may have ended before it was counted: a caller who asks again goes by the
 * counters, and the stream may not have told them yet.
 */
export const countAgain = (page: ScanPage): Promise<void> =>
  countChanged(page.paperId, [page], [page.studentId, page.journal.at(-1)?.before?.studentId])

/** Pages that have just changed their standing count at once, and so does a page that may follow one of them. */
export const countMoved = async (
  moves: readonly { page: ScanPage; to: Pick<PageStanding, 'waits' | 'studentId'> }[],
): Promise<void> => {
  const [first] = moves
  if (!first) return
  const behind = await Promise.all(moves.filter((m) => m.page.waits !== m.to.waits).map((m) => pageAfter(m.page)))
  await countChanged(
    first.page.paperId,
    [...moves.map((m) => m.page), ...behind.filter((p) => p !== null)],
    moves.flatMap((m) => [m.page.studentId, m.to.studentId]),
  )
}
