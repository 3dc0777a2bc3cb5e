import { Popover, PopoverSurface, PopoverTrigger, Button, makeStyles, tokens } from '@fluentui/react-components'
import { Info16Regular } from '@fluentui/react-icons/svg/info'
import { useSearchParams } from 'react-router'
import type { AnyCall, OutputOf, SentOf } from '#shared/kit/call.ts'
import { useAsk } from '../ask.ts'
import { readList, sentOf, writeList } from '../filters.ts'
import { Chart, ReportTableView } from '../parts/Chart.tsx'
import { FilterBar } from '../parts/FilterBar.tsx'
import { Facts, Page } from '../parts/Page.tsx'
import { Waiting } from '../parts/States.tsx'
import type { Report, ReportScreenProps, ReportSection } from './screen.types.ts'

const useStyles = makeStyles({
  answer: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXL, alignItems: 'baseline' },
  sentence: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase500, maxWidth: '60ch' },
  number: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalXS },
  value: {
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForeground1,
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
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  note: {
    margin: `${tokens.spacingVerticalS} 0 0`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  definition: { maxWidth: '40ch', whiteSpace: 'pre-line' },
})

/** A report: the answer, then the picture, then the table, each with its definition one click away. */
export const ReportScreen = <C extends AnyCall>(props: ReportScreenProps<C>) => {
  const [query, setQuery] = useSearchParams()
  const filters = props.filters ?? []
  const state = readList(query, filters)
  const { pageNumber: _page, pageSize: _size, ...chosen } = sentOf(state, filters)
  const asked = useAsk(props.call, { ...(props.input as object), ...chosen } as SentOf<C>)
  const data = asked.data as OutputOf<C> | undefined
  const actions =
    typeof props.actions === 'function' ? (data === undefined ? [] : props.actions(data)) : (props.actions ?? [])
  return (
    <Page
      title={props.title}
      crumbs={props.crumbs}
      siblings={props.siblings}
      tools={
        filters.length > 0 ? (
          <FilterBar
            filters={filters}
            values={state.filters}
            onChange={(field, values) =>
              setQuery(writeList(query, { ...state, filters: { ...state.filters, [field]: values } }, filters), {
                replace: true,
              })
            }
          />
        ) : undefined
      }
      actions={[
        ...actions,
        { name: '打印', run: () => window.print(), barred: data === undefined && '报告还没有加载完' },
      ]}
    >
      {props.children}
      {data !== undefined ? (
        <ReportView report={props.report(data)} exportName={props.exportName} />
      ) : (
        <Waiting asked={asked} rows={8} height={32} />
      )}
    </Page>
  )
}

/** A report without its screen: for a tab. */
export const ReportView = ({ report, exportName }: { report: Report; exportName: string }) => {
  const styles = useStyles()
  return (
    <>
      <div className={styles.answer}>
        {report.number && (
          <div className={styles.number}>
            <span className={styles.value}>{report.number.value}</span>
            {report.number.unit}
            <span className={styles.label}>{report.number.label}</span>
            {report.number.definition && <Definition name={report.number.label} text={report.number.definition} />}
          </div>
        )}
        <p className={styles.sentence}>{report.sentence}</p>
      </div>
      {report.facts && <Facts facts={report.facts} />}
      <div className={styles.sections}>
        {report.sections.map((s) => (
          <SectionView key={s.key} section={s} exportName={exportName} />
        ))}
      </div>
    </>
  )
}

const SectionView = ({ section, exportName }: { section: ReportSection; exportName: string }) => {
  const styles = useStyles()
  return (
    <section
      className={styles.section}
      aria-labelledby={`section-${section.key}`}
      style={section.chart ? undefined : { gridColumn: '1 / -1' }}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={`section-${section.key}`}>
          {section.title}
        </h2>
        {section.definition && <Definition name={section.title} text={section.definition} />}
      </div>
      {section.chart ? (
        <Chart
          option={section.chart}
          label={section.chartLabel ?? section.title}
          table={section.table}
          exportName={`${exportName}-${section.title}`}
          height={section.chartHeight}
          open={section.open}
        />
      ) : (
        <ReportTableView label={`${section.title}数据表`} table={section.table} />
      )}
      {section.note && <p className={styles.note}>{section.note}</p>}
    </section>
  )
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
