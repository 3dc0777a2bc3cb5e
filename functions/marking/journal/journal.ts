/**
 * The journal of a paper in the audit table: rows are only ever added, each by the key of what it tells, chained by hash
 * within sixteen shards. Rows and the head of their chain are written in one transaction.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import { entryKeyOf, foldJournal } from '#shared/marking/journal/journal.rules.ts'
import type { JournalScores } from '#shared/marking/journal/journal.rules.ts'
import { hashedText, JournalRow, journalDigest } from '#shared/marking/journal/journal.types.ts'
import type { JournalEntry } from '#shared/marking/journal/journal.types.ts'
import type { Paper, RosterSlice } from '#shared/exam/exam.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { randomText } from '#functions/kit/ports.ts'
import { stays } from '#functions/kit/kinds.ts'
import { rows, transact } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { chainFaults } from './journal.chain.ts'
import { shards, shardOf } from '../marking.store.ts'

const table = 'TABLE_AUDIT'
const partition = (paperId: string, shard: number): string => `journal#${paperId}#${shard}`

export const journal = rows({
  table,
  schema: JournalRow,
  hangsOn: stays('the journal of marks lies in the audit trail, which is for ever'),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string; entryKey: string }) => ({
    pk: partition(of.paperId, shardOf(of.studentId)),
    sk: `${of.studentId}#${of.entryKey}`,
  }),
})

/** The end of a shard's chain. */
const JournalHead = z.object({
  schema: z.literal(1),
  paperId: z.string(),
  shard: z.int(),
  seq: z.int(),
  hash: z.string(),
  version: z.int(),
})
const journalHeads = rows({
  table,
  schema: JournalHead,
  hangsOn: stays('the journal of marks lies in the audit trail, which is for ever'),
  personal: 'nothing',
  key: (of: { paperId: string; shard: number }) => ({ pk: `journal-head#${of.paperId}`, sk: String(of.shard) }),
})

export type Told = { paperId: PaperId; studentId: StudentId; entry: JournalEntry }

const hashOf = (row: Omit<JournalRow, 'hash'>): string => createHash('sha256').update(hashedText(row)).digest('hex')

/** A transaction takes a hundred writes; one is the head. */
const atOnce = 90

const appendToShard = async (paperId: PaperId, shard: number, told: readonly Told[]): Promise<void> => {
  const wanted = new Map(told.map((t) => [`${t.studentId}#${entryKeyOf(t.entry)}`, t]))
  let doubtful = false
  const appendOnce = async (): Promise<null | typeof beaten> => {
    // Nearly all that is told is new: only when the store said no is it asked what is there already.
    if (doubtful) {
      const keys = [...wanted.values()].map((t) => ({
        paperId,
        studentId: t.studentId,
        entryKey: entryKeyOf(t.entry),
      }))
      for (const there of await journal.getMany(keys)) wanted.delete(`${there.studentId}#${there.entryKey}`)
    }
    if (wanted.size === 0) return null
    const head = await journalHeads.get({ paperId, shard })
    let seq = head?.seq ?? 0
    let prev = head?.hash ?? ''
    const fresh = [...wanted.values()].slice(0, atOnce).map((t) => {
      const row = {
        schema: 1 as const,
        paperId,
        shard,
        studentId: t.studentId,
        entryKey: entryKeyOf(t.entry),
        entry: t.entry,
        seq: ++seq,
        prev,
      }
      prev = hashOf(row)
      return { ...row, hash: prev }
    })
    const next = { schema: 1 as const, paperId, shard, seq, hash: prev, version: head?.version ?? 1 }
    const done = await transact(
      [...fresh.map((r) => journal.creating(r)), head ? journalHeads.saving(next) : journalHeads.creating(next)],
      randomText(24),
    )
    // A "no" may be a repeat, another reader's head, or our own write whose answer was lost: the rows will say.
    doubtful = !done
    if (done) for (const row of fresh) wanted.delete(`${row.studentId}#${row.entryKey}`)
    return done ? null : beaten
  }
  while (wanted.size > 0) await edit(`the journal of ${paperId}`, appendOnce, 40)
}

/** Adds what is not there yet. Told twice, late or out of order, it says the same. */
export const appendJournal = async (told: readonly Told[]): Promise<void> => {
  const groups = new Map<string, Told[]>()
  for (const t of told) {
    const name = partition(t.paperId, shardOf(t.studentId))
    groups.set(name, [...(groups.get(name) ?? []), t])
  }
  await Promise.all(
    [...groups.values()].map((group) => appendToShard(group[0]!.paperId, shardOf(group[0]!.studentId), group)),
  )
}

/** Of each student what the journal held when it was read: the digest of the rows, and the last of them. */
export type JournalDigests = ReadonlyMap<string, { digest: string; last: number }>

/** Rows of a student lie one behind the other, in the order of their keys. */
const digestsOf = (found: readonly JournalRow[]): JournalDigests =>
  new Map(
    [...Map.groupBy(found, (r) => r.studentId as string)].map(([id, own]) => [
      id,
      { digest: journalDigest(own), last: Math.max(...own.map((r) => r.seq)) },
    ]),
  )

/** A student's rows up to one of them, in the order of their keys. */
export const journalRowsOf = async (paperId: string, studentId: string, last: number): Promise<JournalRow[]> =>
  (await journal.query(partition(paperId, shardOf(studentId)), { prefix: `${studentId}#`, consistent: true })).filter(
    (r) => r.seq <= last,
  )

/** Scores of a stretch of a paper's students from its journal alone (the second computation of I11). */
export const journalScores = async (
  paper: Paper,
  { from, before }: Pick<RosterSlice, 'from' | 'before'>,
): Promise<JournalScores & { digests: JournalDigests }> => {
  // A row's key begins with the student's id and goes on: those of `before` itself lie behind the bound.
  const bounds = { from: from || '0', to: before, consistent: true }
  const found = await Promise.all(
    Array.from({ length: shards }, (_, i) => journal.query(partition(paper.paperId, i), bounds)),
  )
  const rows = found.flat()
  return { ...foldJournal(paper, rows), digests: digestsOf(rows) }
}

/** The same of these students alone, each by a query of its own: their ids may lie among many others. */
export const journalScoresOfStudents = async (
  paper: Paper,
  studentIds: readonly string[],
): Promise<JournalScores & { digests: JournalDigests }> => {
  const told = await inTurns(studentIds, 32, (id) =>
    journal.query(partition(paper.paperId, shardOf(id)), { prefix: `${id}#`, consistent: true }),
  )
  const rows = told.flat()
  return { ...foldJournal(paper, rows), digests: digestsOf(rows) }
}

/** The chain of a shard, checked in the order of its rows' keys: it holds a megabyte of rows, however long it is. */
export const shardFaults = async (paperId: string, shard: number): Promise<string[]> => {
  // The head first: what is added from now on lies behind it.
  const head = await journalHeads.get({ paperId, shard })
  const pages = (): AsyncGenerator<JournalRow[]> => journal.pages(partition(paperId, shard), { consistent: true })
  const { faults, rows: found } = await chainFaults(pages, { seq: head?.seq ?? 0, hash: head?.hash ?? '' }, hashOf)
  // Rows behind every head, also behind the one of now.
  const beyond = found > (head?.seq ?? 0) && found > ((await journalHeads.get({ paperId, shard }))?.seq ?? 0)
  return [...faults, ...(beyond ? ['head'] : [])].map((fault) => `${shard}/${fault}`)
}

/** What is wrong with the chains of a paper's journal. */
export const journalFaults = async (paperId: string): Promise<string[]> => {
  const faults: string[] = []
  for (let shard = 0; shard < shards; shard++) faults.push(...(await shardFaults(paperId, shard)))
  return faults
}
