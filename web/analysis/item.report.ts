/** The analysis of a paper's questions as data. Pure. */
import type { itemAnalysis } from '#shared/analysis/analysis.calls.ts'
import {
  coefficient,
  definitions,
  none,
  optionName,
  percent,
  points,
  teachAgainSentence,
  toTeachAgain,
} from '#shared/analysis/report.words.ts'
import { showScore } from '#shared/kit/score.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import type { Report, ReportSection } from '#web/kit/screens/screen.types.ts'
import { column, grid, headFacts, inPoints, number, reliability, tooltip } from './report.parts.ts'

type Items = OutputOf<typeof itemAnalysis>

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
  const scores = names.map((n) =>
    items.filter((i) => i.difficultyBand === n).reduce((sum, i) => sum + (i.weight ?? i.fullScore), 0),
  )
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
    definition: items.some((i) => (i.weight ?? i.fullScore) !== i.fullScore)
      ? `${definitions.difficulty}\n各档分值之和等于卷面满分：一组选做题按应做题数计，平分到各题。`
      : definitions.difficulty,
  }
}

const itemTable = ({ items, present }: Items): ReportSection => ({
  key: 'items',
  title: '各题指标',
  table: {
    columns: [
      column('number', '题号'),
      column('kind', '题型'),
      number('full', '满分', '分'),
      ...(items.some((i) => i.answered !== undefined && i.answered !== present)
        ? [number('answered', '选做', '人')]
        : []),
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
      answered: i.answered ?? present,
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
  definition: `${definitions.difficulty}\n${definitions.discrimination}\n${definitions.pointBiserial}\n${definitions.optional}`,
})

/** The key is marked by a tick, not by colour alone. */
const optionTable = ({ items }: Items): ReportSection[] => {
  const objective = items.filter((i) => i.options.length > 0)
  if (objective.length === 0) return []
  const letters = [...new Set(objective.flatMap((i) => i.options.map((o) => o.option)))].sort((a, b) =>
    a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1,
  )
  return [
    {
      key: 'options',
      title: '选项选择率',
      table: {
        columns: [
          column('number', '题号'),
          column('answer', '答案'),
          ...letters.map((l) => number(`o${l}`, optionName(l))),
        ],
        rows: objective.map((i) => ({
          number: i.number,
          answer: i.answer ? optionName(i.answer) : none,
          ...Object.fromEntries(
            i.options.map((o) => [
              `o${o.option}`,
              `${o.option !== '' && i.answer.includes(o.option) ? '✓ ' : ''}${percent(o.rate)}`,
            ]),
          ),
        })),
      },
      definition: '各选项人数 ÷ 到考人数；多选题一人可选多项，合计可能超过 100%。✓ 为正确答案。',
    },
  ]
}

export const itemReport = (data: Items): Report => {
  const poor = data.items.filter((i) => i.discriminationBand === '较差')
  const [weakest] = toTeachAgain(data.items)
  return {
    sentence:
      data.present === 0
        ? '没有到考的学生，暂无试题指标。'
        : poor.length === 0
          ? `${teachAgainSentence(data.items)}${data.items.length}道题的区分度都在 0.20 以上。`
          : `${teachAgainSentence(data.items)}第${poor
              .slice(0, 8)
              .map((i) => i.number)
              .join('、')}题${poor.length > 8 ? '等' : ''}区分度低于 0.20，请检查题目与答案。`,
    number: {
      value: weakest ? percent(weakest.difficulty) : none,
      label: weakest ? `第${weakest.number}题得分率，全卷最低` : '没有明显薄弱的题',
      definition: definitions.difficulty,
    },
    facts: headFacts(data.head),
    sections: [placed(data), bands(data), itemTable(data), ...optionTable(data), reliability(data)],
  }
}
