/** Classes beside each other as data. Pure. */
import type { classContrast } from '#shared/analysis/analysis.calls.ts'
import {
  definitions,
  deviationName,
  deviationOf,
  none,
  percent,
  points,
  rankSectionName,
} from '#shared/analysis/report.words.ts'
import { showScore } from '#shared/kit/score.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { Report, ReportSection } from '#web/kit/screens/screen.types.ts'
import { boxPlots, column, grid, headFacts, inPoints, number, rates, tooltip } from './report.parts.ts'

type Contrast = OutputOf<typeof classContrast>

const means = ({ classes, overall, head, settings }: Contrast): ReportSection => ({
  key: 'means',
  title: '平均分',
  chart: {
    grid,
    tooltip,
    xAxis: { type: 'category', data: classes.map((c) => c.className) },
    yAxis: { type: 'value', max: head.fullScore / 100, name: '分' },
    series: [
      {
        type: 'bar',
        barMaxWidth: 48,
        label: {
          show: true,
          position: 'insideBottom',
          color: '#fff',
          formatter: (p: { dataIndex: number }) => points(classes[p.dataIndex]?.mean ?? null),
        },
        data: classes.map((c) => inPoints(c.mean)),
        markLine: {
          symbol: 'none',
          label: { formatter: `全体 ${points(overall.mean)}`, position: 'insideEndTop' },
          data: overall.mean === null ? [] : [{ yAxis: inPoints(overall.mean) }],
        },
      },
    ],
  },
  chartLabel: classes.map((c) => `${c.className}平均${points(c.mean)}分`).join('，'),
  table: {
    columns: [
      column('name', '班级'),
      number('present', '实考', '人'),
      number('mean', '平均分', '分'),
      number('rank', '排名'),
      number('difference', '与全体之差', '分'),
      number('deviation', '标准差', '分'),
      number('max', '最高', '分'),
      number('min', '最低', '分'),
    ],
    rows: classes.map((c) => ({
      name: c.className,
      present: c.present,
      mean: points(c.mean),
      rank: c.meanRank ?? none,
      difference: c.meanDifference === null ? none : `${c.meanDifference > 0 ? '+' : ''}${points(c.meanDifference)}`,
      deviation: points(deviationOf(c, settings.deviation)),
      max: points(c.max),
      min: points(c.min),
    })),
  },
  definition: `${definitions.meanDifference}${deviationName(settings.deviation)}。`,
  open: true,
})

const rankSectionsOf = ({ classes }: Contrast): ReportSection => {
  // Sections beyond the last candidate's rank are nobody's.
  const all = classes[0]?.rankSections ?? []
  const sections = all.slice(
    0,
    all.findLastIndex((_, i) => classes.some((c) => (c.rankSections[i]?.count ?? 0) > 0)) + 1,
  )
  return {
    key: 'ranks',
    title: '各名次段人数',
    chart: {
      grid,
      tooltip,
      legend: { top: 0, type: 'scroll' },
      xAxis: { type: 'category', data: classes.map((c) => c.className) },
      yAxis: { type: 'value', minInterval: 1, axisLabel: { formatter: '{value}人' } },
      series: sections.map((s, i) => ({
        type: 'bar',
        stack: 'all',
        barMaxWidth: 48,
        name: rankSectionName(s),
        data: classes.map((c) => c.rankSections[i]?.count ?? 0),
      })),
    },
    chartLabel: '各班在全体各名次段的人数',
    table: {
      columns: [column('name', '班级'), ...sections.map((s, i) => number(`s${i}`, rankSectionName(s)))],
      rows: classes.map((c) => ({
        name: c.className,
        ...Object.fromEntries(c.rankSections.map((s, i) => [`s${i}`, s.count])),
      })),
    },
    definition: definitions.rank,
  }
}

const questionRates = ({ classes, questions }: Contrast): ReportSection => ({
  key: 'questions',
  title: '各题得分率',
  table: {
    columns: [
      column('number', '题号'),
      number('full', '满分', '分'),
      number('all', '全体'),
      ...classes.map((c, i) => number(`c${i}`, c.className)),
    ],
    rows: questions.map((q, k) => ({
      number: q.number,
      full: showScore(q.fullScore),
      all: percent(q.scoreRate),
      ...Object.fromEntries(classes.map((c, i) => [`c${i}`, percent(c.itemScoreRates[k] ?? null)])),
    })),
  },
  definition: definitions.scoreRate,
})

const spread = (classes: Contrast['classes']): string => {
  const ranked = classes.filter((c) => c.mean !== null).sort((a, b) => b.mean! - a.mean!)
  const [best, last] = [ranked[0], ranked.at(-1)]
  if (!best || !last) return '所选班级没有到考的学生。'
  if (ranked.length === 1)
    return `${best.className}平均${points(best.mean)}分，比全体${best.meanDifference! < 0 ? '低' : '高'}${points(Math.abs(best.meanDifference!))}分。`
  return `${best.className}平均分最高（${points(best.mean)}分），${last.className}最低（${points(last.mean)}分），相差${points(best.mean! - last.mean!)}分。`
}

export const contrastReport = (data: Contrast): Report => ({
  sentence: spread(data.classes),
  number: { value: points(data.overall.mean), unit: '分', label: '全体平均分', definition: definitions.scoreRate },
  facts: headFacts(data.head),
  sections: [means(data), rates(data), boxPlots(data), rankSectionsOf(data), questionRates(data)],
})
