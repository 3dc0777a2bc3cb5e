import type { ReportData } from './report.ts'
import { definitions, sectionName } from '../report.words.ts'
import { chartOf, count, crossed, drawable, fact, section, text, wordsOf } from './report.parts.ts'
import { report } from './report.ts'
import { distribution } from './paper.sections.ts'

type Row = ReportData['overall']['sections'][number] & { i: number }

/** The section where most stand. */
const fullest = ({ overall }: ReportData): string => {
  const most = overall.sections.reduce((a, b) => (b.count > a.count ? b : a), overall.sections[0]!)
  return `${sectionName(most)}分的人最多，有${most.count}人。`
}

const byClass = (data: ReportData) => {
  const shown = drawable(data.groups)
  const rows: Row[] = data.overall.sections.map((s, i) => ({ ...s, i }))
  const low = [...rows].reverse()
  return section('classes', `${wordsOf(data).each}分数段`, {
    ...chartOf(rows.length > 0 ? shown : [], () => ({
      kind: 'lines',
      of: { type: 'percent' },
      names: low.map(sectionName),
      series: shown
        .slice(0, 8)
        .map((c) => ({ name: c.groupName, values: low.map((s) => c.sections[s.i]?.rate ?? null) })),
    })),
    table: crossed(data, {
      rows,
      name: text('分数段', sectionName, { unit: '分', sortable: false }),
      all: (s) => s.count,
      cell: (s, c) => c.sections[s.i]?.count ?? 0,
      as: count,
    }),
    definition: definitions.sections,
    ...(shown.length > 8 ? { note: `图中为前8${wordsOf(data).unit}。` } : {}),
  })
}

export const distributionReport = report('scoreDistribution', {
  question: (words) => `分数集中在哪里，${words.each}的形状一样吗？`,
  groups: ['group'],
  params: [],
  needs: { groups: true },
  build: (data) => ({
    sentence: data.overall.sections.some((s) => s.count > 0) ? fullest(data) : '没有可以显示的分数分布。',
    facts: [fact('实考', data.overall.present, 'count'), fact('中位数', data.overall.median, 'score')],
    sections: [distribution(data), byClass(data)],
  }),
})
