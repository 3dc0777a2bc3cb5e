/** Samples of marks, each by the mark's own attempt, and what they come to for each marker of a question. */
import { SampleCheck, SampleTally } from '#shared/marking/quality/sample.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_MARKING'
const checksIn = (paperId: string): string => `samples#${paperId}`
const checkedOf = (paperId: string, questionId: string, marker: string): string =>
  `samples#${paperId}#${questionId}#${marker}`
/** Times as text that sorts as they do. */
const timeKey = (at: number): string => String(at).padStart(14, '0')
const talliesIn = (paperId: string): string => `sampled#${paperId}`

export const sampleChecks = rows({
  table,
  schema: SampleCheck,
  hangsOn: under('paper', ({ paperId }) => ({ pk: checksIn(paperId) })),
  personal: 'staff',
  key: (of: { paperId: string; markId: string }) => ({ pk: checksIn(of.paperId), sk: of.markId }),
  // A marker's of a question, by when they were looked at.
  index: (of) => ({
    gsi2pk: checkedOf(of.paperId, of.questionId, of.marker),
    gsi2sk: `${timeKey(of.at)}#${of.markId}`,
  }),
})

/** The newest first. */
export const checksOf = (
  of: { paperId: string; questionId: string; userId: string },
  limit: number,
): Promise<SampleCheck[]> =>
  sampleChecks.queryIndex('gsi2', checkedOf(of.paperId, of.questionId, of.userId), { reverse: true, limit })

export const sampleTallies = rows({
  table,
  schema: SampleTally,
  hangsOn: under('paper', ({ paperId }) => ({ pk: talliesIn(paperId) })),
  personal: 'nothing',
  key: (of: { paperId: string; questionId: string; userId: string }) => ({
    pk: talliesIn(of.paperId),
    sk: `${of.questionId}#${of.userId}`,
  }),
})

/** Of all questions of a paper. */
export const paperTallies = (paperId: string): Promise<SampleTally[]> =>
  sampleTallies.query(talliesIn(paperId), { consistent: true })
export const talliesOf = (of: { paperId: string; questionId: string }): Promise<SampleTally[]> =>
  sampleTallies.query(talliesIn(of.paperId), { consistent: true, prefix: `${of.questionId}#` })
