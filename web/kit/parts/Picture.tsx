import { useEffect, useRef, useState } from 'react'
import type { ImgHTMLAttributes } from 'react'
import { pictureAt, pictureHere } from '../picture/pictures.ts'

/** How far below the window a lazy picture is fetched already. */
const ahead = '400px'

/** A picture by its signed address, be it an object of its own or a piece of one (`pictures.ts`). */
export const Picture = ({ src, alt, ...rest }: ImgHTMLAttributes<HTMLImageElement> & { src: string; alt: string }) => {
  const here = useRef<HTMLImageElement>(null)
  const [found, setFound] = useState<{ of: string; at: string }>()
  const at = found?.of === src ? found.at : pictureHere(src)
  const lazy = rest.loading === 'lazy'
  useEffect(() => {
    if (at !== undefined) return
    let left = false
    const fetchIt = (): void => {
      // What cannot be had is shown as the browser shows such a picture, with its words.
      void pictureAt(src)
        .catch(() => src)
        .then((local) => {
          if (!left) setFound({ of: src, at: local })
        })
    }
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some((s) => s.isIntersecting)) return
        watch.disconnect()
        fetchIt()
      },
      { rootMargin: ahead },
    )
    if (lazy && here.current) watch.observe(here.current)
    else fetchIt()
    return () => {
      left = true
      watch.disconnect()
    }
  }, [src, at, lazy])
  return <img ref={here} data-paper alt={alt} {...rest} {...(at === undefined ? {} : { src: at })} />
}
