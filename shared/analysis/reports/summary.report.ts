import type { GroupFigures } from '../analysis.types.ts'
import { report } from './report.ts'
import {
  coefficient as rounded,
  definitions,
  deviationName,
  deviationOf,
  mostOwn,
  ownGroupsSentence,
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
    // So does who teaches some of the classes, and an area whose schools sit another's exam: the whole is what they stand beside.
    const partly = data.unseen > 0 && !own
    const schoolIds = new Set<string>(data.schools.map((s) => s.schoolId))
    const isSchools = partly && data.axis === 'school'
    const seen = isSchools
      ? data.groups.filter((g) => schoolIds.has(g.groupId))
      : partly && data.axis === 'class'
        ? data.groups
        : []
    const groups = seen.filter((g) => g.present > 0).slice(0, mostOwn + 1)
    const [only] = groups.length === 1 ? groups : []
    const first = own ? { name: ownName, of: own } : only ? { name: only.groupName, of: only } : null
    const all = own || isSchools || groups.length > 0 ? '全体' : ''
    const whole = summarySentence(overall, source.fullScore)
    const passOf = (name: string, { rates: { pass, excellent } }: Pick<GroupFigures, 'rates'>) => [
      fact(`${name}${rateNames.pass}`, pass.rate, 'percent', { hint: definitions.rates(settings.rates) }),
      fact(`${name}${rateNames.excellent}`, excellent.rate, 'percent', { hint: definitions.rates(settings.rates) }),
    ]
    const meanOf = (name: string, mean: number | null) => fact(`${name}平均分`, mean, 'score', { digits: 2 })
    return {
      sentence: own
        ? `${ownSchoolSentence(own)}全体：${whole}`
        : `${ownGroupsSentence(groups, isSchools ? '所学校' : '个班')}${all && `${all}：`}${whole}`,
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
          : groups.slice(0, mostOwn).map((g) => meanOf(g.groupName, g.mean))),
        fact(`${all}得分率`, overall.scoreRate, 'percent', { hint: definitions.scoreRate }),
        ...(first ? [] : passOf(all, overall)),
        fact(`${all}最高分`, overall.max, 'score'),
        fact(`${all}中位数`, overall.median, 'score'),
        fact(`${all}最低分`, overall.min, 'score'),
        fact(deviationName(settings.deviation), deviationOf(overall, settings.deviation), 'score', { digits: 2 }),
        fact('区分度', `${rounded(overall.discrimination)} ${overall.discriminationBand ?? ''}`.trim()),
      ],
      // Those of one height stand beside each other.
      sections: [distribution(data), levels(data), boxes(data), rates(data), reliability(data)],
    }
  },
})
