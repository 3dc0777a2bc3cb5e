import { useEffect, useState } from 'react'
import { tabStore } from '#web/kit/ports.ts'
import { menuHeights, scrolled } from './shrink.ts'

/** True while the header is shrunk; its height is stored for what sticks below it. */
export const useShrink = (): boolean => {
  const [shrunk, setShrunk] = useState(false)
  useEffect(() => {
    let state = { shrunk: false, last: window.scrollY }
    const scroll = (): void => {
      state = scrolled(state, Math.max(0, window.scrollY))
      setShrunk(state.shrunk)
    }
    window.addEventListener('scroll', scroll, { passive: true })
    return () => window.removeEventListener('scroll', scroll)
  }, [])
  useEffect(() => {
    const height = shrunk ? menuHeights.shrunk : menuHeights.full
    tabStore.set('menuHeight', String(height))
    document.documentElement.style.setProperty('--menu-height', `${height}px`)
  }, [shrunk])
  return shrunk
}
