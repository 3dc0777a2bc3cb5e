/** A parent's children. Each is an identity of type 5 of the account, in the school of the student. */
import {
  bindChild,
  childList,
  findStudent,
  unbindChild,
  unbindCount,
} from '#shared/identity/accounts/children.calls.ts'
import type { ChildRecord } from '#shared/identity/accounts/children.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { schoolOf, studentsOfNumber } from '#functions/school/roster/school.public.ts'
import { openUsers } from '../signIn/begin.ts'
import { configOf } from '../config.ts'
import { unbindings } from '../identity.store.ts'
import { limitKey, takeShared } from '../signIn/limits.ts'
import * as commands from './children.commands.ts'
import { ownAccount, notPretending, yearNow, childrenOf, linkByCode, askSchool } from './children.commands.ts'

/** Students of exactly this name and number, in all schools. */
const candidates = async (caller: Caller, name: string, number: string) => {
  if ((await takeShared(limitKey('findStudent', caller.accountId), otherLimits.findStudent)) > 0)
    return refuse(identityProblems.tooOften)
  return (await studentsOfNumber(number)).filter((s) => s.studentName === name)
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
