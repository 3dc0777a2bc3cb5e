import { report } from './report.ts'
import { definitions, meansSentence } from '../report.words.ts'
import { fact, wordsOf } from './report.parts.ts'
import { boxes, means, rankSections, rates } from './group.sections.ts'
import { questionRates } from './item.sections.ts'

export const contrastReport = report('classContrast', {
  question: (words) => `${words.each}处在什么位置，差别有多大？`,
  groups: ['group'],
  params: [],
  needs: { groups: true, corrected: true },
  build: (data) => ({
    sentence: meansSentence(data.groups, data.overall.mean, wordsOf(data).name),
    number: fact('全体平均分', data.overall.mean, 'score', { digits: 2, hint: definitions.scoreRate }),
    facts: [fact(wordsOf(data).name, data.groups.length, 'count'), fact('实考', data.overall.present, 'count')],
    sections: [means(data), rates(data), boxes(data), rankSections(data), questionRates(data)],
  }),
})
