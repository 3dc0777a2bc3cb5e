import type { ReportData } from './report.ts'
import type { ReportParams } from './report.params.ts'
import { report } from './report.ts'
import { criticalBounds } from '../stats/lines.ts'
import { showScore } from '#shared/kit/score.ts'
import { change, fact, section, tableOf } from './report.parts.ts'
import { countsByClass, sheetsOf, studentColumns } from './student.columns.ts'
import type { TranscriptRow } from '../publication.types.ts'

const most = 5000

/** The line as it was asked for, or where passing begins, with how far from it students are listed. */
const lineOf = ({ settings, source }: ReportData, { line, distance, sides }: ReportParams) => ({
  line: line ?? Math.ceil(settings.rates.pass * source.fullScore),
  distance: distance || 500,
  sides: sides ?? 'below',
})

export const criticalReport = report('criticalStudent', {
  question: '哪些学生只差几分就上线？',
  groups: ['student', 'class'],
  params: [
    { field: 'line', label: '分数线', mode: 'search', placeholder: '分数线，不填为及格线' },
    { field: 'distance', label: '距离', mode: 'search', placeholder: '相差几分以内，不填为5分' },
    {
      field: 'sides',
      label: '范围',
      mode: 'radio',
      options: [
        { value: 'below', label: '线下' },
        { value: 'both', label: '线上和线下' },
      ],
      start: ['below'],
    },
  ],
  needs: {
    lines: (data, params) => {
      const { line, distance, sides } = lineOf(data, params)
      const [low, high] = criticalBounds(line, distance, sides)
      return { low, high, most }
    },
  },
  build: (data, params) => {
    const { line, distance, sides } = lineOf(data, params)
    const where = sides === 'both' ? '上下' : '下'
    return {
      sentence: `${showScore(line)}分线${where}${showScore(distance)}分以内有${data.lines.length}名学生。`,
      number: fact('临界生', data.lines.length, 'count', {
        hint: '线下：差距以内但未到线；线上和线下：到线而不超过差距的也计入。',
      }),
      facts: [fact('分数线', line, 'score'), fact('距离', distance, 'score')],
      sections: [
        section('students', '名单', {
          table: tableOf(
            data.lines,
            [
              ...studentColumns(data),
              change<TranscriptRow>('与线之差', (r) => (r.total === null ? null : r.total - line)),
            ],
            sheetsOf(data),
          ),
        }),
        countsByClass(data, '各班人数'),
      ],
    }
  },
})
