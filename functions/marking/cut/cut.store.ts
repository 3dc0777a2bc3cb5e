/** Marking that was ended by force, a row a paper. */
import { ForcedCompletion } from '#shared/marking/cut/cut.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

export const forcedCompletions = rows({
  table: 'TABLE_MARKING',
  schema: ForcedCompletion,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'cut' })),
  personal: 'staff',
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'cut' }),
})
