import { refreshToken } from '#shared/identity/identity.calls.ts'
import { ask } from '#web/kit/ask.ts'
import { Refusal, SessionOver } from '#web/kit/refusals.ts'
import { knownUser, meetUser } from '#web/kit/viewer.ts'
import type { Tokens } from '#web/kit/wires.ts'
import { heardOf, listenToTabs } from '../accounts/tabs.ts'

/** New tokens, or null when the session is over. Their answer says who one is, before anything else is asked. */
export const refreshTokens = async (token: string): Promise<Tokens | null> => {
  listenToTabs()
  try {
    const signed = await ask(refreshToken, { refreshToken: token }, { quiet: true })
    const here = knownUser()
    if (here && here.userId !== signed.user.userId) heardOf(signed.user)
    else meetUser(signed.user)
    return signed
  } catch (error) {
    if (error instanceof Refusal || error instanceof SessionOver) return null
    throw error
  }
}
