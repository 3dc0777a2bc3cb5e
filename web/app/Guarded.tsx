import { Suspense, useEffect } from 'react'
import type { ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router'
import { centre, centreRedirect, landingOf } from '#shared/identity/signIn/guard.rules.ts'
import { identityPaths, settingsPath } from '#web/identity/identity.paths.ts'
import { brand } from '#web/kit/brand.ts'
import { forbiddenPath, homePaths } from '#web/kit/home.paths.ts'
import { visible } from '#web/kit/route.types.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { configOf, may } from '#web/kit/sessionConfig.ts'
import { useSession, viewerOf } from '#web/kit/viewer.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { signInPath } from './boot.ts'
import { bareOf } from './paths.ts'
import { routes } from './routes.ts'
import { useMenu } from './shellState.ts'

const byPath = new Map(routes.flatMap((r) => [r.path, ...(r.also ?? [])].map((path) => [path, r] as const)))

/** Whether a screen is there for who is signed in. */
const useExists = (): ((path: string) => boolean) => {
  const { user } = useSession()
  return (path) => {
    const route = byPath.get(bareOf(path))
    return route !== undefined && visible(route, viewerOf(user))
  }
}

const Coming = ({ name }: { name: string }) => <NoticeScreen title={name} />

/** No account is or was signed in: to the sign-in, with the way back. */
const ToSignIn = () => {
  const { pathname, search } = useLocation()
  useEffect(() => location.replace(signInPath(brand, pathname + search)), [pathname, search])
  return <Coming name="" />
}

/** What a session must do before it reaches anything else. */
const duties = { security: identityPaths.security, password: settingsPath('modify-password') } as const

/** A route's screen behind its rule: who may not see it is told so. */
export const Guarded = ({ route, Screen }: { route: ScreenRoute; Screen: ComponentType }) => {
  const { user, signedIn } = useSession()
  const { pathname } = useLocation()
  const here = bareOf(pathname)
  if (!route.white) {
    if (!user) return signedIn ? <Coming name={route.name} /> : <ToSignIn />
    const duty = user.pending && duties[user.pending]
    if (duty && duty !== here) return <Navigate to={duty} replace />
    if (!visible(route, viewerOf(user))) return <Navigate to={forbiddenPath(pathname)} replace />
  }
  const screen = (
    <Suspense fallback={<Coming name={route.name} />}>
      <Screen key={pathname} />
    </Suspense>
  )
  return here === centre ? <Centre>{screen}</Centre> : screen
}

/** Entering the centre may lead on (homework mode, custom module). */
const Centre = ({ children }: { children: React.ReactNode }) => {
  const { start } = useSession()
  const menu = useMenu()
  const exists = useExists()
  const config = configOf(start?.systemConfig)
  const to = centreRedirect({
    homeworkMode: may('homeworkMode', start?.systemConfig),
    customModule: config.customModule,
    menu: menu.map((r) => ({ path: r.path, segment: r.menu?.segment ?? '' })),
    exists,
  })
  return to ? <Navigate to={to} replace /> : children
}

/** /v2: the landing page of who is signed in. */
export const Landing = () => {
  const { user, signedIn } = useSession()
  const { search } = useLocation()
  const exists = useExists()
  if (!user) return signedIn ? <Coming name="" /> : <ToSignIn />
  const switched = new URLSearchParams(search).has('switched')
  return <Navigate to={landingOf({ userType: user.userType, brand: brand.landings, switched, exists })} replace />
}

/** /v2/<segment>/: the first screen of a menu's item. */
export const SegmentHome = ({ segment }: { segment: string }) => {
  const { user, signedIn } = useSession()
  const menu = useMenu()
  if (!user) return signedIn ? <Coming name="" /> : <ToSignIn />
  const to = menu.find((r) => r.menu?.segment === segment)?.path
  return <Navigate to={to ?? homePaths.notFound} replace />
}

/** No such address: after sign-in 404, before it the sign-in. */
export const Elsewhere = () => {
  const { signedIn } = useSession()
  return signedIn ? <Navigate to={homePaths.notFound} replace /> : <ToSignIn />
}
