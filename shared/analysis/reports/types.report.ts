import { questionTypeRates } from '../publication.rules.ts'
import { definitions, percent as said } from '../report.words.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { report } from './report.ts'
import type { ReportData } from './report.ts'
import { chartOf, count, crossed, fact, mean, percent, score, section, text } from './report.parts.ts'

const unitTypeName = (type: number): string => unitTypes[type as keyof typeof unitTypes]

const typesOf = ({ questions, items, groups, overall }: ReportData) => {
  const told = groups.filter((g) => !g.hidden)
  const rows = questionTypeRates(questions, { items, overall, groups: told })
  return overall.hidden ? rows.map((r) => ({ ...r, mean: null, scoreRate: null })) : rows
}
type Row = ReturnType<typeof typesOf>[number]

export const typesReport = report('questionType', {
  question: (words) => `哪种题型失分多，${words.each}一样吗？`,
  groups: ['group'],
  params: [],
  needs: { groups: true },
  build: (data) => {
    if (data.subject === 'total')
      return { sentence: '总分由各科相加，题型请到各科的报告中查看。', facts: [], sections: [] }
    const rows = typesOf(data)
    const rated = rows.filter((r) => r.scoreRate !== null)
    const weakest = rated.reduce<Row | undefined>((a, b) => (a && a.scoreRate! <= b.scoreRate! ? a : b), undefined)
    return {
      sentence: weakest
        ? `${unitTypeName(weakest.unitType)}得分率最低（${said(weakest.scoreRate)}）。`
        : '没有可以显示的得分率。',
      facts: [fact('题型', rows.length, 'count'), fact('题数', data.items.length, 'count')],
      sections: [
        section('types', '各题型得分率', {
          ...chartOf(rated, () => ({
            kind: 'bars',
            of: { type: 'percent' },
            max: 1,
            names: rated.map((r) => unitTypeName(r.unitType)),
            series: [{ name: '得分率', values: rated.map((r) => r.scoreRate) }],
          })),
          table: crossed(data, {
            rows,
            name: text<Row>('题型', (r) => unitTypeName(r.unitType)),
            more: [
              count<Row>('题数', (r) => r.count, { sum: true }),
              score<Row>('满分', (r) => r.fullScore, { sum: true }),
              mean<Row>('平均分', (r) => r.mean),
            ],
            all: (r) => r.scoreRate,
            cell: (r, c) => r.rates.get(c.classIndex) ?? null,
            as: percent,
          }),
          definition: definitions.typeRate,
        }),
      ],
    }
  },
})
