/** What reports have in common, as data: facts, columns, sections that several of them show. Pure. */
import type { classContrast, summary } from '#shared/analysis/analysis.calls.ts'
import { coefficient, definitions, percent, points } from '#shared/analysis/report.words.ts'
import { showDate } from '#shared/kit/time.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { Column, Crumb, Fact, ReportSection, Values } from '#web/kit/screens/screen.types.ts'

type Summary = OutputOf<typeof summary>
type Contrast = OutputOf<typeof classContrast>
type Head = Summary['head']

export const crumbsOf = (examId: string, head: Pick<Head, 'examName'> | undefined, name: string): Crumb[] => [
  { name: '考试', to: '/v2/exam/list' },
  { name: head?.examName ?? '考试详情', to: `/v2/exam/detail/${examId}` },
  { name },
]

/** A column of a report's table: what stands in the row under its key. */
export const column = (key: string, name: string, more: Partial<Column<Values>> = {}): Column<Values> => ({
  key,
  name,
  value: (row) => row[key] as string | number | null,
  ...more,
})
export const number = (key: string, name: string, unit?: string): Column<Values> =>
  column(key, name, { number: true, ...(unit ? { unit } : {}) })

/** Hundredths as points for a chart's axis. */
export const inPoints = (score: number | null): number | null => (score === null ? null : Math.round(score) / 100)
export const inPercent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1000) / 10

export const grid = { left: 8, right: 16, top: 36, bottom: 8, containLabel: true }
export const tooltip = { trigger: 'axis', axisPointer: { type: 'shadow' } }

export const headFacts = (head: Head): Fact[] => [
  { name: '科目', value: `${head.gradeName} ${head.courseName}` },
  { name: '考试日期', value: showDate(head.examDate) },
  { name: '成绩版本', value: head.published ? `第${head.v}版（已发布）` : `第${head.v}版（未发布，仅管理者可见）` },
]

export const boxPlots = ({ classes, overall, head }: Pick<Contrast, 'classes' | 'overall' | 'head'>): ReportSection => {
  const rows = [{ className: '全体', boxPlot: overall.boxPlot }, ...classes].flatMap((c) =>
    c.boxPlot ? [{ name: c.className, ...c.boxPlot }] : [],
  )
  return {
    key: 'boxes',
    title: '各班分数箱线图',
    chartHeight: Math.max(220, 60 + rows.length * 40),
    chart: {
      grid,
      tooltip: { trigger: 'item' },
      yAxis: { type: 'category', data: rows.map((r) => r.name), inverse: true },
      xAxis: { type: 'value', min: 0, max: head.fullScore / 100, name: '分' },
      series: [
        {
          type: 'boxplot',
          layout: 'vertical',
          data: rows.map((r) => [r.lowerWhisker, r.q1, r.median, r.q3, r.upperWhisker].map((v) => inPoints(v))),
        },
        {
          type: 'scatter',
          symbolSize: 5,
          data: rows.flatMap((r, i) => r.outliers.map((o) => [inPoints(o.value), i])),
        },
      ],
    },
    chartLabel: `中位数：${rows.map((r) => `${r.name}${points(r.median)}分`).join('，')}`,
    table: {
      columns: [
        column('name', '班级'),
        number('min', '最低', '分'),
        number('q1', '下四分位', '分'),
        number('median', '中位数', '分'),
        number('q3', '上四分位', '分'),
        number('max', '最高', '分'),
        number('outliers', '离群人数'),
      ],
      rows: rows.map((r) => ({
        name: r.name,
        min: points(r.min),
        q1: points(r.q1),
        median: points(r.median),
        q3: points(r.q3),
        max: points(r.max),
        outliers: r.outliers.reduce((n, o) => n + o.count, 0),
      })),
    },
    definition: definitions.boxPlot,
  }
}

const rateKeys = ['excellent', 'good', 'pass', 'low'] as const
const rateNames = { excellent: '优秀率', good: '良好率', pass: '及格率', low: '低分率' } as const

export const rates = ({ classes, overall, settings }: Summary | Contrast): ReportSection => {
  const rows = [{ className: '全体', rates: overall.rates }, ...classes]
  return {
    key: 'rates',
    title: '四率',
    chart: {
      grid,
      tooltip,
      legend: { top: 0 },
      xAxis: { type: 'category', data: rows.map((r) => r.className) },
      yAxis: { type: 'value', max: 100, axisLabel: { formatter: '{value}%' } },
      series: rateKeys.map((k) => ({
        type: 'bar',
        name: rateNames[k],
        barMaxWidth: 24,
        data: rows.map((r) => inPercent(r.rates[k].rate)),
      })),
    },
    chartLabel: rows
      .map((r) => `${r.className}${rateKeys.map((k) => `${rateNames[k]}${percent(r.rates[k].rate)}`).join('、')}`)
      .join('；'),
    table: {
      columns: [column('name', '班级'), ...rateKeys.map((k) => number(k, rateNames[k]))],
      rows: rows.map((r) => ({
        name: r.className,
        ...Object.fromEntries(rateKeys.map((k) => [k, `${percent(r.rates[k].rate)}（${r.rates[k].count}人）`])),
      })),
    },
    definition: definitions.rates(settings.rates),
  }
}

export const reliability = ({ reliability: r }: Pick<Summary, 'reliability'>): ReportSection => ({
  key: 'reliability',
  title: '信度',
  table: {
    columns: [column('name', '指标'), number('value', '数值'), column('text', '含义', { width: 220 })],
    rows: [
      { name: 'Cronbach α', value: coefficient(r.alpha, 3), text: '各题测量同一能力的一致程度，0.8 以上为好' },
      {
        name: '分半信度（Spearman–Brown）',
        value: coefficient(r.spearmanBrown, 3),
        text: '奇数题与偶数题得分的一致程度',
      },
      { name: '测量标准误', value: `${points(r.sem)} 分`, text: '一次测量的分数误差；真实水平多在得分 ± 1.96 倍之内' },
    ],
  },
  definition: definitions.reliability,
})
