import { refreshToken } from '#shared/identity/identity.calls.ts'
import { ask } from '#web/kit/ask.ts'
import { Refusal, SessionOver } from '#web/kit/refusals.ts'
import type { Tokens } from '#web/kit/wires.ts'

/** New tokens, or null when the session is over. */
export const refreshTokens = async (token: string): Promise<Tokens | null> => {
  try {
    return await ask(refreshToken, { refreshToken: token }, { quiet: true })
  } catch (error) {
    if (error instanceof Refusal || error instanceof SessionOver) return null
    throw error
  }
}
