/** Samples of marks, each by the mark's own attempt, and what they come to for each marker of a question. */
import { SampleCheck, SampleTally } from '#shared/marking/quality/sample.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_MARKING'
const checksIn = (paperId: string): string => `samples#${paperId}`
const talliesIn = (paperId: string): string => `sampled#${paperId}`

export const sampleChecks = rows({
  table,
  schema: SampleCheck,
  hangsOn: under('paper', ({ paperId }) => ({ pk: checksIn(paperId) })),
  personal: 'staff',
  key: (of: { paperId: string; markId: string }) => ({ pk: checksIn(of.paperId), sk: of.markId }),
})

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

export const talliesOf = (of: { paperId: string; questionId: string }): Promise<SampleTally[]> =>
  sampleTallies.query(talliesIn(of.paperId), { consistent: true, prefix: `${of.questionId}#` })
