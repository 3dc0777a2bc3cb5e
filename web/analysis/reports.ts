/** Reports as data: sentences, options of charts, tables. Pure. */
import type { classContrast, itemAnalysis, summary } from '#shared/analysis/analysis.calls.ts'
import {
  coefficient,
  definitions,
  deviationName,
  deviationOf,
  none,
  percent,
  points,
  rankSectionName,
  sectionName,
  summarySentence,
} from '#shared/analysis/report.words.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate } from '#shared/kit/time.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { Column, Crumb, Fact, Report, ReportSection, Values } from '#web/kit/screens/screen.types.ts'

type Summary = OutputOf<typeof summary>
type Contrast = OutputOf<typeof classContrast>
type Items = OutputOf<typeof itemAnalysis>
type Head = Summary['head']

export const crumbsOf = (examId: string, head: Pick<Head, 'examName'> | undefined, name: string): Crumb[] => [
  { name: '考试', to: '/v2/exam/list' },
  { name: head?.examName ?? '考试详情', to: `/v2/exam/detail/${examId}` },
  { name },
]

/** A column of a report's table: what stands in the row under its key. */
const column = (key: string, name: string, more: Partial<Column<Values>> = {}): Column<Values> => ({
  key,
  name,
  value: (row) => row[key] as string | number | null,
  ...more,
})
const number = (key: string, name: string, unit?: string): Column<Values> =>
  column(key, name, { number: true, ...(unit ? { unit } : {}) })

/** Hundredths as points for a chart's axis. */
const inPoints = (score: number | null): number | null => (score === null ? null : Math.round(score) / 100)
const inPercent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10)

const grid = { left: 8, right: 16, top: 36, bottom: 8, containLabel: true }
const tooltip = { trigger: 'axis', axisPointer: { type: 'shadow' } }

const headFacts = (head: Head): Fact[] => [
  { name: '科目', value: `${head.gradeName} ${head.courseName}` },
  { name: '考试日期', value: showDate(head.examDate) },
  { name: '成绩版本', value: head.published ? `第${head.v}版（已发布）` : `第${head.v}版（未发布，仅管理者可见）` },
]

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

const boxPlots = ({ classes, overall, head }: Pick<Contrast, 'classes' | 'overall' | 'head'>): ReportSection => {
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

const rates = ({ classes, overall, settings }: Summary | Contrast): ReportSection => {
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

const reliability = ({ reliability: r }: Pick<Summary, 'reliability'>): ReportSection => ({
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

/** The answer first: one number, one sentence. */
export const summaryReport = (data: Summary): Report => {
  const { overall, head, settings } = data
  return {
    sentence: summarySentence(overall, head.fullScore, data.reliability),
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

const placed = ({ items }: Items): ReportSection => ({
  key: 'place',
  title: '难度与区分度',
  chartHeight: 340,
  chart: {
    grid: { ...grid, bottom: 36 },
    tooltip: { trigger: 'item' },
    xAxis: { type: 'value', min: 0, max: 1, name: '难度P（越右越容易）', nameLocation: 'middle', nameGap: 26 },
    yAxis: { type: 'value', name: '区分度D', max: (v: { max: number }) => Math.max(0.6, Math.ceil(v.max * 10) / 10) },
    series: [
      {
        type: 'scatter',
        symbolSize: 9,
        data: items
          .filter((i) => i.difficulty !== null && i.discrimination !== null)
          .map((i) => ({
            name: `第${i.number}题`,
            value: [Number(coefficient(i.difficulty, 3)), Number(coefficient(i.discrimination, 3))],
            label: { show: true, formatter: i.number, position: 'right' },
          })),
        labelLayout: { hideOverlap: true },
        markLine: {
          symbol: 'none',
          data: [
            { yAxis: 0.2, label: { formatter: '较差 0.20', position: 'insideStartTop' } },
            { yAxis: 0.4, label: { formatter: '很好 0.40', position: 'insideStartTop' } },
          ],
        },
      },
    ],
  },
  chartLabel: items
    .map((i) => `第${i.number}题难度${coefficient(i.difficulty)}、区分度${coefficient(i.discrimination)}`)
    .join('；'),
  table: {
    columns: [column('number', '题号'), number('p', '难度P'), number('d', '区分度D')],
    rows: items.map((i) => ({ number: i.number, p: coefficient(i.difficulty), d: coefficient(i.discrimination) })),
  },
  definition: `${definitions.difficulty}\n${definitions.discrimination}`,
})

const bands = ({ items }: Items): ReportSection => {
  const names = ['容易', '较易', '中等', '较难', '难', '很难'] as const
  const scores = names.map((n) => items.filter((i) => i.difficultyBand === n).reduce((sum, i) => sum + i.fullScore, 0))
  return {
    key: 'bands',
    title: '难度构成',
    chartHeight: 340,
    chart: {
      grid,
      tooltip,
      xAxis: { type: 'category', data: [...names] },
      yAxis: { type: 'value', name: '分' },
      series: [{ type: 'bar', barMaxWidth: 40, label: { show: true, position: 'top' }, data: scores.map(inPoints) }],
    },
    chartLabel: names.map((n, i) => `${n}${showScore(scores[i]!)}分`).join('，'),
    table: {
      columns: [column('name', '难度'), number('count', '题数'), number('score', '分值', '分')],
      rows: names.map((n, i) => ({
        name: n,
        count: items.filter((x) => x.difficultyBand === n).length,
        score: showScore(scores[i]!),
      })),
    },
    definition: definitions.difficulty,
  }
}

const itemTable = ({ items }: Items): ReportSection => ({
  key: 'items',
  title: '各题指标',
  table: {
    columns: [
      column('number', '题号'),
      column('kind', '题型'),
      number('full', '满分', '分'),
      number('mean', '平均分', '分'),
      number('p', '难度P'),
      column('pBand', '难度'),
      number('d', '区分度D'),
      column('dBand', '区分度'),
      number('r', '点二列相关'),
      number('rest', '题总相关'),
      number('alpha', '删后α'),
      number('fullRate', '满分率'),
      number('zeroRate', '零分率'),
    ],
    rows: items.map((i) => ({
      number: i.number,
      kind: i.objective ? '客观题' : '主观题',
      full: showScore(i.fullScore),
      mean: points(i.mean),
      p: coefficient(i.difficulty),
      pBand: i.difficultyBand ?? none,
      d: coefficient(i.discrimination),
      dBand: i.discriminationBand ?? none,
      r: coefficient(i.pointBiserial),
      rest: coefficient(i.itemRest),
      alpha: coefficient(i.alphaIfDeleted),
      fullRate: percent(i.full.rate),
      zeroRate: percent(i.zero.rate),
    })),
  },
  definition: `${definitions.difficulty}\n${definitions.discrimination}\n${definitions.pointBiserial}`,
})

/** The key is marked by a tick, not by colour alone. */
const optionTable = ({ items }: Items): ReportSection[] => {
  const objective = items.filter((i) => i.options.length > 0)
  if (objective.length === 0) return []
  const letters = [...new Set(objective.flatMap((i) => i.options.map((o) => o.option)))].sort((a, b) =>
    a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1,
  )
  const keyOf = (answer: string): string => answer.replace('T', 'A').replace('F', 'B')
  return [
    {
      key: 'options',
      title: '选项选择率',
      table: {
        columns: [
          column('number', '题号'),
          column('answer', '答案'),
          ...letters.map((l) => number(`o${l}`, l === '' ? '未答' : l)),
        ],
        rows: objective.map((i) => ({
          number: i.number,
          answer: i.answer || none,
          ...Object.fromEntries(
            i.options.map((o) => [
              `o${o.option}`,
              `${o.option !== '' && keyOf(i.answer).includes(o.option) ? '✓ ' : ''}${percent(o.rate)}`,
            ]),
          ),
        })),
      },
      definition:
        '各选项人数 ÷ 到考人数；多选题一人可选多项，合计可能超过 100%。✓ 为正确答案。判断题 A 为正确、B 为错误。',
    },
  ]
}

export const itemReport = (data: Items): Report => {
  const poor = data.items.filter((i) => i.discriminationBand === '较差')
  return {
    sentence:
      data.present === 0
        ? '没有到考的学生，暂无试题指标。'
        : poor.length === 0
          ? `${data.items.length}道题的区分度都在 0.20 以上。`
          : `第${poor
              .slice(0, 8)
              .map((i) => i.number)
              .join('、')}题${poor.length > 8 ? '等' : ''}区分度低于 0.20，请检查题目与答案。`,
    number: {
      value: coefficient(data.reliability.alpha),
      label: '信度 Cronbach α',
      definition: definitions.reliability,
    },
    facts: headFacts(data.head),
    sections: [placed(data), bands(data), itemTable(data), ...optionTable(data), reliability(data)],
  }
}
