import { listSchoolKeys, renewSchoolKey, revealSchoolKey, schoolKeyDetail } from '#shared/school/settings/key.calls.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { isGuarded } from '#functions/identity/accounts/sensitive.public.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { keyActs, openKey, schoolKeys } from './key.store.ts'
import { pastSwitch } from '../people/look.ts'
import { schoolOf } from '../roster/school.public.ts'
import { rowOfSchool, seenSchools } from '../seen.ts'
import * as commands from './key.commands.ts'
import { lookOnRecord } from './key.commands.ts'

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
