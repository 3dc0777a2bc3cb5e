import { makeStyles, tokens } from '@fluentui/react-components'
import { memo } from 'react'
import type { PointerEvent } from 'react'
import type { CardPicture } from '#shared/card/card.types.ts'
import type { Region } from './regions.ts'
import { Draws } from './Draws.tsx'
import { PictureHandles } from './PictureHandles.tsx'
import type { DrawnPage } from './useDrawnPages.ts'

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

/** The QR's place: its picture is drawn anew as a whole. */
const Picture = memo(({ svg, className }: { svg: string; className: string }) => (
  <div className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
))
Picture.displayName = 'Picture'

type SheetPageProps = {
  drawn: DrawnPage
  /** The QR's picture: it follows when the hand rests. */
  qr: string
  pageCount: number
  /** Pixels in a millimetre. */
  scale: number
  chosen: string | null
  wrong: ReadonlySet<string>
  /** Units that may be dragged, with the height that their author set; a block cut in two stands higher by its second head. */
  heights: ReadonlyMap<string, number | undefined>
  /** The height under the pointer while a drag lasts. */
  dragged: number | null
  onChoose: (unitId: string) => void
  onDrag: (e: PointerEvent, unitId: string, questionId: string) => void
  pictures: readonly CardPicture[]
  onMove: (pictureId: string, to: { x: number; y: number }, done: boolean) => void
  onSettle: () => void
  /** A new height in whole millimetres. */
  onResize: (unitId: string, height: number) => void
}

/** One page to scale, with the units to choose and the chosen one's lower edge to drag. */
export const SheetPage = memo((props: SheetPageProps) => {
  const styles = useStyles()
  const { scale, chosen, dragged } = props
  const { regions, width, height } = props.drawn
  const { page, qr } = props.drawn.page

  const measured = ({ unitId, rect, edge }: Region): number =>
    (edge!.before > 0 ? props.heights.get(unitId) : undefined) ?? Math.round(edge!.before + rect.h)
  const edges = regions.filter((r) => r.unitId === chosen && r.edge && props.heights.has(r.unitId))
  return (
    <div
      className={styles.page}
      style={{ width: width * scale, height: height * scale }}
      role="group"
      aria-label={`第${page}面，共${props.pageCount}面`}
      data-page={page}
      data-paper
    >
      <Draws parts={props.drawn.parts} width={width} height={height} className={styles.draws} />
      <div
        data-code=""
        style={{
          position: 'absolute',
          left: qr.x * scale,
          top: qr.y * scale,
          width: qr.w * scale,
          height: qr.h * scale,
        }}
      >
        <Picture svg={props.qr} className={styles.qr} />
      </div>
      <svg className={styles.over} viewBox={`0 0 ${width} ${height}`}>
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
        <PictureHandles
          draws={props.drawn.page.draws}
          pictures={props.pictures}
          urls={props.drawn.urls}
          scale={scale}
          onMove={props.onMove}
          onSettle={props.onSettle}
        />
        {edges.map((r) => {
          const now = measured(r)
          const x = r.rect.x + r.rect.w / 2
          const y = r.rect.y + r.rect.h
          const nudge = (by: number): void => props.onResize(r.unitId, Math.max(10, now + by))
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
                onPointerDown={(e) => props.onDrag(e, r.unitId, r.edge!.questionId)}
                onKeyDown={(e) => {
                  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[e.key]
                  if (by === undefined) return
                  e.preventDefault()
                  nudge(by)
                }}
              />
              {(dragged !== null || edges.length === 1) && (
                <>
                  <rect x={x + 14} y={y - 3} width={22} height={6} rx={1} fill="#0f6c3f" pointerEvents="none" />
                  <text className={styles.size} x={x + 25} y={y + 1.3}>
                    {dragged ?? now} 毫米
                  </text>
                </>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
})
SheetPage.displayName = 'SheetPage'
