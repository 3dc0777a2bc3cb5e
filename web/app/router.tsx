import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'
import { Navigate, createBrowserRouter, useLocation } from 'react-router'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars } from '#web/kit/parts/States.tsx'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { visible } from '#web/kit/route.types.ts'
import { CrashScreen } from './CrashScreen.tsx'
import { Shell } from './Shell.tsx'
import { centre, landingOf } from './landing.ts'
import { routes } from './routes.ts'
import { useViewer } from './viewer.ts'

const paths = new Set(routes.flatMap((r) => [r.path, ...(r.also ?? [])]))
const exists = (path: string): boolean => paths.has(path) || paths.has(path.replace(/\/$/, ''))

/** A route's screen behind its rule: who may not see it is told so. */
const Guarded = ({ route, Screen }: { route: ScreenRoute; Screen: ComponentType }) => {
  const viewer = useViewer()
  const { pathname } = useLocation()
  // The session has just ended: its dialogue stands over an empty page.
  if (!viewer && !route.white) return null
  if (!visible(route, viewer)) return <Navigate to={`/v2/error/401?at=${encodeURIComponent(pathname)}`} replace />
  return (
    <Suspense
      fallback={
        <Page title={route.name}>
          <Bars rows={10} height={20} />
        </Page>
      }
    >
      <Screen key={pathname} />
    </Suspense>
  )
}

const Landing = () => {
  const viewer = useViewer()
  const { search } = useLocation()
  return <Navigate to={viewer ? landingOf(viewer.userType, exists, search.includes('switched')) : centre} replace />
}

const entries = new Set(['/', '/login', '/v2/system/login'])

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <CrashScreen />,
      children: [
        ...routes.flatMap((route) => {
          const Screen = lazy(async () => ({ default: await route.load() }))
          return [route.path, ...(route.also ?? [])]
            .filter((path) => !entries.has(path))
            .map((path) => ({
              path,
              element: <Guarded route={route} Screen={Screen} />,
              handle: route,
              errorElement: <CrashScreen />,
            }))
        }),
        ...[...entries, '/v2'].map((path) => ({ path, element: <Landing /> })),
        { path: '*', element: <Navigate to="/v2/error/404" replace /> },
      ],
    },
  ])
