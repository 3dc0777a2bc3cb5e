import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import type { Action } from '../screens/screen.types.ts'
import { ActionButton } from './ActionButton.tsx'

export type WorkItem = {
  key: string
  name: string
  to?: string
  /** What is there, in a line under the name. */
  text: string
  /** Before the name: what makes one look. */
  mark?: ReactNode
  badge?: ReactNode
  action?: Action
}

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    minHeight: '56px',
    boxSizing: 'border-box',
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  words: { flex: '1 1 200px', minWidth: 0 },
  name: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  link: {
    textDecorationLine: 'none',
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
  },
  text: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
})

/** Work that waits: each line says what it is, how it stands and what to do next. */
export const WorkList = ({ items, label }: { items: readonly WorkItem[]; label: string }) => {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((i) => (
        <li key={i.key} className={styles.item}>
          <div className={styles.words}>
            <div className={styles.name}>
              {i.mark}
              {i.to ? (
                <Link to={i.to} className={mergeClasses(styles.title, styles.link)}>
                  {i.name}
                </Link>
              ) : (
                <span className={styles.title}>{i.name}</span>
              )}
              {i.badge}
            </div>
            <p className={styles.text}>{i.text}</p>
          </div>
          {i.action && <ActionButton action={i.action} size="small" />}
        </li>
      ))}
    </ul>
  )
}
