import { childrenKept, servicePhone, unbindAllowance } from '#shared/identity/accounts/account.rules.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { User } from '#shared/identity/identity.types.ts'
import { showDate } from '#shared/kit/time.ts'
import type * as childrenCalls from '#shared/identity/accounts/children.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import type { ChildRequest } from '#shared/identity/accounts/childRequest.calls.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import type { UserId } from '#shared/kit/ids.ts'
import type { School, Student } from '#shared/school/roster/school.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { forgetSessions, sessions } from '#functions/kit/session.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import { classesOf } from '#functions/school/roster/school.public.ts'
import { accountOf, openUsers, sessionNow } from '../signIn/begin.ts'
import { savingAnew } from '../identity.public.ts'
import { childLinks, unbindings, users } from '../identity.store.ts'
import { liveInvite, invites } from '../registration/invites.ts'
import { takeShared, limitKey } from '../signIn/limits.ts'
import { requests, tellParents, ownRequestsOf, maskedOf } from './childRequests.ts'
import { bindingParent, childOf } from './parents.public.ts'

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

/** Links at once by a code of the child's school; the code's place, the link and the record are one. */
export const linkByCode = (caller: Caller, school: School, student: Student, code: string): Promise<UserId> =>
  edit(`a link by a code of ${school.schoolId}`, async () => {
    const invite = await liveInvite(code)
    if (invite?.schoolId !== school.schoolId) {
      // Codes are not to be tried.
      if ((await takeShared(limitKey('wrongInvite', caller.accountId), otherLimits.findStudent)) > 0)
        return refuse(identityProblems.tooOften)
      return refuse(identityProblems.registerRefused)
    }
    const link = await bindingParent(caller, childOf(school, student))
    if (link === 'bound') return refuse(identityProblems.childBound)
    if (link === 'full') return refuse(identityProblems.tooManyChildren, { max: childrenKept })
    const record = auditRecord(caller, 'identity.bindChild', student.studentId, { after: link.userId })
    const asked = await requests.get({ accountId: caller.accountId, studentId: student.studentId })
    const writes = [
      ...link.writes,
      invites.saving({ ...invite, used: invite.used + 1 }),
      ...(asked?.state === 'pending' ? [requests.saving({ ...asked, state: 'approved', settledAt: now() })] : []),
    ]
    if (await audited(writes, record)) {
      await tellParents({ ...student, schoolName: school.schoolName }, caller)
      return link.userId
    }
    // A class links in one evening: another parent took a place of the code, or the same child was linked in between.
    return beaten
  })

/** After a refusal a school is left alone for so long. */
const askAgainDays = 7

/** Asks the school; nothing is linked. Asked again it is one request. */
export const askSchool = async (caller: Caller, school: School, student: Student): Promise<void> => {
  const link = await bindingParent(caller, childOf(school, student))
  if (link === 'bound') return refuse(identityProblems.childBound)
  if (link === 'full') return refuse(identityProblems.tooManyChildren, { max: childrenKept })
  const { accountId } = caller
  const [own, classes, phone] = await Promise.all([
    ownRequestsOf(accountId),
    classesOf(school.schoolId),
    maskedOf(accountId),
  ])
  const before = own.find((r) => r.studentId === student.studentId)
  if (before?.state === 'pending') return
  if (before?.state === 'refused' && now() - (before.settledAt ?? 0) < askAgainDays * 86400000)
    return refuse(identityProblems.requestRefused, { days: askAgainDays })
  if (own.filter((r) => r.state === 'pending').length >= childrenKept)
    return refuse(identityProblems.tooManyRequests, { max: childrenKept })
  const row: ChildRequest = {
    schema: 1,
    accountId,
    studentId: student.studentId,
    schoolId: school.schoolId,
    schoolName: school.schoolName,
    classId: student.classId,
    className: classes.find((c) => c.classId === student.classId)?.className ?? '',
    studentName: student.studentName,
    studentNumber: student.studentNumber,
    parentName: caller.userName,
    phone,
    state: 'pending',
    askedAt: now(),
    version: before?.version ?? 1,
  }
  const record = auditRecord(caller, 'identity.askForChild', student.studentId, { after: school.schoolId })
  const write = before ? requests.saving(row) : requests.creating(row)
  // Two tabs at once: one of them has asked.
  if (!(await audited([write], record)) && (await requests.get(row))?.state !== 'pending')
    return refuse(identityProblems.tooOften)
}
