/** Appeals lie under their paper, one a student and question; those that wait are found in the order of their asking. */
import { Appeal, AppealPlace, AppealWindow } from '#shared/analysis/appeals/appeal.types.ts'
import { countsOf } from '#shared/analysis/appeals/appeal.rules.ts'
import { counters, deltaOf } from '#functions/kit/counters.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'

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
/** Where an appeal stands in its queue: by when it was asked, or answered. */
const placeIn = (a: Appeal): string => `${padded(a.decision?.at ?? a.askedAt)}#${a.studentId}#${a.questionId}`
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
    gsi2sk: placeIn(a),
  }),
})

/** How many appeals stand how: every write of an appeal moves them in its own transaction. */
export const appealCounts = counters({
  table,
  name: 'appeals',
  shards: 16,
  hangsOn: (place) => under('paper', ({ paperId }) => place(paperId)),
})
type Changed = { before: Appeal | null; after: Appeal }
/** What these changes add to the counters of their paper. */
export const counting = (paperId: string, changes: readonly Changed[]): WriteItem[] =>
  appealCounts.counting(
    paperId,
    changes.map(({ before, after }) => ({
      unit: after.studentId,
      delta: deltaOf(before ? countsOf(before) : {}, countsOf(after)),
    })),
  )

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

/** A page of a queue behind the one that ended at `after`: those that wait from the oldest, what was answered from the newest. */
export const appealsIn = async (
  paperId: string,
  answered: boolean,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ list: Appeal[]; next?: string }> => {
  // Keys begin with a time, so that U+FFFF is behind all of them; one that is left out is the page's own end.
  const range = after === undefined ? {} : answered ? { from: ' ', to: after } : { from: after, to: '\uffff' }
  const found = await appeals.queryIndex('gsi2', queueOf(paperId, answered), {
    ...range,
    limit: limit + 2,
    reverse: answered,
  })
  const behind = found.filter((a) => placeIn(a) !== after)
  const list = behind.slice(0, limit)
  return { list, ...(behind.length > limit ? { next: placeIn(list.at(-1)!) } : {}) }
}
/** Who waits behind this one, or else first of all. */
export const nextOpen = async (of: Appeal): Promise<Appeal | null> => {
  const isOther = (a: Appeal): boolean => a.studentId !== of.studentId || a.questionId !== of.questionId
  const behind = of.decision ? [] : (await appealsIn(of.paperId, false, { after: placeIn(of), limit: 1 })).list
  const found = behind.length > 0 ? behind : (await appealsIn(of.paperId, false, { limit: 2 })).list
  return found.find(isOther) ?? null
}
export const appealsOf = (paperId: string, studentId: string): Promise<Appeal[]> =>
  appeals.query(`appeals#${paperId}`, { prefix: `${studentId}#`, consistent: true })
