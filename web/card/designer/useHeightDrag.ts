/** A frame's lower edge under the pointer: the layout follows every frame, the card itself when the hand lets go. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { flushSync } from 'react-dom'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { patchUnit, snapped } from './edits.ts'
import type { Region } from './regions.ts'
import { regionsOf } from './regions.ts'

/** `done`: let go, and shown until the card has caught up. */
type Live = { unitId: string; height: number; done: boolean }
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
    (e: ReactPointerEvent, unitId: string, from: number): void => {
      e.preventDefault()
      stop.current?.()
      const start = e.clientY
      let last: { y: number; free: boolean } | null = null
      let frame = 0
      const height = (): number => heightAt(from + (last!.y - start) / scale, last!.free)
      const follow = (event: PointerEvent): void => {
        last = { y: event.clientY, free: event.altKey }
        // One layout a frame, painted in that frame, however often the pointer tells where it is.
        frame ||= requestAnimationFrame(() => {
          frame = 0
          flushSync(() => setLive({ unitId, height: height(), done: false }))
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
        setLive({ unitId, height: height(), done: true })
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
    [resize, scale],
  )

  // While it lasts, the drag alone changes what is shown.
  const { unitId, height } = live ?? {}
  const dragged = useMemo(() => {
    if (unitId === undefined || height === undefined) return null
    const patched = patchUnit(design, unitId, { height })
    const geometry = layOut(patched)
    return { geometry, regions: regionsOf(patched, geometry) }
  }, [unitId, height, design])
  const { geometry, regions } = dragged ?? designer
  return { begin, resize, live, geometry, regions }
}
