/** The pages of a candidate follow the mark of absence: doubts of answers go aside with it, and come back without it. */
import { bringBack, putAside } from '#shared/scan/aside.rules.ts'
import type { AbsentMark, ScanPage } from '#shared/scan/sheet.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { place, standingOf } from '../pagePlace.ts'
import { absents, pages, slotsOfStudent } from '../scan.store.ts'
import { countMoved } from './settle.ts'

type At = Pick<AbsentMark, 'paperId' | 'studentId'>

/** Again it changes nothing. */
const onPages = async ({ paperId, studentId }: At, change: typeof putAside): Promise<void> => {
  for (const { batchId, no, page } of await slotsOfStudent(paperId, studentId)) {
    if (!batchId || !no) continue
    await edit(`page ${page} of ${studentId}`, async () => {
      const now = await pages.get({ batchId, no })
      const to = now && now.studentId === studentId ? change(standingOf(now)) : null
      if (!now || !to) return
      if (!(await place([{ page: now, to }])).done) return beaten
      await countMoved([{ page: now, to }])
    })
  }
}

/** Before the mark of absence goes: cut off behind it, the doubts wait already. */
export const beforeHere = (of: At): Promise<void> => onPages(of, bringBack)

/** When the mark stands as it is now. */
export const asMarked = async (of: At): Promise<void> =>
  onPages(of, (await absents.get(of))?.absent ? putAside : bringBack)

/** Whether no person has settled anything of a page in between: its doubts followed a mark, and its journal is as it was. */
export const onlyFollowed = (before: ScanPage, after: ScanPage): boolean =>
  JSON.stringify(before.journal) === JSON.stringify(after.journal)
