import type { UserId } from '#shared/kit/ids.ts'
import { endPretend, pretend } from '#shared/identity/signIn/signIn.calls.ts'
import { Refusal, ask } from '#web/kit/ask.ts'
import { endNow, goOnAs } from '../identity.session.ts'

/** An operator goes on as another user, on record. */
export const pretendToBe = async (userId: UserId, reason: string): Promise<void> =>
  goOnAs(await ask(pretend, { userId, reason }))

/** Back to the operator's own session; where that has ended, to the sign-in page. */
export const pretendNoMore = async (): Promise<boolean> => {
  try {
    goOnAs(await ask(endPretend, {}, { quiet: true }))
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await endNow()
    return false
  }
}
