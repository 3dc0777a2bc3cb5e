import { makeStyles, tokens } from '@fluentui/react-components'
import { showScore } from '#shared/kit/score.ts'
import { showDate, showTime } from '#shared/kit/time.ts'

const useStyles = makeStyles({
  number: { fontVariantNumeric: 'tabular-nums' },
  faint: { color: tokens.colorNeutralForeground3 },
})

/** Hundredths of a point as points, with the full mark behind when given. */
export const ScoreCell = ({ score, full }: { score: number | null | undefined; full?: number }) => {
  const styles = useStyles()
  if (score === null || score === undefined) return <span className={styles.faint}>—</span>
  return (
    <span className={styles.number}>
      {showScore(score)}
      {full !== undefined && <span className={styles.faint}> / {showScore(full)}</span>}
    </span>
  )
}

export const DateCell = ({ ms, time = false }: { ms: number | null | undefined; time?: boolean }) => {
  const styles = useStyles()
  return <span className={styles.number}>{ms ? (time ? showTime(ms) : showDate(ms)) : '—'}</span>
}
