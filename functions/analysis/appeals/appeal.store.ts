/** Appeals lie under their paper, one a student and question; those that wait are found in the order of their asking. */
import { Appeal, AppealPlace, AppealWindow } from '#shared/analysis/appeals/appeal.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_ANALYSIS'

export const appealWindows = rows({
  table,
  schema: AppealWindow,
  hangsOn: under('exam', ({ examId }) => ({ pk: `exam#${examId}`, prefix: 'appeals' })),
  personal: 'nothing',
  key: (of: { examId: string }) => ({ pk: `exam#${of.examId}`, sk: 'appeals' }),
})

/** A time as text that sorts as it does. */
const padded = (at: number): string => String(at).padStart(14, '0')
const queueOf = (paperId: string, answered: boolean): string => `appeals#${paperId}#${answered ? 'done' : 'open'}`

export const appeals = rows({
  table,
  schema: Appeal,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `appeals#${paperId}` })),
  // What was asked and answered is about the student; that it was stays counted.
  personal: {
    lies: ({ personId }) => ({ index: 'gsi1', pk: `appellant#${personId}` }),
    clean: (a) => ({ ...a, reason: '', ...(a.decision ? { decision: { ...a.decision, answer: '' } } : {}) }),
  },
  key: (of: { paperId: string; studentId: string; questionId: string }) => ({
    pk: `appeals#${of.paperId}`,
    sk: `${of.studentId}#${of.questionId}`,
  }),
  index: (a) => ({
    gsi1pk: `appellant#${a.studentId}`,
    gsi1sk: `${a.paperId}#${a.questionId}`,
    gsi2pk: queueOf(a.paperId, a.decision !== undefined),
    gsi2sk: `${padded(a.decision?.at ?? a.askedAt)}#${a.studentId}#${a.questionId}`,
  }),
})

export const appealPlaces = rows({
  table,
  schema: AppealPlace,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `appeal-places#${paperId}` })),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string; place: number }) => ({
    pk: `appeal-places#${of.paperId}`,
    sk: `${of.studentId}#${of.place}`,
  }),
})

/** So many of a queue are looked at together; those behind come up as the first are answered. */
const mostShown = 5000

export const appealsIn = (paperId: string, answered: boolean): Promise<Appeal[]> =>
  appeals.queryIndex('gsi2', queueOf(paperId, answered), { limit: mostShown, reverse: answered })
export const appealsOf = (paperId: string, studentId: string): Promise<Appeal[]> =>
  appeals.query(`appeals#${paperId}`, { prefix: `${studentId}#`, consistent: true })
