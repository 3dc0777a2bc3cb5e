/** Pages that are in no script and not settled become unread again: a card was published, or a template changed. */
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { pages, pagesOfBatch } from '../scan.store.ts'

const unread = (p: ScanPage): ScanPage => {
  const { readAt: _at, page: _page, pageCount: _count, code: _code, number: _number, near: _near, ...rest } = p
  const { numberless: _none, otherCode: _other, studentId: _student, reason: _reason, ...bare } = rest
  return { ...bare, waits: false, doubts: [] }
}

const mayBeRead = (p: ScanPage): boolean =>
  p.state === 'open' && p.readAt !== undefined && p.imageKey !== undefined && p.journal.length === 0

/** Answers how many there are. Run again, it finds none. */
export const readAgain = async (batchId: string): Promise<number> => {
  let found = 0
  for (const page of await pagesOfBatch(batchId)) {
    if (!mayBeRead(page)) continue
    // What a person settles just now is theirs.
    const left = await pages.edit(page, (row) => (row && mayBeRead(row) ? unread(row) : null))
    if (left?.readAt === undefined) found++
  }
  return found
}
