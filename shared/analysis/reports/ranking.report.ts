import { report } from './report.ts'
import { coefficient, count, fact, rank, score, section, tableOf } from './report.parts.ts'
import { rankSections } from './group.sections.ts'
import { definitions } from '../report.words.ts'

export const rankingReport = report('ranking', {
  question: (words) => `${words.each}的学生站在哪些名次段，一分对应多少名？`,
  groups: ['group'],
  params: [],
  needs: { groups: true },
  build: (data) => {
    const best = data.standings.reduce<(typeof data.standings)[number] | undefined>(
      (a, b) => (a && a.score >= b.score ? a : b),
      undefined,
    )
    return {
      sentence: best
        ? `最高分${best.score / 100}分，有${best.count}人；共${data.standings.length}个不同的分数。`
        : '没有可以显示的名次。',
      facts: [fact('实考', data.overall.present, 'count')],
      sections: [
        rankSections(data),
        section('standings', '一分一段表', {
          table: tableOf(data.standings, [
            score('总分', (s) => s.score),
            count('人数', (s) => s.count, { sum: true }),
            count('累计人数', (s) => s.cumulative),
            rank('名次', (s) => s.rank),
            coefficient('百分等级', (s) => s.percentileRank, { digits: 1 }),
            coefficient('T分', (s) => s.t, { digits: 1 }),
          ]),
          definition: definitions.rank,
        }),
      ],
    }
  },
})
