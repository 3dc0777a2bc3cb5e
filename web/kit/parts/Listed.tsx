import { Button, ProgressBar, Tooltip, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import { fileName } from '#shared/kit/text.ts'
import { Refusal, useAsk } from '../ask.ts'
import { isRefused } from '../refusals.ts'
import { csvOf } from '../csv.ts'
import { download } from '../download.ts'
import { cleared, isSet, readList, sentOf, writeList } from '../filters.ts'
import type { ListState } from '../filters.ts'
import { ActionButton } from './ActionButton.tsx'
import { ColumnChooser, useColumns } from './ColumnChooser.tsx'
import { DataTable } from './DataTable.tsx'
import { FilterBar } from './FilterBar.tsx'
import { KeysetPager } from './KeysetPager.tsx'
import { Pager } from './Pager.tsx'
import { RowActions, hasMenu } from './RowActions.tsx'
import { useLatest } from './useLatest.ts'
import { useListAddress } from './useListAddress.ts'
import { wired } from '../wires.ts'
import { Bars, EmptyState, ErrorState } from './States.tsx'
import { localRows, sortedBy } from '../screens/localRows.ts'
import type { Action, Empty, ListProps, RowOf } from '../screens/screen.types.ts'

const useStyles = makeStyles({
  selection: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    '@media print': { display: 'none' },
  },
  chosen: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  wait: { height: '2px' },
  listed: { display: 'grid', gap: tokens.spacingVerticalS, gridTemplateColumns: 'minmax(0, 1fr)' },
  // The pager is as wide as the rows that it turns.
  rows: {
    width: 'fit-content',
    maxWidth: '100%',
    minWidth: 'min(320px, 100%)',
    '@media screen and (max-width: 600px)': { width: 'auto' },
  },
})

/** A list that is read by key says where the next page begins. */
type ByKey = { next?: string; total?: number }

/** What a list shows, wherever it stands. */
type Shown<C extends AnyCall> = {
  tools: ReactNode
  icons: ReactNode
  selection: ReactNode
  data: OutputOf<C> | undefined
  /** None over a list that its reader may not see, or that is not there. */
  actions: readonly Action[]
  hasActs: boolean
  content: ReactNode
}
type ListedProps<C extends AnyCall> = ListProps<C> & { order?: string; frame: (shown: Shown<C>) => ReactNode }

/** As it stands before a column is chosen. */
const standing = (state: ListState, wholeBy: string | undefined): ListState =>
  state.sort === undefined ? { ...state, sort: wholeBy } : state

/** A list: its filters, page and sort are the address; old rows stay while new ones load. */
export const Listed = <C extends AnyCall>(props: ListedProps<C>): ReactNode => {
  type Row = RowOf<C>
  const styles = useStyles()
  const navigate = useNavigate()
  const [query, setQuery] = useListAddress(props.name)
  const filters = props.filters ?? []
  const state = readList(query, filters)
  const [picked, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Of a list that is read by key; calls that know no `after` drop it.
  const after = query.get('after') ?? undefined
  // The server is asked to sort by what it sorts by; all else is sorted here, where all rows are.
  const byServer = props.columns.some((c) => c.sortable && c.key === sortedBy(state.sort))
  const asking = byServer ? state : { ...state, sort: undefined }
  const sent = {
    ...props.input,
    ...sentOf(asking, filters),
    ...(after ? { after } : {}),
    ...(props.atOnce ? { pageSize: props.atOnce } : {}),
  }
  const asked = useAsk(props.call, sent as SentOf<C>, { everyMs: props.everyMs, inPlace: true })
  const { shown, choose } = useColumns<Row>(props.call.path, props.columns)

  const data = asked.data as OutputOf<C> | undefined
  // The address decides.
  const own = useLatest({ columns: props.columns, filters, wholeBy: props.wholeBy })
  const view = useMemo(
    () =>
      data === undefined
        ? undefined
        : localRows<Row>(
            data,
            own.current.columns,
            standing(readList(query, own.current.filters), own.current.wholeBy),
            after,
          ),
    [data, query, own, after],
  )
  // Where all rows are here, one that has left the list is chosen no more; of pages the others are still.
  const here = view?.isWhole ? new Set(view.rows.map(props.rowKey)) : null
  const chosen = here ? new Set([...picked].filter((key) => here.has(key))) : picked
  // Who may not see the row's own screen is shown a name that leads nowhere.
  const toOf = typeof props.rowTo === 'function' ? props.rowTo : undefined
  const rowTo = toOf && ((row: Row) => [toOf(row)].find((to) => to !== undefined && wired().opens(to)))
  // The name leads to the row's own screen: no act says so again.
  const actsOf = (row: Row): readonly Action[] => {
    const to = rowTo?.(row)
    return (props.rowActions?.(row) ?? []).filter((a) => a.to === undefined || a.to !== to)
  }
  const menuBeside = view?.rows.some((row) => hasMenu(actsOf(row))) ?? false
  const hasActs = view?.rows.some((row) => actsOf(row).length > 0) ?? false
  // Where all rows are here every column sorts; of a page the server says by what, and where there are too many, by nothing.
  const fixed = (data as { fixed?: boolean } | undefined)?.fixed === true
  const columns = fixed
    ? shown.map((c) => ({ ...c, sortable: false }))
    : view?.isWhole
      ? shown.map((c) => ({ sortable: true, ...c }))
      : shown
  const isSorted = !fixed && columns.some((c) => c.sortable && c.key === sortedBy(state.sort))
  const whole = view?.isWhole ? columns.find((c) => c.key === props.wholeBy) : undefined
  const order = isSorted ? undefined : whole ? `按${whole.name}` : props.order
  const from = (to: string | undefined, next: URLSearchParams): URLSearchParams => {
    if (to) next.set('after', to)
    else next.delete('after')
    return next
  }
  const change = (patch: Partial<ListState>, replace = false): void =>
    setQuery(from(undefined, writeList(query, { ...state, pageNumber: 1, ...patch }, filters)), { replace })
  const filtered = filters.some((f) => isSet(f, state.filters[f.field] ?? []))
  // What is gone, or was given to a job, is no longer chosen; what was thought better of still is.
  const done = ({ run, job, ...a }: Action): Action => ({
    ...a,
    ...(run && { run: a.danger ? async () => (await run(), setChosen(new Set())) : run }),
    ...(job && {
      job: async () => {
        const started = await job()
        if (started) setChosen(new Set())
        return started
      },
    }),
  })
  const bulk = chosen.size > 0 ? (props.bulkActions?.([...chosen]) ?? []).map(done) : []

  const byKey =
    data !== undefined && !Array.isArray(data) && !('pageNumber' in (data as object)) ? (data as ByKey) : null

  const actions = data === undefined && isRefused(asked.error) ? [] : (props.actions ?? [])
  // One next step on a screen: where the head has it, an empty list only offers.
  const led = actions.some((a) => a.primary && !a.barred)
  const offered = (empty: Empty): Empty =>
    led && empty.action ? { ...empty, action: { ...empty.action, primary: false } } : empty
  const clear = {
    name: '清空筛选',
    run: () => setQuery(writeList(query, cleared(state, filters), filters)),
  }
  const body = () => {
    if (view === undefined)
      // What an address names wrongly is refused again and again: the way out is without it.
      return asked.error instanceof Refusal && filtered ? (
        <EmptyState empty={{ title: '没有加载出来', text: asked.error.message, action: clear }} />
      ) : asked.error ? (
        <ErrorState error={asked.error} again={() => void asked.refetch()} />
      ) : (
        <Bars rows={props.barsWaiting ?? 10} height={20} />
      )
    if (view.rows.length === 0)
      return filtered ? (
        <EmptyState
          empty={offered({ title: '没有符合条件的数据', text: '换个条件试试，或清空筛选。', action: clear })}
        />
      ) : (
        <EmptyState empty={offered(props.empty)} />
      )
    return (
      <DataTable<Row>
        label={props.label}
        rows={view.rows}
        columns={columns}
        rowKey={props.rowKey}
        sort={fixed ? undefined : state.sort}
        onSort={(sort) => change({ sort })}
        chosen={chosen}
        onChoose={
          props.bulkActions &&
          ((keys, on) => {
            const next = new Set(chosen)
            for (const k of keys)
              if (on) next.add(k)
              else next.delete(k)
            setChosen(next)
          })
        }
        onOpen={
          rowTo &&
          ((row) => {
            const to = rowTo(row)
            if (to !== undefined) void navigate(to)
          })
        }
        linkOf={rowTo}
        rowActions={hasActs ? (row) => <RowActions actions={actsOf(row)} menuBeside={menuBeside} /> : undefined}
        stale={asked.isPlaceholderData}
      />
    )
  }
  const icons = (
    <>
      {props.exportName && view && view.rows.length > 0 && (
        <Tooltip content="导出本页" relationship="label">
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowDownload20Regular />}
            onClick={() => download(fileName(props.exportName!, 'csv'), csvOf(shown, view.rows))}
          />
        </Tooltip>
      )}
      <ColumnChooser columns={props.columns} shown={shown} onChoose={choose} />
    </>
  )
  const tools =
    filters.length > 0 ? (
      <FilterBar
        filters={filters}
        values={state.filters}
        onChange={(field, values) => change({ filters: { ...state.filters, [field]: values } }, true)}
      />
    ) : null
  const selection =
    chosen.size > 0 ? (
      <div className={styles.selection} role="toolbar" aria-label="所选">
        <span className={styles.chosen} aria-live="polite">
          已选 {chosen.size} 项
        </span>
        {bulk.map((a) => (
          <ActionButton key={a.name} action={a} size="small" />
        ))}
        <Button size="small" appearance="subtle" icon={<Dismiss16Regular />} onClick={() => setChosen(new Set())}>
          取消选择
        </Button>
      </div>
    ) : null
  const content = (
    <div className={mergeClasses(styles.listed, view && view.rows.length > 0 && styles.rows)}>
      <div>
        <div className={styles.wait}>
          {asked.isPlaceholderData && <ProgressBar aria-label="正在加载" thickness="medium" />}
        </div>
        {body()}
      </div>
      {view && byKey && (view.total > 0 || after || byKey.next) && (
        <KeysetPager
          total={byKey.total}
          order={order}
          after={after}
          next={byKey.next}
          onChange={(to) => setQuery(from(to, new URLSearchParams(query)))}
        />
      )}
      {view && !byKey && view.total > (props.pagerFrom ?? 0) && (
        <Pager
          total={view.total}
          more={(data as { more?: boolean }).more}
          order={order}
          pageNumber={view.pageNumber}
          pageSize={state.pageSize}
          onChange={(pageNumber, pageSize) => change({ pageNumber, pageSize })}
        />
      )}
    </div>
  )
  // Where one of several lists is always chosen, the others are reached from an empty one too.
  const stays = props.filters?.some((f) => f.always) ?? false
  const few = !filtered && !stays && view !== undefined && view.total <= (props.filtersFrom ?? 0)
  return props.frame({ tools: few ? null : tools, icons, selection, data, actions, hasActs, content })
}
