import { FluentProvider } from '@fluentui/react-components'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queries } from '#web/kit/ask.ts'
import { arriving } from '#web/kit/chunks.ts'
import { isSignedIn } from '#web/kit/session.ts'
import { knownUser, viewerOf } from '#web/kit/viewer.ts'
import { connectKit } from '#web/kit/wires.ts'
import { clientIpEvery } from './boot.ts'
import { createRouter } from './router.tsx'
import { opensFor, routeFinder } from './opens.ts'
import { routes } from './routes.ts'
import { useTheme } from './theme.ts'
import { fetchClientIp, wireKit } from './wireKit.ts'

// Notices wait until their host is there.
const NoticeHost = lazy(() =>
  arriving(async () => ({ default: (await import('#web/kit/parts/NoticeHost.tsx')).NoticeHost })),
)

/** The client's address, asked again every ten minutes; not on a computer of one's own. */
const useClientIp = (): void => {
  useEffect(() => {
    const every = clientIpEvery(location.host)
    if (every === null) return
    const fetch = (): void => {
      if (isSignedIn()) void fetchClientIp().catch(() => undefined)
    }
    fetch()
    const timer = setInterval(fetch, every)
    return () => clearInterval(timer)
  }, [])
}

/** The product: theme, queries, router, notices. */
export const Start = () => {
  const theme = useTheme()
  useClientIp()
  const [router] = useState(() => {
    const made = createRouter()
    wireKit((to) => void made.navigate(to))
    const find = routeFinder(routes)
    connectKit({ opens: (to) => opensFor(find, viewerOf(knownUser()), to) })
    return made
  })
  return (
    <FluentProvider theme={theme} style={{ minHeight: '100%' }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Suspense fallback={null}>
          <NoticeHost />
        </Suspense>
      </QueryClientProvider>
    </FluentProvider>
  )
}
