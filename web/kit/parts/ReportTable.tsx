import { Button, tokens } from '@fluentui/react-components'
import { ArrowDownload16Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useMemo, useState } from 'react'
import { cellWords, isFigure, none, sortedRows, tableCsv, toneOf, totalsOf } from '#shared/kit/report/cell.words.ts'
import type { ReportLink, ReportRow, ReportTable as Table } from '#shared/kit/report/report.types.ts'
import { fileName } from '#shared/kit/text.ts'
import { download } from '../download.ts'
import type { Column } from '../screens/screen.types.ts'
import { DataTable } from './DataTable.tsx'
import { Facts } from './Page.tsx'
import { nameOf } from './dataTable.columns.ts'
import { useNarrow } from './useNarrow.ts'

/** Below is brown and above is blue, deeper the further; both lie in the ground of the theme. */
const mix = (colour: string, share: number): string =>
  `color-mix(in srgb, ${colour} ${share}%, ${tokens.colorNeutralBackground1})`
const grounds: Partial<Record<number, string>> = {
  [-2]: mix('#b35806', 42),
  [-1]: mix('#b35806', 18),
  1: mix('#2166ac', 16),
  2: mix('#2166ac', 38),
}

/** The columns of a report's table as those of any table. */
export const tableColumns = ({ columns }: Table, narrow = false): Column<ReportRow>[] =>
  columns.map((c, i) => ({
    key: c.key,
    name: c.name,
    unit: c.unit,
    group: c.group,
    width: c.width,
    frozen: c.frozen ?? false,
    sortable: c.sortable ?? false,
    number: isFigure(c),
    extra: narrow && (c.extra ?? false),
    lead: c.lead ?? false,
    value: (row) => (row.cells[i] === null ? null : cellWords(row.cells[i] ?? null, c)),
    hint: (row) => row.hints?.[c.key],
    ...(c.against ? { ground: (row: ReportRow) => grounds[toneOf(row, i, columns) ?? 0] } : {}),
  }))

type Props = {
  label: string
  table: Table
  linkTo: (link: ReportLink) => string | undefined
  /** How the server sorted it; without it the table sorts itself. */
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  /** Those that are shown; all of them without it. */
  shown?: readonly Column<ReportRow>[]
  stale?: boolean
}

/** A table of a report: sorted by any head, totals below, a row leads to what it is about; cards on a phone. */
export const ReportTable = ({ label, table, linkTo, shown, ...props }: Props) => {
  const narrow = useNarrow()
  const [own, setOwn] = useState<string>()
  const brief = narrow ? table.brief : undefined
  const sort = props.onSort ? props.sort : (own ?? brief?.sort)
  const rows = useMemo(() => (props.onSort ? table.rows : sortedRows(table, sort)), [table, sort, props.onSort])
  const all = tableColumns(table, narrow && !brief)
  const columns = shown ?? all.filter((c) => (brief ? brief.columns.includes(c.key) : !c.extra))
  const totals = totalsOf(table)
  const place = new Map(table.columns.map((c, i) => [c.key, i]))
  return (
    <DataTable<ReportRow>
      label={label}
      rows={rows}
      columns={columns}
      {...(brief
        ? {
            scroll: true,
            rest: (row: ReportRow) => (
              <Facts
                facts={all
                  .filter((c) => !brief.columns.includes(c.key))
                  .map((c) => ({ name: nameOf(c), value: c.value(row) ?? none }))}
              />
            ),
          }
        : {})}
      rowKey={(_, i) => String(i)}
      sort={sort}
      onSort={props.onSort ?? setOwn}
      linkOf={(row) => row.link && linkTo(row.link)}
      isWhole={(row) => row.whole === true}
      totals={
        totals
          ? columns.map((c) => cellWords(totals[place.get(c.key)!] ?? null, table.columns[place.get(c.key)!]!))
          : undefined
      }
      stale={props.stale}
    />
  )
}

/** The table as CSV, as it lies in the report. */
export const TableDownload = ({ table, exportName }: { table: Table; exportName: string }) => (
  <Button
    size="small"
    appearance="subtle"
    icon={<ArrowDownload16Regular />}
    className="no-print"
    onClick={() => download(fileName(exportName, 'csv'), tableCsv(table))}
  >
    数据
  </Button>
)
