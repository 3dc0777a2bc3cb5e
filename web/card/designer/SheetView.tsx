import { Button, Spinner, Tooltip, makeStyles, tokens } from '@fluentui/react-components'
import { ZoomFit20Regular } from '@fluentui/react-icons/svg/zoom-fit'
import { ZoomIn20Regular } from '@fluentui/react-icons/svg/zoom-in'
import { ZoomOut20Regular } from '@fluentui/react-icons/svg/zoom-out'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { qrPayload } from '#shared/card/geometry/geometry.types.ts'
import { patchPicture, resizable } from './edits.ts'
import { qrSvg } from './qr.ts'
import { useDrawnPages, usePagesInSight } from './useDrawnPages.ts'
import { useHeightDrag } from './useHeightDrag.ts'
import { useSettled } from './useSettled.ts'
import type { Designer } from './useDesigner.ts'
import { SheetPage } from './SheetPage.tsx'

const useStyles = makeStyles({
  view: { position: 'relative', minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' },
  desk: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'auto',
    display: 'flex',
    flexDirection: 'column',
    // Centred while it fits, and scrolled to its left edge when it does not.
    alignItems: 'safe center',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingVerticalL,
    backgroundColor: tokens.colorNeutralBackground4,
    borderRadius: tokens.borderRadiusMedium,
  },
  bar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minHeight: '32px' },
  laying: { marginLeft: 'auto', color: tokens.colorNeutralForeground3 },
  number: { fontVariantNumeric: 'tabular-nums', minWidth: '4ch', textAlign: 'center' },
})

/** A screen's pixel is a 96th of an inch. */
const life = 96 / 25.4
const none: readonly never[] = []
const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]

export const SheetView = (props: {
  designer: Designer
  code: string
  nextVersion: number
  chosen: string | null
  onChoose: (unitId: string) => void
}) => {
  const styles = useStyles()
  const { designer, chosen, code, nextVersion } = props
  const { design, mistakes, edit, settle } = designer
  const pictures = design.pictures ?? none
  const movePicture = useCallback(
    (pictureId: string, to: { x: number; y: number }, done: boolean): void => {
      edit((d) => patchPicture(d, pictureId, to), `picture ${pictureId} place`)
      if (done) settle()
    },
    [edit, settle],
  )
  const desk = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [zoom, setZoom] = useState<number | null>(null)
  useEffect(() => {
    const box = desk.current!
    const watch = new ResizeObserver(() => setWidth(box.clientWidth))
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  const fit = Math.max(0.2, (width - 40) / (designer.geometry.width * life))
  const shown = zoom ?? Math.min(1.5, fit)
  const scale = shown * life
  const zoomBy = (by: 1 | -1): void =>
    setZoom((by > 0 ? steps.find((s) => s > shown + 0.01) : steps.findLast((s) => s < shown - 0.01)) ?? shown)

  const drag = useHeightDrag(designer, scale)
  const shownYet = width > 0
  const { geometry, regions } = drag
  const seen = usePagesInSight(desk, shownYet ? geometry.pages.length : 0)
  const drawn = useDrawnPages(geometry, regions, seen, drag.live !== null, designer.urls)
  // The QR carries the hash of everything: it follows when the hand rests.
  const hash = useSettled(designer.geometry.hash, 200)
  // Of the geometry the number of pages alone, which count from 1: its hash is waited for.
  const pageCount = geometry.pages.length
  const qrs = useMemo(
    () => Array.from({ length: pageCount }, (_, i) => qrSvg(qrPayload({ code, version: nextVersion, hash }, i + 1))),
    [pageCount, code, nextVersion, hash],
  )
  const wrong = useMemo(
    () => new Set(mistakes.flatMap((m) => (m.grave && m.unitId !== undefined ? [m.unitId] : []))),
    [mistakes],
  )
  /** The height that its author set, of units whose frames may be dragged. */
  const heights = useMemo(
    () => new Map(design.units.filter(resizable).map((u) => [u.unitId, u.height] as const)),
    [design.units],
  )
  // What is chosen in the outline comes into sight.
  useEffect(() => {
    const at = chosen && desk.current?.querySelector(`[data-unit="${CSS.escape(chosen)}"]`)
    if (at) at.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen, shownYet])

  return (
    <section className={styles.view} aria-label="版面">
      <div className={styles.bar}>
        <Tooltip content="缩小" relationship="label">
          <Button size="small" appearance="subtle" icon={<ZoomOut20Regular />} onClick={() => zoomBy(-1)} />
        </Tooltip>
        <span className={styles.number}>{Math.round(shown * 100)}%</span>
        <Tooltip content="放大" relationship="label">
          <Button size="small" appearance="subtle" icon={<ZoomIn20Regular />} onClick={() => zoomBy(1)} />
        </Tooltip>
        <Tooltip content="适合宽度" relationship="label">
          <Button size="small" appearance="subtle" icon={<ZoomFit20Regular />} onClick={() => setZoom(null)} />
        </Tooltip>
        <span className={styles.laying} role="status">
          {designer.laying ? (
            <Spinner size="tiny" label="正在重新排版中..." />
          ) : (
            `共${geometry.pages.length}面，${Math.ceil(geometry.pages.length / 2)}张纸`
          )}
        </span>
      </div>
      <div className={styles.desk} ref={desk} tabIndex={0} role="region" aria-label="答题卡版面预览">
        {shownYet &&
          drawn.map((p, i) => (
            <SheetPage
              key={p.page.page}
              drawn={p}
              qr={qrs[i]!}
              pageCount={drawn.length}
              scale={scale}
              chosen={chosen}
              wrong={wrong}
              heights={heights}
              dragged={drag.live?.height ?? null}
              onChoose={props.onChoose}
              onDrag={drag.begin}
              onResize={drag.resize}
              pictures={pictures}
              onMove={movePicture}
              onSettle={settle}
            />
          ))}
      </div>
    </section>
  )
}
