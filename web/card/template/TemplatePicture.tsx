import { makeStyles, tokens } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { fitted, linesOf, newArea } from '#shared/card/template/template.rules.ts'
import { drawTypeOf } from '#shared/card/template/template.types.ts'
import type { TemplateArea } from '#shared/card/template/template.types.ts'
import { now } from '#web/kit/ports.ts'
import type { TemplateDesk } from './useTemplate.ts'

const useStyles = makeStyles({
  sheet: {
    display: 'block',
    width: '100%',
    height: 'auto',
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    touchAction: 'none',
    cursor: 'crosshair',
  },
  area: { fill: tokens.colorBrandBackground, fillOpacity: 0.08, stroke: tokens.colorBrandStroke1, cursor: 'move' },
  chosen: { fillOpacity: 0.2, outline: 'none' },
  wrong: { stroke: tokens.colorPaletteRedBorderActive },
  cell: { fill: 'none', stroke: tokens.colorPaletteGreenBorderActive, pointerEvents: 'none' },
  name: { fill: tokens.colorBrandForeground1, pointerEvents: 'none' },
  grip: { fill: tokens.colorBrandBackground, cursor: 'nwse-resize' },
  drawing: { fill: 'none', stroke: tokens.colorBrandStroke1, strokeDasharray: '8 6', pointerEvents: 'none' },
})

type Deed = { do: 'draw' | 'move' | 'size'; from: { x: number; y: number }; area?: TemplateArea; to: Rect }

const spanned = (a: { x: number; y: number }, b: { x: number; y: number }): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  w: Math.abs(a.x - b.x),
  h: Math.abs(a.y - b.y),
})

/** The page's picture with its areas: drawn and dragged by the mouse, moved and sized by the arrow keys. */
export const TemplatePicture = (props: {
  desk: TemplateDesk
  tool: number
  /** A click with the tool of locating points. */
  onPoint: (x: number, y: number) => void
}) => {
  const { desk, tool } = props
  const styles = useStyles()
  const svg = useRef<SVGSVGElement>(null)
  const [deed, setDeed] = useState<Deed | null>(null)
  const page = desk.page
  if (!page) return null
  const [W, H] = [page.naturalWidth, page.naturalHeight]
  const at = (e: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect()
    return { x: ((e.clientX - box.left) / box.width) * W, y: ((e.clientY - box.top) / box.height) * H }
  }
  const begin = (e: PointerEvent, kind: Deed['do'], area?: TemplateArea): void => {
    e.stopPropagation()
    svg.current!.setPointerCapture(e.pointerId)
    const from = at(e)
    desk.choose(area?.areaId ?? null)
    setDeed({ do: kind, from, to: area?.rect ?? { ...from, w: 0, h: 0 }, ...(area ? { area } : {}) })
  }
  const move = (e: PointerEvent): void => {
    if (!deed) return
    const p = at(e)
    const [dx, dy] = [p.x - deed.from.x, p.y - deed.from.y]
    const r = deed.area?.rect
    if (!r) setDeed({ ...deed, to: spanned(deed.from, p) })
    else if (deed.do === 'move') {
      const x = Math.min(Math.max(0, r.x + dx), W - r.w)
      const y = Math.min(Math.max(0, r.y + dy), H - r.h)
      setDeed({ ...deed, to: { ...r, x, y } })
    } else {
      const w = Math.min(Math.max(8, r.w + dx), W - r.x)
      const h = Math.min(Math.max(8, r.h + dy), H - r.y)
      setDeed({ ...deed, to: { ...r, w, h } })
    }
  }
  const end = (): void => {
    if (!deed) return
    setDeed(null)
    const clicked = deed.to.w < 6 && deed.to.h < 6
    if (!deed.area && tool === 2 && clicked) props.onPoint(deed.from.x, deed.from.y)
    else if (!deed.area) desk.add([newArea(`a${Math.round(now())}`, tool, page, deed.to)])
    else if (JSON.stringify(deed.to) !== JSON.stringify(deed.area.rect)) desk.put(fitted(deed.area, deed.to))
  }
  const press = (e: KeyboardEvent, area: TemplateArea): void => {
    const step = e.ctrlKey ? 10 : 1
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[e.key]
    if (e.key === 'Delete' || e.key === 'Backspace') desk.remove(area.areaId)
    else if (by) {
      const { x, y, w, h } = area.rect
      const [dx, dy] = by as [number, number]
      desk.put(
        fitted(
          area,
          e.shiftKey
            ? { x, y, w: Math.max(8, w + dx), h: Math.max(8, h + dy) }
            : { x: Math.max(0, x + dx), y: Math.max(0, y + dy), w, h },
        ),
      )
    } else return
    e.preventDefault()
  }
  const line = W / 500
  return (
    <svg
      ref={svg}
      className={styles.sheet}
      viewBox={`0 0 ${W} ${H}`}
      role="group"
      aria-label={`第${page.pageNumber}页`}
      onPointerDown={(e) => begin(e, 'draw')}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDeed(null)}
    >
      <image href={page.url} width={W} height={H} />
      {page.areas.map((saved) => {
        const area = deed?.area?.areaId === saved.areaId ? fitted(saved, deed.to) : saved
        const { x, y, w, h } = area.rect
        const chosen = desk.chosen?.areaId === area.areaId
        const wrong = desk.faults.some((f) => f.areaId === area.areaId && f.page === page.pageNumber)
        return (
          <g key={area.areaId}>
            <rect
              {...{ x, y, width: w, height: h }}
              strokeWidth={chosen ? 2 * line : line}
              tabIndex={0}
              role="button"
              aria-label={drawTypeOf(area.type).name}
              aria-pressed={chosen}
              className={`${styles.area} ${chosen ? styles.chosen : ''} ${wrong ? styles.wrong : ''}`}
              onPointerDown={(e) => begin(e, 'move', saved)}
              onFocus={() => desk.choose(area.areaId)}
              onKeyDown={(e) => press(e, saved)}
            />
            {linesOf(area)
              .flat()
              .map((c, i) => (
                <rect
                  key={i}
                  x={c.rect.x}
                  y={c.rect.y}
                  width={c.rect.w}
                  height={c.rect.h}
                  strokeWidth={line}
                  className={styles.cell}
                />
              ))}
            <text x={x} y={y - 2 * line} fontSize={W / 60} className={styles.name}>
              {drawTypeOf(area.type).name}
            </text>
            {chosen && (
              <rect
                x={x + w - W / 90}
                y={y + h - W / 90}
                width={W / 45}
                height={W / 45}
                className={styles.grip}
                onPointerDown={(e) => begin(e, 'size', saved)}
              />
            )}
          </g>
        )
      })}
      {deed && !deed.area && (
        <rect
          x={deed.to.x}
          y={deed.to.y}
          width={deed.to.w}
          height={deed.to.h}
          strokeWidth={line}
          className={styles.drawing}
        />
      )}
    </svg>
  )
}
