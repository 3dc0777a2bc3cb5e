import { useEffect, useState } from 'react'

const offset = 200
const upTolerance = 5

/** True while the header is shrunk: scrolled down past 200 px; false again on scrolling up by 5 px (spec 1 §9). */
export const useShrink = (): boolean => {
  const [shrunk, setShrunk] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const scroll = (): void => {
      const y = window.scrollY
      if (y > last && y > offset) setShrunk(true)
      else if (last - y > upTolerance || y <= offset) setShrunk(false)
      last = y
    }
    window.addEventListener('scroll', scroll, { passive: true })
    return () => window.removeEventListener('scroll', scroll)
  }, [])
  return shrunk
}
