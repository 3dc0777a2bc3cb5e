import { FluentProvider } from '@fluentui/react-components'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queries } from '#web/kit/ask.ts'
import { NoticeHost } from '#web/kit/parts/NoticeHost.tsx'
import { createRouter } from './router.tsx'
import { useTheme } from './theme.ts'
import { wireKit } from './wireKit.ts'

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
        <NoticeHost />
      </QueryClientProvider>
    </FluentProvider>
  )
}
