/** Sections of the whole paper, which several reports show. */
import type { ReportData } from './report.ts'
import { chartOf, coefficient, count, drawable, percent, score, section, tableOf, text } from './report.parts.ts'
import { definitions, sectionName, wholeHidden } from '../report.words.ts'
import type { ReportSection } from '#shared/kit/report/report.types.ts'
import { itemWords } from './report.ts'

/** Where the whole is not told: a table without rows, or of dashes, would be taken for a fault. */
const untold = ({ overall }: Pick<ReportData, 'overall'>): { note?: string } =>
  overall.hidden ? { note: wholeHidden } : {}

export const distribution = ({ overall }: Pick<ReportData, 'overall'>) => {
  const low = [...overall.sections].reverse()
  return section('sections', '成绩分布', {
    ...chartOf(drawable([overall]), () => ({
      kind: 'histogram',
      names: low.map(sectionName),
      counts: low.map((s) => s.count),
      unit: '分',
    })),
    table: tableOf(overall.sections, [
      text('分数段', (s) => sectionName(s), { unit: '分', sortable: false }),
      count('人数', (s) => s.count, { sum: true }),
      percent('比例', (s) => s.rate),
      count('累计人数', (s) => s.cumulative),
    ]),
    definition: definitions.sections,
    ...untold({ overall }),
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
    ...untold(data),
  })
}

export const reliability = ({ reliability: r, subject, overall }: ReportData): ReportSection =>
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
          name: '标准差 s（÷n−1，分）',
          value: overall.s === null ? null : overall.s / 100,
          text: '测量标准误由它算出；与标准差 σ（÷n）略有不同',
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
    ...untold({ overall }),
  })
