import type { Col, Group } from './report.parts.ts'
import type { GroupRow } from './report.ts'
import { report } from './report.ts'
import { definitions, percent as said } from '../report.words.ts'
import {
  count,
  fact,
  groupName,
  groupsOf,
  mean,
  percent,
  rank,
  rateKeys,
  rateNames,
  section,
  tableOf,
  toStudents,
} from './report.parts.ts'
import { rates } from './group.sections.ts'

type Row = Group | GroupRow

export const ratesReport = report('avgAndPercent', {
  question: ({ several }) => `一分四率：${several}的高分多，${several}的低分多？`,
  groups: ['group'],
  params: [],
  needs: { groups: true },
  build: (data) => {
    const { overall } = data
    const told = data.groups.filter((c) => c.rates.low.rate !== null)
    const most = told.reduce<GroupRow | undefined>(
      (a, b) => (a && a.rates.low.rate! >= b.rates.low.rate! ? a : b),
      undefined,
    )
    return {
      sentence: !most
        ? '没有可以显示的四率。'
        : most.rates.low.count === 0
          ? `${told.length > 1 ? '各组' : most.groupName}都没有低分。`
          : // Of one group that is shown it is not known whether it is the worst.
            told.length > 1
            ? `低分率最高的是${most.groupName}（${said(most.rates.low.rate)}，${most.rates.low.count}人）。`
            : `${most.groupName}的低分率是${said(most.rates.low.rate)}（${most.rates.low.count}人）。`,
      number: fact('及格率', overall.rates.pass.rate, 'percent', { hint: definitions.rates(data.settings.rates) }),
      facts: rateKeys.map((k) => fact(rateNames[k], overall.rates[k].rate, 'percent')),
      sections: [
        rates(data),
        section('table', '一分四率', {
          table: tableOf(
            groupsOf(data),
            [
              groupName<Row>(data),
              count('实考', (g) => g.present, { sum: true }),
              mean('平均分', (g) => g.mean, { group: '一分' }),
              rank('排名', (g) => ('meanRank' in g ? g.meanRank : null), { group: '一分' }),
              ...rateKeys.map((k): Col<Row> => percent(rateNames[k], (g) => g.rates[k].rate, { group: '四率' })),
              ...(data.settings.composite ? [percent<Row>('综合值', (g) => g.composite)] : []),
            ],
            toStudents(data),
          ),
          definition: definitions.rates(data.settings.rates),
        }),
      ],
    }
  },
})
