/** Rubrics of a paper: a row a question, in one partition. */
import { offered } from '#shared/marking/rubric/rubric.rules.ts'
import { RubricReplay } from '#shared/marking/rubric/replay.types.ts'
import { Rubric } from '#shared/marking/rubric/rubric.types.ts'
import type { RubricShown } from '#shared/marking/rubric/rubric.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { memo } from '#functions/kit/memo.ts'
import { rows } from '#functions/kit/table.ts'

const rubricsIn = (paperId: string): string => `rubrics#${paperId}`

export const rubrics = rows({
  table: 'TABLE_MARKING',
  schema: Rubric,
  hangsOn: under('paper', ({ paperId }) => ({ pk: rubricsIn(paperId) })),
  personal: 'nothing',
  key: (of: { paperId: string; questionId: string }) => ({ pk: rubricsIn(of.paperId), sk: of.questionId }),
})

export const rubricsOf = (paperId: string): Promise<Rubric[]> => rubrics.query(rubricsIn(paperId), { consistent: true })

/** The questions of a paper that are given by points: who sets a rubric is seen by others within a minute. */
export const byPoints = memo(60, async (paperId: string) =>
  (await rubricsOf(paperId)).flatMap((r) => (offered(r).length > 0 ? [r.questionId] : [])),
)

const replaysIn = (paperId: string): string => `replays#${paperId}`

/** By question and attempt, whose id sorts by time: as many as people have asked for by hand. */
export const replays = rows({
  table: 'TABLE_MARKING',
  schema: RubricReplay,
  hangsOn: under('paper', ({ paperId }) => ({ pk: replaysIn(paperId) })),
  personal: 'staff',
  key: (of: { paperId: string; questionId: string; attemptId: string }) => ({
    pk: replaysIn(of.paperId),
    sk: `${of.questionId}#${of.attemptId}`,
  }),
})

/** The newest first. */
export const replaysOf = (paperId: string, questionId: string, limit?: number): Promise<RubricReplay[]> =>
  replays.query(replaysIn(paperId), {
    prefix: `${questionId}#`,
    reverse: true,
    consistent: true,
    ...(limit === undefined ? {} : { limit }),
  })

/** As a mark is judged by it: what it offered a moment ago it knows still. */
export const rubricNow = memo(5, (paperId: string, questionId: string) => rubrics.get({ paperId, questionId }), {
  keep: (row) => row !== null,
})

/** As markers are shown it: null where none is set, or all of it was taken away. */
export const rubricShown = async (paperId: string, questionId: string): Promise<RubricShown | null> => {
  const row = await rubrics.get({ paperId, questionId })
  return row && offered(row).length > 0 ? { kind: row.kind, points: row.points } : null
}
