import { definitions, points, rankSectionName } from '../report.words.ts'
import { report } from './report.ts'
import type { GroupRow, Item, ReportData } from './report.ts'
import {
  boxes,
  change,
  chartOf,
  groupName,
  count,
  crossed,
  deviation,
  deviationDefinition,
  drawable,
  fact,
  groupsOf,
  mean,
  percent,
  rank,
  rateKeys,
  rateNames,
  rates,
  score,
  section,
  tableOf,
  text,
  toStudents,
  wordsOf,
  itemWordsOf,
} from './report.parts.ts'
import type { Col, Group } from './report.parts.ts'

const own = (g: Group | GroupRow): Partial<GroupRow> => g

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
        change('与全体之差', (g) => own(g).meanDifference ?? null),
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

export const questionRates = (
  data: ReportData,
  order = data.items.map((_, i) => i),
  first: readonly Col<Item & { i: number }>[] = [],
) =>
  section('questions', `各${itemWordsOf(data).unit}得分率`, {
    table: crossed(data, {
      rows: order.map((i) => ({ ...data.items[i]!, i })),
      name: text<Item & { i: number }>(itemWordsOf(data).head, (q) => q.number, { key: 'number' }),
      more: [...first, score<Item>('满分', (q) => q.fullScore)],
      all: (q) => q.difficulty,
      cell: (q, c) => c.itemScoreRates[q.i] ?? null,
      as: percent,
    }),
    definition: definitions.scoreRate,
  })

const spread = ({ groups, overall, axis }: ReportData): string => {
  const ranked = groups.filter((c) => c.mean !== null).sort((a, b) => b.mean! - a.mean!)
  const [best, last] = [ranked[0], ranked.at(-1)]
  if (!best || !last) return `所选${wordsOf({ axis }).name}没有可以对比的成绩。`
  if (ranked.length > 1)
    return `${best.groupName}平均分最高（${points(best.mean)}分），${last.groupName}最低（${points(last.mean)}分），相差${points(best.mean! - last.mean!)}分。`
  if (overall.mean === null) return `${best.groupName}平均${points(best.mean)}分。`
  const difference = best.mean! - overall.mean
  const beside = points(Math.abs(difference))
  return `${best.groupName}平均${points(best.mean)}分，${Number(beside) === 0 ? '与全体持平' : `比全体${difference < 0 ? '低' : '高'}${beside}分`}。`
}

export const contrastReport = report('classContrast', {
  question: (words) => `${words.each}处在什么位置，差别有多大？`,
  groups: ['group'],
  params: [],
  needs: { groups: true, corrected: true },
  build: (data) => ({
    sentence: spread(data),
    number: fact('全体平均分', data.overall.mean, 'score', { digits: 2, hint: definitions.scoreRate }),
    facts: [fact(wordsOf(data).name, data.groups.length, 'count'), fact('实考', data.overall.present, 'count')],
    sections: [means(data), rates(data), boxes(data), rankSections(data), questionRates(data)],
  }),
})
