import { clientIp, timestamp } from '#shared/platform/platform.calls.ts'
import { refreshTokens } from '#web/identity/refreshTokens.public.tsx'
import { ask } from '#web/kit/ask.ts'
import { localStore } from '#web/kit/ports.ts'
import { connectKit } from '#web/kit/wires.ts'
import { centre } from './landing.ts'

/** Gives the kit the calls of the rooms that it knows nothing of. */
export const wireKit = (go?: (to: string) => void): void =>
  connectKit({
    refresh: refreshTokens,
    serverTime: () => ask(timestamp, {}, { quiet: true }),
    clientIp: async () => localStore.set('clientIp', (await ask(clientIp, {}, { quiet: true })).ip),
    home: () => centre,
    signIn: () => `/login?from=${encodeURIComponent(location.pathname + location.search)}`,
    ...(go ? { go } : {}),
  })
