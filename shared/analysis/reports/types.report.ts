import { unitTypes } from '#shared/card/card.types.ts'
import type { ReportData } from './report.ts'
import { byQuestionGroup, setRates, toldOf } from './item.sections.ts'
import { questionTypeRates } from '../publication.rules.ts'
import { report } from './report.ts'
import { definitions, percent as said } from '../report.words.ts'
import { count, fact, mean, score } from './report.parts.ts'
import { volumeNames } from '#shared/exam/questionGroup.types.ts'

const unitTypeName = (type: number): string => unitTypes[type as keyof typeof unitTypes]

const typesOf = (data: ReportData) => {
  const { questions, items, groups, overall } = data
  const told = groups.filter((g) => !g.hidden)
  return toldOf(data, questionTypeRates(questions, { items, overall, groups: told }))
}
type Row = ReturnType<typeof typesOf>[number]

export const typesReport = report('questionType', {
  question: (words) => `哪种题型失分多，${words.each}一样吗？`,
  groups: ['group'],
  params: [],
  needs: { groups: true, knowledge: true },
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
        setRates(
          data,
          ['types', '各题型得分率'],
          {
            rows,
            drawn: rated,
            nameOf: (r) => unitTypeName(r.unitType),
            head: '题型',
            more: [
              count<Row>('题数', (r) => r.count, { sum: true }),
              score<Row>('满分', (r) => r.fullScore, { sum: true }),
              mean<Row>('折合平均分', (r) => r.mean),
            ],
          },
          definitions.typeRate,
        ),
        ...byQuestionGroup(data, ['abilities', '能力'], (of) => of.ability),
        ...byQuestionGroup(data, ['volumes', '卷别'], (of) => of.volume && volumeNames[of.volume]),
      ],
    }
  },
})
