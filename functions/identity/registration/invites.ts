/** Codes with which parents open their accounts: found by a blind index, kept sealed, since the school shows them again. */
import * as z from 'zod'
import type { Invite } from '#shared/identity/registration/register.calls.ts'
import { inviteEnd, isInviteCode, shownInviteCode } from '#shared/identity/registration/register.rules.ts'
import { SchoolId, UserId } from '#shared/kit/ids.ts'
import { blindIndex, openField } from '#functions/kit/fields.ts'
import { now } from '#functions/kit/ports.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const InviteRow = z.object({
  schema: z.literal(1),
  /** The blind index of the code. */
  inviteId: z.string(),
  schoolId: SchoolId,
  codeSealed: z.string(),
  note: z.string(),
  places: z.int(),
  used: z.int(),
  until: z.int(),
  closedAt: z.int().optional(),
  createdBy: UserId,
  createdAt: z.int(),
  version: z.int(),
})
export type InviteRow = z.infer<typeof InviteRow>

export const invites = rows({
  table: 'TABLE_IDENTITY',
  schema: InviteRow,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { inviteId: string }) => ({ pk: `invite#${of.inviteId}`, sk: 'invite' }),
  index: (i) => ({ gsi1pk: `invites#${i.schoolId}`, gsi1sk: `${i.createdAt}#${i.inviteId}` }),
  // A year after its end its row is no longer needed.
  ttl: (i) => Math.ceil(i.until / 1000) + 365 * 86_400,
})

export const inviteIdOf = (code: string): Promise<string> => blindIndex('invite', code)
/** The code while it is good; null for any other. */
export const liveInvite = async (code: string): Promise<InviteRow | null> => {
  const invite = isInviteCode(code) ? await invites.get({ inviteId: await inviteIdOf(code) }) : null
  return invite && inviteEnd(invite, now()) === null ? invite : null
}

export const sealedAt = (inviteId: string): string => `invite#${inviteId}#code`

export const invitesOf = (schoolId: string): Promise<InviteRow[]> =>
  invites.queryIndex('gsi1', `invites#${schoolId}`, { reverse: true, limit: 200 })

export const shownInvite = async ({ codeSealed, createdBy: _by, ...row }: InviteRow): Promise<Invite> => ({
  ...row,
  code: shownInviteCode(await openField(sealedAt(row.inviteId), codeSealed)),
})
