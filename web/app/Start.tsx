import { FluentProvider } from '@fluentui/react-components'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queries } from '#web/kit/ask.ts'
import { createRouter } from './router.tsx'
import { useTheme } from './theme.ts'
import { wireKit } from './wireKit.ts'

// Notices wait until their host is there.
const NoticeHost = lazy(async () => ({ default: (await import('#web/kit/parts/NoticeHost.tsx')).NoticeHost }))

/** The signed-in product: theme, queries, router, notices. */
export const Start = () => {
  const theme = useTheme()
  const [router] = useState(() => {
    const made = createRouter()
    wireKit((to) => void made.navigate(to))
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
