import { Button, MessageBar, MessageBarActions, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { straightenByHand } from '#shared/card/template/template.calls.ts'
import { act } from '#web/kit/ask.ts'
import { useAction } from '#web/kit/parts/useAction.ts'
import type { TemplateDesk } from './useTemplate.ts'

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalS, minWidth: 0 },
  sheet: {
    display: 'block',
    width: '100%',
    height: 'auto',
    boxShadow: tokens.shadow4,
    touchAction: 'none',
    overflow: 'visible',
  },
  paper: { fill: tokens.colorBrandBackground, fillOpacity: 0.08, stroke: tokens.colorBrandStroke1 },
  corner: {
    fill: tokens.colorBrandBackground,
    fillOpacity: 0.35,
    stroke: tokens.colorBrandStroke1,
    cursor: 'move',
    ':focus-visible': { stroke: tokens.colorStrokeFocus2, outline: 'none' },
  },
})

const names = ['左上角', '右上角', '右下角', '左下角'] as const
type Point = { x: number; y: number }
type Corners = [Point, Point, Point, Point]

/** The picture with the corners of the paper to drag: what they frame becomes the page. */
export const CornerPicture = ({ desk, onClose }: { desk: TemplateDesk; onClose: () => void }) => {
  const styles = useStyles()
  const page = desk.page!
  const [W, H] = [page.naturalWidth, page.naturalHeight]
  const svg = useRef<SVGSVGElement>(null)
  const held = useRef<number | null>(null)
  const [corners, setCorners] = useState<Corners>([
    { x: 0, y: 0 },
    { x: W, y: 0 },
    { x: W, y: H },
    { x: 0, y: H },
  ])
  const place = (i: number, { x, y }: Point): void => {
    const at = { x: Math.round(Math.min(Math.max(0, x), W)), y: Math.round(Math.min(Math.max(0, y), H)) }
    setCorners((all) => all.with(i, at) as Corners)
  }
  const move = (e: PointerEvent): void => {
    if (held.current === null) return
    const box = svg.current!.getBoundingClientRect()
    place(held.current, { x: ((e.clientX - box.left) / box.width) * W, y: ((e.clientY - box.top) / box.height) * H })
  }
  const press = (e: KeyboardEvent, i: number): void => {
    const step = e.ctrlKey ? 20 : 2
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[e.key]
    if (!by) return
    e.preventDefault()
    const { x, y } = corners[i]!
    place(i, { x: x + by[0]!, y: y + by[1]! })
  }
  const { busy, run } = useAction({
    name: '拉正',
    ...(page.areas.length > 0 ? { confirm: `拉正以后这一页画好的${page.areas.length}个区域要重画。` } : {}),
    run: async () => {
      const version = await desk.save()
      await act(straightenByHand, { templateId: desk.templateId, pageNumber: page.pageNumber, version, corners })
      desk.again()
      onClose()
    },
  })
  return (
    <div className={styles.box}>
      <MessageBar layout="multiline">
        <MessageBarBody>把四个角拖到纸的四角（也可以用方向键），再拉正。</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={onClose}>
            取消
          </Button>
          <Button size="small" appearance="primary" disabledFocusable={busy} onClick={run}>
            拉正
          </Button>
        </MessageBarActions>
      </MessageBar>
      <svg
        ref={svg}
        className={styles.sheet}
        viewBox={`0 0 ${W} ${H}`}
        role="group"
        aria-label={`第${page.pageNumber}页的四角`}
        onPointerMove={move}
        onPointerUp={() => (held.current = null)}
        onPointerCancel={() => (held.current = null)}
      >
        <image href={page.url} width={W} height={H} />
        <polygon
          className={styles.paper}
          points={corners.map((c) => `${c.x},${c.y}`).join(' ')}
          strokeWidth={W / 400}
          pointerEvents="none"
        />
        {corners.map((c, i) => (
          <circle
            key={names[i]}
            className={styles.corner}
            cx={c.x}
            cy={c.y}
            r={W / 22}
            strokeWidth={W / 300}
            tabIndex={0}
            role="slider"
            aria-label={names[i]}
            aria-valuenow={c.x}
            aria-valuemin={0}
            aria-valuemax={W}
            aria-valuetext={`距左边${c.x}，距上边${c.y}`}
            onPointerDown={(e) => {
              svg.current!.setPointerCapture(e.pointerId)
              held.current = i
            }}
            onKeyDown={(e) => press(e, i)}
          />
        ))}
      </svg>
    </div>
  )
}
