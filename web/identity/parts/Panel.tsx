import { Tab, TabList, makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

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
    '& > p': { margin: 0 },
  },
  // They scroll by themselves where they are wider than the page.
  tabs: { overflowX: 'auto', scrollbarWidth: 'thin', flexShrink: 0, maxWidth: '100%' },
})

/** What a tab shows, on a ground of its own. */
export const Panel = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={useStyles().panel} aria-label={label}>
    {children}
  </section>
)

type TabPanelsProps<K extends string> = {
  /** The chosen one stands in the address. */
  field: string
  tabs: Readonly<Record<K, string>>
  chosen: K
  children: ReactNode
}

/** One of a few ways, and what it asks for. */
export const TabPanels = <K extends string>({ field, tabs, chosen, children }: TabPanelsProps<K>) => {
  const [, setQuery] = useSearchParams()
  return (
    <>
      <TabList
        className={useStyles().tabs}
        selectedValue={chosen}
        onTabSelect={(_, d) => setQuery({ [field]: String(d.value) }, { replace: true })}
      >
        {Object.entries<string>(tabs).map(([key, name]) => (
          <Tab key={key} value={key}>
            {name}
          </Tab>
        ))}
      </TabList>
      <Panel label={tabs[chosen]}>{children}</Panel>
    </>
  )
}
