/** The rows of a paper's journal, and what their hashes are taken of: who verifies them computes no score. */
import * as z from 'zod'
import { canonical } from '#shared/kit/canonical.ts'
import { PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { Sha256 } from '#shared/kit/sha256.ts'
import { utf8 } from '#shared/kit/text.ts'
import { Mark, MarkRole } from '../marking.types.ts'

export const JournalEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mark'), questionId: QuestionId, role: MarkRole, mark: Mark }),
  z.object({
    kind: z.literal('choices'),
    version: z.int(),
    chosen: z.record(z.string(), z.string()),
    paperType: z.enum(['A', 'B', '?']).optional(),
    picks: z.record(z.string(), z.boolean()).optional(),
    decided: z.record(z.string(), z.boolean()).optional(),
    unseen: z.record(z.string(), z.boolean()).optional(),
  }),
  z.object({
    kind: z.literal('script'),
    version: z.int(),
    state: z.enum(['present', 'absent', 'missing', 'void']),
    imageVersion: z.int(),
  }),
])
export type JournalEntry = z.infer<typeof JournalEntry>

/** A row of the journal; `hash` is of `prev` and all else, `seq` counts within the shard from 1. */
export const JournalRow = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  shard: z.int(),
  studentId: StudentId,
  entryKey: z.string(),
  entry: JournalEntry,
  seq: z.int(),
  prev: z.string(),
  hash: z.string(),
})
export type JournalRow = z.infer<typeof JournalRow>

/** What a row's hash is taken of. */
export const hashedText = (row: Omit<JournalRow, 'hash'>): string =>
  canonical([row.prev, row.paperId, row.shard, row.seq, row.studentId, row.entryKey, row.entry])

export const rowHash = (row: Omit<JournalRow, 'hash'>): string => new Sha256().update(utf8(hashedText(row))).digest()

/** Names rows of one student, in the order of their keys. */
export const journalDigest = (rows: readonly Pick<JournalRow, 'hash'>[]): string =>
  new Sha256().update(utf8(rows.map((r) => r.hash).join('\n'))).digest()
