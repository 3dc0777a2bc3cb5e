/** Trials of a paper: a row a marker and question, of at most forty marks. */
import { TrialSheet } from '#shared/marking/quality/trial.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_MARKING'
const trialsIn = (paperId: string): string => `trial#${paperId}`

export const trialSheets = rows({
  table,
  schema: TrialSheet,
  hangsOn: under('paper', ({ paperId }) => ({ pk: trialsIn(paperId) })),
  personal: 'staff',
  key: (of: { paperId: string; questionId: string; userId: string }) => ({
    pk: trialsIn(of.paperId),
    sk: `${of.questionId}#${of.userId}`,
  }),
})

export const trialsOf = (of: { paperId: string; questionId: string }): Promise<TrialSheet[]> =>
  trialSheets.query(trialsIn(of.paperId), { consistent: true, prefix: `${of.questionId}#` })
