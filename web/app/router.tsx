import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import { arriving } from '#web/kit/chunks.ts'
import { aboveOf } from '#web/kit/route.types.ts'
import type { RouteHandle } from '#web/kit/route.types.ts'
import { CrashScreen } from './CrashScreen.tsx'
import { Elsewhere, Guarded, Landing, SegmentHome } from './Guarded.tsx'
import { Shell } from './Shell.tsx'
import { entries } from './boot.ts'
import { routes } from './routes.ts'

const paths = new Set(routes.flatMap((r) => [r.path, ...(r.also ?? [])]))

/** The menu's own addresses, /v2/<segment>/, where no screen has that address itself. */
const segments = [...new Set(routes.flatMap((r) => (r.menu ? [r.menu.segment] : [])))].filter(
  (segment) => !paths.has(`/v2/${segment}`),
)

const screenOf = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await arriving(load) }))

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <CrashScreen />,
      children: [
        ...routes.flatMap((route) => {
          const Screen = screenOf(route.load)
          const handle: RouteHandle = { ...route, above: aboveOf(route, routes) }
          return [route.path, ...(route.also ?? [])]
            .filter((path) => !entries.includes(path))
            .map((path) => ({
              path,
              element: <Guarded route={route} Screen={Screen} />,
              handle,
              errorElement: <CrashScreen />,
            }))
        }),
        ...segments.map((segment) => ({ path: `/v2/${segment}`, element: <SegmentHome segment={segment} /> })),
        ...[...entries, '/v2'].map((path) => ({ path, element: <Landing /> })),
        {
          path: '*',
          element: (
            <Suspense fallback={null}>
              <Elsewhere />
            </Suspense>
          ),
        },
      ],
    },
  ])
