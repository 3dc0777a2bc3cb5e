import type { Col, Group } from './report.parts.ts'
import type { GroupRow, ReportData } from './report.ts'
import {
  chartOf,
  count,
  drawable,
  fact,
  groupName,
  groupsOf,
  percent,
  section,
  tableOf,
  toStudents,
  wordsOf,
} from './report.parts.ts'
import { definitions, percent as said } from '../report.words.ts'
import { report } from './report.ts'
import { levels } from './paper.sections.ts'

type Row = Group | GroupRow

const byClass = (data: ReportData) => {
  const shown = drawable(data.groups)
  const names = data.settings.levels.map((l) => l.name)
  return section('classes', `${wordsOf(data).each}等级`, {
    ...chartOf(shown, () => ({
      kind: 'stackedBars',
      of: { type: 'percent' },
      max: 1,
      names: shown.map((c) => c.groupName),
      series: names.map((name, i) => ({ name, values: shown.map((c) => c.levels[i]?.rate ?? null) })),
    })),
    table: tableOf(
      groupsOf(data),
      [
        groupName<Row>(data),
        count('实考', (g) => g.present, { sum: true }),
        ...names.flatMap((name, i): Col<Row>[] => [
          count('人数', (g) => g.levels[i]?.count ?? null, { group: name, sum: true }),
          percent('比例', (g) => g.levels[i]?.rate ?? null, { group: name }),
        ]),
      ],
      toStudents(data),
    ),
    definition: definitions.levels,
  })
}

export const levelReport = report('level', {
  question: (words) => `各等级有多少人，${words.which}的高等级多？`,
  groups: ['group'],
  params: [],
  needs: { groups: true },
  build: (data) => {
    const top = data.overall.levels[0]
    return {
      sentence: top ? `${top.name}等${top.count}人，占${said(top.rate)}。` : '没有可以显示的等级。',
      facts: [fact('实考', data.overall.present, 'count'), fact('等级', data.settings.levels.length, 'count')],
      sections: [levels(data), byClass(data)],
    }
  },
})
