/** What reports have in common: how tables are written down, groups as rows, sections that several of them show. */
import type {
  Cell,
  CellType,
  Chart,
  ReportFact,
  ReportLink,
  ReportSection,
  ReportTable,
} from '#shared/kit/report/report.types.ts'
import type { ReportColumn } from '#shared/kit/report/report.types.ts'
import { definitions, deviationName, deviationOf } from '../report.words.ts'
import { axisWords, itemWords } from './report.ts'
import type { AxisWords, GroupRow, Hidden, ReportData } from './report.ts'

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

export const boxes = (data: ReportData): ReportSection => {
  const groups = groupsOf(data)
  const shown = drawable(groups).flatMap((g) => (g.boxPlot ? [{ name: g.groupName, ...g.boxPlot }] : []))
  const of = { type: 'score' } as const
  return section('boxes', `${wordsOf(data).each}分数箱线图`, {
    ...chartOf(shown, () => ({
      kind: 'box',
      of,
      max: data.source.fullScore,
      boxes: shown.map(({ name, lowerWhisker: low, q1, median, q3, upperWhisker: high, outliers }) => ({
        name,
        ...{ low, q1, median, q3, high },
        outliers: outliers.map((o) => o.value),
      })),
    })),
    table: tableOf(
      groups,
      [
        groupName(data),
        count('实考', (g) => g.present),
        score('最低', (g) => g.boxPlot?.min ?? null, { digits: 1 }),
        score('下四分位', (g) => g.boxPlot?.q1 ?? null, { digits: 1 }),
        score('中位数', (g) => g.boxPlot?.median ?? null, { digits: 1 }),
        score('上四分位', (g) => g.boxPlot?.q3 ?? null, { digits: 1 }),
        score('最高', (g) => g.boxPlot?.max ?? null, { digits: 1 }),
        count('离群人数', (g) => g.boxPlot?.outliers.reduce((n, o) => n + o.count, 0) ?? null),
      ],
      toStudents(data),
    ),
    definition: definitions.boxPlot,
  })
}

export const rates = (data: ReportData): ReportSection => {
  const groups = groupsOf(data)
  const shown = drawable(groups)
  return section('rates', '四率', {
    ...chartOf(shown, () => ({
      kind: 'bars',
      panels: true,
      of: { type: 'percent' },
      max: 1,
      names: shown.map((g) => g.groupName),
      series: rateKeys.map((k) => ({ name: rateNames[k], values: shown.map((g) => g.rates[k].rate) })),
    })),
    table: tableOf(
      groups,
      [
        groupName(data),
        ...rateKeys.flatMap((k): Col<Group | GroupRow>[] => [
          count('人数', (g) => g.rates[k].count, { group: rateNames[k], sum: true }),
          percent('比例', (g) => g.rates[k].rate, { group: rateNames[k] }),
        ]),
      ],
      toStudents(data),
    ),
    definition: definitions.rates(data.settings.rates),
  })
}

export const levels = (data: ReportData): ReportSection => {
  const { overall, source } = data
  return section('levels', '等级分布', {
    ...chartOf(drawable([overall]), () => ({
      kind: 'bars',
      of: { type: 'count' },
      names: overall.levels.map((l) => l.name),
      series: [{ name: '人数', values: overall.levels.map((l) => l.count) }],
    })),
    table: tableOf(overall.levels, [
      text('等级', (l) => l.name),
      score('起点', (l) => l.from * source.fullScore),
      count('人数', (l) => l.count, { unit: '人', sum: true }),
      percent('比例', (l) => l.rate),
    ]),
    definition: definitions.levels,
  })
}

export const reliability = ({ reliability: r, subject }: ReportData): ReportSection =>
  section('reliability', '信度', {
    table: tableOf(
      [
        {
          name: '信度（Cronbach α）',
          value: r.alpha,
          text: `各${itemWords[subject].unit}测量同一能力的一致程度，0.8 以上为好`,
        },
        {
          name: '分半信度（Spearman–Brown）',
          value: r.spearmanBrown,
          text: `奇数${itemWords[subject].unit}与偶数${itemWords[subject].unit}得分的一致程度`,
        },
        {
          name: '测量标准误（分）',
          value: r.sem === null ? null : r.sem / 100,
          text: '一次测量的分数误差；真实水平多在得分 ± 1.96 倍之内',
        },
      ],
      [
        text('指标', (row) => row.name, { sortable: false }),
        coefficient('数值', (row) => row.value, { digits: 3, sortable: false }),
        text('含义', (row) => row.text, { sortable: false, width: 220 }),
      ],
    ),
    definition: definitions.reliability.replace('各题', `各${itemWords[subject].unit}`),
  })
