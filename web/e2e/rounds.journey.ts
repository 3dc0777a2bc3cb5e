/** How often one waits for an answer before something is seen, on a line of any speed. */
import type { Page, Route } from 'playwright'
import { patience } from './journey.ts'

/** Twice idle, and a moment for what a timer sets off. */
const atRest = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))))
  await new Promise((done) => setTimeout(done, 300))
}

/**
 * All that is asked of the service is held until nothing more is, and then let through together: each such round is one way
 * there and back. Answers what each round asked, and the scripts, which
 * pass: while anything is held the browser keeps nothing, and asks for each again.
 */
export const roundsUntil = async (
  page: Page,
  act: () => Promise<unknown>,
  isSeen: () => Promise<boolean>,
): Promise<{ rounds: string[][]; scripts: string[] }> => {
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) scripts.push(pathname)
  })
  const held: Route[] = []
  await page.route(
    (url) => !url.pathname.startsWith('/assets/'),
    (route) => void held.push(route),
  )
  await act()
  const rounds: string[][] = []
  const end = Date.now() + patience.timeout
  while (!(await isSeen())) {
    if (Date.now() > end) throw new Error(`not seen after ${JSON.stringify(rounds)}`)
    for (let before = -1; held.length > before;) {
      before = held.length
      await atRest(page)
    }
    const now = held.splice(0)
    if (now.length === 0) continue
    rounds.push(now.map((route) => new URL(route.request().url()).pathname))
    await Promise.all(
      now.map(async (route) => {
        await route.continue()
        await (await route.request().response())?.finished()
      }),
    )
    await atRest(page)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return { rounds, scripts }
}
