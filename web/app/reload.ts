import { tabStore } from '#web/kit/ports.ts'
import { mayReload } from './chunks.ts'

const key = 'chunkReload'

/** Loads the page anew, once an address: a new version was put in place of the chunks that it knows. Answers whether it does. */
export const reloadOnce = (): boolean => {
  const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const may = mayReload({
    address: location.href,
    reloadedAt: tabStore.get(key),
    cameByReload: came?.type === 'reload',
  })
  if (!may) return false
  tabStore.set(key, location.href)
  location.reload()
  return true
}
