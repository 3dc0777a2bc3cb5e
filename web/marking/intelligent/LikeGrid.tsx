import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { useKeys } from '#web/kit/parts/useKeys.ts'
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

/**
 * The members of a group as thumbnails; what stands out is first. `onSeen` hears of each that has been on the screen with
 * its picture there: only then may the group be given a mark.
 */
export const LikeGrid = ({
  group,
  onSeen,
  moveOut,
  join,
}: {
  group: LikeGroup
  onSeen: (ids: readonly string[]) => void
  moveOut: (ids: ReadonlySet<string>) => void
  join: () => void
}) => {
  const styles = useStyles()
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    setAt(0)
    setChosen(new Set())
  }, [group.key])
  const ids = group.answers.map((a) => a.studentId).join(' ')
  useEffect(() => {
    const loaded = (cell: Element): boolean => {
      const picture = cell.querySelector('img')
      return picture === null || (picture.complete && picture.currentSrc !== '')
    }
    const inSight = new Set<Element>()
    const look = (): void => {
      const there = [...inSight].filter(loaded)
      if (there.length > 0) seen.current(there.map((c) => c.getAttribute('data-answer')!))
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
    own?.addEventListener('load', look, true)
    return () => {
      watch.disconnect()
      own?.removeEventListener('load', look, true)
    }
  }, [ids])
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
          <li key={a.studentId}>
            <button
              type="button"
              tabIndex={-1}
              data-answer={a.studentId}
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
              {(i < group.outliers || chosen.has(a.studentId)) && (
                <span className={styles.word}>{chosen.has(a.studentId) ? '✓ 已选' : '● 离群'}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
