import { useEffect, useRef } from 'react'

/** A key of the frame, heard on every screen. `press` answers whether it took it. */
export const useFrameKey = (press: (e: KeyboardEvent) => boolean): void => {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (e: KeyboardEvent): void => {
      if (!e.altKey && latest.current(e)) e.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
