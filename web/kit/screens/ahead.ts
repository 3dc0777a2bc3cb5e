/**
 * A screen's scripts begin to come while its link is pointed at: a hand needs longer to press than they take. Where they
 * do not come nothing is said; the press asks again.
 */
import { matchRoutes } from 'react-router'
import type { ScreenRoute } from '../route.types.ts'

/** So long a pointer rests on a link that is meant, ms: those that it passes are not. */
export const restMs = 65

type Loaded = Pick<ScreenRoute, 'path' | 'also' | 'load'>

/** `soon`: what is pointed at or has the focus; `now`: what is being pressed. */
export const aheadOf = (routes: readonly Loaded[]) => {
  const placed = routes.flatMap(({ path, also = [], load }) => [path, ...also].map((each) => ({ path: each, load })))
  const asked = new Set<string>()
  let resting: ReturnType<typeof setTimeout> | undefined
  const now = (target: EventTarget): void => {
    clearTimeout(resting)
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || asked.has(link.pathname)) return
    asked.add(link.pathname)
    const load = matchRoutes(placed, link.pathname)?.at(-1)?.route.load
    load?.().catch(() => asked.delete(link.pathname))
  }
  const soon = (target: EventTarget): void => {
    clearTimeout(resting)
    if (target instanceof Element && target.closest('a')) resting = setTimeout(() => now(target), restMs)
  }
  return { soon, now }
}
