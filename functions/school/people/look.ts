/** What stands before a look at something sealed: so many an hour, and the caller's own switch. */
import { allowances, takeAllowance } from '#shared/school/people/personal.rules.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { judgeSensitive } from '#functions/identity/accounts/sensitive.public.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { allowed } from './personal.store.ts'

/** The writes that count one more look of a caller; refuses where the hour's are used up. */
export const counting = async (caller: Caller, kind: keyof typeof allowances, often = 1): Promise<WriteItem> => {
  const { userId } = caller
  const row = await allowed.get({ userId, kind })
  let taken: number[] = row?.taken ?? []
  for (let i = 0; i < often; i++) {
    const next = takeAllowance(taken, now(), allowances[kind])
    if (!next) {
      const minutes = Math.ceil((taken[0]! + allowances[kind].withinMs - now()) / 60_000)
      return refuse(schoolProblems.looksUsedUp, { minutes: Math.max(1, minutes) })
    }
    taken = next
  }
  const next = { schema: 1 as const, userId, kind, taken, version: row?.version ?? 1 }
  return row ? allowed.saving(next) : allowed.creating(next)
}

/** Counts one look of a caller, also beside other calls of the same caller; refuses as `counting` does. */
export const countLook = async (caller: Caller, kind: keyof typeof allowances): Promise<void> => {
  await edit(
    `the looks of ${caller.userId}`,
    async () => (await transact([await counting(caller, kind)], newId('attempt'))) || beaten,
  )
}

/** The caller's own switch (spec 1 §5): where it is on, its password opens a look. A wrong one counts as a look. */
export const pastSwitch = async (caller: Caller, password: string | undefined): Promise<void> => {
  const answer = await judgeSensitive(caller.userId, password)
  if (answer === 'needed') refuse(schoolProblems.sensitivePassword)
  if (answer !== 'wrong') return
  await countLook(caller, 'reveal')
  refuse(schoolProblems.sensitiveWrong)
}
