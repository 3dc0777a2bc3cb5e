import { createContext, useContext, useSyncExternalStore } from 'react'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import type { SessionUser } from '#shared/identity/identity.types.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { ScreenRoute, Viewer } from '#web/kit/route.types.ts'
import { isSignedIn, subscribeSession } from '#web/kit/session.ts'

export const viewerOf = (user: SessionUser | undefined): Viewer | undefined =>
  user && { userType: user.userType, stage: user.stage, studentId: user.studentId }

/** The session as the shell sees it: signed in or not, and who, once that is known. */
export const useSession = () => {
  const signedIn = useSyncExternalStore(subscribeSession, isSignedIn)
  const asked = useAsk(sessionUser, signedIn ? {} : undefined, { freshMs: 300_000 })
  return { signedIn, user: signedIn ? asked.data : undefined, error: asked.error, again: () => void asked.refetch() }
}

export const useViewer = (): Viewer | undefined => viewerOf(useSession().user)

/** The menu's routes for who is signed in; given by the shell. */
export const MenuContext = createContext<readonly ScreenRoute[]>([])
export const useMenu = (): readonly ScreenRoute[] => useContext(MenuContext)
