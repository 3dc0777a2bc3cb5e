import { makeStyles } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import type { PointerEvent as ReactPointerEvent } from 'react'
import type { CardPicture } from '#shared/card/card.types.ts'
import type { Draw } from '#shared/card/geometry/geometry.types.ts'
import type { PictureUrls } from '#shared/card/layout/svg.ts'
import { movedPicture } from './edits.ts'

const green = '#0f6c3f'
const useStyles = makeStyles({
  handle: {
    fill: 'transparent',
    cursor: 'move',
    touchAction: 'none',
    strokeWidth: '0.4px',
    outline: 'none',
    ':hover': { stroke: green, strokeDasharray: '1.6 1' },
    ':focus-visible': { stroke: green, strokeWidth: '0.8px' },
  },
  ghost: { pointerEvents: 'none', opacity: 0.75 },
  frame: { fill: 'none', stroke: green, strokeWidth: '0.4px', strokeDasharray: '1.6 1', pointerEvents: 'none' },
})

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const steps = { one: 1, many: 5 }

type Live = { pictureId: string; x: number; y: number }

/** The pictures of a page under mouse and arrow keys: they follow at once, the card itself when the hand lets go. */
export const PictureHandles = (props: {
  draws: readonly Draw[]
  pictures: readonly CardPicture[]
  urls: PictureUrls | undefined
  /** Pixels in a millimetre. */
  scale: number
  /** `done`: a step of its own to take back; arrow keys are one until the focus goes on. */
  onMove: (pictureId: string, to: { x: number; y: number }, done: boolean) => void
  onSettle: () => void
}) => {
  const styles = useStyles()
  const [live, setLive] = useState<Live | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  const drag = (e: ReactPointerEvent, picture: CardPicture): void => {
    if (e.button !== 0) return
    stop.current?.()
    const start = { x: e.clientX, y: e.clientY }
    const at = (event: PointerEvent): { x: number; y: number } =>
      movedPicture(
        picture,
        { x: (event.clientX - start.x) / props.scale, y: (event.clientY - start.y) / props.scale },
        event.altKey,
      )
    const controller = new AbortController()
    const end = (): void => {
      controller.abort()
      stop.current = null
      setLive(null)
    }
    const { signal } = controller
    addEventListener('pointermove', (event) => setLive({ pictureId: picture.pictureId, ...at(event) }), { signal })
    addEventListener(
      'pointerup',
      (event) => {
        end()
        const to = at(event)
        if (to.x !== picture.x || to.y !== picture.y) props.onMove(picture.pictureId, to, true)
      },
      { signal },
    )
    addEventListener('pointercancel', end, { signal })
    addEventListener('keydown', (key) => key.key === 'Escape' && end(), { signal })
    stop.current = end
  }

  return props.draws.map((draw) => {
    if (draw.kind !== 'image') return null
    const picture = props.pictures.find((p) => p.pictureId === draw.pictureId)
    if (!picture) return null
    const { x, y, w, h } = draw.rect
    const moved = live?.pictureId === picture.pictureId ? live : null
    const ghost = moved && { x: x + moved.x - picture.x, y: y + moved.y - picture.y, width: w, height: h }
    const url = props.urls?.get(draw.sha256)
    return (
      <g key={picture.pictureId}>
        <rect
          className={styles.handle}
          {...{ x, y, width: w, height: h }}
          role="button"
          tabIndex={0}
          aria-label={`图片${picture.name}，距左${picture.x}毫米，距上${picture.y}毫米，拖动或按方向键移动`}
          onPointerDown={(e) => drag(e, picture)}
          onKeyDown={(e) => {
            const by = arrows[e.key]
            if (!by) return
            e.preventDefault()
            const step = e.shiftKey ? steps.many : steps.one
            props.onMove(picture.pictureId, movedPicture(picture, { x: by[0] * step, y: by[1] * step }, true), false)
          }}
          onBlur={props.onSettle}
        />
        {ghost && (
          <>
            {url && <image className={styles.ghost} href={url} {...ghost} />}
            <rect className={styles.frame} {...ghost} />
          </>
        )}
      </g>
    )
  })
}
