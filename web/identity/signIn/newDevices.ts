/** Which of an account's sessions are on devices that this computer's user has not been told of. Pure. */
import type { SessionEntry } from '#shared/identity/identity.types.ts'

type Device = Pick<SessionEntry, 'device' | 'ip' | 'current'>

/** A device as it is remembered: its browser and where it is, not its session, which every sign-in begins anew. */
const nameOf = ({ device, ip }: Device): string => `${device}@${ip}`
/** So many are remembered. */
const most = 50

/** `told`: what an earlier `seen` was, or null. */
export const newDevices = <S extends Device>(
  sessions: readonly S[],
  told: string | null,
): { unseen: S[]; seen: string } => {
  const known = new Set((told ?? '').split('\n').filter(Boolean))
  const own = sessions.filter((s) => s.current).map(nameOf)
  const unseen = sessions.filter((s) => !s.current && !known.has(nameOf(s)) && !own.includes(nameOf(s)))
  const all = [...known, ...sessions.map(nameOf)]
  return { unseen, seen: [...new Set(all)].slice(-most).join('\n') }
}
