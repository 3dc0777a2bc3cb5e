import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { StateMark } from './StateMark.tsx'
import type { Meaning } from './StateMark.tsx'

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '20px',
    // It belongs to the rows under it, which begin within the 190 px that every list has.
    marginBlock: `calc(-1 * ${tokens.spacingVerticalXS})`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontVariantNumeric: 'tabular-nums',
  },
  text: { minWidth: 0 },
})

/** The one line that may stand before a screen's rows: how it stands with them. */
export const NoticeLine = ({ meaning, children }: { meaning: Meaning; children: ReactNode }) => {
  const styles = useStyles()
  return (
    <div className={styles.line} role="status">
      <StateMark meaning={meaning} />
      <span className={styles.text}>{children}</span>
    </div>
  )
}
