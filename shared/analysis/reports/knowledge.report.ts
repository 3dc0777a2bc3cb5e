import { definitions, percent as said } from '../report.words.ts'
import type { ReportData } from './report.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { setRates, toldOf } from './item.sections.ts'
import { ratesOfSets } from '../publication.rules.ts'
import { count, fact, mean, score, text } from './report.parts.ts'
import { report } from './report.ts'

/** So many are drawn: the weakest. */
const mostDrawn = 20
const byRate = definitions.typeRate + '一题有几个知识点时，各计一次；关联关系以现在的为准。'

/** Sets of questions by what they ask, in the order in which the paper asks it. */
const rowsOf = (data: ReportData, nameOf: (point: string) => string) => {
  const { questions, items, groups, overall, knowledge = {} } = data
  const namesOf = ({ questionId }: PaperQuestion): string[] => (knowledge[questionId] ?? []).map(nameOf)
  const sets = [...new Set(questions.flatMap(namesOf))].map((name) => ({
    name,
    numbers: questions.flatMap((q) => (namesOf(q).includes(name) ? [q.number] : [])).join('、'),
    of: (q: PaperQuestion): boolean => namesOf(q).includes(name),
  }))
  const told = groups.filter((g) => !g.hidden)
  return toldOf(data, ratesOfSets(questions, { items, overall, groups: told }, sets))
}
type Row = ReturnType<typeof rowsOf>[number]
const weakestFirst = (rows: readonly Row[]): Row[] =>
  rows.filter((r) => r.scoreRate !== null).sort((a, b) => a.scoreRate! - b.scoreRate!)

const ratesIn = (data: ReportData, key: string, head: string, rows: readonly Row[]) => {
  const more = [
    text<Row>('题号', (r) => r.numbers),
    count<Row>('题数', (r) => r.count),
    score<Row>('满分', (r) => r.fullScore),
    mean<Row>('平均分', (r) => r.mean),
  ]
  const drawn = weakestFirst(rows).slice(0, mostDrawn)
  return setRates(data, [key, `各${head}得分率`], { rows, drawn, nameOf: (r) => r.name, head, more }, byRate)
}

export const knowledgeReport = report('knowledge', {
  question: (words) => `哪些知识点失分多，${words.each}一样吗？`,
  groups: ['group'],
  params: [],
  needs: { groups: true, knowledge: true },
  build: (data) => {
    if (data.subject === 'total')
      return { sentence: '总分由各科相加，知识点请到各科的报告中查看。', facts: [], sections: [] }
    const points = rowsOf(data, (point) => point.slice(point.indexOf('/') + 1))
    if (points.length === 0)
      return {
        sentence: '各题还没有关联知识点：在考试工具“知识点关联”里关联后，这里就有得分率。',
        facts: [],
        sections: [],
      }
    const asked = data.questions.filter((q) => (data.knowledge?.[q.questionId] ?? []).length > 0).length
    const [weakest] = weakestFirst(points)
    return {
      sentence: weakest ? `“${weakest.name}”得分率最低（${said(weakest.scoreRate)}）。` : '没有可以显示的得分率。',
      facts: [
        fact('知识点', points.length, 'count'),
        fact('已关联题数', asked, 'count'),
        fact('题数', data.items.length, 'count'),
      ],
      sections: [
        ratesIn(data, 'points', '知识点', points),
        ratesIn(
          data,
          'chapters',
          '章',
          rowsOf(data, (point) => point.split('/')[0]!),
        ),
      ],
    }
  },
})
