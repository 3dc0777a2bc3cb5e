/**
 * A screen's scripts begin to come while its link, or the button that leads there (`data-to`), is pointed at: a hand needs
 * longer to press than they take. Where they do not come nothing is said; the press asks again.
 */
import { matchRoutes } from 'react-router'
import type { ScreenRoute } from '../route.types.ts'

/** So long a pointer rests on a link that is meant, ms: those that it passes are not. */
export const restMs = 65

const addressOf = (target: EventTarget): URL | null => {
  const leads = target instanceof Element ? target.closest<HTMLElement>('a[href],[data-to]') : null
  const to = leads?.dataset['to'] ?? leads?.getAttribute('href')
  return to !== undefined && to !== null && URL.canParse(to, location.href) ? new URL(to, location.href) : null
}

type Loaded = Pick<ScreenRoute, 'path' | 'also' | 'load'>

/** `soon`: what is pointed at or has the focus; `now`: what is being pressed. */
export const aheadOf = (routes: readonly Loaded[]) => {
  const placed = routes.flatMap(({ path, also = [], load }) => [path, ...also].map((each) => ({ path: each, load })))
  const asked = new Set<string>()
  let resting: ReturnType<typeof setTimeout> | undefined
  const now = (target: EventTarget): void => {
    clearTimeout(resting)
    const to = addressOf(target)
    if (!to || to.origin !== location.origin || asked.has(to.pathname)) return
    asked.add(to.pathname)
    const load = matchRoutes(placed, to.pathname)?.at(-1)?.route.load
    load?.().catch(() => asked.delete(to.pathname))
  }
  const soon = (target: EventTarget): void => {
    clearTimeout(resting)
    if (addressOf(target)) resting = setTimeout(() => now(target), restMs)
  }
  return { soon, now }
}
