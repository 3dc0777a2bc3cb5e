/**
 * Several people at one pile (cooperation groups). An item is held by a row of its own that only one can create while it
 * lives; a row past its time is as good as gone, so an absent person holds up no page. Its holder settles an item;
 * all others are told who has it.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { PaperId, UserId } from '#shared/kit/ids.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTime, under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import type { PageAt } from '../scan.store.ts'

const table = 'TABLE_SCAN'
/** So long an item is one person's alone. */
export const leaseMs = 120_000

const Lease = z.object({
  schema: z.literal(1),
  item: z.string(),
  paperId: PaperId,
  userId: UserId,
  userName: z.string(),
  until: z.int(),
})
const leases = rows({
  table,
  schema: Lease,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { item: string }) => ({ pk: `lease#${of.item}`, sk: 'lease' }),
  index: (l) => ({ gsi1pk: `leases#${l.paperId}`, gsi1sk: l.item }),
  ttl: (l) => Math.ceil(l.until / 1000),
})

export const Cooperation = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  open: z.boolean(),
  groups: z.int(),
  openedBy: z.string(),
  version: z.int(),
})
export const cooperations = rows({
  table,
  schema: Cooperation,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `cooperation#${paperId}`, prefix: 'cooperation' })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: `cooperation#${of.paperId}`, sk: 'cooperation' }),
})
const Member = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  userId: UserId,
  userName: z.string(),
  groupIndex: z.int(),
  settled: z.int(),
  version: z.int(),
})
export const members = rows({
  table,
  schema: Member,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `cooperation#${paperId}`, prefix: 'member#' })),
  personal: 'staff',
  key: (of: { paperId: string; userId: string }) => ({ pk: `cooperation#${of.paperId}`, sk: `member#${of.userId}` }),
})

type Who = { userId: UserId; userName: string }
export const itemOf = (p: PageAt): string => `${p.batchId}#${p.no}`
/** The group of an item: the same for every caller. */
export const groupOf = (item: string, groups: number): number =>
  (createHash('sha256').update(item).digest().readUInt32BE(0) % Math.max(1, groups)) + 1

/** Takes an item; true as well when one holds it already. */
export const take = async (paperId: PaperId, item: string, who: Who): Promise<boolean> => {
  const lease = {
    schema: 1 as const,
    item,
    paperId,
    userId: who.userId,
    userName: who.userName,
    until: now() + leaseMs,
  }
  return (await leases.create(lease)) || (await leases.get({ item }))?.userId === who.userId
}

export const heldIn = async (paperId: string): Promise<{ item: string; userId: string }[]> =>
  leases.queryIndex('gsi1', `leases#${paperId}`)

/** Refuses to settle what another person holds. */
export const mayHold = async (page: PageAt, who: Pick<Who, 'userId'>): Promise<void> => {
  const held = await leases.get({ item: itemOf(page) })
  if (held && held.userId !== who.userId) refuse(scanProblems.heldByOther, { who: held.userName })
}

/** The item is settled: it is free, and counts for its holder. */
export const released = async (page: PageAt, who: Pick<Who, 'userId'>): Promise<void> => {
  const held = await leases.get({ item: itemOf(page) })
  if (!held || held.userId !== who.userId) return
  await leases.remove({ item: held.item })
  await members.edit({ paperId: held.paperId, userId: who.userId }, (member) =>
    member ? { ...member, settled: member.settled + 1 } : null,
  )
}

/** Everything that is held becomes free: the pile is closed. */
export const freeAll = async (paperId: string): Promise<void> => {
  for (const { item } of await heldIn(paperId)) await leases.remove({ item })
}
