import { makeStyles, tokens } from '@fluentui/react-components'
import { memo, useRef, useState } from 'react'
import type { PointerEvent } from 'react'
import type { CardGeometry, Rect } from '#shared/card/card.types.ts'
import type { Region } from '../designer/regions.ts'

const useStyles = makeStyles({
  page: { position: 'relative', backgroundColor: '#fff', boxShadow: tokens.shadow8, flexShrink: 0 },
  // Pages out of sight are neither laid out nor painted.
  draws: {
    position: 'absolute',
    inset: 0,
    contentVisibility: 'auto',
    '& > svg': { display: 'block', width: '100%', height: '100%' },
  },
  qr: { width: '100%', height: '100%', '& > svg': { display: 'block', width: '100%', height: '100%' } },
  over: { position: 'absolute', inset: 0, width: '100%', height: '100%', touchAction: 'pan-x pan-y' },
  region: {
    fill: 'transparent',
    cursor: 'pointer',
    strokeWidth: '0.3px',
    ':hover': { stroke: tokens.colorBrandStroke2Hover, fill: tokens.colorBrandBackground2, fillOpacity: '0.25' },
  },
  chosen: { stroke: '#0f6c3f', strokeWidth: '0.5px', fill: tokens.colorBrandBackground2, fillOpacity: '0.2' },
  wrong: { stroke: '#c50f1f', strokeDasharray: '1.6 1' },
  edge: {
    cursor: 'ns-resize',
    touchAction: 'none',
    fill: '#0f6c3f',
    ':focus-visible': { stroke: '#000', strokeWidth: '0.6px' },
    outline: 'none',
  },
  size: { fill: '#fff', fontSize: '3.6px', textAnchor: 'middle', pointerEvents: 'none' },
})

/** What is printed, as the printer draws it. A page whose picture did not change is not touched. */
const Draws = memo(({ svg, className }: { svg: string; className: string }) => (
  <div className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
))
Draws.displayName = 'Draws'

/** One page to scale, with the units to choose and the chosen one's lower edge to drag. */
export const SheetPage = (props: {
  svg: string
  qr: { rect: Rect; svg: string }
  geometry: Pick<CardGeometry, 'width' | 'height'>
  page: number
  pageCount: number
  /** Pixels in a millimetre. */
  scale: number
  regions: readonly Region[]
  chosen: string | null
  wrong: ReadonlySet<string>
  mayResize: (unitId: string) => boolean
  /** The height that the author set; a block cut in two stands higher than that by its second head. */
  setHeight: (unitId: string) => number | undefined
  onChoose: (unitId: string) => void
  /** A new height in whole millimetres; `done` at the end of the drag. */
  onResize: (unitId: string, height: number, done: boolean) => void
}) => {
  const styles = useStyles()
  const { geometry, scale, regions, chosen, qr } = props
  const drag = useRef<{ y: number; from: number; region: Region } | null>(null)
  const [height, setHeight] = useState<number | null>(null)

  const measured = ({ unitId, rect, edge }: Region): number =>
    (edge!.before > 0 ? props.setHeight(unitId) : undefined) ?? Math.round(edge!.before + rect.h)
  const heightAt = (e: PointerEvent): number => {
    const { y, from } = drag.current!
    const raw = from + (e.clientY - y) / scale
    // Every 5 mm holds a little; Alt lets go of it.
    const five = Math.round(raw / 5) * 5
    return Math.max(10, Math.abs(raw - five) < 0.8 && !e.altKey ? five : Math.round(raw))
  }
  const begin = (e: PointerEvent<SVGRectElement>, region: Region): void => {
    e.preventDefault()
    e.currentTarget.setPointerCapture(e.pointerId)
    drag.current = { y: e.clientY, from: measured(region), region }
  }
  const move = (e: PointerEvent): void => {
    if (!drag.current) return
    const next = heightAt(e)
    setHeight(next)
    props.onResize(drag.current.region.unitId, next, false)
  }
  const end = (e: PointerEvent): void => {
    if (!drag.current) return
    const moved = Math.abs(e.clientY - drag.current.y) > 1
    if (moved) props.onResize(drag.current.region.unitId, heightAt(e), true)
    drag.current = null
    setHeight(null)
  }

  const edges = regions.filter((r) => r.unitId === chosen && r.edge && props.mayResize(r.unitId))
  return (
    <div
      className={styles.page}
      style={{ width: geometry.width * scale, height: geometry.height * scale }}
      role="group"
      aria-label={`第${props.page}面，共${props.pageCount}面`}
      data-page={props.page}
    >
      <Draws svg={props.svg} className={styles.draws} />
      <div
        style={{
          position: 'absolute',
          left: qr.rect.x * scale,
          top: qr.rect.y * scale,
          width: qr.rect.w * scale,
          height: qr.rect.h * scale,
        }}
      >
        <Draws svg={qr.svg} className={styles.qr} />
      </div>
      <svg className={styles.over} viewBox={`0 0 ${geometry.width} ${geometry.height}`}>
        {regions.map((r, i) => (
          <rect
            key={`${r.unitId} ${i}`}
            {...{ x: r.rect.x, y: r.rect.y, width: r.rect.w, height: r.rect.h }}
            className={[
              styles.region,
              props.wrong.has(r.unitId) ? styles.wrong : '',
              r.unitId === chosen ? styles.chosen : '',
            ].join(' ')}
            data-unit={r.unitId}
            onClick={() => props.onChoose(r.unitId)}
          />
        ))}
        {edges.map((r) => {
          const now = measured(r)
          const x = r.rect.x + r.rect.w / 2
          const y = r.rect.y + r.rect.h
          const nudge = (by: number): void => props.onResize(r.unitId, Math.max(10, now + by), true)
          return (
            <g key={r.edge!.questionId}>
              <rect
                className={styles.edge}
                {...{ x: x - 12, y: y - 1.2, width: 24, height: 2.4, rx: 1.2 }}
                role="slider"
                tabIndex={0}
                aria-label="答题区高度，上下方向键调整"
                aria-orientation="vertical"
                aria-valuemin={10}
                aria-valuemax={2000}
                aria-valuenow={now}
                aria-valuetext={`${now}毫米`}
                onPointerDown={(e) => begin(e, r)}
                onPointerMove={move}
                onPointerUp={end}
                onPointerCancel={end}
                onKeyDown={(e) => {
                  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[e.key]
                  if (by === undefined) return
                  e.preventDefault()
                  nudge(by)
                }}
              />
              {(height !== null || edges.length === 1) && (
                <>
                  <rect x={x + 14} y={y - 3} width={22} height={6} rx={1} fill="#0f6c3f" pointerEvents="none" />
                  <text className={styles.size} x={x + 25} y={y + 1.3}>
                    {height ?? now} 毫米
                  </text>
                </>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
