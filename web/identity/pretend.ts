import type { UserId } from '#shared/kit/ids.ts'
import { pretend } from '#shared/identity/signIn.calls.ts'
import { ask } from '#web/kit/ask.ts'
import { goOnAs } from './identity.session.ts'

/** An operator goes on as somebody else, on record; signing out ends it. */
export const pretendToBe = async (userId: UserId, reason: string): Promise<void> =>
  goOnAs(await ask(pretend, { userId, reason }))
