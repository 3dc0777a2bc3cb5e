import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { useKeys } from '#web/kit/parts/useKeys.ts'
import { lookKey } from './likeGroups.ts'
import type { LikeGroup } from './likeGroups.ts'

const useStyles = makeStyles({
  grid: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
    gap: tokens.spacingHorizontalS,
  },
  tools: { display: 'flex', gap: tokens.spacingHorizontalS, paddingBottom: tokens.spacingVerticalS },
  cell: {
    display: 'block',
    position: 'relative',
    width: '100%',
    padding: tokens.spacingHorizontalXS,
    border: `2px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: '#ffffff',
    cursor: 'pointer',
    overflow: 'hidden',
  },
  outlier: { border: `2px dashed ${tokens.colorNeutralStrokeAccessible}` },
  chosen: { border: `2px solid ${tokens.colorBrandBackground}` },
  here: { outline: `2px solid ${tokens.colorNeutralForeground1}`, outlineOffset: '1px' },
  picture: { display: 'block', width: '100%', height: 'auto', maxHeight: '120px', objectFit: 'contain' },
  read: {
    display: 'block',
    textAlign: 'left',
    fontSize: tokens.fontSizeBase200,
    color: '#424242',
    overflowWrap: 'anywhere',
  },
  word: {
    position: 'absolute',
    top: 0,
    right: 0,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
  },
})

/** What became of an answer's pictures once it was on the screen: all shown, or one that cannot be had. */
export type Look = 'seen' | 'lost'

const lookAt = (cell: Element): Look | null => {
  const pictures = [...cell.querySelectorAll('img')]
  // A picture that failed is complete as well; it has no width.
  if (pictures.length === 0 || pictures.some((p) => p.complete && p.currentSrc !== '' && p.naturalWidth === 0))
    return 'lost'
  return pictures.every((p) => p.complete && p.naturalWidth > 0) ? 'seen' : null
}

/**
 * The members of a group as thumbnails; what stands out is first. `onLook` hears of each that has been on the screen with
 * its pictures there, or without one: only of what was seen may the group be given a mark.
 */
export const LikeGrid = ({
  group,
  read,
  lost,
  onLook,
  moveOut,
  join,
}: {
  group: LikeGroup
  /** What a reader made of it, where there is one. */
  read: (studentId: string) => string | undefined
  lost: (key: string) => boolean
  onLook: (looks: ReadonlyMap<string, Look>) => void
  moveOut: (ids: ReadonlySet<string>) => void
  join: () => void
}) => {
  const styles = useStyles()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const tell = useRef(onLook)
  tell.current = onLook
  useEffect(() => {
    setAt(0)
    setChosen(new Set())
  }, [group.key])
  const keys = group.answers.map(lookKey).join(' ')
  useEffect(() => {
    const inSight = new Set<Element>()
    const look = (): void => {
      const looks = [...inSight].flatMap((cell) => {
        const what = lookAt(cell)
        return what ? [[cell.getAttribute('data-answer')!, what] as const] : []
      })
      if (looks.length > 0) tell.current(new Map(looks))
    }
    const watch = new IntersectionObserver(
      (changes) => {
        for (const c of changes)
          if (c.isIntersecting) inSight.add(c.target)
          else inSight.delete(c.target)
        look()
      },
      { threshold: 0.6 },
    )
    const cells = [...(list.current?.querySelectorAll('[data-answer]') ?? [])]
    for (const c of cells) watch.observe(c)
    const own = list.current
    for (const event of ['load', 'error']) own?.addEventListener(event, look, true)
    return () => {
      watch.disconnect()
      for (const event of ['load', 'error']) own?.removeEventListener(event, look, true)
    }
  }, [keys])
  const toggle = (id: string): void =>
    setChosen((c) => {
      const next = new Set(c)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const to = (i: number): void => {
    const next = Math.max(0, Math.min(group.answers.length - 1, i))
    setAt(next)
    list.current?.querySelectorAll('[data-answer]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const out = (): void => {
    const here = group.answers[at]
    moveOut(chosen.size > 0 ? chosen : new Set(here ? [here.studentId] : []))
    setChosen(new Set())
  }
  useKeys((key) => {
    const here = group.answers[at]
    if (!here) return false
    if (key === 'ArrowLeft') to(at - 1)
    else if (key === 'ArrowRight') to(at + 1)
    else if (key === ' ') toggle(here.studentId)
    else if (key === 'x') out()
    else if (key === 'm') join()
    else return false
    return true
  })
  return (
    <>
      <div className={styles.tools}>
        <Button size="small" disabledFocusable={group.answers.length < 2} onClick={out}>
          {chosen.size > 0 ? `移出选中的 ${chosen.size} 份` : '移出这一份'}
        </Button>
        <Button size="small" appearance="subtle" onClick={join}>
          并入下一组
        </Button>
      </div>
      <ul ref={list} className={styles.grid} aria-label={`这一组 ${group.answers.length} 份作答`}>
        {group.answers.map((a, i) => (
          <li key={lookKey(a)}>
            <button
              type="button"
              tabIndex={-1}
              data-answer={lookKey(a)}
              data-paper
              aria-pressed={chosen.has(a.studentId)}
              aria-label={`第 ${i + 1} 份${i < group.outliers ? '，离群' : ''}`}
              className={mergeClasses(
                styles.cell,
                i < group.outliers && styles.outlier,
                chosen.has(a.studentId) && styles.chosen,
                i === at && styles.here,
              )}
              onClick={() => {
                setAt(i)
                toggle(a.studentId)
              }}
            >
              {a.images.map((image) => (
                <Picture
                  key={image.url}
                  className={styles.picture}
                  src={image.url}
                  width={image.width}
                  height={image.height}
                  loading="lazy"
                  alt={`作答 ${i + 1}`}
                  draggable={false}
                />
              ))}
              {read(a.studentId) !== undefined && <span className={styles.read}>{read(a.studentId)}</span>}
              {(i < group.outliers || chosen.has(a.studentId) || lost(lookKey(a))) && (
                <span className={styles.word}>
                  {chosen.has(a.studentId) ? '✓ 已选' : lost(lookKey(a)) ? '✕ 图片没有显示' : '● 离群'}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
