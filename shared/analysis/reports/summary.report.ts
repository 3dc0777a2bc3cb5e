import type { GroupFigures } from '../analysis.types.ts'
import { report } from './report.ts'
import {
  coefficient as rounded,
  definitions,
  deviationName,
  deviationOf,
  mostOwn,
  ownClassesSentence,
  ownName,
  ownSchoolSentence,
  summarySentence,
} from '../report.words.ts'
import { fact, rateNames } from './report.parts.ts'
import { showScore } from '#shared/kit/score.ts'
import { distribution, levels, reliability } from './paper.sections.ts'
import { boxes, rates } from './group.sections.ts'

export const summaryReport = report('summary', {
  question: '考得怎么样，接下来看什么？',
  groups: ['group'],
  params: [],
  needs: { groups: true, corrected: true },
  build: (data) => {
    const { overall, settings, source } = data
    // A school reads of itself first: the whole of a joint exam is not its grade.
    const own = data.axis === 'school' ? data.groups.find((g) => g.groupId === data.ownSchool) : undefined
    // So does who teaches some of the classes: the grade is what they stand beside.
    const classes =
      data.axis === 'class' && data.unseen > 0 ? data.groups.filter((g) => g.present > 0).slice(0, mostOwn + 1) : []
    const [only] = classes.length === 1 ? classes : []
    const first = own ? { name: ownName, of: own } : only ? { name: only.groupName, of: only } : null
    const all = own || classes.length > 0 ? '全体' : ''
    const whole = summarySentence(overall, source.fullScore)
    const passOf = (name: string, { rates: { pass, excellent } }: Pick<GroupFigures, 'rates'>) => [
      fact(`${name}${rateNames.pass}`, pass.rate, 'percent', { hint: definitions.rates(settings.rates) }),
      fact(`${name}${rateNames.excellent}`, excellent.rate, 'percent', { hint: definitions.rates(settings.rates) }),
    ]
    const meanOf = (name: string, mean: number | null) => fact(`${name}平均分`, mean, 'score', { digits: 2 })
    return {
      sentence: own
        ? `${ownSchoolSentence(own)}全体：${whole}`
        : `${ownClassesSentence(classes)}${all && `${all}：`}${whole}`,
      number: fact(
        `${first ? first.name : all}平均分（满分 ${showScore(source.fullScore)}）`,
        first ? first.of.mean : overall.mean,
        'score',
        { digits: 2, hint: definitions.scoreRate },
      ),
      facts: [
        ...(first
          ? [
              fact(`${first.name}得分率`, first.of.scoreRate, 'percent', { hint: definitions.scoreRate }),
              ...passOf(first.name, first.of),
              meanOf(all, overall.mean),
            ]
          : classes.slice(0, mostOwn).map((g) => meanOf(g.groupName, g.mean))),
        fact(`${all}得分率`, overall.scoreRate, 'percent', { hint: definitions.scoreRate }),
        ...(first ? [] : passOf(all, overall)),
        fact(`${all}最高分`, overall.max, 'score', { digits: 2 }),
        fact(`${all}中位数`, overall.median, 'score', { digits: 2 }),
        fact(`${all}最低分`, overall.min, 'score', { digits: 2 }),
        fact(deviationName(settings.deviation), deviationOf(overall, settings.deviation), 'score', { digits: 2 }),
        fact('区分度', `${rounded(overall.discrimination)} ${overall.discriminationBand ?? ''}`.trim()),
      ],
      // Those of one height stand beside each other.
      sections: [distribution(data), levels(data), boxes(data), rates(data), reliability(data)],
    }
  },
})
