/**
 * The tokens of the session: the access token in memory, the refresh token in a cookie that dies with the browser and
 * that all tabs share. A refresh token is used once, so tabs take turns under one lock and read the cookie inside it.
 * Where cookies are refused the token lies in the tab's storage, and where that is refused too, in the page itself.
 */
import { forgetEnded, noteEnded } from './drafts.ts'
import { cookie, now, tabStore } from './ports.ts'
import type { Tokens } from './wires.ts'
import { wired } from './wires.ts'

const cookieName = 'qinghe-refresh'
/** Refreshed this long before it runs out. */
const margin = 20_000

const refreshToken = {
  get: (): string | undefined => cookie.get(cookieName) ?? tabStore.get(cookieName) ?? undefined,
  set: (token: string): void => {
    cookie.set(cookieName, token)
    if (cookie.get(cookieName) === token) tabStore.remove(cookieName)
    else tabStore.set(cookieName, token)
  },
  remove: (): void => {
    cookie.remove(cookieName)
    tabStore.remove(cookieName)
  },
}

let access: { token: string; until: number } | null = null
let refreshing: Promise<string | null> | null = null
let multiDevice = false
const listeners = new Set<() => void>()
const changed = (): void => {
  for (const l of listeners) l()
}

export const subscribeSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isSignedIn = (): boolean => refreshToken.get() !== undefined

export const beginSession = (tokens: Tokens): void => {
  access = { token: tokens.accessToken, until: now() + tokens.expiresIn }
  refreshToken.set(tokens.refreshToken)
  forgetEnded()
  changed()
}

export const endSession = (): void => {
  access = null
  multiDevice = false
  refreshToken.remove()
  changed()
}

/** The specification's multi-device flag: the account is signed in elsewhere too. */
export const isMultiDevice = (): boolean => multiDevice
export const noteMultiDevice = (): void => {
  if (multiDevice) return
  multiDevice = true
  changed()
}

/** Another user begins: the answers to them say it anew. */
export const forgetMultiDevice = (): void => {
  multiDevice = false
}

const inTurn = <T>(act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request('qinghe-refresh', act) as Promise<T>) : act()

/** New tokens, asked for once however many calls need them. null: the session is over. */
export const refreshSession = (): Promise<string | null> => {
  refreshing ??= inTurn(async () => {
    const token = refreshToken.get()
    if (token === undefined) return null
    const tokens = await wired().refresh(token)
    if (!tokens) {
      endSession()
      noteEnded('expired')
      return null
    }
    beginSession(tokens)
    return tokens.accessToken
  }).finally(() => {
    refreshing = null
  })
  return refreshing
}

/** A token good for a call now, or null when no account is signed in. */
export const accessToken = async (): Promise<string | null> => {
  if (access && access.until - margin > now()) return access.token
  if (!isSignedIn()) return null
  return refreshSession()
}
