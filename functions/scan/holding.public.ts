/** A student's pages: the pictures go, the rows that the ledger and the scores stand on stay without his name. */
import { anonymous } from '#shared/kit/anonymous.ts'
import type { Known } from '#shared/kit/anonymous.ts'
import type { ScanPage } from '#shared/scan/sheet.types.ts'
import { keysFrom, removeObjects } from '#functions/kit/erase.ts'
import type { Holding } from '#functions/kit/holding.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { declarations } from './uploading/declaration.store.ts'
import { exportsOf } from './results/export.store.ts'
import { pagesOfStudent } from './scan.public.ts'
import { batchesOfPaper, filesOfBatch, pages, piecesName, readings, scanKey, slotsOfStudent } from './scan.store.ts'

const picturesOf = (p: ScanPage): string[] =>
  [
    p.imageKey,
    p.thumbKey,
    // It shows another student's page as well, who has the half.
    p.wholeKey,
    ...p.doubts.map((d) => d.cropKey),
    ...p.journal.flatMap((j) => (j.before?.doubts ?? []).map((d) => d.cropKey)),
  ].filter((k) => k !== undefined)

/** Without name and number; of his own pages what was read of the number too, certain or not. */
const cleanPage = (page: ScanPage, known: Known): ScanPage => {
  const clean = anonymous(page, known)
  if (page.studentId !== known.studentId || clean.number === undefined) return clean
  const { number: _read, ...rest } = clean
  return rest
}

/** The row as `clean` leaves it; null where that is as it was. */
const changedBy =
  <T>(clean: (row: T) => T) =>
  (row: T | null): T | null => {
    const next = row && clean(row)
    return next === row ? null : next
  }

/** Only a page that holds something of him is read once more and saved. */
const savePage = async (page: ScanPage, known: Known): Promise<void> => {
  if (cleanPage(page, known) !== page)
    await pages.edit(
      page,
      changedBy((row) => cleanPage(row, known)),
    )
}

/** Declarations about him. The acts on record name no person. */
const eraseDeclarations = async (paperId: string, known: Known): Promise<void> => {
  for (const found of await declarations.queryIndex('gsi1', `declarations#${paperId}`)) {
    await declarations.edit(
      found,
      changedBy((row) => anonymous(row, known)),
    )
  }
}

const erasePaper = async ({ paperId }: { paperId: string }, person: Known): Promise<void> => {
  const paper = await paperOf(paperId)
  // Lists and zips of the exam that were handed out: they are made anew when needed, without him.
  if (paper) await removeObjects(await exportsOf(paper))
  const pictures: string[] = []
  for (const slot of await slotsOfStudent(paperId, person.studentId)) {
    if (slot.imageKey) pictures.push(slot.imageKey)
    pictures.push(...slot.blocks.map((b) => b.key))
  }
  for (const batch of await batchesOfPaper(paperId)) {
    const ownPages: ScanPage[] = []
    // A batch is a stack of paper: some hundred pages, one query.
    for (const page of await pages.query(`batch#${batch.batchId}`, { prefix: 'page#' })) {
      if (page.studentId === person.studentId) ownPages.push(page)
      await savePage(page, person)
    }
    if (ownPages.length === 0) continue
    for (const page of ownPages) {
      pictures.push(...picturesOf(page))
      // Also what was cut when it was read before.
      pictures.push(...(await keysFrom(scanKey(page, piecesName))))
      const reading = await readings.get(page)
      pictures.push(...(reading?.blocks ?? []).map((b) => b.key))
    }
    // The file that was uploaded: the others' pages have been taken out of it when it came.
    const files = new Set(ownPages.map((p) => p.source.file))
    pictures.push(...(await filesOfBatch(batch.batchId)).filter((f) => files.has(f.file)).map((f) => f.key))
  }
  await removeObjects([...new Set(pictures)])
  await eraseDeclarations(paperId, person)
}

export const scanHolding: Holding & { readonly erasePaper: typeof erasePaper } = {
  room: 'scan',
  erasePaper,
  give: async ({ paperId }, studentId) => {
    const own = await pagesOfStudent(paperId, studentId)
    return own && { state: own.state, pages: own.pages }
  },
}
