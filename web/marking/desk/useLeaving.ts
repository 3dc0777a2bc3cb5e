import { useEffect, useLayoutEffect, useRef } from 'react'

/** Does what is due when a part is taken off the screen, or its page goes: before the desk below it is closed. */
export const useLeaving = (leave: () => void): void => {
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useLayoutEffect(() => {
    const away = (): void => latest.current()
    window.addEventListener('pagehide', away)
    return () => {
      window.removeEventListener('pagehide', away)
      away()
    }
  }, [])
}
