/** What markers gave to seeds, a marker's in one partition of sixteen; and what it comes to, a row a marker and question. */
import { SeedMark, SeedStop, SeedTally } from '#shared/marking/quality/seedMark.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { shardOf, shards } from '../marking.store.ts'

const table = 'TABLE_MARKING'
const marksIn = (paperId: string, shard: number): string => `seeds#${paperId}#${shard}`
const stopsIn = (paperId: string): string => `stopped#${paperId}`
const talliesIn = (paperId: string): string => `seeded#${paperId}`
type OfMarker = { paperId: string; questionId: string; userId: string }
const marksAt = (of: OfMarker): string => marksIn(of.paperId, shardOf(of.userId))

export const seedMarks = rows({
  table,
  schema: SeedMark,
  hangsOn: under('paper', ({ paperId }) =>
    Array.from({ length: shards }, (_, shard) => ({ pk: marksIn(paperId, shard) })),
  ),
  personal: 'nothing',
  key: (of: OfMarker & { as: string }) => ({ pk: marksAt(of), sk: `${of.questionId}#${of.userId}#${of.as}` }),
})

export const seedTallies = rows({
  table,
  schema: SeedTally,
  hangsOn: under('paper', ({ paperId }) => ({ pk: talliesIn(paperId) })),
  personal: 'nothing',
  key: (of: OfMarker) => ({ pk: talliesIn(of.paperId), sk: `${of.questionId}#${of.userId}` }),
})

/** Who is stopped: a few, who are looked for more often than a paper's thousands of tallies can be read. */
export const seedStops = rows({
  table,
  schema: SeedStop,
  hangsOn: under('paper', ({ paperId }) => ({ pk: stopsIn(paperId) })),
  personal: 'nothing',
  key: (of: OfMarker) => ({ pk: stopsIn(of.paperId), sk: `${of.questionId}#${of.userId}` }),
})
export const seedStopsOf = (paperId: string): Promise<SeedStop[]> =>
  seedStops.query(stopsIn(paperId), { consistent: true })

/** What one marker gave to seeds of a question: some tens. */
export const seedMarksOf = (of: OfMarker): Promise<SeedMark[]> =>
  seedMarks.query(marksAt(of), { prefix: `${of.questionId}#${of.userId}#` })

export const seedTalliesOf = (of: { paperId: string; questionId: string }): Promise<SeedTally[]> =>
  seedTallies.query(talliesIn(of.paperId), { consistent: true, prefix: `${of.questionId}#` })
