/**
 * A frame's lower edge under the pointer: the layout follows every frame, the card itself when the hand lets go. Until then
 * all other frames keep their heights, so that the edge is where the hand is; what is left over is shared afterwards.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { flushSync } from 'react-dom'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { headsIn, heightsIn, layOut } from '#shared/card/layout/layOut.ts'
import { useLatest } from '#web/kit/parts/useLatest.ts'
import { patchUnit, snapped } from './edits.ts'
import type { Region } from './regions.ts'
import { regionsOf } from './regions.ts'

/** `done`: let go, and shown until the card has caught up. */
type Live = {
  unitId: string
  questionId: string
  height: number
  done: boolean
  held: { heights: ReadonlyMap<string, number>; heads: ReadonlySet<string> }
}
type Edited = {
  design: CardDesign
  geometry: CardGeometry
  regions: Region[]
  laying: boolean
  edit: (change: (d: CardDesign) => CardDesign, about?: string | null) => void
  settle: () => void
}

/** Every 5 mm holds a little; Alt lets go of it. */
export const heightAt = (raw: number, free: boolean): number => Math.max(10, snapped(raw, free))

/** What is laid out while a drag lasts; `scale`: pixels in a millimetre. Escape takes the drag back. */
export const useHeightDrag = (designer: Edited, scale: number) => {
  const { design, laying, edit, settle } = designer
  const [live, setLive] = useState<Live | null>(null)
  const stop = useRef<(() => void) | null>(null)
  const now = useLatest(designer.geometry)
  useEffect(() => () => stop.current?.(), [])
  useEffect(() => {
    if (live?.done && !laying) setLive(null)
  }, [live, laying])

  const resize = useCallback(
    (unitId: string, height: number): void => {
      edit((d) => patchUnit(d, unitId, { height }), `height ${unitId}`)
      settle()
    },
    [edit, settle],
  )
  const begin = useCallback(
    (e: ReactPointerEvent, unitId: string, questionId: string): void => {
      e.preventDefault()
      stop.current?.()
      const held = { heights: heightsIn(now.current), heads: headsIn(now.current) }
      const from = held.heights.get(questionId) ?? 0
      const start = e.clientY
      let last: { y: number; free: boolean } | null = null
      let frame = 0
      const height = (): number => heightAt(from + (last!.y - start) / scale, last!.free)
      const follow = (event: PointerEvent): void => {
        last = { y: event.clientY, free: event.altKey }
        // One layout a frame, painted in that frame, however often the pointer tells where it is.
        frame ||= requestAnimationFrame(() => {
          frame = 0
          flushSync(() => setLive({ unitId, questionId, held, height: height(), done: false }))
        })
      }
      const end = (): void => {
        cancelAnimationFrame(frame)
        controller.abort()
        stop.current = null
      }
      const drop = (): void => {
        end()
        setLive(null)
      }
      const finish = (event: PointerEvent): void => {
        last = { y: event.clientY, free: event.altKey }
        end()
        if (Math.abs(last.y - start) <= 1) return setLive(null)
        setLive({ unitId, questionId, held, height: height(), done: true })
        resize(unitId, height())
      }
      const controller = new AbortController()
      const { signal } = controller
      // Of the window: the edge itself may go on to another page while it is dragged.
      addEventListener('pointermove', follow, { signal })
      addEventListener('pointerup', finish, { signal })
      addEventListener('pointercancel', drop, { signal })
      addEventListener('keydown', (key) => key.key === 'Escape' && drop(), { signal })
      stop.current = end
    },
    [resize, scale, now],
  )

  // While it lasts, the drag alone changes what is shown.
  const { questionId, height, held } = live ?? {}
  const dragged = useMemo(() => {
    if (questionId === undefined || height === undefined || !held) return null
    const geometry = layOut(design, new Map(held.heights).set(questionId, height), held.heads)
    return { geometry, regions: regionsOf(design, geometry) }
  }, [questionId, height, held, design])
  const { geometry, regions } = dragged ?? designer
  return { begin, resize, live, geometry, regions }
}
