/**
 * Scripts, marks and work. A script is one partition; bundles lie in sixteen partitions a question and role, so that
 * thousands of markers claim without meeting; what is queued is found by a sparse index.
 */
import { createHash } from 'node:crypto'
import {
  AnswerItem,
  Arrangement,
  Bundle,
  LateChoice,
  ObjectiveAnswers,
  ScoreFix,
  ScriptHead,
  ScriptImages,
  ScriptWork,
} from '#shared/marking/marking.types.ts'
import { AgainRound } from '#shared/marking/again/again.types.ts'
import type { MarkRole } from '#shared/marking/marking.types.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

const table = 'TABLE_MARKING'
const scriptOf = (of: { paperId: string; studentId: string }): string => `script#${of.paperId}#${of.studentId}`

export const heads = rows({
  table,
  schema: ScriptHead,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'head' })),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string }) => ({ pk: scriptOf(of), sk: 'head' }),
})

export const images = rows({
  table,
  schema: ScriptImages,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'images' })),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string }) => ({ pk: scriptOf(of), sk: 'images' }),
})

export const objectives = rows({
  table,
  schema: ObjectiveAnswers,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'objective' })),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string }) => ({ pk: scriptOf(of), sk: 'objective' }),
})

export const answers = rows({
  table,
  schema: AnswerItem,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'answer#' })),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string; questionId: string }) => ({
    pk: scriptOf(of),
    sk: `answer#${of.questionId}`,
  }),
})

export const isAnswer = ({ sk }: { sk: string }): boolean => sk.startsWith('answer#')

export const scriptWork = rows({
  table,
  schema: ScriptWork,
  hangsOn: under('script', (of) => ({ pk: scriptOf(of), prefix: 'work' })),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string }) => ({ pk: scriptOf(of), sk: 'work' }),
})

/** By attempt, whose id sorts by time: sent again, the same correction is the same row. */
export const fixes = rows({
  table,
  schema: ScoreFix,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `fixes#${paperId}` })),
  personal: 'staff',
  key: (of: { paperId: string; attemptId: string }) => ({ pk: `fixes#${of.paperId}`, sk: of.attemptId }),
})

/** By attempt, whose id sorts by time: as many as people have asked for by hand. */
export const againRounds = rows({
  table,
  schema: AgainRound,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `again#${paperId}` })),
  personal: 'staff',
  key: (of: { paperId: string; attemptId: string }) => ({ pk: `again#${of.paperId}`, sk: of.attemptId }),
})

/** By time, as an overview asks: what came after a version was made. */
export const lateChoices = rows({
  table,
  schema: LateChoice,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `lateChoices#${paperId}` })),
  personal: 'nothing',
  key: (of: { paperId: string; studentId: string; at: number }) => ({
    pk: `lateChoices#${of.paperId}`,
    sk: `${String(of.at).padStart(15, '0')}#${of.studentId}`,
  }),
})

export const arrangements = rows({
  table,
  schema: Arrangement,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `paper#${paperId}`, prefix: 'arrangement' })),
  personal: 'nothing',
  key: (of: { paperId: string }) => ({ pk: `paper#${of.paperId}`, sk: 'arrangement' }),
  // Only what is open: a marker's tasks.
  index: (a) => (a.state === 'open' ? { gsi1pk: `open#${a.owner}`, gsi1sk: a.paperId } : {}),
})

export const shards = 16
/** A stable shard, 0…15, of anything with an id. */
export const shardOf = (id: string): number => createHash('sha256').update(id).digest()[0]! % shards

/** Claims sort behind every id. */
export const claimsFrom = '~'
/** Moments of one length sort as they follow. */
export const endOf = (at: number): string => String(at).padStart(15, '0')

type Queue = {
  paperId: string
  questionId: string
  role: MarkRole
  /** A school's own. */
  apart?: true | undefined
  schoolId?: string | undefined
}
const queueOf = (of: Queue): string => `${of.paperId}#${of.questionId}#${of.role}`
/** A school's is short, and lies in one place. */
const queuePlace = (of: Queue, shard: number): string =>
  of.apart ? `queue#${queueOf(of)}#own#${of.schoolId}` : `queue#${queueOf(of)}#${shard}`

export const bundles = rows({
  table,
  schema: Bundle,
  hangsOn: under('paper', ({ paperId }) =>
    Array.from({ length: shards }, (_, shard) => ({ pk: `bundles#${paperId}#${shard}` })),
  ),
  personal: 'nothing',
  key: (of: { paperId: string; bundleId: string }) => ({
    pk: `bundles#${of.paperId}#${shardOf(of.bundleId)}`,
    sk: of.bundleId,
  }),
  index: (b) => ({
    // Only what may be claimed is in this index: queued work, and behind it claims in the order in which they run out.
    ...(b.state === 'done'
      ? {}
      : {
          gsi1pk: queuePlace(b, shardOf(b.bundleId)),
          gsi1sk: b.state === 'queued' ? b.bundleId : `${claimsFrom}${endOf(b.claimedUntil ?? 0)}#${b.bundleId}`,
        }),
    // Whose hands it is in: a marker finds the own bundle again.
    ...(b.holder
      ? { gsi2pk: `holder#${b.holder}#${b.paperId}#${b.questionId}`, gsi2sk: `${b.state}#${b.bundleId}` }
      : {}),
  }),
})

/** Where what may be claimed of a queue lies. */
export const queuePlaces = (of: Queue): string[] =>
  of.apart ? [queuePlace(of, 0)] : Array.from({ length: shards }, (_, shard) => queuePlace(of, shard))
