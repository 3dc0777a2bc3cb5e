import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { inviteCodeOf, inviteEnd, invitesKept } from '#shared/identity/registration/register.rules.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { sealField } from '#functions/kit/fields.ts'
import { now, randomOf } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { invitesOf, inviteIdOf, invites, sealedAt, shownInvite } from './invites.ts'
import type * as registerCalls from '#shared/identity/registration/register.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'

export const createInvite = async (
  input: InputOf<typeof registerCalls.createInvite>,
  caller: Caller,
): Promise<AnswerOf<typeof registerCalls.createInvite>> => {
  const { schoolId, note = '', places, days } = input
  const at = now()
  const live = (await invitesOf(schoolId)).filter((i) => inviteEnd(i, at) === null)
  if (live.length >= invitesKept) return refuse(p.tooManyInvites, { max: invitesKept })
  const code = inviteCodeOf(randomOf(10))
  const inviteId = await inviteIdOf(code)
  const row = {
    schema: 1 as const,
    inviteId,
    schoolId,
    codeSealed: await sealField(sealedAt(inviteId), code),
    note,
    places,
    used: 0,
    until: at + days * 86_400_000,
    createdBy: caller.userId,
    createdAt: at,
    version: 1,
  }
  const record = auditRecord(caller, 'identity.createInvite', inviteId, { after: [schoolId, places, row.until] })
  if (!(await audited([invites.creating(row)], record))) throw new Error('two codes are the same')
  return shownInvite(row)
}

export const closeInvite = async (
  input: InputOf<typeof registerCalls.closeInvite>,
  caller: Caller,
): Promise<AnswerOf<typeof registerCalls.closeInvite>> => {
  const { inviteId, schoolId, version } = input
  const row = await invites.get({ inviteId })
  if (!row || row.schoolId !== schoolId || row.closedAt !== undefined) return refuse(p.inviteGone)
  const closed = { ...row, closedAt: now(), version }
  const record = auditRecord(caller, 'identity.closeInvite', inviteId, { before: row.version })
  if (!(await audited([invites.saving(closed)], record))) return refuseStale(invites, { inviteId })
  return shownInvite({ ...closed, version: version + 1 })
}
