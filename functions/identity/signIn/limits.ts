/** The buckets of shared/identity/signIn/limit.rules.ts in the session table: one row a subject, several buckets in it. */
import { createHash } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { networkOf } from '#shared/identity/signIn/address.rules.ts'
import { takeOne, waitFor } from '#shared/identity/signIn/limit.rules.ts'
import type { Bucket } from '#shared/identity/signIn/limit.rules.ts'
import { dynamo } from '#functions/kit/clients.ts'
import { beaten, edit, Overtaken } from '#functions/kit/edit.ts'
import { now } from '#functions/kit/ports.ts'
import { isConditionFailure, persistently } from '#functions/kit/store.errors.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const LimitRow = z.object({
  schema: z.literal(1),
  key: z.string(),
  /** The moment at which the subject's own bucket is full again: counted by many at once, see `takeShared`. */
  fullAt: z.int().default(0),
  /** Bucket → the same, for a subject with several that are taken together. */
  full: z.record(z.string(), z.int()).default({}),
  version: z.int().default(1),
})
export type LimitRow = z.infer<typeof LimitRow>

const ttlOf = (fullAt: number): number => Math.ceil(fullAt / 1000) + 60

export const limits = rows({
  table: 'TABLE_SESSION',
  schema: LimitRow,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { key: string }) => ({ pk: `limit#${of.key}`, sk: 'limit' }),
  ttl: (r) => ttlOf(Math.max(r.fullAt, ...Object.values(r.full))),
})

/** A subject as it stands in the table: neither names nor addresses are kept. */
export const limitKey = (kind: string, subject: string): string =>
  `${kind}#${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/** The key of a network's limit: all addresses that one host may choose are one subject. */
export const networkKey = (kind: string, ip: string): string => limitKey(kind, networkOf(ip))

export type Wanted = Readonly<Record<string, Bucket>>

/** Milliseconds until all of these buckets have a token. */
export const waitOf = (row: LimitRow | null | undefined, wanted: Wanted, at = now()): number =>
  Math.max(...Object.entries(wanted).map(([name, bucket]) => waitFor(row?.full[name] ?? 0, at, bucket)))

/**
 * Takes a token of each bucket, or none; answers 0, or the milliseconds to wait. Many at once take in turn; who finds no
 * turn in half a second waits as if there were none. `known` spares the first reading.
 */
export const take = async (key: string, wanted: Wanted, known?: LimitRow | null): Promise<number> => {
  let row = known
  const takeOnce = async (): Promise<number | typeof beaten> => {
    row = row === undefined ? await limits.get({ key }) : row
    const at = now()
    const wait = waitOf(row, wanted, at)
    if (wait > 0) return wait
    const taken = Object.entries(wanted).map(([name, bucket]) => [name, takeOne(row?.full[name] ?? 0, at, bucket)!])
    // Buckets that are full again need no place.
    const rest = Object.entries(row?.full ?? {}).filter(([, fullAt]) => fullAt > at)
    const full = Object.fromEntries([...rest, ...taken]) as Record<string, number>
    const done = row
      ? (await limits.save({ ...row, full })) !== null
      : await limits.create({ schema: 1, key, fullAt: 0, full, version: 1 })
    row = undefined
    return done ? 0 : beaten
  }
  return edit(`the limit ${key}`, takeOnce, 7).catch((error: unknown) => {
    if (error instanceof Overtaken) return Math.max(...Object.values(wanted).map((b) => b.everyMs))
    throw error
  })
}

/**
 * A bucket that has been full for less than this counts on from where it stood, which gives some tokens more: otherwise
 * a bucket that fills quicker than the store answers is found neither used nor full, over and over.
 */
const justFullMs = 2000

/**
 * Takes a token of a subject's own bucket where a whole school may do so at the same moment: the store itself counts on,
 * so that no request waits for a turn and none is lost. A write that was applied twice counts twice; a limit may.
 */
export const takeShared = async (key: string, bucket: Bucket): Promise<number> => {
  const count = async (expression: string, condition: string, values: Record<string, unknown>, at: number) => {
    const names = { '#fullAt': 'fullAt', '#schema': 'schema', '#key': 'key', '#ttl': 'ttl' }
    try {
      await persistently(() =>
        dynamo().send(
          new UpdateCommand({
            TableName: limits.tableName(),
            Key: limits.keyOf({ key }),
            UpdateExpression: `SET #fullAt = ${expression}, #schema = :one, #key = :key, #ttl = :ttl`,
            ConditionExpression: condition,
            ExpressionAttributeNames: names,
            ExpressionAttributeValues: {
              ...values,
              ':since': at - justFullMs,
              ':one': 1,
              ':key': key,
              ':ttl': ttlOf(at + bucket.capacity * bucket.everyMs),
            },
          }),
        ),
      )
      return true
    } catch (error) {
      if (isConditionFailure(error)) return false
      throw error
    }
  }
  const takeOnce = async (): Promise<number | typeof beaten> => {
    const at = now()
    const last = at + (bucket.capacity - 1) * bucket.everyMs
    const used = '#fullAt BETWEEN :since AND :last'
    if (await count('#fullAt + :every', used, { ':every': bucket.everyMs, ':last': last }, at)) return 0
    const idle = 'attribute_not_exists(#fullAt) OR #fullAt < :since'
    if (await count(':first', idle, { ':first': at + bucket.everyMs }, at)) return 0
    const wait = waitFor((await limits.get({ key }))?.fullAt ?? 0, at, bucket)
    return wait > 0 ? wait : beaten
  }
  return edit(`the limit ${key}`, takeOnce, 8).catch((error: unknown) => {
    if (error instanceof Overtaken) return bucket.everyMs
    throw error
  })
}

/** Gives back everything that was taken of a subject. */
export const clearLimit = (key: string): Promise<void> => limits.remove({ key })
