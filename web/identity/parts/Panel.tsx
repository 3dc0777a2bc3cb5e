import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalM },
  },
  tabs: { overflowX: 'auto', scrollbarWidth: 'thin', flexShrink: 0, maxWidth: '100%' },
})

/** What a tab shows, on a ground of its own. */
export const Panel = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={useStyles().panel} aria-label={label}>
    {children}
  </section>
)

/** Tabs that scroll by themselves where they are wider than the page. */
export const useTabsStyle = (): string => useStyles().tabs
