import { makeStyles } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import { lineOf, underlineOf } from '#shared/kit/pen/pen.rules.ts'
import type { PenPoint } from '#shared/kit/pen/pen.rules.ts'
import { PenLayer } from '#web/kit/pen/PenLayer.tsx'
import type { Pen } from './usePen.ts'

const useStyles = makeStyles({
  // A finger that writes does not scroll.
  sheet: { position: 'absolute', inset: 0, width: '100%', height: '100%', touchAction: 'none', cursor: 'crosshair' },
})

type Props = {
  pen: Pen
  /** Which picture of the answer lies below, and its pixels. */
  on: number
  width: number
  height: number
  onWords: () => void
}

/** Takes what a pen, a finger or a mouse writes on a picture, however it is turned and enlarged. */
export const PenSheet = ({ pen, on, width, height, onWords }: Props) => {
  const styles = useStyles()
  const sheet = useRef<SVGSVGElement>(null)
  const hand = useRef<AbortController | null>(null)
  const [way, setWay] = useState<readonly PenPoint[]>([])
  // Another answer is in sight: what was begun is of none.
  useEffect(() => () => hand.current?.abort(), [])
  const ratio = height / width
  const placeOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): PenPoint => {
    const seen = new DOMPoint(clientX, clientY).matrixTransform(sheet.current!.getScreenCTM()!.inverse())
    return { x: Math.min(1000, Math.max(0, seen.x)), y: Math.min(1000 * ratio, Math.max(0, seen.y)) }
  }
  const made = (points: readonly PenPoint[]) =>
    pen.tool === 'line' ? lineOf(on, points) : pen.tool === 'underline' ? underlineOf(on, points) : null
  const begin = (e: PointerEvent<SVGSVGElement>): void => {
    // A second finger, or another button, writes nothing.
    if (hand.current || e.button !== 0) return
    e.preventDefault()
    if (pen.tool !== 'line' && pen.tool !== 'underline') {
      if (!pen.put(on, placeOf(e), width)) onWords()
      return
    }
    const points = [placeOf(e)]
    const { pointerId } = e
    const leaves = new AbortController()
    hand.current = leaves
    const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: (at: PenPoint) => void): void =>
      window.addEventListener(type, (ev) => void (ev.pointerId === pointerId && act(placeOf(ev))), leaves)
    const end = (taken: boolean): void => {
      leaves.abort()
      hand.current = null
      setWay([])
      if (taken) pen.add(made(points))
    }
    // The hand may leave the picture and come back.
    listen('pointermove', (at) => {
      points.push(at)
      setWay([...points])
    })
    listen('pointerup', () => end(true))
    listen('pointercancel', () => end(false))
  }
  const drawing = made(way)
  return (
    <>
      {drawing && <PenLayer notes={[drawing]} on={on} ratio={ratio} label="正在画" />}
      <svg
        ref={sheet}
        className={styles.sheet}
        viewBox={`0 0 1000 ${1000 * ratio}`}
        preserveAspectRatio="none"
        data-pen={on}
        aria-hidden="true"
        onPointerDown={begin}
      />
    </>
  )
}
