import { noScoreWord, stateNames } from '../transcript.rules.ts'
import type { TranscriptRow } from '../publication.types.ts'
import { correctionOf, correctionsInLine } from '../corrections.rules.ts'
import { definitions } from '../report.words.ts'
import { showScore } from '#shared/kit/score.ts'
import { report } from './report.ts'
import type { ReportData } from './report.ts'
import { coefficient, fact, person, rank, score, section, tableOf, text } from './report.parts.ts'
import type { Col } from './report.parts.ts'

/** Numbers of ten digits fit 110 px; of longer ones each digit has its own nine: they differ in their last. */
const numberWidth = ({ lines }: Pick<ReportData, 'lines'>): number =>
  110 + 9 * Math.max(0, ...lines.map((r) => r.studentNumber.length - 10))

export const studentColumns = (data: ReportData): Col<TranscriptRow>[] => [
  person('姓名', (r) => r.studentName, { key: 'studentName', frozen: true }),
  text('考号', (r) => r.studentNumber, { key: 'studentNumber', frozen: true, width: numberWidth(data) }),
  ...(data.homes
    ? [
        text<TranscriptRow>('教学班', (r) => r.className, { key: 'className' }),
        text<TranscriptRow>('行政班', (r) => r.homeName ?? r.className, { key: 'homeName' }),
      ]
    : [text<TranscriptRow>('班级', (r) => r.className, { key: 'className' })]),
  {
    ...score<TranscriptRow>('总分', (r) => r.total ?? stateNames[r.state], {
      key: 'total',
      unit: `满分${showScore(data.source.fullScore)}`,
      lead: true,
    }),
    hint: ({ corrected }) => (data.corrected ? correctionOf(corrected, data.corrected) : null),
  },
  ...(data.totalRank ? [rank<TranscriptRow>('总排名', (r) => r.rank, { key: 'rank' })] : []),
  rank('班级排名', (r) => r.classRank, { key: 'classRank' }),
]

const columns = (data: ReportData): Col<TranscriptRow>[] => [
  ...studentColumns(data),
  ...(data.totalRank
    ? [
        coefficient<TranscriptRow>('百分等级', (r) => r.percentileRank, { digits: 1, extra: true, sortable: false }),
        coefficient<TranscriptRow>('T分', (r) => r.t, { digits: 1, extra: true, sortable: false }),
      ]
    : []),
  ...data.items.map((q, i): Col<TranscriptRow> => ({
    ...score<TranscriptRow>(q.number, (r) => (r.total === null ? null : (noScoreWord(r, i) ?? r.scores[i] ?? null)), {
      key: `q${i}`,
      unit: `${showScore(q.fullScore)}分`,
      extra: true,
    }),
    hint: ({ corrected }) => (data.corrected ? correctionOf(corrected, data.corrected, q.questionId) : null),
  })),
  // Where readers were told otherwise before: a file has no hints to its cells.
  ...(data.corrected
    ? [
        text<TranscriptRow>('更正', (r) => correctionsInLine(r.corrected, data.corrected!), {
          key: 'corrected',
          sortable: false,
        }),
      ]
    : []),
]

/** From a score to the paper it stands on; a total has none of its own. */
export const sheetsOf = (data: ReportData) =>
  data.subject === 'paper' ? (r: TranscriptRow) => ({ student: r.studentId }) : undefined

export const transcriptReport = report('transcript', {
  question: '每个学生得了多少分，排在哪里？',
  groups: ['student'],
  params: [
    { field: 'classId', label: '班级', mode: 'radio' },
    { field: 'name', label: '学生', mode: 'search', placeholder: '姓名或考号' },
  ],
  needs: { lines: () => 'page' },
  row: (data) => (line) => tableOf([line], columns(data)).rows[0]!,
  build: (data, { pageSize }) => {
    const { total, pageNumber, present, mean } = data.students
    return {
      sentence:
        total === 0
          ? '没有您可以查看的考生。'
          : `共${total}名考生，到考${present}人${data.lines.some((r) => r.corrected) ? '，发布后有更正，改前改后见“更正”一列' : ''}。`,
      facts: [
        fact('人数', `${total}（到考${present}）`),
        fact('平均分', mean, 'score', { digits: 2 }),
        fact('满分', data.source.fullScore, 'score'),
      ],
      sections: [
        section('lines', '成绩单', {
          table: { ...tableOf(data.lines, columns(data), sheetsOf(data)), page: { total, pageNumber, pageSize } },
          definition: definitions.rank,
        }),
      ],
    }
  },
})
