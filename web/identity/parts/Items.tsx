import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  words: { flexGrow: 1, minWidth: '10em' },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
})

/** What an account has of something: devices, identities, children, partners. */
export const Items = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={useStyles().list} aria-label={label}>
    {children}
  </ul>
)

/** One of them: its name, a faint word under it, and what can be done with it (`children`). */
export const Item = (props: { name: ReactNode; sub?: ReactNode; children?: ReactNode }) => {
  const styles = useStyles()
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        {props.name}
        {props.sub !== undefined && <span className={styles.faint}>{props.sub}</span>}
      </span>
      {props.children}
    </li>
  )
}
