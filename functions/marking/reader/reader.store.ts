/** What readers proposed, beside the scripts and apart from them: no reader of marks ever meets one. */
import { AnswerRules, Proposal, QuestionReader } from '#shared/marking/reader/reader.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const proposalsOf = (of: { paperId: string; studentId: string }): string => `proposals#${of.paperId}#${of.studentId}`

export const proposals = rows({
  table: 'TABLE_MARKING',
  schema: Proposal,
  hangsOn: under('script', (of) => ({ pk: proposalsOf(of) })),
  // Who writes the own name where an answer belongs is not kept with it (`readOne`).
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string; questionId: string }) => ({ pk: proposalsOf(of), sk: of.questionId }),
})

const readersIn = (paperId: string): string => `readers#${paperId}`

export const readers = rows({
  table: 'TABLE_MARKING',
  schema: QuestionReader,
  hangsOn: under('paper', ({ paperId }) => ({ pk: readersIn(paperId) })),
  personal: 'staff',
  key: (of: { paperId: string; questionId: string }) => ({ pk: readersIn(of.paperId), sk: of.questionId }),
})

export const readersOf = (paperId: string): Promise<QuestionReader[]> =>
  readers.query(readersIn(paperId), { consistent: true })

const rulesIn = (paperId: string): string => `answerRules#${paperId}`

export const answerRules = rows({
  table: 'TABLE_MARKING',
  schema: AnswerRules,
  hangsOn: under('paper', ({ paperId }) => ({ pk: rulesIn(paperId) })),
  personal: 'nothing',
  key: (of: { paperId: string; questionId: string }) => ({ pk: rulesIn(of.paperId), sk: of.questionId }),
})

export const answerRulesOf = (paperId: string): Promise<AnswerRules[]> =>
  answerRules.query(rulesIn(paperId), { consistent: true })
