/**
 * The audit trail. The acts of I16 (unlock, force, edit, export, pretend) write their effect and their record in one
 * transaction: one exists if and only if the other does. A record is made once and never touched; the reader of the
 * stream chains it (`functions/platform/audit.chain.ts`), and a job holds the trail against its chain every night.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Told } from '#shared/kit/acts.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import { dayKey } from '#shared/kit/time.ts'
import { newId, now } from './ports.ts'
import { stays } from './kinds.ts'
import { rows, transact } from './table.ts'
import type { WriteItem } from './table.ts'
import type { Caller } from './session.ts'

export const AuditRecord = z.object({
  schema: z.literal(1),
  auditId: z.string(),
  at: z.int(),
  tenant: z.string(),
  userId: z.string(),
  pretendedBy: z.string().optional(),
  sessionId: z.string(),
  act: z.string(),
  object: z.string(),
  before: z.string(),
  after: z.string(),
  reason: z.string(),
  /** In which role it was done. */
  userType: z.int().optional(),
  /** What people read of it beside the digests. */
  told: Told.optional(),
})
export type AuditRecord = z.infer<typeof AuditRecord>

export const objectIndex = (tenant: string, object: string): string => `acts-on#${tenant}#${object}`
export const personIndex = (tenant: string, userId: string): string => `acts-of#${tenant}#${userId}`

export const audits = rows({
  table: 'TABLE_AUDIT',
  schema: AuditRecord,
  hangsOn: stays('what was done is on record for ever'),
  personal: 'staff',
  key: (of: { tenant: string; at: number; auditId: string }) => ({
    pk: `${of.tenant}#${dayKey(of.at)}`,
    sk: `${of.at}#${of.auditId}`,
  }),
  // What was done to an object, and what a person has done, by time: found among half a million without reading them.
  index: (r) => ({
    gsi1pk: objectIndex(r.tenant, r.object),
    gsi1sk: `${r.at}#${r.auditId}`,
    gsi2pk: personIndex(r.tenant, r.userId),
    gsi2sk: `${r.at}#${r.auditId}`,
  }),
})

const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, 32)

type ChangeOf = {
  before?: unknown
  after?: unknown
  reason?: string
  told?: Told
  /** Whose records it belongs to, where that is not the caller's own: an operator's act on a school is that school's. */
  tenant?: string
}

/** The record of an act. It holds digests and what `told` says, never personal data. */
export const auditRecord = (caller: Caller, act: AuditAct, object: string, change: ChangeOf): AuditRecord => ({
  schema: 1,
  auditId: newId<string>('attempt'),
  at: now(),
  tenant: change.tenant ?? caller.tenant,
  userId: caller.userId,
  ...(caller.pretendedBy ? { pretendedBy: caller.pretendedBy } : {}),
  sessionId: caller.sessionId,
  act,
  object,
  before: digest(change.before),
  after: digest(change.after),
  reason: change.reason ?? '',
  userType: caller.userType,
  ...(change.told ? { told: change.told } : {}),
})

/** Effect and record in one transaction; false when a condition of the effect failed (then neither exists). */
export const audited = (writes: readonly WriteItem[], record: AuditRecord): Promise<boolean> =>
  transact([...writes, audits.creating(record)], record.auditId)
