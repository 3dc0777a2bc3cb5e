/** Parts of screens as they stand in the product, without a server: for tests in a real browser. */
import { FluentProvider, createLightTheme } from '@fluentui/react-components'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queries } from './ask.ts'
import { brand } from './brand.ts'
import { NoticeHost } from './parts/NoticeHost.tsx'
import { FormHost } from './parts/Page.tsx'
import type { RouteHandle } from './route.types.ts'

/** Shows it at an address, as a screen of a route where that matters; answers where one is now. */
export const show = async (
  element: ReactNode,
  of: { at?: string; width?: number; path?: string; handle?: Partial<RouteHandle> } = {},
) => {
  await page.viewport(of.width ?? 1440, 900)
  queries.clear()
  const router = createMemoryRouter(
    [
      {
        path: of.path ?? '*',
        element: (
          <main>
            <FormHost />
            {element}
          </main>
        ),
        handle: of.handle,
      },
    ],
    {
      initialEntries: [of.at ?? '/'],
    },
  )
  await render(
    <StrictMode>
      <FluentProvider theme={createLightTheme(brand.ramp)}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <NoticeHost />
        </QueryClientProvider>
      </FluentProvider>
    </StrictMode>,
  )
  return { address: () => router.state.location.pathname + router.state.location.search }
}

export type Sent = { method: string; path: string; query: URLSearchParams; body: unknown }

/** Answers calls in the server's place, by what an envelope holds or by a whole response; what was asked is kept, in order. */
export const serve = (answer: (sent: Sent) => unknown): Sent[] => {
  const kept: Sent[] = []
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    const sent = { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
    kept.push(sent)
    const answered = await answer(sent)
    return answered instanceof Response ? answered : Response.json(answered)
  })
  onTestFinished(() => fetched.mockRestore())
  return kept
}
export const ok = (data: unknown) => ({ status: 0, data, message: '' })
export const refused = (status: number, message: string) => ({ status, data: null, message })
