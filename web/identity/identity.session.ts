/** The session's calls, for the sign-in page and the account menu. */
import { signIn, signOut, switchIdentity } from '#shared/identity/identity.calls.ts'
import { ask, queries } from '#web/kit/ask.ts'
import { localStore, tabStore } from '#web/kit/ports.ts'
import { beginSession, endSession } from '#web/kit/session.ts'
import { identityPaths } from './identity.paths.ts'

/** Signs in; the refusal (wrong name or password) is the caller's to show. */
export const signInWith = async (accountName: string, password: string): Promise<void> => {
  const signed = await ask(signIn, { accountName, password }, { hideMessage: true })
  localStore.set('accountName', accountName)
  beginSession(signed)
}

/** What outlives a sign-out: the account's name (spec 1 §4), and how this computer likes to see things. */
const keep = (key: string): boolean => key === 'accountName' || key === 'theme' || key.startsWith('columns:')

export const signOutNow = async (): Promise<void> => {
  await ask(signOut, {}, { quiet: true }).catch(() => undefined)
  endSession()
  localStore.clear(keep)
  tabStore.clear()
  location.assign(identityPaths.signIn)
}

/** Goes on as another identity: what was cached of the last one goes. */
export const switchTo = async (userId: string): Promise<void> => {
  const signed = await ask(switchIdentity, { userId })
  beginSession(signed)
  localStore.clear(keep)
  tabStore.clear()
  queries.clear()
}
