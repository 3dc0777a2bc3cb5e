import { centre } from '#shared/identity/signIn/guard.rules.ts'
import { clientIp, timestamp } from '#shared/platform/platform.calls.ts'
import { refreshTokens } from '#web/identity/signIn/refreshTokens.public.tsx'
import { act, ask } from '#web/kit/ask.ts'
import { brand } from '#web/kit/brand.ts'
import { localStore } from '#web/kit/ports.ts'
import { may, sessionConfig } from '#web/kit/sessionConfig.ts'
import { connectKit } from '#web/kit/wires.ts'
import { expiryEnd } from './boot.ts'

const here = (): string => location.pathname + location.search

/** Asks for this computer's address and keeps it. */
export const fetchClientIp = async (): Promise<void> =>
  localStore.set('clientIp', (await ask(clientIp, {}, { quiet: true })).ip)

/** Gives the kit the calls of the rooms that it knows nothing of. */
export const wireKit = (go?: (to: string) => void): void =>
  connectKit({
    refresh: refreshTokens,
    serverTime: () => ask(timestamp, {}, { quiet: true }),
    clientIp: fetchClientIp,
    home: () => centre,
    signIn: () => expiryEnd({ brand, thirdParty: sessionConfig().thirdParty === true, here: here() }),
    // Asked for once in a while: the call is no part of the shell.
    unlockExam: async (examUploaderId) => {
      const [{ unlockExam }, { uploaderNamed }] = await Promise.all([
        import('#shared/scan/batches/unlock.calls.ts'),
        import('#shared/scan/batches/unlock.rules.ts'),
      ])
      const of = uploaderNamed(examUploaderId)
      if (of) await act(unlockExam, of)
    },
    place: async (within, ids) => (await import('./place.ts')).placeOf(within, ids),
    prove: async () => (await import('#web/identity/accounts/prove.public.tsx')).proveHere(),
    hidesTrouble: () => !may('networkError'),
    ...(go ? { go } : {}),
  })
