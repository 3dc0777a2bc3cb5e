/** Trials of a paper: a row a marker and question, of at most forty marks, a marker's in one partition of sixteen. */
import { TrialSheet } from '#shared/marking/quality/trial.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { rows } from '#functions/kit/table.ts'
import { shardOf, shards } from '../marking.store.ts'

const table = 'TABLE_MARKING'
const trialsIn = (paperId: string, shard: number): string => `trial#${paperId}#${shard}`
const all = Array.from({ length: shards }, (_, shard) => shard)

export const trialSheets = rows({
  table,
  schema: TrialSheet,
  hangsOn: under('paper', ({ paperId }) => all.map((shard) => ({ pk: trialsIn(paperId, shard) }))),
  personal: 'staff',
  key: (of: { paperId: string; questionId: string; userId: string }) => ({
    pk: trialsIn(of.paperId, shardOf(of.userId)),
    sk: `${of.questionId}#${of.userId}`,
  }),
})

export const trialsOf = async ({
  paperId,
  questionId,
}: {
  paperId: string
  questionId: string
}): Promise<TrialSheet[]> =>
  (
    await inTurns(all, shards, (shard) =>
      trialSheets.query(trialsIn(paperId, shard), { consistent: true, prefix: `${questionId}#` }),
    )
  ).flat()
