import { itemWords, report } from './report.ts'
import {
  coefficient as rounded,
  definitions,
  discriminationSentence,
  none,
  teachAgainSentence,
  toTeachAgain,
  weakSubjectsSentence,
} from '../report.words.ts'
import { fact } from './report.parts.ts'
import { bands, figures, options, placed } from './item.sections.ts'
import { reliability } from './paper.sections.ts'

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
      sentence:
        items.length === 0 || overall.present === 0
          ? '暂无试题指标。'
          : `${again}${discriminationSentence(items, data.subject === 'total')}`,
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
