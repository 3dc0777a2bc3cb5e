import { childrenKept } from '#shared/identity/accounts/account.rules.ts'
import type { ChildRequest } from '#shared/identity/accounts/childRequest.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { schoolOf, studentOf, teacherOf } from '#functions/school/roster/school.public.ts'
import { requests, shownRequest, tellAsker, tellParents } from './childRequests.ts'
import { phoneOf } from '../signIn/begin.ts'
import { accountById } from '../identity.public.ts'
import { bindingParent, childOf } from './parents.public.ts'
import type * as childRequestCalls from '#shared/identity/accounts/childRequest.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { headedClasses } from '#shared/kit/people.ts'

/** A head teacher settles for the own classes; null is every class. */
export const classesOf = async (caller: Caller): Promise<Set<string> | null> => {
  if (caller.userType !== 3) return null
  const teacher = caller.schoolId && caller.teacherId ? await teacherOf(caller.schoolId, caller.teacherId) : null
  return new Set(headedClasses(teacher?.teaches ?? []))
}

/** The class as it is now: a student may have moved since. */
const classNow = async (r: ChildRequest): Promise<string> => (await studentOf(r.studentId))?.classId ?? r.classId

/** The writes that link the parent who asked. */
const linking = async (r: ChildRequest): Promise<WriteItem[]> => {
  const [account, student, school] = await Promise.all([
    accountById(r.accountId),
    studentOf(r.studentId),
    schoolOf(r.schoolId),
  ])
  if (!account || account.disabled || !student || !school || student.schoolId !== r.schoolId)
    return refuse(identityProblems.requestGone)
  const link = await bindingParent(account, childOf(school, student))
  if (link === 'full') return refuse(identityProblems.tooManyChildren, { max: childrenKept })
  // Linked by a code since: what was asked for is there.
  return link === 'bound' ? [] : link.writes
}

/** A request of the school, for who may settle it. */
const settleable = async (
  of: Pick<InputOf<typeof childRequestCalls.askerPhone>, 'schoolId' | 'accountId' | 'studentId'>,
  caller: Caller,
): Promise<ChildRequest> => {
  const row = await requests.get(of)
  if (!row || row.schoolId !== of.schoolId) return refuse(identityProblems.requestGone)
  const classes = await classesOf(caller)
  if (classes && !classes.has(await classNow(row))) throw new Barred(403)
  return row
}

/** The number is given to who must decide, while there is something to decide; the look is on record before it is answered. */
export const askerPhone = async (
  input: InputOf<typeof childRequestCalls.askerPhone>,
  caller: Caller,
): Promise<AnswerOf<typeof childRequestCalls.askerPhone>> => {
  const row = await settleable(input, caller)
  if (row.state !== 'pending') return refuse(identityProblems.requestGone)
  const account = await accountById(row.accountId)
  if (!account?.phoneSealed) return { phone: '' }
  const record = auditRecord(caller, 'identity.showAsker', row.studentId, { after: row.accountId })
  if (!(await audited([], record))) throw new Error('a look could not be put on record')
  return { phone: await phoneOf(account) }
}

export const settleRequest = async (
  input: InputOf<typeof childRequestCalls.settleRequest>,
  caller: Caller,
): Promise<AnswerOf<typeof childRequestCalls.settleRequest>> => {
  const row = await settleable(input, caller)
  const state = input.approve ? ('approved' as const) : ('refused' as const)
  // Settled so by an earlier request whose answer was lost.
  if (row.state === state && row.settledBy === caller.userId) return shownRequest(row)
  if (row.state !== 'pending') return refuse(identityProblems.requestGone)
  if (row.version !== input.version) return refuseStale(requests, row)
  const next: ChildRequest = {
    ...row,
    state,
    settledAt: now(),
    settledBy: caller.userId,
    settledByName: caller.userName,
    ...(input.reason ? { reason: input.reason } : {}),
  }
  const act = input.approve ? 'identity.approveParent' : 'identity.refuseParent'
  const record = auditRecord(caller, act, row.studentId, { after: row.accountId, reason: input.reason ?? '' })
  const writes = input.approve ? await linking(row) : []
  if (!(await audited([requests.saving(next), ...writes], record))) return refuseStale(requests, row)
  if (writes.length > 0) await tellParents(next, { accountId: row.accountId, userName: row.parentName })
  await tellAsker(next)
  return shownRequest({ ...next, version: next.version + 1 })
}
