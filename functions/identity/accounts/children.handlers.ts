/** A parent's children. Each is an identity of type 5 of the account, in the school of the student. */
import { childrenKept } from '#shared/identity/accounts/account.rules.ts'
import {
  bindChild,
  childList,
  findStudent,
  unbindChild,
  unbindCount,
} from '#shared/identity/accounts/children.calls.ts'
import type { ChildRecord } from '#shared/identity/accounts/children.calls.ts'
import type { ChildRequest } from '#shared/identity/accounts/childRequest.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { UserId } from '#shared/kit/ids.ts'
import type { School, Student } from '#shared/school/roster/school.types.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { classesOf, schoolOf, studentsOfNumber } from '#functions/school/roster/school.public.ts'
import { openUsers } from '../signIn/begin.ts'
import { configOf } from '../config.ts'
import { maskedOf, ownRequestsOf, requests, tellParents } from './childRequests.ts'
import { unbindings } from '../identity.store.ts'
import { invites, liveInvite } from '../registration/invites.ts'
import { limitKey, takeShared } from '../signIn/limits.ts'
import { bindingParent, childOf } from './parents.public.ts'
import * as commands from './children.commands.ts'
import { ownAccount, notPretending, yearNow, childrenOf } from './children.commands.ts'

/** Students of exactly this name and number, in all schools. */
const candidates = async (caller: Caller, name: string, number: string) => {
  if ((await takeShared(limitKey('findStudent', caller.accountId), otherLimits.findStudent)) > 0)
    return refuse(identityProblems.tooOften)
  return (await studentsOfNumber(number)).filter((s) => s.studentName === name)
}

/** Links at once by a code of the child's school; the code's place, the link and the record are one. */
const linkByCode = (caller: Caller, school: School, student: Student, code: string): Promise<UserId> =>
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
const askSchool = async (caller: Caller, school: School, student: Student): Promise<void> => {
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
  if (before?.state === 'refused' && now() - (before.settledAt ?? 0) < askAgainDays * 86_400_000)
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

export const childrenHandlers = [
  implement(childList, async ({ input, caller }) => {
    ownAccount(caller, input.accountId)
    const own = childrenOf(await openUsers(caller.accountId))
    const user = await Promise.all(
      own.map(async (u): Promise<ChildRecord> => ({
        userName: u.nickname ?? u.userName,
        userId: u.userId,
        userType: u.userType,
        accountId: u.accountId,
        relativeId: u.studentId,
        schoolName: (u.schoolId && (await schoolOf(u.schoolId))?.schoolName) || (u.schoolName ?? ''),
      })),
    )
    return { user }
  }),

  implement(findStudent, async ({ input, caller }) => {
    const students = await candidates(caller, input.studentName, input.studentNum)
    if (students.length === 0) return refuse(identityProblems.studentUnknown)
    const studentInfoList = await Promise.all(
      students.map(async (s) => ({
        schoolId: s.schoolId,
        schoolName: (await schoolOf(s.schoolId))?.schoolName ?? '',
        studentId: s.studentId,
      })),
    )
    return { multiSchoolFlag: students.length > 1, studentInfoList }
  }),

  implement(bindChild, async ({ input, caller }) => {
    ownAccount(caller, input.accountId)
    notPretending(caller)
    const found = await candidates(caller, input.studentName, input.studentNum)
    if (found.length === 0) return refuse(identityProblems.studentUnknown)
    const chosen = found
      .filter((s) => input.schoolId === undefined || s.schoolId === input.schoolId)
      .filter((s) => input.targetStudentId === undefined || s.studentId === input.targetStudentId)
    if (chosen.length === 0) return refuse(identityProblems.childMismatch)
    if (chosen.length > 1) return refuse(identityProblems.severalSchools)
    const student = chosen[0]!
    const school = (await schoolOf(student.schoolId)) ?? refuse(identityProblems.studentUnknown)
    const { hzyFlag } = await configOf({ tenant: schoolTenant(school.schoolId), ...school })
    // The school's families are on another platform: they are sent there, and nothing is linked here.
    if (hzyFlag) return { hzyFlag: true }
    if (!input.inviteCode) {
      await askSchool(caller, school, student)
      return { hzyFlag: false, pending: true }
    }
    return { hzyFlag: false, userId: await linkByCode(caller, school, student, input.inviteCode) }
  }),

  implement(unbindCount, async ({ input, caller }) => {
    ownAccount(caller, input.accountId)
    return (await unbindings.get({ accountId: caller.accountId, year: yearNow() }))?.count ?? 0
  }),

  implement(unbindChild, ({ input, caller }) => commands.unbindChild(input, caller)),
]
