/** Marking that was ended by force, a row a paper. */
import { openAsk } from '#shared/exam/tools/maintenance.rules.ts'
import { ForcedCompletion } from '#shared/marking/cut/cut.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

/** What of an owner's exams waits for a second person. */
export const askedPlace = (owner: string): string => `cut-asked#${owner}`

export const forcedCompletions = rows({
  table: 'TABLE_MARKING',
  schema: ForcedCompletion,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'cut' })),
  personal: 'staff',
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'cut' }),
  index: (c) => (c.owner && openAsk(c) ? { gsi1pk: askedPlace(c.owner), gsi1sk: `${c.examId}#${c.paperId}` } : {}),
})
