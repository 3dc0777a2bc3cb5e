import { Popover, PopoverSurface, PopoverTrigger, Button, makeStyles, tokens } from '@fluentui/react-components'
import { Info16Regular } from '@fluentui/react-icons/svg/info'
import type { CSSProperties } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import { cellWords, withheldNote } from '#shared/kit/report/cell.words.ts'
import { chartHeight, chartWidth } from '#shared/kit/report/chart.option.ts'
import { countedWords, keyWords, unmarkedWords, withoutWords } from '#shared/kit/report/report.types.ts'
import type {
  ReportFact,
  ReportLink,
  ReportRow,
  ReportSection,
  ReportTable as Table,
  ReportValue,
} from '#shared/kit/report/report.types.ts'
import { showDate, showTime } from '#shared/kit/time.ts'
import { useAsk } from '../ask.ts'
import { readList, sentOf, writeList } from '../filters.ts'
import type { ListState } from '../filters.ts'
import { Chart } from '../parts/Chart.tsx'
import { ColumnChooser, useColumns } from '../parts/ColumnChooser.tsx'
import { FilterBar } from '../parts/FilterBar.tsx'
import { MoreActions } from '../parts/MoreActions.tsx'
import { Facts, Page } from '../parts/Page.tsx'
import { Pager } from '../parts/Pager.tsx'
import { ReportTable, TableDownload, tableColumns } from '../parts/ReportTable.tsx'
import { EmptyState, Waiting } from '../parts/States.tsx'
import { useNarrow } from '../parts/useNarrow.ts'
import type { Action, Column, Fact, ReportScreenProps } from './screen.types.ts'

const useStyles = makeStyles({
  answer: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXL, alignItems: 'baseline' },
  sentence: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase500, maxWidth: '60ch' },
  number: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalXS },
  value: {
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  label: { color: tokens.colorNeutralForeground3 },
  sections: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(480px, 100%), 1fr))',
    gap: tokens.spacingHorizontalL,
    '@media print': { display: 'block' },
  },
  section: {
    minWidth: 0,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    breakInside: 'avoid',
    '@media print': { border: 'none', padding: 0, marginBottom: tokens.spacingVerticalXXL },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    marginBottom: tokens.spacingVerticalS,
  },
  subject: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  wide: { gridColumn: '1 / -1', minWidth: 0 },
  note: {
    margin: `${tokens.spacingVerticalS} 0 0`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  definition: { maxWidth: '40ch', whiteSpace: 'pre-line' },
})

/** How often a report is asked for again while a newer one is made. */
const whileComputing = 5000

const said = (f: ReportFact): Fact => ({
  name: f.name,
  value: cellWords(f.value, f),
  ...(f.hint ? { hint: f.hint } : {}),
})
const sourceFacts = ({ source: s }: ReportValue, subjects: ReportScreenProps<AnyCall>['subjects'] = []): Fact[] => [
  {
    name: '科目',
    value:
      subjects.length === 0 ? (
        `${s.gradeName} ${s.courseName}`
      ) : (
        <SubjectChoice name={`${s.gradeName} ${s.courseName}`} subjects={subjects} />
      ),
  },
  { name: '考试日期', value: showDate(s.examDate) },
  // What is of no publication has no version of scores.
  ...(s.v > 0 ? [{ name: '成绩版本', value: `第${s.v}版${s.published ? '' : '（未发布，仅管理者可见）'}` }] : []),
  ...(s.correction ? [{ name: '更正', value: s.correction }] : []),
  ...(s.without || s.unmarked || s.counted
    ? [
        {
          name: '范围',
          value: [
            ...(s.without ? [withoutWords(s.without)] : []),
            ...(s.unmarked ? [unmarkedWords(s.unmarked)] : []),
            ...(s.counted ? [countedWords(s.counted)] : []),
          ].join('，'),
        },
      ]
    : []),
]

const SubjectChoice = ({ name, subjects }: { name: string; subjects: readonly Action[] }) => (
  <span className={useStyles().subject}>
    {name}
    <MoreActions name="换科目" size="small" actions={subjects} />
  </span>
)

/** A report: the answer, then the picture, then the table, each with its definition one click away. */
export const ReportScreen = <C extends AnyCall>(props: ReportScreenProps<C>) => {
  const [query, setQuery] = useSearchParams()
  const state = readList(query, props.params)
  const set = sentOf(state, props.params)
  const reply = useAsk(props.call, { ...props.input, ...set } as SentOf<C>, {
    inPlace: true,
    everyMs: (answer) =>
      answer !== undefined && props.value(answer as OutputOf<C>).computing ? whileComputing : undefined,
  })
  const value = reply.data === undefined ? undefined : props.value(reply.data as OutputOf<C>)
  const change = (patch: Partial<ListState>): void =>
    setQuery(writeList(query, { ...state, pageNumber: 1, ...patch }, props.params), { replace: true })
  const paged = value?.sections.find((s) => s.table.page)
  const narrow = useNarrow()
  const columns = paged ? tableColumns(paged.table, narrow) : []
  const { shown, choose } = useColumns(`report:${props.title}`, columns)
  const params = props.params
    .map((p) => ({ ...p, options: p.options ?? value?.options?.[p.field] ?? [] }))
    .filter((p) => !p.ifOffered || p.options.length > 0)
  return (
    <Page
      title={props.title}
      facts={value && [...sourceFacts(value, props.subjects), ...(props.list ? value.facts.map(said) : [])]}
      siblings={props.siblings}
      tools={
        params.length > 0 ? (
          <FilterBar
            filters={params}
            values={state.filters}
            onChange={(field, values) => change({ filters: { ...state.filters, [field]: values } })}
          />
        ) : undefined
      }
      icons={paged && <ColumnChooser columns={columns} shown={shown} onChoose={choose} />}
      actions={[
        { name: '打印', run: () => window.print(), barred: value === undefined && '报告还没有加载完' },
        ...props.actions(set),
      ]}
    >
      {value?.computing && <p role="status">新的成绩正在生成，完成后这里自动更新。</p>}
      {value ? (
        <ReportView
          value={value}
          list={props.list}
          linkTo={props.linkTo}
          shown={shown}
          state={state}
          onChange={change}
          stale={reply.isPlaceholderData}
        />
      ) : (
        <Waiting asked={reply} rows={8} height={32} />
      )}
    </Page>
  )
}

type ViewProps = {
  value: ReportValue
  list?: boolean | undefined
  linkTo: (link: ReportLink) => string | undefined
  /** Of a table that the server sorts and cuts: its columns, and how it was asked for. */
  shown?: readonly Column<ReportRow>[]
  state?: Pick<ListState, 'sort' | 'pageSize'>
  onChange?: (patch: Partial<ListState>) => void
  stale?: boolean
}

/** A report without its screen. */
export const ReportView = (props: ViewProps) => {
  const styles = useStyles()
  const { value, list } = props
  const { number, source } = value
  const pairs = pairsOf(value.sections)
  return (
    <>
      {!list && (
        <div className={styles.answer} data-answer>
          {number && (
            <div className={styles.number}>
              <span className={styles.value}>{cellWords(number.value, number)}</span>
              <span className={styles.label}>{number.name}</span>
              {number.hint && <Definition name={number.name} text={number.hint} />}
            </div>
          )}
          <p className={styles.sentence}>{value.sentence}</p>
        </div>
      )}
      {!list && <Facts facts={value.facts.map(said)} />}
      <div className={styles.sections}>
        {value.sections.map((s) => (
          <SectionView key={s.key} {...props} section={s} beside={pairs.get(s)} />
        ))}
      </div>
      <p className={styles.note}>
        {/* Of an empty list it stands where its rows would be. */}
        {list && value.sections.some((s) => s.table.rows.length > 0) ? `${value.sentence} ` : ''}
        {source.v > 0 ? `成绩第${source.v}版，` : ''}
        {showTime(source.madeAt)}生成，{keyWords(source)}。
      </p>
    </>
  )
}

const SectionView = ({
  section,
  beside,
  ...props
}: ViewProps & { section: ReportSection; beside: ReportSection | undefined }) => {
  const styles = useStyles()
  const { value, linkTo } = props
  const { table, chart, title, note } = section
  const exportName = `${value.source.examName}${value.source.courseName}${value.title}-${title}`
  const view = table.page ? (
    <PagedTable {...props} label={title} table={table} />
  ) : (
    <ReportTable label={`${title}数据表`} table={table} linkTo={linkTo} />
  )
  if (props.list && table.page) return <div className={styles.wide}>{view}</div>
  return (
    <section
      className={styles.section}
      aria-labelledby={`section-${section.key}`}
      style={beside === undefined ? { gridColumn: '1 / -1', ...snugOf(section) } : undefined}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={`section-${section.key}`}>
          {title}
        </h2>
        {section.definition && <Definition name={title} text={section.definition} />}
        {!chart && <TableDownload table={table} exportName={exportName} />}
      </div>
      {chart ? (
        <Chart
          chart={chart}
          title={title}
          exportName={exportName}
          height={beside?.chart && chartHeight(beside.chart)}
          open={section.open}
          tools={<TableDownload table={table} exportName={exportName} />}
          table={view}
        />
      ) : (
        view
      )}
      {table.rows.some((r) => r.cells.includes(false)) && <p className={styles.note}>{withheldNote}</p>}
      {note && <p className={styles.note}>{note}</p>}
    </section>
  )
}

/** A page of a list, sorted and cut by the server. */
const PagedTable = (props: ViewProps & { table: Table; label: string }) => {
  const { value, table, label, state, onChange } = props
  if (table.rows.length === 0) return <EmptyState empty={{ title: '没有符合条件的数据', text: value.sentence }} />
  return (
    <>
      <ReportTable
        label={label}
        table={table}
        linkTo={props.linkTo}
        {...(props.shown ? { shown: props.shown } : {})}
        sort={state?.sort}
        onSort={(sort) => onChange?.({ sort })}
        stale={props.stale}
      />
      <Pager {...table.page!} onChange={(pageNumber, pageSize) => onChange?.({ pageNumber, pageSize })} />
    </>
  )
}

/** A card is as wide as what is in it: a table of few columns, or a heat map of few groups, leaves no empty half. */
const snugOf = ({ chart, open }: ReportSection): CSSProperties => {
  const most = chart && chartWidth(chart)
  const own = { justifySelf: 'start', boxSizing: 'border-box', minWidth: 'min(480px, 100%)', maxWidth: '100%' } as const
  if (!chart) return { ...own, width: 'fit-content' }
  return most === undefined || open ? {} : { ...own, width: `${most + 48}px` }
}

/** Two pictures stand beside each other; what stands alone takes the whole row. */
const pairsOf = (sections: readonly ReportSection[]): ReadonlyMap<ReportSection, ReportSection> => {
  const pairs = new Map<ReportSection, ReportSection>()
  let half: ReportSection | undefined
  for (const s of sections) {
    if (!s.chart || s.open) {
      half = undefined
    } else if (half) {
      pairs.set(s, half).set(half, s)
      half = undefined
    } else half = s
  }
  return pairs
}

const Definition = ({ name, text }: { name: string; text: string }) => {
  const styles = useStyles()
  return (
    <Popover withArrow>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="transparent"
          icon={<Info16Regular />}
          aria-label={`${name}怎样计算`}
          className="no-print"
        />
      </PopoverTrigger>
      <PopoverSurface>
        <div className={styles.definition}>{text}</div>
      </PopoverSurface>
    </Popover>
  )
}
