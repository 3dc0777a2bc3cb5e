import { Tab, TabList, Tooltip } from '@fluentui/react-components'
import { useSearchParams } from 'react-router'
import type { AnyCall, OutputOf } from '#shared/kit/call.ts'
import { useAsk } from '../ask.ts'
import { Page } from '../parts/Page.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { Waiting } from '../parts/States.tsx'
import type { DetailScreenProps } from './screen.types.ts'

/** Another tab; a job that was started here stays in sight. */
const withTab = (query: URLSearchParams, tab: string) => {
  const job = query.get('job')
  return { tab, ...(job ? { job } : {}) }
}

/** One thing: what it is, its facts, what to do with it, and its tabs, the chosen one in the address. */
export const DetailScreen = <C extends AnyCall>(props: DetailScreenProps<C>) => {
  const [query, setQuery] = useSearchParams()
  const asked = useAsk(props.call, props.input, { everyMs: props.everyMs })
  const data = asked.data as OutputOf<C> | undefined
  if (data === undefined)
    return (
      <Page title="">
        <Waiting asked={asked} rows={8} height={20} />
      </Page>
    )
  const badge = props.badge?.(data)
  const tabs = props.tabs?.(data) ?? []
  const tab = tabs.find((t) => t.key === query.get('tab') && !t.barred) ?? tabs.find((t) => !t.barred)
  return (
    <Page
      title={props.title(data)}
      facts={props.facts?.(data)}
      siblings={props.siblings}
      actions={props.actions?.(data)}
      badge={badge && <StateMark {...badge} />}
    >
      {tabs.length > 0 && (
        <div style={{ overflowX: 'auto' }} className="no-print">
          <TabList
            selectedValue={tab?.key ?? null}
            onTabSelect={(_, d) => setQuery(withTab(query, String(d.value)))}
            aria-label="内容"
          >
            {tabs.map((t) => {
              const view = (
                <Tab key={t.key} value={t.key} disabled={Boolean(t.barred)}>
                  {t.name}
                  {t.count !== undefined && ` ${t.count}`}
                </Tab>
              )
              return t.barred ? (
                <Tooltip key={t.key} content={t.barred} relationship="description">
                  {view}
                </Tooltip>
              ) : (
                view
              )
            })}
          </TabList>
        </div>
      )}
      {tab && (
        <div role="tabpanel" aria-label={tab.name} key={tab.key}>
          {tab.content()}
        </div>
      )}
      {props.children?.(data)}
    </Page>
  )
}
