import { commonProblems } from '#shared/kit/problem.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import type * as keyCalls from '#shared/school/settings/key.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import type { AuditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import { keyActs, makeKey, schoolKeys } from './key.store.ts'
import { schoolOf } from '../roster/school.public.ts'
import { counting } from '../people/look.ts'

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

/** On record or not at all: the look, its count and its audit record are one transaction. */
export const lookOnRecord = async (caller: Caller, schoolId: SchoolId, reason: string): Promise<void> => {
  await edit(`the looks of ${caller.userId}`, async () => {
    const record = auditRecord(caller, 'school.revealKey', schoolId, { reason })
    const writes = [await counting(caller, 'reveal'), noting(caller, schoolId, 'look', record)]
    return (await audited(writes, record)) || beaten
  })
}
