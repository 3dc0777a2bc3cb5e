/**
 * The audit trail's chain (I16): one a tenant, made by the reader of the audit table's stream alone. An entry
 * says which record it is of, what that said, and what the entry before it was: nothing can be changed, taken out, put in
 * between or turned round without the chain telling. Entries and the chain's head are written in one transaction.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { dayKey } from '#shared/kit/time.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { stays } from '#functions/kit/kinds.ts'
import { rows, transact } from '#functions/kit/table.ts'
import { inPieces } from '#functions/kit/turns.ts'

const table = 'TABLE_AUDIT'
const padded = (seq: number): string => String(seq).padStart(12, '0')

export const ChainEntry = z.object({
  schema: z.literal(1),
  tenant: z.string(),
  seq: z.int(),
  /** The record's place. */
  at: z.int(),
  auditId: z.string(),
  /** sha256 of what the record said when it was written. */
  record: z.string(),
  chainedAt: z.int(),
  prev: z.string(),
  hash: z.string(),
})
export type ChainEntry = z.infer<typeof ChainEntry>

export const entries = rows({
  table,
  schema: ChainEntry,
  hangsOn: stays('the chain over what was done is for ever'),
  personal: 'nothing',
  key: (of: { tenant: string; seq: number }) => ({ pk: `chain#${of.tenant}`, sk: padded(of.seq) }),
})

/** That a record is in the chain: once, however often it is told. */
const Chained = z.object({
  schema: z.literal(1),
  tenant: z.string(),
  at: z.int(),
  auditId: z.string(),
  seq: z.int(),
})
export const chained = rows({
  table,
  schema: Chained,
  hangsOn: stays('the chain over what was done is for ever'),
  personal: 'nothing',
  key: (of: { tenant: string; at: number; auditId: string }) => ({
    pk: `chained#${of.tenant}#${dayKey(of.at)}`,
    sk: `${of.at}#${of.auditId}`,
  }),
})

const ChainHead = z.object({
  schema: z.literal(1),
  tenant: z.string(),
  seq: z.int(),
  hash: z.string(),
  version: z.int(),
})
export const chainHeads = rows({
  table,
  schema: ChainHead,
  hangsOn: stays('the chain over what was done is for ever'),
  personal: 'nothing',
  key: (of: { tenant: string }) => ({ pk: 'chain-heads', sk: of.tenant }),
})

export const entriesFrom = (tenant: string, from: number, limit: number): Promise<ChainEntry[]> =>
  entries.query(`chain#${tenant}`, { from: padded(from), limit, consistent: true })
export const tenantsChained = async (): Promise<string[]> =>
  (await chainHeads.query('chain-heads', { consistent: true })).map((h) => h.tenant)

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Field by field too: a map comes back from the store in another order. */
const toldHash = (told: AuditRecord['told']): unknown =>
  told === undefined
    ? null
    : [
        told.name ?? null,
        told.people ?? null,
        told.count ?? null,
        told.actId ?? null,
        (told.changes ?? []).map((c) => [c.field, c.before ?? null, c.after ?? null]),
      ]

/** What a record says, field by field: an undefined one says nothing, wherever it stands. */
export const recordHash = (r: AuditRecord): string =>
  sha256([
    r.schema,
    r.auditId,
    r.at,
    r.tenant,
    r.userId,
    r.pretendedBy ?? null,
    r.sessionId,
    r.act,
    r.object,
    r.before,
    r.after,
    r.reason,
    // Records from before these were said are hashed as they were.
    ...(r.userType === undefined && r.told === undefined ? [] : [r.userType ?? null, toldHash(r.told)]),
  ])

export const entryHash = (e: Omit<ChainEntry, 'hash' | 'schema'>): string =>
  sha256([e.tenant, e.seq, e.at, e.auditId, e.record, e.chainedAt, e.prev])

/** Two writes a record, and the head's: a transaction takes a hundred. */
const atOnce = 45

const chainSome = (tenant: string, records: readonly AuditRecord[]): Promise<number> =>
  edit(`the chain of ${tenant}`, async () => {
    const there = new Set((await chained.getMany(records)).map((c) => c.auditId))
    const fresh = records.filter((r) => !there.has(r.auditId))
    if (fresh.length === 0) return 0
    const head = await chainHeads.get({ tenant })
    let { seq, hash: prev } = head ?? { seq: 0, hash: '' }
    const chainedAt = now()
    const made = fresh.map((r): ChainEntry => {
      const entry = { tenant, seq: ++seq, at: r.at, auditId: r.auditId, record: recordHash(r), chainedAt, prev }
      prev = entryHash(entry)
      return { schema: 1, ...entry, hash: prev }
    })
    const next = { schema: 1 as const, tenant, seq, hash: prev, version: head?.version ?? 1 }
    const done = await transact(
      [
        ...made.flatMap((e) => [
          entries.creating(e),
          chained.creating({ schema: 1, tenant, at: e.at, auditId: e.auditId, seq: e.seq }),
        ]),
        head ? chainHeads.saving(next) : chainHeads.creating(next),
      ],
      randomText(24),
    )
    // A "no" may be another reader's head, a repeat, or our own write whose answer was lost: the rows will say.
    return done ? fresh.length : beaten
  })

/** Puts records of one tenant into its chain, those that are not there yet, by their time; answers how many. */
export const chainRecords = async (tenant: string, records: readonly AuditRecord[]): Promise<number> => {
  const once = [...new Map(records.map((r) => [r.auditId, r])).values()]
  const inOrder = once.sort((a, b) => a.at - b.at || (a.auditId < b.auditId ? -1 : 1))
  let count = 0
  for (const some of inPieces(inOrder, atOnce)) count += await chainSome(tenant, some)
  return count
}
