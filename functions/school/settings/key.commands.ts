import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { keyActs, makeKey, schoolKeys } from './key.store.ts'
import { schoolOf } from '../roster/school.public.ts'
import type * as keyCalls from '#shared/school/settings/key.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** What the screen lists of an act, beside its audit record. */
export const noting = (
  caller: Caller,
  schoolId: SchoolId,
  kind: 'look' | 'renew',
  { auditId, at, reason }: AuditRecord,
) => keyActs.creating({ schema: 1, schoolId, auditId, at, userName: caller.userName, kind, reason })

export const renewSchoolKey = async (
  input: InputOf<typeof keyCalls.renewSchoolKey>,
  caller: Caller,
): Promise<AnswerOf<typeof keyCalls.renewSchoolKey>> => {
  const { schoolId, version } = input
  if (!(await schoolOf(schoolId))) return refuse(commonProblems.notFound)
  const key = await makeKey(schoolId, Math.max(1, version))
  const record = auditRecord(caller, 'school.renewKey', schoolId, { reason: version === 0 ? '生成' : '更换' })
  const write = version === 0 ? schoolKeys.creating(key) : schoolKeys.saving(key)
  if (!(await audited([write, noting(caller, schoolId, 'renew', record)], record)))
    return refuseStale(schoolKeys, { schoolId })
  return { keyTail: key.tail }
}
