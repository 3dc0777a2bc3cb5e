import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { showScore } from '#shared/kit/score.ts'
import { showDate, showTime } from '#shared/kit/time.ts'

const useStyles = makeStyles({
  number: { fontVariantNumeric: 'tabular-nums' },
  faint: { color: tokens.colorNeutralForeground3 },
  state: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, whiteSpace: 'nowrap' },
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

/** Under way, done, waits for a person, failed or blocks, not begun, out of play. */
export type StateColour = 'brand' | 'success' | 'warning' | 'danger' | 'informative' | 'out'

const glyphs: Readonly<Record<StateColour, { colour: string; draw: ReactNode }>> = {
  informative: {
    colour: tokens.colorNeutralForeground3,
    draw: <circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
  brand: {
    colour: tokens.colorPaletteBlueBorderActive,
    draw: (
      <>
        <circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 3.5a4.5 4.5 0 0 0 0 9z" fill="currentColor" />
      </>
    ),
  },
  warning: {
    colour: tokens.colorStatusWarningForeground3,
    draw: <path d="M8 3l5.2 9.5H2.8z" fill="currentColor" strokeLinejoin="round" />,
  },
  danger: {
    colour: tokens.colorStatusDangerForeground1,
    draw: <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  },
  success: {
    colour: tokens.colorStatusSuccessForeground1,
    draw: (
      <path
        d="M3.5 8.5l3 3 6-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    ),
  },
  out: {
    colour: tokens.colorNeutralForeground4,
    draw: <path d="M4 8h8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  },
}

/** A state: its glyph and its word. The word says it; form and colour are seen before it is read. */
export const StateBadge = ({ text, colour }: { text: string; colour: StateColour }) => {
  const styles = useStyles()
  const { colour: ink, draw } = glyphs[colour]
  return (
    <span className={styles.state}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" style={{ color: ink, flexShrink: 0 }}>
        {draw}
      </svg>
      {text}
    </span>
  )
}
