/** Students as rows: their columns, where they lead, and how many are of each class. */
import type { ReportData } from './report.ts'
import type { Col } from './report.parts.ts'
import type { TranscriptRow } from '../publication.types.ts'
import { chartOf, coefficient, count, percent, person, rank, score, section, tableOf, text } from './report.parts.ts'
import { noScoreWord, stateNames } from '../transcript.rules.ts'
import { showScore } from '#shared/kit/score.ts'
import { correctionOf, correctionsInLine } from '../corrections.rules.ts'

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

/** A course of a total is told also of who has no total: its score is published. */
const scoreIn = (r: TranscriptRow, i: number, { subject }: ReportData): number | string | null => {
  const word = noScoreWord(r, i)
  if (r.total === null) return subject === 'total' && word === null ? (r.scores[i] ?? null) : null
  return word ?? r.scores[i] ?? null
}

export const transcriptColumns = (data: ReportData): Col<TranscriptRow>[] => [
  ...studentColumns(data),
  // Where readers were told otherwise before: a file has no hints to its cells. Before the questions, of which there may be a hundred.
  ...(data.corrected
    ? [
        text<TranscriptRow>('更正', (r) => correctionsInLine(r.corrected, data.corrected!), {
          key: 'corrected',
          sortable: false,
        }),
      ]
    : []),
  ...(data.totalRank
    ? [
        coefficient<TranscriptRow>('百分等级', (r) => r.percentileRank, { digits: 1, extra: true, sortable: false }),
        coefficient<TranscriptRow>('T分', (r) => r.t, { digits: 1, extra: true, sortable: false }),
      ]
    : []),
  ...data.items.map((q, i): Col<TranscriptRow> => ({
    ...score<TranscriptRow>(q.number, (r) => scoreIn(r, i, data), {
      key: `q${i}`,
      unit: `${showScore(q.fullScore)}分`,
      extra: true,
    }),
    hint: ({ corrected }) => (data.corrected ? correctionOf(corrected, data.corrected, q.questionId) : null),
  })),
]

/** From a score to the paper it stands on, for whom that is there; a total has none of its own. */
export const sheetsOf = (data: ReportData) =>
  data.subject === 'paper' && !data.guest ? (r: TranscriptRow) => ({ student: r.studentId }) : undefined

/** How many of the listed students are in each class that is seen. */
export const countsByClass = ({ lines, seen }: ReportData, title: string) => {
  const counted = new Map<string, number>()
  for (const l of lines) counted.set(l.classId, (counted.get(l.classId) ?? 0) + 1)
  const rows = seen.map((c) => ({ ...c, count: counted.get(c.classId) ?? 0 }))
  return section('classes', title, {
    ...chartOf(lines, () => ({
      kind: 'bars',
      of: { type: 'count' },
      names: rows.map((r) => r.className),
      series: [{ name: '人数', values: rows.map((r) => r.count) }],
    })),
    table: tableOf(rows, [
      text('班级', (r) => r.className),
      count('人数', (r) => r.count, { unit: '人', sum: true }),
      percent('占名单', (r) => (lines.length > 0 ? r.count / lines.length : null)),
    ]),
  })
}
