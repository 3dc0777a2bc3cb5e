/**
 * The message to a child's parents that the school has linked another parent to it. The school's functions may open no
 * phone number: they note it with the link, in one transaction, and identity's timer sends it.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { AccountId, StudentId } from '#shared/kit/ids.ts'
import { now } from '#functions/kit/ports.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { tellParents } from './childRequests.ts'

const ChildTell = z.object({
  schema: z.literal(1),
  studentId: StudentId,
  studentName: z.string(),
  schoolName: z.string(),
  /** Who was linked. */
  accountId: AccountId,
  userName: z.string(),
  at: z.int(),
})
type ChildTell = z.infer<typeof ChildTell>

/** An import links thousands: they do not lie in one partition. */
const shards = 4
const shardOf = (studentId: string): number => createHash('sha256').update(studentId).digest()[0]! % shards
export const childTells = rows({
  table: 'TABLE_IDENTITY',
  schema: ChildTell,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { studentId: string; accountId: string }) => ({
    pk: `child-tells#${shardOf(of.studentId)}`,
    sk: `${of.studentId}#${of.accountId}`,
  }),
  ttl: (t) => Math.ceil(t.at / 1000) + 2 * 86_400,
})

export const notingLinked = (of: Omit<ChildTell, 'schema' | 'at'>): WriteItem =>
  childTells.putting({ schema: 1, ...of, at: now() })

/** So many of a partition are told at a time; the timer comes again. */
const atOnce = 200

/** Tells what was noted. What is told twice after a crash says the same. */
export const tellLinked = async (): Promise<void> => {
  for (let shard = 0; shard < shards; shard++)
    for (const tell of await childTells.query(`child-tells#${shard}`, { limit: atOnce, consistent: true })) {
      await tellParents(tell, tell)
      await childTells.remove(tell)
    }
}
