import { listSchoolKeys, renewSchoolKey, revealSchoolKey, schoolKeyDetail } from '#shared/school/settings/key.calls.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { isGuarded } from '#functions/identity/accounts/sensitive.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { keyActs, openKey, schoolKeys } from './key.store.ts'
import { counting, pastSwitch } from '../people/look.ts'
import { schoolOf } from '../roster/school.public.ts'
import { rowOfSchool, seenSchools } from '../seen.ts'
import * as commands from './key.commands.ts'
import { noting } from './key.commands.ts'

/** On record or not at all: the look, its count and its audit record are one transaction. */
const lookOnRecord = async (caller: Caller, schoolId: SchoolId, reason: string): Promise<void> => {
  await edit(`the looks of ${caller.userId}`, async () => {
    const record = auditRecord(caller, 'school.revealKey', schoolId, { reason })
    const writes = [await counting(caller, 'reveal'), noting(caller, schoolId, 'look', record)]
    return (await audited(writes, record)) || beaten
  })
}

export const keyHandlers = [
  implement(listSchoolKeys, async ({ input, caller }) => {
    const typed = input.name?.normalize('NFKC').trim().toUpperCase()
    const seen = (await seenSchools(caller))
      .filter((s) => input.areaId === undefined || s.areaId === input.areaId)
      .filter((s) => !typed || s.schoolName.toUpperCase().includes(typed) || (s.schoolCode ?? '').startsWith(typed))
    const shown = page(seen, input)
    const tails = new Map(
      (await schoolKeys.getMany(shown.list.map(({ schoolId }) => ({ schoolId })))).map((k) => [k.schoolId, k.tail]),
    )
    return {
      ...shown,
      list: shown.list.map((s) => {
        const keyTail = tails.get(s.schoolId)
        return { ...s, ...(keyTail === undefined ? {} : { keyTail }) }
      }),
    }
  }),

  implement(schoolKeyDetail, async ({ input, caller }) => {
    const school = (await schoolOf(input.schoolId)) ?? refuse(commonProblems.notFound)
    const [row, key, acts, guarded] = await Promise.all([
      rowOfSchool(school),
      schoolKeys.get(input),
      keyActs.query(`keyActs#${input.schoolId}`, { reverse: true, limit: 50 }),
      isGuarded(caller.userId),
    ])
    return {
      ...row,
      keyVersion: key?.version ?? 0,
      ...(key ? { keyTail: key.tail, keyMadeAt: key.madeAt } : {}),
      guarded,
      acts,
    }
  }),

  implement(revealSchoolKey, async ({ input, caller }) => {
    const { schoolId, reason, password } = input
    const school = (await schoolOf(schoolId)) ?? refuse(commonProblems.notFound)
    await pastSwitch(caller, password)
    const row = (await schoolKeys.get({ schoolId })) ?? refuse(commonProblems.notFound)
    await lookOnRecord(caller, schoolId, reason)
    return { ...(school.schoolCode ? { schoolCode: school.schoolCode } : {}), key: await openKey(row) }
  }),

  implement(renewSchoolKey, ({ input, caller }) => commands.renewSchoolKey(input, caller)),
]
