import { Tab, TabList, Tooltip } from '@fluentui/react-components'
import { useMatches, useSearchParams } from 'react-router'
import type { AnyCall, OutputOf } from '#shared/kit/call.ts'
import { useAsk } from '../ask.ts'
import { Page } from '../parts/Page.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { EmptyState, Waiting } from '../parts/States.tsx'
import { Refusal } from '../refusals.ts'
import type { RouteHandle } from '../route.types.ts'
import type { DetailScreenProps, Tab as TabOf } from './screen.types.ts'

/** Another tab; a job that was started here stays in sight. */
const withTab = (query: URLSearchParams, tab: string) => {
  const job = query.get('job')
  return { tab, ...(job ? { job } : {}) }
}

/** The tab that the address names, or the first. */
const useTab = (tabs: readonly TabOf[]): TabOf | undefined => {
  const [query] = useSearchParams()
  return tabs.find((t) => t.key === query.get('tab') && !t.barred) ?? tabs.find((t) => !t.barred)
}

/** In the title's line, so that what the tab holds begins where any screen's content does. */
const Tabs = ({ tabs, here }: { tabs: readonly TabOf[]; here: TabOf | undefined }) => {
  const [query, setQuery] = useSearchParams()
  return (
    <div style={{ overflowX: 'auto' }} className="no-print">
      <TabList
        size="small"
        selectedValue={here?.key ?? null}
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
  )
}

/**
 * One thing: what it is, its facts, what to do with it, and its tabs, the chosen one in the address. Until it is there, where
 * there is none, and where it is refused, the page says so in its place.
 */
export const DetailScreen = <C extends AnyCall>(props: DetailScreenProps<C>) => {
  const asked = useAsk(props.call, props.input, {
    everyMs: props.everyMs,
    inPlace: true,
    // What is looked at again and again is not said again and again.
    hideMessage: true,
    ...(props.freshMs === undefined ? {} : { freshMs: props.freshMs }),
  })
  const data = asked.data as OutputOf<C> | undefined
  const tabs = (data !== undefined && props.tabs?.(data)) || []
  const tab = useTab(tabs)
  const route = useMatches().at(-1)?.handle as Partial<RouteHandle> | undefined
  const untitled = props.untitled ?? route?.name ?? ''
  const title = (of?: OutputOf<C>): string =>
    typeof props.title === 'string' ? props.title : of === undefined ? untitled : props.title(of)
  const frame = {
    title: title(data),
    siblings: props.siblings,
    tools: props.tools,
    width: props.width,
    crumbs: props.above && [...props.above, { name: title(data) }],
  }
  if (data === undefined) {
    const instead =
      props.input === undefined ? props.without : asked.error instanceof Refusal && props.refused?.(asked.error)
    return (
      <Page {...frame}>
        {instead ? (
          <EmptyState empty={instead} />
        ) : (
          props.input !== undefined && <Waiting asked={asked} rows={8} height={20} />
        )}
      </Page>
    )
  }
  const badge = props.badge?.(data)
  const empty = props.empty?.(data)
  return (
    <Page
      {...frame}
      {...(tabs.length > 0 && !empty
        ? {
            tools: (
              <>
                <Tabs tabs={tabs} here={tab} />
                {props.tools}
              </>
            ),
          }
        : {})}
      facts={props.facts?.(data)}
      actions={props.actions?.(data)}
      badge={badge && <StateMark {...badge} />}
    >
      {empty ? (
        <EmptyState empty={empty} />
      ) : (
        <>
          {tab && (
            <div role="tabpanel" aria-label={tab.name} key={tab.key}>
              {tab.content()}
            </div>
          )}
          {props.children?.(data)}
        </>
      )}
    </Page>
  )
}
