import { useSyncExternalStore } from 'react'

const query = (): MediaQueryList => window.matchMedia('(max-width: 760px)')
const subscribe = (changed: () => void): (() => void) => {
  const list = query()
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether there is room for a phone's toolbar only. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
