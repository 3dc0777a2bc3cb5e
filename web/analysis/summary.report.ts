/** The summary of a paper as data. Pure. */
import type { summary } from '#shared/analysis/analysis.calls.ts'
import {
  coefficient,
  definitions,
  deviationName,
  deviationOf,
  percent,
  points,
  sectionName,
  summarySentence,
} from '#shared/analysis/report.words.ts'
import { showScore } from '#shared/kit/score.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { Report, ReportSection } from '#web/kit/screens/screen.types.ts'
import { boxPlots, column, grid, headFacts, number, rates, reliability, tooltip } from './report.parts.ts'

type Summary = OutputOf<typeof summary>

const distribution = ({ overall }: Summary): ReportSection => {
  const sections = [...overall.sections].reverse()
  return {
    key: 'sections',
    title: '成绩分布',
    chart: {
      grid,
      tooltip,
      xAxis: {
        type: 'category',
        data: sections.map((s) => sectionName(s)),
        name: '分',
        axisLabel: { hideOverlap: true },
      },
      yAxis: { type: 'value', minInterval: 1, name: '人数' },
      series: [
        { type: 'bar', data: sections.map((s) => s.count), label: { show: true, position: 'top' }, barMaxWidth: 40 },
      ],
    },
    chartLabel: `各分数段人数：${sections.map((s) => `${sectionName(s)}分${s.count}人`).join('，')}`,
    table: {
      columns: [
        column('name', '分数段', { unit: '分' }),
        number('count', '人数'),
        number('rate', '比例'),
        number('cumulative', '累计人数'),
      ],
      rows: overall.sections.map((s) => ({
        name: sectionName(s),
        count: s.count,
        rate: percent(s.rate),
        cumulative: s.cumulative,
      })),
    },
    definition: definitions.sections,
  }
}

const levels = ({ overall, head }: Summary): ReportSection => ({
  key: 'levels',
  title: '等级分布',
  chart: {
    grid,
    tooltip,
    xAxis: { type: 'category', data: overall.levels.map((l) => l.name) },
    yAxis: { type: 'value', minInterval: 1, name: '人数' },
    series: [
      {
        type: 'bar',
        barMaxWidth: 48,
        label: { show: true, position: 'top' },
        data: overall.levels.map((l) => l.count),
      },
    ],
  },
  chartLabel: overall.levels.map((l) => `${l.name}等${l.count}人`).join('，'),
  table: {
    columns: [column('name', '等级'), number('from', '起点', '分'), number('count', '人数'), number('rate', '比例')],
    rows: overall.levels.map((l) => ({
      name: l.name,
      from: points(l.from * head.fullScore),
      count: l.count,
      rate: percent(l.rate),
    })),
  },
  definition: '按得分占满分的比例划分，每级含起点；各级人数之和等于到考人数。',
})

/** The answer first: one number, one sentence. */
export const summaryReport = (data: Summary): Report => {
  const { overall, head, settings } = data
  return {
    sentence: summarySentence(overall, head.fullScore),
    number: {
      value: points(overall.mean),
      unit: '分',
      label: `平均分（满分 ${showScore(head.fullScore)}）`,
      definition: definitions.scoreRate,
    },
    facts: [
      { name: '得分率', value: percent(overall.scoreRate), hint: definitions.scoreRate },
      { name: '最高分', value: points(overall.max) },
      { name: '中位数', value: points(overall.median) },
      { name: '最低分', value: points(overall.min) },
      { name: deviationName(settings.deviation), value: points(deviationOf(overall, settings.deviation)) },
      { name: '区分度', value: `${coefficient(overall.discrimination)} ${overall.discriminationBand ?? ''}` },
      ...headFacts(head),
    ],
    sections: [distribution(data), boxPlots(data), rates(data), levels(data), reliability(data)],
  }
}
