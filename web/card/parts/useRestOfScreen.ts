import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** What is left free between a window of its own scroll and the screen's edge, px. */
const free = 12

/**
 * How high a part is that has a scroll of its own: from where it begins to the screen's edge, also when what stands above
 * it grows. `under`: how far it reaches into what the page keeps free below, so that the page itself does not scroll.
 */
export const useRestOfScreen = (
  part: RefObject<HTMLElement | null>,
  least: number,
): { height: number; under: number } => {
  const [rest, setRest] = useState({ height: least, under: 0 })
  useEffect(() => {
    const measure = (): void => {
      const box = part.current
      if (!box) return
      const top = box.getBoundingClientRect().top + scrollY
      const page = box.closest('[data-content]')?.parentElement
      const below = page ? Number.parseFloat(getComputedStyle(page).paddingBottom) : 0
      const height = Math.max(least, Math.floor(innerHeight - top - free))
      const under = Math.max(0, Math.round(below) - free)
      setRest((was) => (was.height === height && was.under === under ? was : { height, under }))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    // What stands above may grow while the page, filled by this, does not.
    for (const beside of part.current?.parentElement?.children ?? []) if (beside !== part.current) watch.observe(beside)
    addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      removeEventListener('resize', measure)
    }
  }, [part, least])
  return rest
}
