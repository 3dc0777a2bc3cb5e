import { identityProblems } from '#shared/identity/identity.problems.ts'
import { areaTenant, schoolTenant } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord, audits } from '#functions/kit/audit.ts'
import { isDemo } from '#functions/kit/messenger.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { addingSchool, openAccount } from './identity.public.ts'
import type * as identityCalls from '#shared/identity/identity.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const openUser = async (
  input: InputOf<typeof identityCalls.openUser>,
  caller: Caller,
): Promise<AnswerOf<typeof identityCalls.openUser>> => {
  if (caller.tenant !== 'p') throw new Barred(403)
  const { school, area } = input
  const tenant = school ? schoolTenant(school.schoolId) : area ? areaTenant(area.areaId) : 'p'
  const identity = { userType: input.userType, stage: input.stage, tenant, ...school, ...area }
  const record = (userId: string) => auditRecord(caller, 'identity.openUser', userId, { after: input.userType, tenant })
  const one = await addingSchool(input.accountName, input.userName, identity)
  if (one) {
    if (!(await audited(one.writes, record(one.userId)))) return refuse(commonProblems.conflict)
    return { userId: one.userId }
  }
  const opened = await openAccount(
    {
      accountName: input.accountName,
      userName: input.userName,
      password: input.password,
      passwordStatus: isDemo() ? 0 : 1,
      users: [identity],
    },
    ({ users }) => [audits.creating(record(users[0]!.userId))],
  )
  if (!opened) return refuse(identityProblems.nameTaken, { name: input.accountName })
  return { userId: opened.users[0]!.userId }
}
