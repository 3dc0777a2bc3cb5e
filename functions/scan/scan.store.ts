/** Batches, their files and pages, and the slots of scripts. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import {
  AbsentMark,
  Batch,
  BatchPlace,
  MissingAccepted,
  ScanFile,
  ScanPage,
  Slot,
  StoredReading,
} from '#shared/scan/sheet.types.ts'
import { composeId, PaperId } from '#shared/kit/ids.ts'
import type { BatchId, ScanId } from '#shared/kit/ids.ts'
import { waitsFor } from '#shared/scan/tally.rules.ts'
import { folderOf, objectKey } from '#functions/kit/objects.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { inPartition } from '#functions/kit/table.query.ts'
import type { Stored } from '#functions/kit/table.query.ts'
import type { IndexKeys } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'

const table = 'TABLE_SCAN'

export const batchPlaces = rows({
  table,
  schema: BatchPlace,
  hangsOn: under('batch', ({ batchId }) => ({ pk: `batch#${batchId}`, prefix: 'batch' })),
  personal: 'nothing',
  key: (of: { batchId: string }) => ({ pk: `batch#${of.batchId}`, sk: 'batch' }),
})

/** Papers whose counters are compared with their rows every night: from the first batch until the exam is done. */
const CountsDue = z.object({ schema: z.literal(1), paperId: PaperId })
export const countsDue = rows({
  table,
  schema: CountsDue,
  hangsOn: under('paper', ({ paperId }) => ({ pk: 'counts-due', prefix: paperId })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: 'counts-due', sk: of.paperId }),
})

/** Where a batch lies; its paper is counted again by night. */
export const placeBatch = async (place: BatchPlace): Promise<void> => {
  const { paperId } = place
  await Promise.all([batchPlaces.create(place), countsDue.create({ schema: 1, paperId })])
}

export const batches = rows({
  table,
  schema: Batch,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'batch#' })),
  personal: 'staff',
  owns: 'batch',
  objects: ({ batchId, owner }) => [{ prefix: folderOf(batchId, owner, 'scan', 'batches', batchId) }],
  key: (of: { paperId: string; batchId: string }) => ({ pk: `paper#${of.paperId}`, sk: `batch#${of.batchId}` }),
})

const five = (n: number): string => String(n).padStart(5, '0')
/** `no` sorts pages in the order of scanning. Member 0 is the file itself, 1… are members of a zip. */
export const pageNo = (file: number, member: number, page: number): string =>
  `${five(file)}.${five(member)}.${five(page)}`

export const files = rows({
  table,
  schema: ScanFile,
  hangsOn: under('batch', ({ batchId }) => ({ pk: `batch#${batchId}`, prefix: 'file#' })),
  personal: 'room',
  objects: ({ key }) => [{ key }],
  key: (of: { batchId: string; file: number }) => ({ pk: `batch#${of.batchId}`, sk: `file#${five(of.file)}` }),
})

/** How far a large file is unpacked: what lies before this page of this member is in its place. */
const UnpackedTo = z.object({
  schema: z.literal(1),
  batchId: z.string(),
  file: z.int(),
  member: z.int(),
  page: z.int(),
})
export const unpackedTo = rows({
  table,
  schema: UnpackedTo,
  hangsOn: under('batch', ({ batchId }) => ({ pk: `batch#${batchId}`, prefix: 'unpacked#' })),
  personal: 'nothing',
  key: (of: { batchId: string; file: number }) => ({ pk: `batch#${of.batchId}`, sk: `unpacked#${five(of.file)}` }),
})

const binnedAt = (p: ScanPage): number => p.journal.at(-1)?.at ?? 0
/** A page that a person has taken out: it lies in the recycle bin. White backs go by themselves. */
export const isBinned = (p: ScanPage): boolean => p.state === 'voided' && p.journal.length > 0

/** The indexes are sparse: pages that wait for a person, all and by what they wait for; and those that were thrown out. */
export const pages = rows({
  table,
  schema: ScanPage,
  hangsOn: under('batch', ({ batchId }) => ({ pk: `batch#${batchId}`, prefix: 'page#' })),
  personal: 'room',
  objects: ({ scanId, owner, batchId }) => [{ prefix: folderOf(scanId, owner, 'scan', 'pages', batchId, scanId) }],
  key: (of: { batchId: string; no: string }) => ({ pk: `batch#${of.batchId}`, sk: `page#${of.no}` }),
  index: (p): IndexKeys =>
    p.waits
      ? {
          gsi1pk: `doubts#${p.paperId}`,
          gsi1sk: `${p.batchId}#${p.no}`,
          gsi2pk: `doubts#${p.paperId}#${waitsFor(p)}`,
          gsi2sk: `${p.batchId}#${p.no}`,
        }
      : isBinned(p)
        ? { gsi1pk: `bin#${p.paperId}`, gsi1sk: `${binnedAt(p)}#${p.batchId}#${p.no}` }
        : {},
})
export type PageAt = { batchId: string; no: string }
/** The page that was fed just before this one. */
export const pageBefore = async (of: PageAt): Promise<ScanPage | null> => {
  const to = `page#${of.no}`
  const found = await pages.query(`batch#${of.batchId}`, {
    from: 'page#',
    to,
    reverse: true,
    limit: 2,
    consistent: true,
  })
  return found.find((p) => p.no !== of.no) ?? null
}
/** The page that was fed just after this one. */
export const pageAfter = async (of: PageAt): Promise<ScanPage | null> => {
  const from = `page#${of.no}`
  const to = 'page#~'
  const found = await pages.query(`batch#${of.batchId}`, { from, to, limit: 2, consistent: true })
  return found.find((p) => p.no !== of.no) ?? null
}

export const readings = rows({
  table,
  schema: StoredReading,
  hangsOn: under('batch', ({ batchId }) => ({ pk: `batch#${batchId}`, prefix: 'reading#' })),
  personal: 'room',
  key: (of: { batchId: string; no: string }) => ({ pk: `batch#${of.batchId}`, sk: `reading#${of.no}` }),
})

const scriptOf = (of: { paperId: string; studentId: string }): string => `script#${of.paperId}#${of.studentId}`

export const slots = rows({
  table,
  schema: Slot,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'slot#' })),
  personal: 'room',
  key: (of: { paperId: string; studentId: string; page: number }) => ({
    pk: scriptOf(of),
    sk: `slot#${five(of.page)}`,
  }),
})

export const absents = rows({
  table,
  schema: AbsentMark,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'absent' })),
  personal: 'staff',
  key: (of: { paperId: string; studentId: string }) => ({ pk: scriptOf(of), sk: 'absent' }),
})

export const missings = rows({
  table,
  schema: MissingAccepted,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'missing#' })),
  personal: 'staff',
  key: (of: { paperId: string; studentId: string; page: number }) => ({
    pk: scriptOf(of),
    sk: `missing#${five(of.page)}`,
  }),
})

export const slotsOfStudent = (paperId: string, studentId: string): Promise<Slot[]> =>
  slots.query(scriptOf({ paperId, studentId }), { prefix: 'slot#', consistent: true })

/** What is stored of a candidate's sheets. */
export type StoredScript = { slots: Slot[]; absent: boolean; absentVersion: number; accepted: MissingAccepted[] }

/**
 * All of it by one query: a row that is read by its key is paid as four kilobytes, and these are small. Words about missing
 * pages count where there are pages.
 */
export const scriptOfStudent = async (paperId: string, studentId: string): Promise<StoredScript> => {
  const stored = await inPartition(slots, scriptOf({ paperId, studentId }))
  const of = <T>(rows: { from: (row: Stored) => T | null }, prefix: string): T[] =>
    stored.filter(({ sk }) => sk.startsWith(prefix)).flatMap((row) => rows.from(row) ?? [])
  const own = of(slots, 'slot#')
  const [mark] = of(absents, 'absent')
  return {
    slots: own,
    absent: mark?.absent === true,
    absentVersion: mark?.version ?? 0,
    accepted: own.length === 0 ? [] : of(missings, 'missing#'),
  }
}

/** Students whose slots are asked for at once. */
const together = 32
/** By each student's own rows: an index over a paper's slots would double what a page costs, and a large paper is counted. */
export const slotsOfStudents = async (paperId: string, studentIds: readonly string[]): Promise<Slot[]> => {
  return (await inTurns(studentIds, together, (id) => slotsOfStudent(paperId, id))).flat()
}

export const batchesOfPaper = async (paperId: string): Promise<Batch[]> =>
  (await batches.query(`paper#${paperId}`, { prefix: 'batch#', consistent: true })).sort(
    (a, b) => b.createdAt - a.createdAt || (a.batchId < b.batchId ? 1 : -1),
  )
export const filesOfBatch = (batchId: string): Promise<ScanFile[]> =>
  files.query(`batch#${batchId}`, { prefix: 'file#', consistent: true })
/** In the order of scanning. */
export const pagesOfBatch = (batchId: string): Promise<ScanPage[]> =>
  pages.query(`batch#${batchId}`, { prefix: 'page#', consistent: true })

/** Ids that follow from what they name, so that doing the same again meets the same rows. */
const derived = (kind: 'batch' | 'scan', text: string): string => {
  const digest = createHash('sha256').update(text).digest()
  return composeId(kind, digest.readUIntBE(0, 6), digest.subarray(6, 16))
}
export const batchIdOf = (paperId: string, keys: readonly string[]): BatchId =>
  derived('batch', [paperId, ...[...keys].sort()].join('\n')) as BatchId
export const scanIdOf = (batchId: string, no: string): ScanId => derived('scan', `${batchId}\n${no}`) as ScanId

/** Objects of a page lie in one folder under its scan's id. */
export const scanKey = (page: Pick<ScanPage, 'scanId' | 'owner' | 'batchId'>, name: string): string =>
  objectKey(page.scanId, page.owner, 'scan', 'pages', page.batchId, page.scanId, name)

/** What is cut out of a page begins so, and goes on with a digest of its bytes: read anew, a page has another one. */
export const piecesName = 'pieces-'
