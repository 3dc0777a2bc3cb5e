import {
  coefficient as rounded,
  definitions,
  none,
  optionName,
  teachAgainSentence,
  toTeachAgain,
  weakSubjectsSentence,
} from '../report.words.ts'
import type { ReportSection } from '#shared/kit/report/report.types.ts'
import { itemWords, report } from './report.ts'
import type { Item, ReportData } from './report.ts'
import {
  chartOf,
  coefficient,
  count,
  fact,
  mean,
  percent,
  reliability,
  score,
  section,
  tableOf,
  text,
} from './report.parts.ts'
import type { Col } from './report.parts.ts'

/** What an item is worth in the paper: of optional items its share of the group. */
const worth = (i: Item): number => i.weight ?? i.fullScore
const low = 0.2

const placed = ({ items, subject }: ReportData): ReportSection => {
  const { head, named, unit } = itemWords[subject]
  const known = items.filter((i) => i.difficulty !== null && i.discrimination !== null)
  return section('place', '难度与区分度', {
    ...chartOf(known, () => ({
      kind: 'scatter',
      x: { name: '难度P（越右越容易）', of: { type: 'coefficient' }, max: 1 },
      y: { name: '区分度D', of: { type: 'coefficient' }, min: Math.min(0, ...known.map((i) => i.discrimination!)) },
      points: known.map((i) => ({
        name: named(i.number),
        x: i.difficulty!,
        y: i.discrimination!,
        mark: i.discrimination! < low || i.difficulty! < 0.405,
      })),
      levels: [
        { name: '较差 0.20', value: low },
        { name: '很好 0.40', value: 0.4 },
      ],
    })),
    table: tableOf(items, [
      text(head, (i) => i.number),
      coefficient('难度P', (i) => i.difficulty),
      coefficient('区分度D', (i) => i.discrimination),
    ]),
    definition: `${definitions.difficulty}\n${definitions.discrimination}`,
    note: `图中只标出偏难或区分度偏低的${unit}。`,
  })
}

const bands = ({ items, subject }: ReportData): ReportSection => {
  const rows = (['容易', '较易', '中等', '较难', '难', '很难'] as const).map((name) => {
    const own = items.filter((i) => i.difficultyBand === name)
    return { name, count: own.length, worth: own.reduce((sum, i) => sum + worth(i), 0) }
  })
  return section('bands', '难度构成', {
    ...chartOf(items, () => ({
      kind: 'bars',
      of: { type: 'score' },
      names: rows.map((r) => r.name),
      series: [{ name: '分值', values: rows.map((r) => r.worth) }],
    })),
    table: tableOf(rows, [
      text('难度', (r) => r.name, { sortable: false }),
      count(itemWords[subject].count, (r) => r.count, { sum: true }),
      score('分值', (r) => r.worth, { sum: true }),
    ]),
    definition: items.some((i) => worth(i) !== i.fullScore)
      ? `${definitions.difficulty}\n各档分值之和等于卷面满分：一组选做题按应做题数计，平分到各题。`
      : definitions.difficulty,
  })
}

const figures = ({ items, overall, subject }: ReportData): ReportSection => {
  const isTotal = subject === 'total'
  const chosen = items.some((i) => i.answered !== undefined && i.answered !== overall.present)
  return section('items', isTotal ? '各科分析' : '试题分析', {
    table: tableOf(items, [
      text(itemWords[subject].head, (i) => i.number),
      ...(isTotal ? [] : [text<Item>('题型', (i) => (i.objective ? '客观题' : '主观题'))]),
      score('满分', (i) => i.fullScore),
      ...(chosen ? [count<Item>(isTotal ? '选考' : '选做', (i) => i.answered ?? overall.present, { unit: '人' })] : []),
      mean('平均分', (i) => i.mean),
      coefficient('P', (i) => i.difficulty, { group: '难度' }),
      text('等级', (i) => i.difficultyBand, { group: '难度' }),
      coefficient('D', (i) => i.discrimination, { group: '区分度' }),
      text('等级', (i) => i.discriminationBand, { group: '区分度' }),
      coefficient('点二列', (i) => i.pointBiserial, { group: '相关' }),
      coefficient(isTotal ? '科总' : '题总', (i) => i.itemRest, { group: '相关' }),
      coefficient('删后α', (i) => i.alphaIfDeleted, { extra: true }),
      percent('满分率', (i) => i.full.rate),
      percent('零分率', (i) => i.zero.rate),
    ]),
    definition: [
      definitions.difficulty,
      definitions.discrimination,
      isTotal ? definitions.subjectTotal : definitions.pointBiserial,
      isTotal ? definitions.chosenSubjects : definitions.optional,
    ].join('\n'),
  })
}

/** The key stands beside the shares: no colour is needed to see it. */
const options = ({ items }: ReportData): ReportSection[] => {
  const objective = items.filter((i) => i.options.length > 0)
  if (objective.length === 0) return []
  const letters = [...new Set(objective.flatMap((i) => i.options.map((o) => o.option)))]
  // Blanks come last.
  letters.sort((a, b) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1))
  return [
    section('options', '选项选择率', {
      table: tableOf(objective, [
        text('题号', (i) => i.number),
        text('答案', (i) => (i.answer ? optionName(i.answer) : null)),
        ...letters.map((l): Col<Item> => {
          const option = (i: Item) => i.options.find((o) => o.option === l)
          return percent(optionName(l), (i) => option(i)?.rate ?? null)
        }),
      ]),
      definition: definitions.options,
    }),
  ]
}

const said = ({ items, subject }: ReportData): string => {
  const isTotal = subject === 'total'
  const poor = items.filter((i) => i.discriminationBand === '较差').map((i) => i.number)
  const [some, more] = [poor.slice(0, 8).join('、'), poor.length > 8 ? '等' : '']
  return poor.length === 0
    ? `${items.length}${isTotal ? '科' : '道题'}的区分度都在 0.20 以上。`
    : isTotal
      ? `${some}${more}区分度低于 0.20，与总分的高低关系不大。`
      : `第${some}题${more}区分度低于 0.20，请检查题目与答案。`
}

export const itemReport = report('paperAnalysis', {
  question: '哪些题要再讲，哪些题要再查？',
  groups: [],
  params: [],
  needs: {},
  build: (data) => {
    const { items, overall } = data
    const [weakest] = toTeachAgain(items)
    const { count: counted, named, unit } = itemWords[data.subject]
    const again = data.subject === 'total' ? weakSubjectsSentence(items) : teachAgainSentence(items)
    return {
      sentence: items.length === 0 || overall.present === 0 ? '暂无试题指标。' : `${again}${said(data)}`,
      number: weakest
        ? fact(
            `${named(weakest.number)}得分率，${data.subject === 'total' ? '各科' : '全卷'}最低`,
            weakest.difficulty,
            'percent',
            { hint: definitions.difficulty },
          )
        : fact(`没有明显薄弱的${unit}`, none),
      facts: [fact(counted, items.length, 'count'), fact('信度（Cronbach α）', rounded(data.reliability.alpha))],
      sections: [placed(data), bands(data), figures(data), ...options(data), reliability(data)],
    }
  },
})
