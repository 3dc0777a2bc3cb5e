/** Standards of a paper: some tens of rows a question, in one partition. */
import { Standard } from '#shared/marking/quality/standard.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_MARKING'
const standardsIn = (paperId: string): string => `standards#${paperId}`

export const standards = rows({
  table,
  schema: Standard,
  hangsOn: under('paper', ({ paperId }) => ({ pk: standardsIn(paperId) })),
  personal: 'staff',
  key: (of: { paperId: string; questionId: string; studentId: string }) => ({
    pk: standardsIn(of.paperId),
    sk: `${of.questionId}#${of.studentId}`,
  }),
})

export const standardsOf = (of: { paperId: string; questionId?: string }): Promise<Standard[]> =>
  standards.query(standardsIn(of.paperId), {
    consistent: true,
    ...(of.questionId === undefined ? {} : { prefix: `${of.questionId}#` }),
  })
