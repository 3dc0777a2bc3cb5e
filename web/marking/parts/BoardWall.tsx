import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useEffect, useSyncExternalStore } from 'react'
import { percentDone } from '#shared/kit/pace.ts'
import { showTime } from '#shared/kit/time.ts'
import type { BoardRow, CellState } from '#shared/exam/joint/board.rules.ts'
import { cellSaid, stateNames, sumsOf } from '#web/exam/joint/boardWords.public.tsx'
import type { Board } from '../useBoard.ts'
import { wallScale } from '../wallScale.ts'

const useStyles = makeStyles({
  wall: {
    position: 'fixed',
    inset: 0,
    zIndex: 1000,
    overflow: 'auto',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: tokens.spacingHorizontalXL },
  title: { margin: 0, fontSize: tokens.fontSizeHero700, lineHeight: tokens.lineHeightHero700 },
  fact: { fontSize: tokens.fontSizeBase500, fontVariantNumeric: 'tabular-nums' },
  end: { marginLeft: 'auto', color: tokens.colorNeutralForeground3 },
  tiles: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXS,
    marginBlock: tokens.spacingVerticalS,
    paddingInlineStart: 0,
    listStyleType: 'none',
  },
  tile: {
    minWidth: 0,
    padding: `1px ${tokens.spacingHorizontalXS} 2px`,
    lineHeight: '18px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
  },
  name: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalXS },
  school: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: tokens.fontWeightSemibold },
  worst: { whiteSpace: 'nowrap', fontSize: tokens.fontSizeBase200 },
  papers: { display: 'flex', gap: '2px', overflow: 'hidden' },
  paper: {
    flex: '1 1 0',
    minWidth: '10px',
    maxWidth: '28px',
    lineHeight: '15px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase100,
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  late: { backgroundColor: tokens.colorStatusDangerBackground3, color: tokens.colorNeutralForegroundOnBrand },
  doubts: { backgroundColor: tokens.colorStatusWarningBackground3, color: tokens.colorNeutralForeground1 },
  going: { backgroundColor: tokens.colorPaletteBlueBackground2 },
  done: { backgroundColor: tokens.colorStatusSuccessBackground2 },
  out: { textDecorationLine: 'line-through', color: tokens.colorNeutralForeground3 },
})

const groundOf = (state: CellState, styles: ReturnType<typeof useStyles>): string | undefined => {
  // As the board has it: nothing came, and there is no more to wait for.
  if (state === 'late' || state === 'without') return styles.late
  if (state === 'doubts') return styles.doubts
  if (state === 'done' || state === 'released') return styles.done
  if (state === 'declined' || state === 'closed') return styles.out
  return state === 'empty' || state === 'ahead' ? undefined : styles.going
}

const onResize = (told: () => void): (() => void) => {
  window.addEventListener('resize', told)
  return () => window.removeEventListener('resize', told)
}
/** A value that is the same as long as the window is. */
const useWindowSize = (): { width: number; height: number } => {
  const [width = 0, height = 0] = useSyncExternalStore(onResize, () => `${innerWidth} ${innerHeight}`)
    .split(' ')
    .map(Number)
  return { width, height }
}

/** How many papers of a school stand at its worst. */
const worstSaid = (row: BoardRow): string => {
  const n = Object.values(row.states).filter((s) => s === row.worst).length
  return n === row.cells.length ? stateNames[row.worst] : `${stateNames[row.worst]}${n}科`
}

/** The same on a wall: two hundred schools in sight, the worst at the top; Esc leads back. */
export const BoardWall = ({ board, rows, close }: { board: Board; rows: readonly BoardRow[]; close: () => void }) => {
  const styles = useStyles()
  useEffect(() => {
    const leave = (e: KeyboardEvent): void => {
      if (e.key === 'Escape') close()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [close])
  const size = useWindowSize()
  const sums = sumsOf(rows)
  const papers = new Map(board.papers.map((p) => [p.paperId as string, p]))
  return (
    <main className={styles.wall} aria-label="考试监控">
      <div className={styles.head}>
        <h1 className={styles.title}>{board.examName}</h1>
        <span className={styles.fact}>{rows.length}所学校</span>
        <span className={styles.fact}>已传{percentDone(sums.come, sums.expected)}%</span>
        <span className={styles.fact}>逾期{sums.late}所</span>
        <span className={styles.fact}>没有上传{sums.silent}所</span>
        <span className={styles.fact}>有存疑{sums.doubts}所</span>
        <span className={styles.fact}>评完{sums.done}所</span>
        <span className={styles.end}>
          {showTime(board.at)}{' '}
          <Button size="small" onClick={close}>
            退出投屏
          </Button>
        </span>
      </div>
      <ul className={styles.tiles} style={{ zoom: wallScale(rows.length, size) }}>
        {rows.map((r) => (
          <li key={r.schoolId} className={styles.tile}>
            <div className={styles.name}>
              <span className={styles.school} title={r.schoolName}>
                {r.schoolName}
              </span>
              <span className={styles.worst}>{worstSaid(r)}</span>
            </div>
            <div className={styles.papers}>
              {r.cells.map((c) => {
                const state = r.states[c.paperId]!
                const paper = papers.get(c.paperId)!
                const said = `${paper.courseName}：${cellSaid(state, c, paper).text}`
                return (
                  <span
                    key={c.paperId}
                    className={mergeClasses(styles.paper, groundOf(state, styles))}
                    title={said}
                    role="img"
                    aria-label={said}
                  >
                    {paper.courseName.slice(0, 1)}
                  </span>
                )
              })}
            </div>
          </li>
        ))}
      </ul>
    </main>
  )
}
