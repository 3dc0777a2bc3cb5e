import { Button, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components'
import { ArrowFit20Regular } from '@fluentui/react-icons/svg/arrow-fit'
import { ArrowRotateClockwise20Regular } from '@fluentui/react-icons/svg/arrow-rotate-clockwise'
import { BrightnessHigh20Regular } from '@fluentui/react-icons/svg/brightness-high'
import { InkStroke20Regular } from '@fluentui/react-icons/svg/ink-stroke'
import { ZoomIn20Regular } from '@fluentui/react-icons/svg/zoom-in'
import { ZoomOut20Regular } from '@fluentui/react-icons/svg/zoom-out'
import { useEffect, useRef } from 'react'
import type { OwnReader } from '#shared/exam/tools/disclosure.types.ts'
import type { PenNote } from '#shared/kit/pen/pen.types.ts'
import type { AnswerView } from '#shared/marking/claimed.types.ts'
import { roleNames } from '#shared/marking/role.words.ts'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { inks, PenLayer } from '#web/kit/pen/PenLayer.tsx'
import { PenSheet } from '../pen/PenSheet.tsx'
import { PenTools } from '../pen/PenTools.tsx'
import type { Pen } from '../pen/usePen.ts'

export type Looking = { zoom: number; turns: number; contrast: boolean }
export const plainLook: Looking = { zoom: 1, turns: 0, contrast: false }
export const zoomed = (look: Looking, by: number): Looking => ({
  ...look,
  zoom: Math.min(4, Math.max(0.5, Math.round((look.zoom + by) * 4) / 4)),
})

const useStyles = makeStyles({
  frame: { position: 'relative', minHeight: 0, minWidth: 0, backgroundColor: tokens.colorNeutralBackground4 },
  scroll: { position: 'absolute', inset: 0, overflow: 'auto', display: 'flex' },
  // Always as far below the bar: the tools stand above the paper, never on it, and the eye finds the first line at once.
  paper: {
    margin: '48px auto auto',
    backgroundColor: '#fff',
    boxShadow: tokens.shadow4,
    transformOrigin: 'center',
    flexShrink: 0,
  },
  // The pen's tools are two lines on a phone.
  lower: { '@media (max-width: 800px)': { marginTop: '72px' } },
  close: { marginTop: tokens.spacingVerticalS },
  written: { position: 'relative' },
  picture: { display: 'block', width: '100%', height: 'auto' },
  contrast: { filter: 'grayscale(1) contrast(2.2) brightness(0.95)' },
  tools: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    right: tokens.spacingHorizontalS,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalS})`,
    gap: '2px',
    padding: '2px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
  },
  blank: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    left: tokens.spacingHorizontalS,
    padding: `2px ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    boxShadow: tokens.shadow4,
  },
})

/** The answer, as wide as the room allows, and never much larger than it was written; tools to look closer. */
export const AnswerPicture = (props: {
  answer: AnswerView
  look: Looking
  onLook: (look: Looking) => void
  /** What is written on it here; without, it is looked at alone. */
  pen?: Pen
  /** Who will see that. */
  notesTo?: readonly OwnReader[] | undefined
  /** Without tools of its own: another picture beside it has them. */
  plain?: boolean
}) => {
  const styles = useStyles()
  const { answer, look, onLook, pen, notesTo, plain = false } = props
  const words = useRef<HTMLInputElement>(null)
  const written: readonly PenNote[] = pen?.notes ?? answer.mine?.value.notes ?? []
  // A piece is cut at 150 dpi: pixel for pixel it is 1.6 times as large as on paper.
  const wide = Math.max(...answer.images.map((i) => i.width))
  const scroll = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0, left: 0 })
  }, [answer])
  const tools = [
    { name: '缩小（-）', icon: <ZoomOut20Regular />, run: () => onLook(zoomed(look, -0.25)) },
    { name: '放大（+）', icon: <ZoomIn20Regular />, run: () => onLook(zoomed(look, 0.25)) },
    {
      name: '旋转（R）',
      icon: <ArrowRotateClockwise20Regular />,
      run: () => onLook({ ...look, turns: (look.turns + 1) % 4 }),
    },
    {
      name: '增强对比（C）',
      icon: <BrightnessHigh20Regular />,
      run: () => onLook({ ...look, contrast: !look.contrast }),
    },
    { name: '恢复（X）', icon: <ArrowFit20Regular />, run: () => onLook(plainLook) },
    ...(pen ? [{ name: '批注（N）', icon: <InkStroke20Regular />, run: () => pen.setTool('line') }] : []),
  ]
  return (
    <div className={styles.frame} data-paper>
      <div ref={scroll} className={styles.scroll} tabIndex={0} role="region" aria-label="作答图像">
        <div
          className={mergeClasses(
            styles.paper,
            look.contrast && styles.contrast,
            pen?.tool ? styles.lower : undefined,
            plain && styles.close,
          )}
          style={{
            width: `calc(min(100%, ${wide}px) * ${look.zoom})`,
            transform: look.turns ? `rotate(${look.turns * 90}deg)` : undefined,
          }}
        >
          {answer.images.map((image, i) => (
            <div key={image.url} className={styles.written}>
              <Picture
                className={styles.picture}
                src={image.url}
                width={image.width}
                height={image.height}
                alt={`作答图像 ${i + 1}`}
                draggable={false}
              />
              {answer.others.map((o, n) => (
                <PenLayer
                  key={o.role}
                  notes={o.value.notes ?? []}
                  {...{ on: i, ratio: image.height / image.width, ink: inks[1 + (n % 3)]! }}
                  label={`${roleNames[o.role]}批注`}
                />
              ))}
              <PenLayer notes={written} on={i} ratio={image.height / image.width} label="批注" />
              {pen?.tool && (
                <PenSheet
                  pen={pen}
                  {...{ on: i, width: image.width, height: image.height }}
                  onWords={() => words.current?.focus()}
                />
              )}
            </div>
          ))}
        </div>
      </div>
      {answer.likelyBlank && (
        <span className={styles.blank} data-reading="">
          可能未作答
        </span>
      )}
      {!plain && (
        <div className={styles.tools} role="toolbar" aria-label={pen?.tool ? '批注工具' : '图像工具'}>
          {pen?.tool ? (
            <PenTools pen={pen} words={words} notesTo={notesTo} />
          ) : (
            tools.map((t) => (
              <Tooltip key={t.name} content={t.name} relationship="label">
                <Button size="small" appearance="subtle" icon={t.icon} onClick={t.run} />
              </Tooltip>
            ))
          )}
        </div>
      )}
    </div>
  )
}
