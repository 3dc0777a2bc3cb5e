/** Names that are locked at this moment: one row a lock, found by the end of the lock, gone soon after it. */
import * as z from 'zod'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { now } from '#functions/kit/ports.ts'

const Trouble = z.object({
  schema: z.literal(1),
  /** As the limit's row is called: no name. */
  key: z.string(),
  /** When the lock ends, to the minute. */
  until: z.int(),
  /** An unknown name has none: who tries learns nothing from the time that this takes. */
  accountName: z.string().optional(),
})
export const troubles = rows({
  table: 'TABLE_SESSION',
  schema: Trouble,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { key: string; until: number }) => ({ pk: 'troubles', sk: `${of.until}#${of.key}` }),
  ttl: (t) => Math.ceil(t.until / 1000),
})

const minute = 60_000

/** Notes a lock; of one that is noted nothing is written again. */
export const noteLock = async (key: string, waitMs: number, accountName: string | undefined): Promise<void> => {
  const until = Math.ceil((now() + waitMs) / minute) * minute
  await troubles.create({ schema: 1, key, until, ...(accountName === undefined ? {} : { accountName }) })
}

/** Accounts that are locked, those for longest first, so many at most. */
export const lockedNow = async (most: number): Promise<{ accountName: string; key: string; until: number }[]> => {
  const found = await troubles.query('troubles', { from: String(now()), reverse: true, limit: most })
  const named = found.flatMap(({ accountName, key, until }) => (accountName ? [{ accountName, key, until }] : []))
  return named.filter((t, i) => named.findIndex((other) => other.accountName === t.accountName) === i)
}
