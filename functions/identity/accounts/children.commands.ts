import { servicePhone, unbindAllowance } from '#shared/identity/accounts/account.rules.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { User } from '#shared/identity/identity.types.ts'
import { showDate } from '#shared/kit/time.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { forgetSessions, sessions } from '#functions/kit/session.ts'
import { accountOf, openUsers, sessionNow } from '../signIn/begin.ts'
import { savingAnew } from '../identity.public.ts'
import { childLinks, unbindings, users } from '../identity.store.ts'
import type * as childrenCalls from '#shared/identity/accounts/children.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const ownAccount = (caller: Caller, accountId: string | undefined): void => {
  if (accountId !== undefined && accountId !== caller.accountId) throw new Barred(403)
}

export const notPretending = (caller: Caller): void => {
  if (caller.pretendedBy) refuse(identityProblems.pretending)
}

type Child = User & { studentId: NonNullable<User['studentId']> }

export const childrenOf = (own: readonly User[]): Child[] =>
  own.filter((u): u is Child => u.userType === 5 && u.studentId !== undefined)

/** Years are the school's calendar: Shanghai's. */
export const yearNow = (): number => Number(showDate(now()).slice(0, 4))

export const unbindChild = async (
  input: InputOf<typeof childrenCalls.unbindChild>,
  caller: Caller,
): Promise<AnswerOf<typeof childrenCalls.unbindChild>> => {
  ownAccount(caller, input.otherAccountId)
  notPretending(caller)
  const { accountId } = caller
  const year = yearNow()
  const [own, used, session] = await Promise.all([
    openUsers(accountId),
    unbindings.get({ accountId, year }),
    sessionNow(caller),
  ])
  if (!session) throw new Barred(401)
  const account = (await accountOf(session)) ?? refuse(identityProblems.noSuchUser)
  const children = childrenOf(own)
  const wanted = [...new Set(input.userIds)]
  const chosen = children.filter((c) => wanted.includes(c.userId))
  if (chosen.length !== wanted.length) return refuse(identityProblems.noSuchUser)
  if (input.otherRelativeId !== undefined && !chosen.some((c) => c.studentId === input.otherRelativeId))
    return refuse(identityProblems.noSuchUser)
  if (children.length - chosen.length < 1) return refuse(identityProblems.lastChild)
  const count = (used?.count ?? 0) + chosen.length
  if (count > unbindAllowance) return refuse(identityProblems.unbindExhausted, { phone: servicePhone })
  // The account's sessions end, for one of them may stand on an unlinked child; this one goes on if it does not.
  const { writes, epoch } = savingAnew(account, {})
  const row = { schema: 1 as const, accountId, year, count, version: used?.version ?? 1 }
  const stays = !chosen.some((c) => c.userId === session.userId)
  const record = auditRecord(caller, 'identity.unbindChild', accountId, { before: wanted })
  const done = await audited(
    [
      used ? unbindings.saving(row) : unbindings.creating(row),
      ...chosen.map((c) => users.saving({ ...c, closedAt: now() })),
      ...chosen.map((c) => ({
        Delete: { TableName: childLinks.tableName(), Key: childLinks.keyOf({ accountId, studentId: c.studentId }) },
      })),
      ...writes,
      ...(stays ? [sessions.updating(session, { epoch, elsewhere: undefined }, { endedAt: undefined })] : []),
    ],
    record,
  )
  if (!done) return refuse(identityProblems.tooOften)
  forgetSessions()
  return { unbound: chosen.length }
}
