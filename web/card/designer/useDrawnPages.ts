/** The pages as they are shown: what did not change keeps its identity, so that nothing of it is drawn again. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { CardGeometry, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { drawParts } from '#shared/card/layout/svg.ts'
import type { PictureUrls } from '#shared/card/layout/svg.ts'
import type { Region } from './regions.ts'
import { sameDraws } from './sameDraws.ts'

export type DrawnPage = {
  page: PageGeometry
  width: number
  height: number
  parts: readonly string[]
  regions: readonly Region[]
  urls: PictureUrls | undefined
}

const sameRegion = (a: Region, b: Region): boolean =>
  a.unitId === b.unitId &&
  a.rect.x === b.rect.x &&
  a.rect.y === b.rect.y &&
  a.rect.w === b.rect.w &&
  a.rect.h === b.rect.h &&
  a.edge?.questionId === b.edge?.questionId &&
  a.edge?.before === b.edge?.before
const sameRegions = (a: readonly Region[], b: readonly Region[]): boolean =>
  a.length === b.length && a.every((r, i) => sameRegion(r, b[i]!))

/** The next drawing of the pages. `still`: pages that need not follow yet, because they are out of sight. */
export const drawnPages = (
  before: readonly DrawnPage[],
  geometry: CardGeometry,
  regions: readonly Region[],
  still: (page: number) => boolean,
  urls?: PictureUrls,
): DrawnPage[] => {
  const { width, height } = geometry
  return geometry.pages.map((page, i) => {
    const known = before[i]
    const same = known && known.width === width && known.height === height && known.urls === urls
    if (same && still(page.page)) return known
    const own = regions.filter((r) => r.page === page.page)
    if (!same || !sameDraws(known.page, page))
      return { page, width, height, parts: drawParts(page.draws, false, urls), regions: own, urls }
    return sameRegions(known.regions, own) ? known : { ...known, regions: own }
  })
}

/** Which pages of the desk are in sight or nearly so. */
export const usePagesInSight = (desk: RefObject<HTMLElement | null>, pages: number): ReadonlySet<number> => {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const watch = new IntersectionObserver(
      (changes) =>
        setSeen((was) => {
          const next = new Set(was)
          for (const { target, isIntersecting } of changes) {
            const page = Number((target as HTMLElement).dataset['page'])
            if (isIntersecting) next.add(page)
            else next.delete(page)
          }
          return next
        }),
      { root: desk.current, rootMargin: '60px' },
    )
    for (const page of desk.current!.querySelectorAll('[data-page]')) watch.observe(page)
    return () => watch.disconnect()
  }, [desk, pages])
  return seen
}

/** While `dragging`, pages out of sight stay as they were drawn last. */
export const useDrawnPages = (
  geometry: CardGeometry,
  regions: readonly Region[],
  seen: ReadonlySet<number>,
  dragging: boolean,
  urls?: PictureUrls,
): readonly DrawnPage[] => {
  const drawn = useRef<readonly DrawnPage[]>([])
  return useMemo(
    () => (drawn.current = drawnPages(drawn.current, geometry, regions, (page) => dragging && !seen.has(page), urls)),
    [geometry, regions, seen, dragging, urls],
  )
}
