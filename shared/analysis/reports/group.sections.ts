/** Sections of groups side by side, which several reports show. */
import type { GroupRow, ReportData } from './report.ts'
import type { ReportSection } from '#shared/kit/report/report.types.ts'
import {
  change,
  chartOf,
  count,
  deviation,
  deviationDefinition,
  drawable,
  groupName,
  groupsOf,
  mean,
  percent,
  rank,
  rateKeys,
  rateNames,
  score,
  section,
  tableOf,
  toStudents,
  wordsOf,
} from './report.parts.ts'
import { definitions, meansApart, rankSectionName } from '../report.words.ts'
import type { Col, Group } from './report.parts.ts'

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
        score('最低', (g) => g.boxPlot?.min ?? null),
        score('下四分位', (g) => g.boxPlot?.q1 ?? null),
        score('中位数', (g) => g.boxPlot?.median ?? null),
        score('上四分位', (g) => g.boxPlot?.q3 ?? null),
        score('最高', (g) => g.boxPlot?.max ?? null),
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

const own = (g: Group | GroupRow): Partial<GroupRow> => g

/** How far a mean lies from that of all, as both are written; withheld where the difference is. */
const besideAll = ({ mean: of, meanDifference }: Partial<GroupRow>, all: number | null): number | null =>
  typeof meanDifference !== 'number' || typeof of !== 'number' || all === null ? null : meansApart(of, all)

export const means = (data: ReportData) => {
  const { overall, source } = data
  const shown = drawable(data.groups)
  return section('means', `${wordsOf(data).name}对比`, {
    ...chartOf(shown, () => ({
      kind: 'bars',
      of: { type: 'score', digits: 2 },
      max: source.fullScore,
      names: shown.map((c) => c.groupName),
      series: [{ name: '平均分', values: shown.map((c) => c.mean) }],
      ...(overall.mean === null ? {} : { line: { name: '全体', value: overall.mean } }),
    })),
    table: tableOf(
      groupsOf(data),
      [
        groupName(data),
        count('应考', (g) => g.registered, { unit: '人', sum: true }),
        count('实考', (g) => g.present, { unit: '人', sum: true }),
        mean('平均分', (g) => g.mean),
        rank('排名', (g) => own(g).meanRank ?? null),
        change('与全体之差', (g) => besideAll(own(g), overall.mean), { digits: 2 }),
        percent('得分率', (g) => g.scoreRate),
        deviation(data),
        score('最高', (g) => g.max),
        score('中位数', (g) => g.median),
        score('最低', (g) => g.min),
        ...rateKeys.map((k): Col<Group | GroupRow> => percent(rateNames[k], (g) => g.rates[k].rate, { extra: true })),
      ],
      toStudents(data),
    ),
    definition: `${definitions.meanDifference}${deviationDefinition(data)}\n${definitions.rates(data.settings.rates)}`,
    open: true,
  })
}

/** How many of each class stand in each section of the rank among all. */
export const rankSections = (data: ReportData) => {
  const shown = drawable(data.groups)
  const all = shown[0]?.rankSections ?? []
  // Beyond the last candidate's rank there is no section.
  const last = all.findLastIndex((_, i) => shown.some((c) => (c.rankSections[i]?.count ?? 0) > 0))
  const sections = all.slice(0, last + 1)
  return section('ranks', '各名次段人数', {
    ...chartOf(sections, () => ({
      kind: 'stackedBars',
      of: { type: 'count' },
      names: shown.map((c) => c.groupName),
      series: sections.map((s, i) => ({
        name: rankSectionName(s),
        values: shown.map((c) => c.rankSections[i]?.count ?? 0),
      })),
    })),
    table: tableOf(
      data.groups,
      [
        groupName(data),
        ...sections.map((s, i): Col<GroupRow> =>
          count(rankSectionName(s), (c) => c.rankSections[i]?.count ?? 0, { sum: true }),
        ),
      ],
      toStudents(data),
    ),
    definition: definitions.rank,
  })
}
