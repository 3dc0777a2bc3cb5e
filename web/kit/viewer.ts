/**
 * Who is signed in, as every screen sees it. The user is known from the sign-in's or the refresh's own answer, so that
 * the shell paints before the start-up's one round trip ends.
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { start } from '#shared/identity/signIn/session.calls.ts'
import type { Start } from '#shared/identity/signIn/start.types.ts'
import { useAsk } from './ask.ts'
import { learnServerTime, now } from './ports.ts'
import type { Viewer } from './route.types.ts'
import { isSignedIn, subscribeSession } from './session.ts'

export const viewerOf = (user: SessionUser | undefined): Viewer | undefined =>
  user && { userType: user.userType, stage: user.stage, studentId: user.studentId }

/** Who was last met here: a session that ends must not empty the screen behind its dialogue. */
let lastUser: SessionUser | undefined
const listeners = new Set<() => void>()

export const knownUser = (): SessionUser | undefined => lastUser
export const meetUser = (user: SessionUser | undefined): void => {
  if (lastUser === user) return
  lastUser = user
  for (const l of listeners) l()
}

const subscribeUser = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A clock that is further off than this, ms, is a wrong one. */
const skew = 120_000

export type SessionView = {
  signedIn: boolean
  user: SessionUser | undefined
  /** What the guard's steps have brought; undefined until they end. */
  start: Start | undefined
  error: Error | null
  again: () => void
}

export const useSession = (): SessionView => {
  const signedIn = useSyncExternalStore(subscribeSession, isSignedIn)
  const user = useSyncExternalStore(subscribeUser, knownUser)
  const answer = useAsk(start, signedIn && user?.pending !== 'security' ? {} : undefined, { freshMs: 300_000 })
  const met = signedIn ? answer.data?.user : undefined
  const serverTime = answer.data?.serverTime
  useEffect(() => {
    if (met) meetUser(met)
  }, [met])
  useEffect(() => {
    // Not for the milliseconds of the way here: for a computer whose clock is off.
    if (serverTime !== undefined && Math.abs(serverTime - now()) > skew) learnServerTime(serverTime)
  }, [serverTime])
  return { signedIn, user: user ?? met, start: answer.data, error: answer.error, again: () => void answer.refetch() }
}

let era = 0
/** Another identity from here on: what shows the last one begins anew (`useEra` as a key). */
export const becomeUser = (user: SessionUser): void => {
  era += 1
  lastUser = undefined
  meetUser(user)
}
export const useEra = (): number => useSyncExternalStore(subscribeUser, () => era)

export const useViewer = (): Viewer | undefined => viewerOf(useSession().user)
