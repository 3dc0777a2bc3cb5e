/** What reports have in common: how tables are written down, groups as rows, sections that several of them show. */
import type { AxisWords, GroupRow, Hidden, ReportData } from './report.ts'
import { axisWords, itemWords } from './report.ts'
import type {
  Cell,
  CellType,
  Chart,
  ReportColumn,
  ReportFact,
  ReportLink,
  ReportSection,
  ReportTable,
} from '#shared/kit/report/report.types.ts'
import { deviationName, deviationOf } from '../report.words.ts'

/** How the items of these data are called. */
export const itemWordsOf = ({ subject }: Pick<ReportData, 'subject'>) => itemWords[subject]

type More = Partial<Omit<ReportColumn, 'name' | 'type'>>
/** A column and what stands in it. */
export type Col<R> = {
  column: Omit<ReportColumn, 'key'> & { key?: string }
  value: (row: R) => Cell
  /** What is said of a cell besides; of a column with a key. */
  hint?: (row: R) => string | null
}
const col =
  (type: CellType, usual: More = {}) =>
  <R>(name: string, value: (row: R) => Cell, more: More = {}): Col<R> => ({
    column: { name, type, ...usual, ...more },
    value,
  })
export const text = col('text')
export const person = col('person', { width: 90 })
export const count = col('count')
export const rank = col('rank')
export const percent = col('percent')
export const coefficient = col('coefficient')
export const change = col('change', { unit: '分' })
/** A single score: as few decimals as it needs. */
export const score = col('score', { unit: '分' })
/** A mean: two decimals. */
export const mean = col('score', { unit: '分', digits: 2 })

type RowLike = Hidden & { whole?: boolean; studentId?: string; groupId?: string; classId?: string }
/** A table: its columns with what stands in them, over rows. Figures of a hidden group are withheld, its name is not. */
export const tableOf = <R extends object>(
  rows: readonly R[],
  columns: readonly Col<R>[],
  link?: (row: R) => ReportLink | undefined,
): ReportTable => ({
  columns: columns.map(({ column }, i) => ({ key: `c${i}`, sortable: true, ...column })),
  rows: rows.map((row) => {
    const { hidden, whole, studentId, groupId, classId }: RowLike = row
    const id = studentId ?? groupId ?? classId
    const to = link?.(row)
    const hints = columns.flatMap((c): [string, string][] => {
      const hint = hidden ? null : (c.hint?.(row) ?? null)
      return hint === null || c.column.key === undefined ? [] : [[c.column.key, hint]]
    })
    return {
      ...(id ? { id } : {}),
      cells: columns.map((c) => (hidden && c.column.type !== 'text' ? false : c.value(row))),
      ...(hints.length > 0 ? { hints: Object.fromEntries(hints) } : {}),
      ...(to ? { link: to } : {}),
      ...(whole ? { whole } : {}),
    }
  }),
})

export const fact = (
  name: string,
  value: Cell,
  type: CellType = 'text',
  more: Partial<ReportFact> = {},
): ReportFact => ({
  name,
  value,
  type,
  ...more,
})
export const section = (key: string, title: string, of: Omit<ReportSection, 'key' | 'title'>): ReportSection => ({
  key,
  title,
  ...of,
})

/** Where only these few would be drawn, the table shows all. */
const drawn = 40
/** Groups of which a picture can be drawn: those that are told and have a present student. */
export const drawable = <G extends Hidden & { present: number }>(groups: readonly G[]): G[] =>
  groups.filter((g) => !g.hidden && g.present > 0).slice(0, drawn)
/** A chart, when there is something to draw. */
export const chartOf = (some: readonly unknown[], chart: () => Chart): { chart?: Chart } =>
  some.length > 0 ? { chart: chart() } : {}

export const wordsOf = ({ axis }: Pick<ReportData, 'axis'>): AxisWords => axisWords[axis]
/** The cohort and its groups as rows. */
export type Group = ReportData['overall'] & { groupName: string; whole: true }
export const wholeOf = ({ overall }: ReportData): Group => ({ ...overall, groupName: '全体', whole: true })
export const groupsOf = (data: ReportData): (Group | GroupRow)[] => [wholeOf(data), ...data.groups]
export const groupName = <G extends { groupName: string }>(data: ReportData): Col<G> =>
  text(wordsOf(data).name, (g) => g.groupName, { width: 120 })
/** A class leads to its students, a school to those of its classes. */
export const toStudents =
  ({ axis, seen, homes = [], schools }: ReportData) =>
  ({ groupId }: { groupName: string; groupId?: string }): ReportLink | undefined => {
    if (groupId === undefined) return undefined
    if (axis === 'class' || axis === 'home')
      return (axis === 'home' ? homes : seen).some((c) => c.classId === groupId)
        ? { report: 'transcript', params: { classId: groupId } }
        : undefined
    return schools.some((s) => s.schoolId === groupId)
      ? { report: 'classContrast', params: { by: 'class', schoolId: groupId } }
      : undefined
  }

/** More groups than these stand below each other: a sheet has an end at the right, and a screen much sooner. */
const beside = 20
type Crossed<R> = {
  rows: readonly R[]
  name: Col<R>
  more?: readonly Col<R>[]
  all: (row: R) => Cell
  cell: (row: R, of: GroupRow) => Cell
  as: typeof percent | typeof count
}
/** Something by groups: a column for each; where there are many, a row for each. */
export const crossed = <R extends object>(data: ReportData, of: Crossed<R>): ReportTable => {
  const { rows, name, more = [], all, cell, as } = of
  const told = (row: R, c: GroupRow): Cell => (c.hidden ? false : cell(row, c))
  if (data.groups.length <= beside)
    return tableOf(rows, [
      name,
      ...more,
      as('全体', all, { key: 'all' }),
      ...data.groups.map((c): Col<R> =>
        as(c.groupName, (row) => told(row, c), as === percent ? { against: 'all' } : { sum: true }),
      ),
    ])
  const groups: (GroupRow | { groupName: string; whole: true })[] = [{ groupName: '全体', whole: true }, ...data.groups]
  return tableOf(
    groups,
    [
      groupName(data),
      ...rows.map((row): Col<(typeof groups)[number]> =>
        as(String(name.value(row)), (g) => ('whole' in g ? all(row) : told(row, g)), as === count ? { sum: true } : {}),
      ),
    ],
    toStudents(data),
  )
}

export const deviation = ({ settings }: ReportData): Col<Group | GroupRow> =>
  mean(settings.deviation === 'population' ? '标准差 σ' : '标准差 s', (g) => deviationOf(g, settings.deviation))
export const deviationDefinition = ({ settings }: ReportData): string =>
  `标准差为${deviationName(settings.deviation)}。`

export const rateKeys = ['excellent', 'good', 'pass', 'low'] as const
export const rateNames = { excellent: '优秀率', good: '良好率', pass: '及格率', low: '低分率' } as const
